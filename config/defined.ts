/** The members of an object that have a value: where none is given, the member is absent, and not undefined. */
export function defined<Members extends object>(
  members: Members,
): { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };
export function defined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
