/** A variable of the environment in a text of a target file. */
export const VARIABLE = /\$\{([A-Za-z_]\w*)\}/g;

/** Variables, signs between them, and the scheme of credentials in front: none of it shows anything. */
export const SHOWABLE = /^(?:(?:Bearer|Basic|Token|ApiKey|Digest) )?\$\{\w+\}(?:[\s:;,.=-]*\$\{\w+\})*$/i;

/** The steps that lead to a value in a file, names and indexes. */
export type Path = readonly string[];

/** A path as people write it: `samples.tokenIds[0]`. */
export function memberName(path: Path): string {
  const steps = path.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`));
  return steps.join("").replace(/^\./, "");
}

export function withTexts(
  value: unknown,
  change: (text: string, path: Path) => string,
  path: Path = [],
): unknown {
  if (typeof value === "string") {
    return change(value, path);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const members: readonly [string, unknown][] = Object.entries(value);
  const copies = members.map(([name, item]) => [name, withTexts(item, change, [...path, name])] as const);
  return Array.isArray(value) ? copies.map(([, item]) => item) : Object.fromEntries(copies);
}

export function textsIn(value: unknown, path: Path = []): readonly (readonly [text: string, path: Path])[] {
  if (typeof value === "string") {
    return [[value, path]];
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, item]) => textsIn(item, [...path, name]))
    : [];
}
