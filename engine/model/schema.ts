/** Builds JSON Schemas of the suite's files, from which types are derived, so that each format is declared once. */

/** The description of a schema, or an object with further keywords of JSON Schema. */
type About = string | Readonly<Record<string, unknown>>;
declare const described: unique symbol;
const OPTIONAL = Symbol("optional");

export interface Schema<T = unknown> {
  readonly [keyword: string]: unknown;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly [described]?: T;
}

/** The immutable type of the values that a schema describes. */
export type Model<S extends Schema> = S extends Schema<infer T> ? T : never;

export interface Optional {
  readonly [OPTIONAL]: true;
}

type SchemaMembers = Readonly<Record<string, Schema>>;
export interface ObjectSchema<P extends SchemaMembers, T> extends Schema<T> {
  readonly properties: P;
}
type WholeModel<P extends SchemaMembers> = {
  readonly [Name in keyof P as P[Name] extends Optional ? never : Name]: Model<P[Name]>;
} & Partial<{ readonly [Name in keyof P as P[Name] extends Optional ? Name : never]: Model<P[Name]> }>;
type Some<P extends SchemaMembers> = { readonly [Name in keyof P]?: Model<P[Name]> };

export const schema = <T>(keywords: object, about: About = {}): Schema<T> => ({
  ...keywords,
  ...(typeof about === "string" ? { description: about } : about),
});

export const textSchema = (about?: About) => schema<string>({ type: "string" }, about);
export const integerSchema = (about?: About) => schema<number>({ type: "integer" }, about);
export const natural = (about?: About) => schema<number>({ type: "integer", minimum: 0 }, about);
export const booleanSchema = (about?: About) => schema<boolean>({ type: "boolean" }, about);
export const nullSchema = schema<null>({ type: "null" });
export const constant = <const Value>(value: Value) => schema<Value>({ const: value });
export const nonEmptyText = (about: string = "text") => textSchema({ minLength: 1, description: about });
export const matchingText = (pattern: string, description: string) => textSchema({ pattern, description });
export const listSchema = <T>(items: Schema<T>, about?: About) =>
  schema<readonly T[]>({ type: "array", items }, about);
export const oneOf = <const Values extends readonly string[]>(values: Values, about?: About) =>
  schema<Values[number]>({ enum: values }, about);
export const either = <T, Or>(one: Schema<T>, other: Schema<Or>, about?: About) =>
  schema<T | Or>({ anyOf: [one, other] }, about);

export const optional = <S extends Schema>(member: S): S & Optional => ({ ...member, [OPTIONAL]: true });

export const optionalText = (about?: About) => optional(textSchema(about));
export const optionalList = <T>(items: Schema<T>, about?: About) => optional(listSchema(items, about));

/** A member that is `true` or absent. */
export const flag = (about: About) => optional(schema<true>({ const: true, type: "boolean" }, about));

export const recordSchema = <T>(values: Schema<T>, about?: About) =>
  schema<Readonly<Record<string, T>>>({ type: "object", additionalProperties: values }, about);

/** An object with these members and no others. */
export function closed<P extends SchemaMembers>(
  properties: P,
  about?: About,
): ObjectSchema<P, WholeModel<P>> {
  const required = Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] ?? {})));
  return { ...schema<WholeModel<P>>({ ...object(properties), required }, about), properties };
}

/** An object with any subset of these members, and no others. */
export const partialObject = <P extends SchemaMembers>(
  properties: P,
  about?: About,
): ObjectSchema<P, Some<P>> => ({ ...schema<Some<P>>(object(properties), about), properties });

const object = (properties: SchemaMembers) => ({ type: "object", properties, additionalProperties: false });
