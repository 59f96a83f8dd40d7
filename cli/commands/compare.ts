import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { compareResults, differing, type Column } from "../../reports/comparison/model.ts";
import { comparisonPage } from "../../reports/comparison/page.ts";
import { reasonOf } from "../../engine/model/file-trouble.ts";
import { FILES, makeFolder, writeWhole } from "../../reports/files/writing.ts";
import { countOf } from "../../reports/words/numbers.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import type { Io } from "../io.ts";
import { readPrevious, readResult } from "../../lib/previous.ts";

/** `compare`: lays results side by side in one page. Gives the exit code. */
export async function compare(
  dirs: readonly string[],
  flags: { readonly out: string; readonly label: readonly string[]; readonly previous?: string },
  io: Io,
): Promise<number> {
  if (dirs.length < 2 && flags.previous === undefined) {
    throw new CannotRun("compare takes two result folders or more");
  }
  if (flags.label.length > 0 && flags.label.length !== dirs.length) {
    throw new CannotRun(
      `${countOf(flags.label.length, "--label")} for ${countOf(dirs.length, "folder")}: give one for each, in their order`,
    );
  }
  const results = dirs.map(readResult);
  const labels = flags.label.length > 0 ? flags.label : dirs.map(nameOf);
  const path = resolve(flags.out);
  const columns = dirs.map((dir, index): readonly Column[] => {
    const result = results[index];
    const earlier =
      flags.previous === undefined ? undefined : readPrevious(join(flags.previous, nameOf(dir)));
    return result === undefined
      ? []
      : [{ label: labels[index] ?? "", result, earlier, report: reportOf(dir, path) }];
  });
  const comparison = compareResults(columns.flat());
  const page = await comparisonPage(comparison);
  try {
    makeFolder(dirname(path));
    writeWhole(path, page);
  } catch (error) {
    throw new CannotRun(`${path}: the page cannot be written: ${reasonOf(error)}`);
  }
  const rows = countOf(comparison.rows.length, "clause");
  const withheld = comparison.withheld.map(({ label }) => `${label}: withheld, since nothing was tested\n`);
  io.out(
    `${countOf(comparison.columns.length, "result")}, ${differing(comparison)} of ${rows} differ\n${withheld.join("")}${path}\n`,
  );
  return 0;
}

const nameOf = (dir: string): string => basename(resolve(dir));

/** The report of a result as the page can link it: where it lies below the page, so that both are published together. */
function reportOf(dir: string, path: string): string | undefined {
  const from = relative(dirname(path), join(dir, FILES.page)).split(sep);
  const isBelow = from[0] !== ".." && existsSync(join(dir, FILES.page));
  return isBelow ? from.map(encodeURIComponent).join("/") : undefined;
}
