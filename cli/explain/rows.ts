import { broken, valid, written } from "../../engine/schema/example-values.ts";
import type { BodyRows, RecordRows } from "../../engine/schema/fields.ts";
import { published, type JsonSchema } from "../../schemas/json-schema.ts";

/** A row of a table: where it stands in a body, what its value must be, and values of both kinds. */
export interface RowExplanation {
  /** Places in a success body, `*` for each item of a list. */
  readonly pointers: readonly string[];
  readonly expected: string;
  readonly schema: JsonSchema;
  /** JSON texts. */
  readonly accepted: readonly string[];
  readonly refused: readonly { readonly name: string; readonly value?: string }[];
}

/** What the table clause of this id demands; undefined where the table has none. */
export function explainRow(body: BodyRows, id: string): RowExplanation | undefined {
  const row = body.all.find((other) => other.id === id);
  if (row === undefined) {
    return undefined;
  }
  const { schema, nullable, expected } = row;
  const faults = Object.entries(broken(schema)).map(([name, value]) => ({ name, value: written(value) }));
  return {
    pointers: pointersTo(body.root, id, ""),
    expected,
    schema: published(schema),
    accepted: [written(valid(schema)), ...(nullable ? ["null"] : [])],
    refused: [{ name: "absent" }, ...faults, ...(nullable ? [] : [{ name: "null", value: "null" }])],
  };
}

function pointersTo({ rows }: RecordRows, id: string, above: string): readonly string[] {
  return rows.flatMap(({ id: own, name, kind, record }) => {
    const place = `${above}/${name}`;
    const inside = kind === "records" ? `${place}/*` : place;
    return [...(own === id ? [place] : []), ...(record === undefined ? [] : pointersTo(record, id, inside))];
  });
}
