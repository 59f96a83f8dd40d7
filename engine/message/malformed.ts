/** Matches a string or a word (group 1), with a colon after it (group 2) and the start of an array with elements (group 3); or a bracket. */
const MALFORMED_PARTS = /("(?:[^"\\]|\\.)*"?|[\w$]+'?)(\s*:(?=(\s*\[\s*[^\s\]])?))?|[[\]{}]/gs;

/**
 * The members of the outermost object of a malformed JSON text: `[undefined]` for an array with elements, undefined for any other value.
 * Returns undefined if the text does not begin with `{`.
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
