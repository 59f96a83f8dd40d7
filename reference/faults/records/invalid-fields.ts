import INVALID_FIELDS from "./invalid-fields.json" with { type: "json" };
import { fieldClause, type JsonSchema } from "../../../schemas/formats.ts";
import { ENDPOINT_NAMES, operations, type Endpoint } from "../../../schemas/operations.ts";
import { jsonText } from "../../exchange.ts";
import { edit, type Change, type Rewriting } from "../../rewriting.ts";
import { FAULT_PREFIXES, faultOf, type Fault } from "../../fault.ts";
import { expandBraces } from "../notation.ts";

/** Invalid replacements of a value, by their name in the names of faults. */
const INVALID_VALUES: Readonly<Record<string, Change>> = {
  missing: () => undefined,
  null: () => null,
  "as-number": () => 7,
  "as-boolean": () => true,
  "as-list": (value) => [value],
  "as-object": (value) => ({ value }),
  "as-text": jsonText,
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
export function invalidate(path: string, kind: string): Rewriting {
  const change = INVALID_VALUES[kind];
  if (change === undefined) throw new Error(`there is no invalid value named ${kind}`);
  return edit(path, change);
}

/** The clause on the field at a path of a body. A step that leads into a list has no clause of its own. */
function clauseAt(endpoint: Endpoint, steps: readonly string[]): string {
  const { success, section, recordSection } = operations[endpoint];
  const rows = Object.values(success.properties ?? {}).map(({ items }) => items?.$comment);
  let ownSection = rows.includes("main") ? section : recordSection;
  let schema: JsonSchema | undefined = success;
  let clause = "";
  for (const [index, step] of steps.entries()) {
    if (schema?.items === undefined) {
      if (index > 0 && schema?.$comment === "main") ownSection = recordSection;
      clause = fieldClause(ownSection, schema ?? {}, step);
    }
    schema = schema?.items ?? schema?.properties?.[step];
  }
  if (schema === undefined) throw new Error(`no body of ${endpoint} has a field at ${steps.join("/")}`);
  return clause;
}

/** A step of a path, as it is written in the names of faults. */
const wordOf = (step: string): string =>
  step === "-1" ? "last" : step.replaceAll(/[_-]+/g, "-").replace(/^-/, "").toLowerCase();

/** The fault with an invalid value of a kind at a path. Its name omits the list if the prefix of the endpoint names it. */
function invalidFieldFault(endpoint: Endpoint, path: string, kind: string): Fault {
  const steps = path.split("/");
  const shown = steps.filter(
    (step, index) => step !== "*" && (index > 0 || step !== FAULT_PREFIXES[endpoint]),
  );
  const name = [...shown.map(wordOf), kind].join("-");
  return faultOf(endpoint, clauseAt(endpoint, steps), name, invalidate(path, kind));
}

/** Invalid values of single fields (§2.2 to §2.9): `invalid-fields.json` has a path and a kind for each fault of an endpoint. */
export const invalidFieldFaults: readonly Fault[] = ENDPOINT_NAMES.flatMap((endpoint) =>
  INVALID_FIELDS[endpoint].flatMap(expandBraces).map((text) => {
    const [path = "", kind = ""] = text.split(" ");
    return invalidFieldFault(endpoint, path, kind);
  }),
);
