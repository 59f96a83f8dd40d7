import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export function filesUnder(dir: string): ReadonlyMap<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [relative(dir, path), readFileSync(path, "utf8")]));
}
