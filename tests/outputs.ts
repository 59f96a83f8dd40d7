import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Every text in a folder, by its path below it. */
export function outputsIn(dir: string): ReadonlyMap<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((path) => [path.slice(dir.length + 1), readFileSync(path, "utf8")] as const));
}
