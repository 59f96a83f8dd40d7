import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "vitest";

/** Whether a program is installed, which means that a folder of PATH has an executable file of its name. */
export function hasProgram(name: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The programs that are missing here, as a note of a skipped test: `basename and npx are not installed`. */
export function missingPrograms(names: readonly string[]): string | undefined {
  const missing = names.filter((name) => !hasProgram(name));
  const verb = missing.length === 1 ? "is" : "are";
  return missing.length === 0 ? undefined : `${missing.join(" and ")} ${verb} not installed`;
}

/** Skips the test that calls it, with a note, if a program is missing here. */
export function needsPrograms({ skip }: Pick<TestContext, "skip">, ...names: readonly string[]): void {
  const why = missingPrograms(names);
  skip(why !== undefined, why);
}
