import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { plainError, tryOrUndefined } from "../engine/model/cannot-run.ts";
import { DEFAULTS } from "../engine/target/options.ts";
import { RESULT_FILES } from "../reports/files/writing.ts";

/** The file in a result folder that names the spec file and the process of vitest that wrote it. */
const MARK = ".spec";

/** The result folders in use, each with the path of its spec file. */
const folders = new Map<string, string>();

export const folderOf = (project: string | undefined): string =>
  join(DEFAULTS.out, (project ?? "").replaceAll(/[^\w-]+/g, "-"));

/** Throws if another call uses the folder, or if another spec file has used it since vitest started. */
export function reserveFolder(out: string, spec: string): string {
  const folder = resolve(out);
  const other = folders.has(folder) ? "another call of conformance" : otherSpec(folder, spec);
  if (other !== undefined) {
    throw plainError(`${folder}: ${other} writes its result there: give each call an "out" of its own`);
  }
  folders.set(folder, spec);
  return folder;
}

export function releaseFolder(folder: string | undefined): void {
  const spec = folders.get(folder ?? "");
  if (folder === undefined || spec === undefined) return;
  folders.delete(folder);
  if (hasResult(folder)) {
    tryOrUndefined(() => writeFileSync(join(folder, MARK), `${vitestProcess()}\n${spec}`));
  }
}

/** The path of the report in a result folder; a text that begins with `none` if there is no report. */
export function reportIn(folder: string | undefined): string {
  if (folder === undefined) return 'none, because tests were filtered and no "out" is given';
  const path = relative(process.cwd(), folder);
  return hasResult(folder) ? join(path.startsWith("..") ? folder : path, RESULT_FILES.page) : "none";
}

const hasResult = (folder: string): boolean => existsSync(join(folder, RESULT_FILES.results));

/** The path of another spec file whose result in this folder was written in the same run of vitest. */
function otherSpec(folder: string, spec: string): string | undefined {
  const [writer, path = ""] =
    tryOrUndefined(() => readFileSync(join(folder, MARK), "utf8"))?.split("\n") ?? [];
  const isOther = path !== spec && existsSync(path) && hasResult(folder);
  return isOther && writer === vitestProcess() ? relative(process.cwd(), path) : undefined;
}

/** The id of the main process of vitest. Its workers are child processes or threads. */
const vitestProcess = (): string => String(process.send === undefined ? process.pid : process.ppid);
