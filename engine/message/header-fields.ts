/** Header fields with names in lower case; repeated ones joined with a comma, and what is no value left out. */
export function headerFields(pairs: Iterable<readonly [string, unknown]>): Readonly<Record<string, string>> {
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of pairs) {
    if (value !== undefined && value !== null && typeof value !== "function") {
      fields.set(name.toLowerCase(), [fields.get(name.toLowerCase()) ?? [], value].flat(2));
    }
  }
  return Object.fromEntries(Array.from(fields, ([name, values]) => [name, values.join(", ")]));
}
