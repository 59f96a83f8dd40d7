import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const REPOSITORY = join(import.meta.dirname, "../..");
const FOLDERS = ["cli", "engine", "generators", "lib", "reference", "reports", "schemas", "specs"];

const filesIn = (folders: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    folders
      .flatMap((folder) =>
        readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: "utf8" })
          .filter((name) => name.endsWith(".ts"))
          .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
      )
      .map((file) => [file, readFileSync(join(REPOSITORY, file), "utf8")]),
  );

export const SOURCES = filesIn(FOLDERS);
export const TEST_SOURCES = filesIn(["tests"]);
