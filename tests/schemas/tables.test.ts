import { describe, expect, it } from "vitest";
import { contractResult } from "../../schemas/contract-result.ts";
import { contract } from "../../schemas/contract.ts";
import { errorBody } from "../../schemas/error.ts";
import * as formats from "../../schemas/formats.ts";
import type { JsonSchema } from "../../schemas/json-schema.ts";
import { networkFees } from "../../schemas/network-fees.ts";
import { statusSummary } from "../../schemas/status-summary.ts";
import { tokenBalances } from "../../schemas/token-balances.ts";
import { token } from "../../schemas/token.ts";
import { tokens } from "../../schemas/tokens.ts";
import { topicMessage } from "../../schemas/topic-message.ts";
import { directVerification, sessionVerification, verificationRequest } from "../../schemas/verification.ts";

// The tables once more, typed by hand: "?" stands for "or null", "[]" for an array, a title for a record.
const component =
  "id string, name string, status string, created_at date-time, updated_at date-time, description string?, " +
  "group boolean, group_id string?, only_show_if_degraded boolean, position integer, showcase boolean, " +
  "start_date date-time?, page_id string";
const incident =
  "id string, name string, status string, impact string, created_at date-time, updated_at date-time, " +
  "resolved_at date-time?, monitoring_at date-time?";
const tokenRows =
  "admin_key object?, decimals integer, metadata string, name string, symbol string, token_id ENTITY_ID, type string";
const lists = "incident_updates incident-update[], components component[]";

const tables: readonly (readonly [
  section: string,
  schema: JsonSchema,
  tables: Readonly<Record<string, string>>,
])[] = [
  [
    "2.2",
    statusSummary,
    {
      "status-summary":
        "page page, status status, components component, incidents incident, scheduled_maintenances scheduled-maintenance",
      page: "id string, name string, url uri, time_zone string, updated_at date-time",
      status: "description string, indicator string",
      component,
      incident: `${incident}, ${lists}`,
      "incident-update":
        "id string, incident_id string, status string, body string, created_at date-time, updated_at date-time, display_at date-time",
      "scheduled-maintenance": `${incident}, scheduled_for date-time, scheduled_until date-time, shortlink uri, ${lists}`,
    },
  ],
  [
    "2.3",
    token,
    {
      token:
        "admin_key object?, decimals integer, metadata string, name string, symbol string, token_id ENTITY_ID, type string",
    },
  ],
  [
    "2.4",
    tokenBalances,
    {
      "token-balances": "timestamp TIMESTAMP, balances balance[], links links",
      balance: "account ENTITY_ID, balance integer, decimals integer",
      links: "next any",
    },
  ],
  [
    "2.5",
    networkFees,
    { "network-fees": "fees fee[], timestamp TIMESTAMP", fee: "gas integer, transaction_type enum" },
  ],
  [
    "2.6",
    topicMessage,
    {
      "topic-message":
        "chunk_info chunk-info, consensus_timestamp TIMESTAMP, message string, payer_account_id ENTITY_ID, " +
        "running_hash string, running_hash_version integer, sequence_number integer, topic_id ENTITY_ID",
      "chunk-info":
        "initial_transaction_id TRANSACTION_ID_FORM, nonce integer, number integer, total integer, scheduled boolean",
    },
  ],
  [
    "2.7",
    contractResult,
    {
      "contract-result":
        "access_list HEX?, address HEX, amount int64?, block_gas_used int64?, block_hash HEX?, block_number int64?, " +
        "bloom HEX?, call_result HEX?, chain_id HEX?, contract_id ENTITY_ID?, created_contract_ids ENTITY_ID?[]?, " +
        "error_message string?, failed_initcode HEX, from EVM_ADDRESS?, function_parameters HEX?, " +
        "gas_consumed int64?, gas_limit int64, gas_price HEX?, gas_used int64?, hash HEX, max_fee_per_gas HEX?, " +
        "max_priority_fee_per_gas HEX?, nonce int64?, r HEX?, s HEX?, result string, status enum, " +
        "timestamp TIMESTAMP, to EVM_ADDRESS?, transaction_index int64?, type enum?, v integer?, logs log[], " +
        "state_changes state-change[]",
      log: "address string, bloom string, contract_id ENTITY_ID, data HEX, index integer, topics HEX[]",
      "state-change": "address string, contract_id ENTITY_ID, slot HEX, value_read HEX, value_written HEX",
    },
  ],
  [
    "2.8",
    contract,
    {
      contract:
        "admin_key admin-key, auto_renew_account ENTITY_ID?, auto_renew_period int64?, contract_id ENTITY_ID?, " +
        "created_timestamp TIMESTAMP?, deleted boolean, evm_address EVM_ADDRESS, expiration_timestamp TIMESTAMP?, " +
        "file_id ENTITY_ID?, max_automatic_token_associations int32?, memo string, obtainer_id ENTITY_ID?, " +
        "permanent_removal boolean?, proxy_account_id ENTITY_ID?, timestamp timestamp, bytecode BYTECODE?, " +
        "runtime_bytecode BYTECODE?",
      "admin-key": "_type string, key string",
      timestamp: "from TIMESTAMP, to TIMESTAMP",
    },
  ],
  [
    "2.9",
    sessionVerification,
    {
      session: "contracts contract[], unused string[]",
      contract:
        "verificationId string, compiledPath string, name string, compilerVersion string, address string, " +
        "chainId string, status string, files files, storageTimestamp date-time",
      files: "found string[], missing string[]",
    },
  ],
  [
    "2.9",
    directVerification,
    {
      direct: "result result-entry[]",
      "result-entry": "address string, chainId string, status string, message string, libraryMap object",
    },
  ],
  ["4.4", tokens, { tokens: "tokens token[], links links", token: tokenRows, links: "next any" }],
  ["4.9", verificationRequest, { "verification-request": "address string, chainId string, apiKey string" }],
  ["7", errorBody, { error: "_status status", status: "messages message[]", message: "message string" }],
];

describe.each(tables)("section %s", (_section, schema, expected) => {
  const found = recordsIn(schema);

  it("holds the records of the document and their rows, in order", () => {
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(expected).toSorted());
    const described = Object.entries(found).map(([title, { properties = {} }]) => [
      title,
      describeRows(properties),
    ]);
    expect(Object.fromEntries(described)).toMatchObject(expected);
  });

  it("requires every row but apiKey, and closes no record", () => {
    for (const record of Object.values(found)) {
      const rows = Object.keys(record.properties ?? {}).filter((name) => name !== "apiKey");
      expect(record.required).toEqual(rows);
      expect(record).not.toHaveProperty("additionalProperties");
    }
  });

  it("marks its body as main, and nested records only where they have a section of their own", () => {
    const main = Object.values(found).filter((record) => record.$comment === "main");
    expect(main.map((record) => record.title)).toEqual(
      [schema.title, schema === tokens ? "token" : undefined].filter((title) => title !== undefined),
    );
  });
});

describe("values that are listed", () => {
  it("are those of the document", () => {
    expect(contractResult.properties.status.enum).toEqual(["0x1", "0x0"]);
    expect(contractResult.properties.type.enum).toEqual([0, 2, null]);
    expect(networkFees.properties.fees.items.properties.transaction_type.enum).toEqual([
      "ContractCall",
      "ContractCreate",
      "EthereumTransaction",
    ]);
  });
});

/** Every record type in a schema, by its title. */
function recordsIn(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const members = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
  ];
  const own = schema.properties === undefined ? {} : { [schema.title ?? "untitled"]: schema };
  return Object.assign(own, ...members.map(recordsIn));
}

function describeRows(properties: Readonly<Record<string, JsonSchema>>): string {
  return Object.entries(properties)
    .map(([name, schema]) => `${name} ${describeType(schema)}`)
    .join(", ");
}

function describeType(schema: JsonSchema): string {
  const types = [schema.type ?? "any"].flat();
  const nullable = types.includes("null") ? "?" : "";
  if (schema.items !== undefined) {
    return `${describeType(schema.items)}[]${nullable}`;
  }
  const named = Object.entries(formats).find(([, pattern]) => pattern.source === schema.pattern)?.[0];
  const listed = schema.enum === undefined ? undefined : "enum";
  const title = schema.properties === undefined ? undefined : schema.title;
  return `${listed ?? title ?? named ?? schema.format ?? types[0]}${nullable}`;
}
