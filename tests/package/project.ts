import { execFile } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { defined } from "../tools/defined.ts";
import { startProcess } from "../tools/processes.ts";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const executed = promisify(execFile);

/** A project in which npm installed only the result of `npm pack`. */
export type Project = Awaited<ReturnType<typeof packedProject>>;

export async function packedProject() {
  const base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "packed-")));
  const dir = join(base, "project");
  const home = join(base, "home");
  const temporary = join(base, "temporary");
  [dir, home, temporary].forEach((path) => fs.mkdirSync(path));
  const packed = await pack(base);
  fs.writeFileSync(join(dir, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  const add = async (packages: readonly string[]): Promise<void> => {
    await executed("npm", ["install", ...quiet, ...packages], { cwd: dir });
  };
  await add([join(base, packed.name)]);
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, TMPDIR: temporary, npm_config_offline: "true" };
  return {
    dir,
    packed,
    add,
    /** Runs a program in the project, with a home and a folder for temporary files of its own. */
    run: (program: string, argv: readonly string[]) => startProcess(program, argv, { cwd: dir, env }).ended,
    /** Every file of the project with size and time: equal when nothing was written. */
    listing: () => listed(dir),
    /** Files that programs left in their home and among temporary files. */
    leftovers: () => [home, temporary].flatMap(listed),
    remove: () => fs.rmSync(base, { recursive: true, force: true }),
  };
}

type Tarball = Readonly<{ filename: string; size: number; files: readonly { readonly path: string }[] }>;

async function pack(base: string) {
  const argv = ["pack", "--ignore-scripts", "--json", "--pack-destination", base];
  const { stdout } = await executed("npm", argv, { cwd: ROOT });
  // One object in an array, or under the name of the package, depending on the version of npm.
  const tarballs: Record<string, Tarball> = JSON.parse(stdout);
  const { filename: name, size, files } = defined(Object.values(tarballs)[0]);
  return { name, size, files: files.map(({ path }) => path) };
}

/** Every file below a folder, with its size and the time of its last change. */
function listed(dir: string): readonly string[] {
  const entries = fs.readdirSync(dir, { recursive: true, withFileTypes: true });
  const lines = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = fs.statSync(path);
    return entry.isDirectory() ? "" : `${relative(dir, path)} ${size} ${mtimeMs}`;
  });
  return lines.filter((line) => line !== "").toSorted();
}
