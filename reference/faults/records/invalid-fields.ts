import INVALID_FIELDS from "./invalid-fields.json" with { type: "json" };
import { fieldClause, type JsonSchema } from "../../../schemas/formats.ts";
import { ENDPOINT_NAMES, operations, type Endpoint } from "../../../schemas/operations.ts";
import * as kit from "../../kit.ts";
import { FAULT_PREFIXES, faultOf, type Fault } from "../../fault.ts";
import { expandBraces } from "../notation.ts";

/** Invalid replacements of a value, by their name in the names of faults. */
const INVALID_VALUES: Readonly<Record<string, kit.Change>> = {
  missing: () => undefined,
  null: () => null,
  "as-number": () => 7,
  "as-boolean": () => true,
  "as-list": (value) => [value],
  "as-object": (value) => ({ value }),
  "as-text": kit.jsonText,
  fraction: () => 0.5,

  "above-int64": () => 2n ** 63n,
  "below-int64": () => -(2n ** 63n) - 1n,
  "above-int32": () => 2 ** 31,
  "below-int32": () => -(2 ** 31) - 1,
  // A double cannot hold every integer.
  rounded: (value) => (typeof value === "bigint" ? BigInt(Number(value)) : value),

  unprefixed: (value) => (typeof value === "string" ? value.replace(/^0x/, "") || "00" : value),
  "not-hex": () => "0x12g4",
  base64: () => "q83v/+==",

  "eleven-digits": () => "0.0.12345678901",
  "two-parts": () => "0.5001",
  "four-parts": () => "0.0.0.5001",
  empty: () => "",
  "short-address": () => "a".repeat(38),
  "long-address": () => `0x${"0".repeat(64)}`,

  "ten-decimals": () => "1700000000.0000000001",
  "eleven-seconds": () => "17000000000.5",
  "trailing-dot": () => "1700000000.",
  "iso-time": () => "2024-02-03T16:55:47Z",

  "date-only": () => "2024-02-03",
  "without-offset": () => "2024-02-03T16:55:47",
  epoch: () => "1706979347",
  "impossible-date": () => "2024-02-30T16:55:47Z",
  "relative-uri": () => "/status/page",
  "spaced-uri": () => "https://status.example.test/a page",
};

/** Replaces the values at a path of every success by an invalid one; `kind` is a key of `INVALID_VALUES`. */
export function invalidate(path: string, kind: string): kit.Rewriting {
  const change = INVALID_VALUES[kind];
  if (change === undefined) throw new Error(`there is no invalid value named ${kind}`);
  return kit.edit(path, change);
}

/** A field in the schema of a body: its path for `edit`, and the clause on it. */
type FieldPlace = {
  readonly schema: JsonSchema;
  readonly path: readonly string[];
  readonly section: string;
  readonly clause: string;
};

/** A name in a schema, as it is written in the names of faults. */
const wordOf = (name: string): string => name.replaceAll(/[_-]+/g, "-").replace(/^-/, "").toLowerCase();

/**
 * The field inside another field that the rest of a name describes. In a list, it is a field of all elements, of the last one
 * (`last`), or of the element with an index.
 */
function fieldNamed(
  text: string,
  { schema, path, section, clause }: FieldPlace,
  main: string,
): FieldPlace | undefined {
  if (text === "") return { schema, path, section, clause };
  if (schema.items !== undefined) {
    const [place = ""] = /^(?:last|\d+)(?=-|$)/.exec(text) ?? [];
    const step = place === "last" ? "-1" : place || "*";
    const rest = text.slice(place.length).replace(/^-/, "");
    return fieldNamed(rest, { schema: schema.items, path: [...path, step], section, clause }, main);
  }
  const ownSection = schema.$comment === "main" && path.length > 0 ? main : section;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const [word, inside] = [wordOf(name), [...path, name]];
    if (`${text}-`.startsWith(`${word}-`)) {
      const below = {
        schema: field,
        path: inside,
        section: ownSection,
        clause: fieldClause(ownSection, schema, name),
      };
      const named = fieldNamed(text.slice(word.length + 1), below, main);
      if (named !== undefined) return named;
    }
  }
  return undefined;
}

/** The fault that a name describes: a field, whose list may be omitted from the name, and a kind of `INVALID_VALUES`. */
function invalidFieldFault(endpoint: Endpoint, name: string): Fault {
  const { success, section, recordSection } = operations[endpoint];
  const rows = Object.values(success.properties ?? {}).map(({ items }) => items?.$comment);
  const body = {
    schema: success,
    path: [],
    section: rows.includes("main") ? section : recordSection,
    clause: "",
  };
  const kind = Object.keys(INVALID_VALUES).find((one) => `-${name}`.endsWith(`-${one}`)) ?? "";
  const text = name.slice(0, -kind.length - 1);
  const inList = [FAULT_PREFIXES[endpoint], ...(text === "" ? [] : [text])].join("-");
  const field = (text && fieldNamed(text, body, recordSection)) || fieldNamed(inList, body, recordSection);
  if (field === undefined) throw new Error(`the name ${name} describes no field`);
  return faultOf(endpoint, field.clause, name, invalidate(field.path.join("/"), kind));
}

/**
 * Invalid values of single fields (2.2 to 2.9): `invalid-fields.json` has the names of the faults of each endpoint, and the schema of
 * the body has the path of the field and its clause.
 */
export const invalidFieldFaults: readonly Fault[] = ENDPOINT_NAMES.flatMap((endpoint) =>
  INVALID_FIELDS[endpoint].flatMap(expandBraces).map((name) => invalidFieldFault(endpoint, name)),
);
