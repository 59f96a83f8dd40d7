// §2: the tables of the records, one clause for each field. An id is the section, the kind of record (none for the main
// record of a section) and the field: 2.5-timestamp, 2.5-fee-gas. The form of a field is in schemas/, its statement is
// made in engine/schema/fields.ts, its examples in generators/example-values.ts; `inspectBody` in engine/schema/check-fields.ts
// checks it. A record without the field breaks its clause: an empty links breaks 2.4-links-next, not 2.4-links. A field that
// may be null and is null in each record passes, and the reason says so. Fields inside an array that stands in place of one
// object, or the other way round, are checked all the same. A date-time is one of RFC 3339: T, t or a space, a colon in the
// offset, a day that exists.
// Inconclusive: no record of its kind came, such as in an empty list (engine/passive/verdicts.ts). These clauses send nothing:
// with --only, the plain request, samples or list of the endpoint are read once (judgeWatched in engine/run/session.ts), and
// what these are found by: for balances without `samples.tokenIds` some 60 requests for a token with holders.
import type { Cites, TableClauses } from "../engine/clauses/clause.ts";
import { bodyRows, type FieldRow } from "../engine/schema/fields.ts";
import { BYTECODE, ENTITY_ID, EVM_ADDRESS, HEX_PATTERN, TIMESTAMP_PATTERN } from "../schemas/formats.ts";
import type { JsonSchema } from "../schemas/json-schema.ts";
import { links } from "../schemas/links.ts";
import { operations, type Endpoint } from "../schemas/operations.ts";
import { contractPlace, type ContractPlace } from "../schemas/places.ts";

type FieldPlaces = readonly ContractPlace[];

/** What the contract says of a format, wherever a field has it. */
const FIELD_FORMATS: Readonly<Record<string, FieldPlaces>> = {
  [ENTITY_ID.source]: ["2.1 EntityId responses", "8 entity id parts"],
  [TIMESTAMP_PATTERN.source]: ["2.1 Timestamp", "8 timestamp"],
  [EVM_ADDRESS.source]: ["2.1 EvmAddress responses"],
  [HEX_PATTERN.source]: ["2.7 hex"],
};

/** What other parts of the contract say of fields. */
const FIELD_PLACES: Readonly<Partial<Record<Endpoint, Readonly<Record<string, FieldPlaces>>>>> = {
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
const OPEN_VALUES =
  /^(type|status|indicator|impact|result|chain_?id|libraryMap|admin_key|page_id|incident_id|group_id)$/i;

/** The fields that an entry of docs/interpretations.md is on, by its number; 1 is on all. */
const CONCERNS: Readonly<Record<number, (row: FieldRow) => boolean>> = {
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

/** The places of the contract that say that the summary holds this kind of record. */
function summaryCites({ name, kind, schema }: FieldRow): FieldPlaces {
  const isMember = kind === "record";
  return [
    contractPlace(`2.2 the ${(schema.items ?? schema).title ?? ""}`),
    ...(isMember ? (["1 status API summary"] as const) : []),
    ...(isMember && name.endsWith("s") && name !== "status" ? (["2.2 single objects"] as const) : []),
  ];
}

/** A row cites itself, its format, where it is answered with, and what else speaks of it. */
function fieldClauses(endpoint: Endpoint, interpretations: readonly number[]): TableClauses {
  const body = bodyRows(endpoint);
  const response = contractPlace(`${operations[endpoint].section} response`);
  const cites = (row: FieldRow): Cites => {
    return [
      contractPlace(row.place),
      ...(FIELD_FORMATS[memberPattern(row.schema)] ?? []),
      ...(row.schema === links || row.schema === links.properties.next ? (["2.1 links"] as const) : []),
      ...(body.root.rows.includes(row) ? [response] : []),
      ...(endpoint === "statusSummary" && row.record !== undefined
        ? summaryCites(row)
        : (FIELD_PLACES[endpoint]?.[row.name] ?? [])),
      ...interpretations.filter((one) => CONCERNS[one]?.(row)),
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
