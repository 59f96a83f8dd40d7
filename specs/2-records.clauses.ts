// §2.2 to §2.9: one clause per field of a record, made from four files:
// - a schema in schemas/, such as schemas/token.ts, lists the fields of a record, in the order of the contract;
// - schemas/formats.ts composes the id of a clause (`fieldClause`);
// - engine/schema/fields.ts makes the statement of each clause (`bodyRows`), and checks a body (`inspectBody`);
// - generators/example-values.ts makes the passing and failing examples.
// This file adds the lines of the contract and the interpretations.
//
// - A clause checks every success body of its endpoint, whichever clause sent the request, except most responses to requests that must be
// refused or whose outcome is unspecified (`isForPassiveClauses`).
// - A record that lacks a field fails the clause on that field: an empty links fails 2.4-links-next, not 2.4-links.
// - A field that may be null and is null in every record passes, and the reason says so.
// - The fields are checked even if one object is in place of an array of records, which is a violation, or the reverse.
// - Without a record of its kind, for example in an empty list, a clause is inconclusive. If no other clause of the endpoint is selected,
// the run itself requests a success (`SUCCESS_PREREQUISITES`).
import { links } from "../schemas/links.ts";
import * as kit from "./kit/kit.ts";

/** Lines that define a format, by its pattern. */
const FIELD_FORMAT_LINES: Readonly<Record<string, readonly number[]>> = {
  [kit.ENTITY_ID.source]: [16, 313],
  [kit.TIMESTAMP_PATTERN.source]: [17, 314],
  [kit.EVM_ADDRESS.source]: [21],
  [kit.HEX_PATTERN.source]: [112],
};

/** Lines outside section 2 that concern a field. */
const FIELD_LINES: Readonly<Partial<Record<kit.Endpoint, Readonly<Record<string, readonly number[]>>>>> = {
  statusSummary: kit.recordOf(
    ["status", "indicator", "impact", "group", "group_id", "resolved_at", "monitoring_at"],
    () => [186],
  ),
  networkFees: { transaction_type: [243, 312], gas: [243] },
  contractResult: { result: [187], status: [187] },
  contract: { deleted: [188] },
  sessionVerify: { status: [189] },
  verify: { status: [189] },
};

const HEX_FORMATS: ReadonlySet<string> = new Set(
  [kit.HEX_PATTERN, kit.EVM_ADDRESS, kit.BYTECODE].map(({ source }) => source),
);
/** The contract states neither the allowed values of these fields nor their relations to other fields. */
const OPEN_VALUES =
  /^(type|status|indicator|impact|result|chain_?id|libraryMap|admin_key|page_id|incident_id|group_id)$/i;

/** By number of the interpretation: whether it applies to a field. */
const INTERPRETED_FIELDS: Readonly<Record<number, (row: kit.FieldRow) => boolean>> = {
  1: () => true,
  2: ({ schema: { items, ...own } }) => fieldForm(own) !== undefined || fieldForm(items ?? {}) !== undefined,
  3: ({ name, schema }) => HEX_FORMATS.has(memberPattern(schema)) || /^(address|bloom)$/.test(name),
  4: ({ name, schema, kind }) =>
    kind === "leaf" && OPEN_VALUES.test(name) && (schema.enum ?? fieldForm(schema)) === undefined,
  5: ({ name }) => /^(status|result|error_message)$/.test(name),
  6: ({ name }) => name === "balance",
  15: ({ schema }) => schema === links || schema === links.properties.next,
};

const memberPattern = ({ pattern, items }: kit.JsonSchema): string => pattern ?? items?.pattern ?? "";
const fieldForm = ({ pattern, format, type }: kit.JsonSchema): string | undefined =>
  pattern ?? format ?? [type].flat().find((one) => one === "integer");

/** By title of a record in the status summary: the line above its fields. */
const HEADING_LINES: Readonly<Record<string, number>> = {
  page: 29,
  status: 36,
  component: 40,
  incident: 52,
  "incident-update": 60,
  "scheduled-maintenance": 62,
};

function summaryLines({ kind, schema }: kit.FieldRow): readonly number[] {
  const heading = HEADING_LINES[(schema.items ?? schema).title ?? ""];
  return [...(heading === undefined ? [] : [heading]), ...(kind === "record" ? [7] : [])];
}

function fieldClauses(endpoint: kit.Endpoint, interpretations: readonly number[]): kit.TableClauses {
  const body = kit.bodyRows(endpoint);
  const statedIn = (row: kit.FieldRow): kit.StatedIn => {
    const otherLines = [
      ...(FIELD_FORMAT_LINES[memberPattern(row.schema)] ?? []),
      ...(row.schema === links || row.schema === links.properties.next ? [23] : []),
      ...(body.root.includes(row) ? [kit.operations[endpoint].responseLine] : []),
      ...(endpoint === "statusSummary" && row.record !== undefined
        ? summaryLines(row)
        : (FIELD_LINES[endpoint]?.[row.name] ?? [])),
    ];
    return {
      contract: [row.line, ...new Set(otherLines.filter((line) => line !== row.line))],
      interpretations: interpretations.filter((one) => INTERPRETED_FIELDS[one]?.(row)),
    };
  };
  return { body, statedIn, kind: "table" };
}

export const tables = [
  fieldClauses("tokenBalances", [1, 2, 6, 15]), // 2.4
  fieldClauses("contractResult", [1, 2, 3, 4, 5]), // 2.7
  fieldClauses("contract", [1, 2, 3]), // 2.8
  fieldClauses("networkFees", [1, 2]), // 2.5
  fieldClauses("tokens", [1, 2, 4, 15]), // 2.3, 4.4
  fieldClauses("topicMessage", [1, 2]), // 2.6
  fieldClauses("statusSummary", [1, 2, 4]), // 2.2
  fieldClauses("sessionVerify", [1, 2, 4]), // 2.9
  fieldClauses("verify", [1, 2, 4]), // 2.9
];
