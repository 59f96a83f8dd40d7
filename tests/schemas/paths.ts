import type { JsonSchema } from "../../schemas/json-schema.ts";

/** Steps from the top of a body to a member; an array is entered at its first element. */
export type Path = readonly (string | number)[];

/** A row of a table somewhere in a schema. */
export interface RowPath {
  readonly path: Path;
  readonly pointer: string;
  readonly schema: JsonSchema;
  readonly optional: boolean;
  readonly nullable: boolean;
  /** Any value will do. */
  readonly open: boolean;
}

/** All rows of a schema and of the records in it. */
export function pathsOf(schema: JsonSchema, above: Path = []): readonly RowPath[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = [...above, name];
    const open = member.type === undefined;
    const row = {
      path,
      pointer: `/${path.join("/")}`,
      schema: member,
      optional: schema.required?.includes(name) !== true,
      nullable: open || [member.type].flat().includes("null"),
      open,
    };
    const inside = member.items === undefined ? pathsOf(member, path) : pathsOf(member.items, [...path, 0]);
    return [row, ...inside];
  });
}

/** A copy with another value at a place; undefined takes the member away. */
export function changed(value: unknown, [step, ...rest]: Path, replacement: unknown): unknown {
  if (step === undefined) {
    return replacement;
  }
  if (Array.isArray(value)) {
    return value.map((element: unknown, index) =>
      index === step ? changed(element, rest, replacement) : element,
    );
  }
  const members = membersOf(value);
  const inside = changed(members[step], rest, replacement);
  return Object.fromEntries(
    Object.entries({ ...members, [step]: inside }).filter(([, member]) => member !== undefined),
  );
}

/** A copy in which every object has one more member. */
export function withFurtherMembers(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withFurtherMembers);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, withFurtherMembers(member)] as const);
  return { ...Object.fromEntries(members), further_member: { of: ["any", "kind"] } };
}

/** The type of a value, in the words of JSON Schema. */
export function typeOf(value: unknown): string {
  if (value === null || Array.isArray(value)) {
    return value === null ? "null" : "array";
  }
  return Number.isInteger(value) ? "integer" : typeof value;
}

function membersOf(value: unknown): Readonly<Record<string | number, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
