/** Header fields with names in lower case; repeated ones joined with a comma, and what is no value left out. */
export function headerFields(pairs: Iterable<readonly [string, unknown]>): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (value !== undefined && value !== null && typeof value !== "function") {
      const before = fields.get(name.toLowerCase());
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      const text = values.join(", ");
      fields.set(name.toLowerCase(), before === undefined ? text : `${before}, ${text}`);
    }
  }
  return Object.fromEntries(fields);
}
