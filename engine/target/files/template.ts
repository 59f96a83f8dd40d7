/** A variable of the environment in a text of a target file. */
export const VARIABLE = /\$\{([A-Za-z_]\w*)\}/g;

/** Variables, signs between them, and the scheme of credentials in front: none of it shows anything. */
const SHOWABLE = /^(?:(?:Bearer|Basic|Token|ApiKey|Digest) )?\$\{\w+\}(?:[\s:;,.=-]*\$\{\w+\})*$/i;

/** Names of the variables in a text of a target file, in order. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].map(([, name = ""]) => name);
}

/** Whether a text of a target file has variables, and beside them nothing that could be a part of a secret. */
export const isShowable = (text: string): boolean => SHOWABLE.test(text);

/** The name, with a number behind it where another value has it already; from then on it is taken. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    free = `${name}_${number}`;
  }
  taken.add(free);
  return free;
}

/** The steps that lead to a value in a file, names and indexes. */
export type Path = readonly string[];

/** A path as people write it: `samples.tokenIds[0]`. */
export function memberName(path: Path): string {
  const steps = path.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`));
  return steps.join("").replace(/^\./, "");
}

/** A JSON value whose texts are changed. */
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

/** The texts in a JSON value, each with its path. */
export function textsIn(value: unknown, path: Path = []): readonly (readonly [text: string, path: Path])[] {
  if (typeof value === "string") {
    return [[value, path]];
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, item]) => textsIn(item, [...path, name]))
    : [];
}

/** The text at a place of a file as it was written; empty where there is none. */
export function textAt(content: unknown, path: Path): string {
  const found = textsIn(content).find(([, at]) => at.join("/") === path.join("/"));
  return found?.[0] ?? "";
}
