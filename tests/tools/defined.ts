export function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("there is no such value");
  return value;
}

/** The texts that are true. */
export const trueOf = (claims: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.entries(claims).flatMap(([text, isTrue]) => (isTrue ? [text] : []));
