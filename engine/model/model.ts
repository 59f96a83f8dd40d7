import { Type, type Static, type TProperties, type TSchema } from "@sinclair/typebox";

/** What a schema describes; nothing in it is changed once it is made. */
export type Model<Schema extends TSchema> = Frozen<Static<Schema>>;

type Frozen<T> = T extends object ? { readonly [Member in keyof T]: Frozen<T[Member]> } : T;

/** An object of these members and no others. */
export function closed<Properties extends TProperties>(properties: Properties, description?: string) {
  return Type.Object(properties, { additionalProperties: false, ...described(description) });
}

/** An object whose members are named by data. */
export function byName<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Unsafe<Record<string, Static<Schema>>>({
    type: "object",
    additionalProperties: schema,
    ...described(description),
  });
}

/** One of these texts. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  about: { description?: string } = {},
) {
  return Type.Unsafe<Values[number]>({ enum: values, ...about });
}

export const text = (description?: string) => Type.String(described(description));
export const natural = (description?: string) => Type.Integer({ minimum: 0, ...described(description) });

/** Present where it is so, absent where it is not. */
export const flag = (description: string) => Type.Optional(Type.Literal(true, { description }));

function described(description: string | undefined) {
  return description === undefined ? {} : { description };
}
