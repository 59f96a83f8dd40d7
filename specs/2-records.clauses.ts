// §2.2 to §2.9: the fields of the records, one clause per field. The id of a clause is the section, the kind of record (none for
// the main record of a section) and the field: 2.5-timestamp, 2.5-fee-gas. The formats of the fields are in schemas/, the
// statements are made in engine/schema/fields.ts, the examples in generators/example-values.ts, and `inspectBody` in
// engine/schema/check-fields.ts checks a body.
// - A record that lacks a field fails the clause on that field: an empty links fails 2.4-links-next, not 2.4-links.
// - A field that may be null and is null in every record passes, and the reason says so.
// - Fields are checked inside an array that stands in place of one object too, and the other way round.
// - A date-time follows RFC 3339: T, t or a space, a colon in the offset, a day that exists.
// - Without a record of its kind, for example in an empty list, a clause is inconclusive (engine/passive/verdicts.ts).
// These clauses send nothing. If only they are selected, the run reads the plain request, the samples or the list of the endpoint
// once (`checkWatched` in engine/run/passive-results.ts), after discovery: without `samples.tokenIds` some 60 requests find a
// token with holders.
import { BYTECODE, ENTITY_ID, EVM_ADDRESS, HEX_PATTERN, TIMESTAMP_PATTERN } from "../schemas/formats.ts";
import type { JsonSchema } from "../schemas/json-schema.ts";
import { links } from "../schemas/links.ts";
import * as kit from "./kit/kit.ts";

type FieldPlaces = readonly kit.ContractPlace[];

/** Places of the contract that define a format, by the pattern of the format. */
const FIELD_FORMATS: Readonly<Record<string, FieldPlaces>> = {
  [ENTITY_ID.source]: ["2.1 EntityId responses", "8 entity id parts"],
  [TIMESTAMP_PATTERN.source]: ["2.1 Timestamp", "8 timestamp"],
  [EVM_ADDRESS.source]: ["2.1 EvmAddress responses"],
  [HEX_PATTERN.source]: ["2.7 hex"],
};

/** Places outside section 2 that speak of a field. */
const FIELD_PLACES: Readonly<Partial<Record<kit.Endpoint, Readonly<Record<string, FieldPlaces>>>>> = {
  statusSummary: {
    status: ["3 status page strings"],
    indicator: ["3 status page strings"],
    impact: ["3 status page strings"],
    group: ["3 status page groups"],
    group_id: ["3 status page groups"],
    resolved_at: ["3 status page times"],
    monitoring_at: ["3 status page times"],
  },
  networkFees: { transaction_type: ["4.5 three types", "8 fee types"], gas: ["4.5 gas per type"] },
  contractResult: { result: ["3 contract result"], status: ["3 contract result"] },
  contract: { deleted: ["3 contract"] },
  sessionVerify: { status: ["3 verification"] },
  verify: { status: ["3 verification"] },
};

const HEX_FORMATS: ReadonlySet<string> = new Set(
  [HEX_PATTERN, EVM_ADDRESS, BYTECODE].map(({ source }) => source),
);
/** Fields whose allowed values the contract does not show. */
const OPEN_VALUES =
  /^(type|status|indicator|impact|result|chain_?id|libraryMap|admin_key|page_id|incident_id|group_id)$/i;

/** By number of an entry in docs/interpretations.md: whether it applies to a field. */
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

const memberPattern = ({ pattern, items }: JsonSchema): string => pattern ?? items?.pattern ?? "";
const fieldForm = ({ pattern, format, type }: JsonSchema): string | undefined =>
  pattern ?? format ?? [type].flat().find((one) => one === "integer");

/** Places that say that the status summary holds this kind of record. */
function summaryCites({ name, kind, schema }: kit.FieldRow): FieldPlaces {
  const isMember = kind === "record";
  return [
    kit.contractPlace(`2.2 the ${(schema.items ?? schema).title ?? ""}`),
    ...(isMember ? (["1 status API summary"] as const) : []),
    ...(isMember && name.endsWith("s") && name !== "status" ? (["2.2 single objects"] as const) : []),
  ];
}

/**
 * The clauses on the fields of one success body. Each cites its own row, its format, the response of the endpoint, and
 * other places that speak of the field.
 */
function fieldClauses(endpoint: kit.Endpoint, interpretations: readonly number[]): kit.TableClauses {
  const body = kit.bodyRows(endpoint);
  const response = kit.contractPlace(`${kit.operations[endpoint].section} response`);
  const cites = (row: kit.FieldRow): kit.Cites => {
    return [
      kit.contractPlace(row.place),
      ...(FIELD_FORMATS[memberPattern(row.schema)] ?? []),
      ...(row.schema === links || row.schema === links.properties.next ? (["2.1 links"] as const) : []),
      ...(body.root.rows.includes(row) ? [response] : []),
      ...(endpoint === "statusSummary" && row.record !== undefined
        ? summaryCites(row)
        : (FIELD_PLACES[endpoint]?.[row.name] ?? [])),
      ...interpretations.filter((one) => INTERPRETED_FIELDS[one]?.(row)),
    ];
  };
  return { body, cites, kind: "table" };
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
