import { Type, type Static, type TProperties, type TSchema } from "@sinclair/typebox";

/** What a schema describes; nothing in it is changed once it is made. */
export type Model<Schema extends TSchema> = Frozen<Static<Schema>>;

type Frozen<T> = T extends object ? { readonly [Member in keyof T]: Frozen<T[Member]> } : T;

/** An object of these members and no others. */
export function closed<Properties extends TProperties>(properties: Properties, description?: string) {
  return Type.Object(properties, { additionalProperties: false, ...present({ description }) });
}

/** An object whose members are named by data. */
export function byName<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Unsafe<Record<string, Static<Schema>>>({
    type: "object",
    additionalProperties: schema,
    ...present({ description }),
  });
}

export function oneOf<const Values extends readonly string[]>(
  values: Values,
  about: { description?: string } = {},
) {
  return Type.Unsafe<Values[number]>({ enum: values, ...about });
}

export const text = (description?: string) => Type.String(present({ description }));
export const natural = (description?: string) => Type.Integer({ minimum: 0, ...present({ description }) });

/** Present where it is so, absent where it is not. */
export const flag = (description: string) => Type.Optional(Type.Literal(true, { description }));

/** The members that have a value: what is optional is absent, never undefined. */
export function present<Members extends object>(members: Members): Present<Members>;
export function present(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

type Present<Members> = { -readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** Cut with dots, before which redaction knows what is left of a secret. */
export const shortened = (long: string, most: number): string =>
  long.length > most ? `${long.slice(0, most)}…` : long;

/** The first of each, then the second of each, and so on. */
export function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
