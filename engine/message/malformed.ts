/** A text, with the colon after it and the beginning of a filled array; or a bracket. */
const MALFORMED_PARTS = /("(?:[^"\\]|\\.)*"?|[\w$]+'?)(\s*:(?=(\s*\[\s*[^\s\]])?))?|[[\]{}]/gs;

/**
 * The members of the object that a malformed JSON text seems to be, whose values are unknown: only whether one is an array with
 * elements can be read.
 */
export function membersOfMalformed(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const members = new Map<string, unknown>();
  let level = 0;
  for (const [part, name, colon, elements] of text.matchAll(MALFORMED_PARTS)) {
    level += /^[[{]/.test(part) ? 1 : /^[\]}]/.test(part) ? -1 : 0;
    if (level === 1 && name !== undefined && colon !== undefined) {
      members.set(name.replaceAll(/^"|["']$/g, ""), elements === undefined ? undefined : [undefined]);
    }
  }
  return Object.fromEntries(members);
}
