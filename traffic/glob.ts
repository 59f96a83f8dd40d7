import { relative, sep } from "node:path";

/**
 * Whether a file fits a pattern: by its path as it was typed, or, with a slash in the pattern, by its path below the
 * `folder` that it was found in.
 */
export function fileFits(
  glob: string,
  { file, folder }: { readonly file: string; readonly folder?: string },
): boolean {
  return (
    fitsGlob(glob, file) ||
    (folder !== undefined && fitsGlob(glob, relative(folder, file).replaceAll(sep, "/")))
  );
}

/**
 * Whether a path fits a pattern: `*` is any text within one step, `**` any steps, `?` one character. A pattern
 * without a slash is compared with the last step alone.
 */
export function fitsGlob(glob: string, path: string): boolean {
  const clean = path.replace(/^\.\//, "");
  const name = glob.includes("/") ? clean : clean.slice(clean.lastIndexOf("/") + 1);
  return patternOf(glob.replace(/^\.\//, "")).test(name);
}

const SIGNS: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };

function patternOf(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|\*\*|[*?]|[.+^${}()|[\]\\]/g, (sign) => SIGNS[sign] ?? `\\${sign}`);
  return new RegExp(`^${source}$`, "s");
}
