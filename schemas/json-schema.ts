// §2

/** The types of JSON, as schemas name them. */
export type JsonType = "string" | "integer" | "number" | "boolean" | "object" | "array" | "null";

/**
 * The subset of JSON Schema 2020-12 in which the records are written. An object with properties is a record type: its `title`
 * begins the clause ids of its rows, unless `$comment` calls it the main one of its section.
 */
export type JsonSchema = {
  readonly $comment?: "main";
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly items?: JsonSchema;
  readonly enum?: readonly (string | number | null)[];
  readonly pattern?: string;
  readonly format?: "date-time" | "uri" | "int32" | "int64";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: string | number;
};

type Properties = Readonly<Record<string, JsonSchema>>;

/** A record in which every member is required, as in the tables of the contract. */
export function record<const P extends Properties>(title: string, properties: P) {
  return { title, type: "object", required: Object.keys(properties), properties } as const;
}

/** The main record of its section. */
export function mainRecord<const P extends Properties>(title: string, properties: P) {
  return { $comment: "main", ...record(title, properties) } as const;
}

export function arrayOf<const S extends JsonSchema>(items: S) {
  return { type: "array", items } as const;
}

export function orNull<const S extends { readonly type: JsonType }>(schema: S) {
  return { ...schema, type: [schema.type, "null"] } as const;
}

/** The id of the clause on a field of a record: the section, the title of the record unless it is a main one, and the name. */
export const fieldClause = <S extends string>(
  section: S,
  { $comment: role, title }: JsonSchema,
  name: string,
): `${S}-${string}` =>
  `${section}-${title === undefined || role === "main" ? "" : `${title}-`}${kebab(name)}`;

/** `gasUsed`, `gas_used` and `_type` as parts of an id: `gas-used`, `type`. */
const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/^-+/, "");
