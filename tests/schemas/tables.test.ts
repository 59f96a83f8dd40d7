import { describe, expect, it } from "vitest";
import { contractResult } from "../../schemas/contract-result.ts";
import { records } from "../../schemas/export.ts";
import * as formats from "../../schemas/formats.ts";
import type { JsonSchema } from "../../schemas/formats.ts";
import { networkFees } from "../../schemas/network-fees.ts";

/** The tables, typed again by hand: "?" means "or null", "[]" an array, a title a record. */
const DOCUMENT = `
token: admin_key object?, decimals integer, metadata string, name string, symbol string, token_id ENTITY_ID,
  type string

status-summary: page page, status status, components component, incidents incident,
  scheduled_maintenances scheduled-maintenance
page: id string, name string, url uri, time_zone string, updated_at date-time
status: description string, indicator string
component: id string, name string, status string, created_at date-time, updated_at date-time, description string?,
  group boolean, group_id string?, only_show_if_degraded boolean, position integer, showcase boolean,
  start_date date-time?, page_id string
incident: id string, name string, status string, impact string, created_at date-time, updated_at date-time,
  resolved_at date-time?, monitoring_at date-time?, incident_updates incident-update[], components component[]
incident-update: id string, incident_id string, status string, body string, created_at date-time,
  updated_at date-time, display_at date-time
scheduled-maintenance: id string, name string, status string, impact string, created_at date-time,
  updated_at date-time, resolved_at date-time?, monitoring_at date-time?, scheduled_for date-time,
  scheduled_until date-time, shortlink uri, incident_updates incident-update[], components component[]

token-balances: timestamp TIMESTAMP_PATTERN, balances balance[], links links
balance: account ENTITY_ID, balance integer, decimals integer
links: next any

tokens: tokens token[], links links
token: admin_key object?, decimals integer, metadata string, name string, symbol string, token_id ENTITY_ID,
  type string
links: next any

network-fees: fees fee[], timestamp TIMESTAMP_PATTERN
fee: gas integer, transaction_type enum

topic-message: chunk_info chunk-info, consensus_timestamp TIMESTAMP_PATTERN, message string, payer_account_id ENTITY_ID,
  running_hash string, running_hash_version integer, sequence_number integer, topic_id ENTITY_ID
chunk-info: initial_transaction_id TRANSACTION_ID_FORM, nonce integer, number integer, total integer,
  scheduled boolean

contract-result: access_list HEX_PATTERN?, address HEX_PATTERN, amount int64?, block_gas_used int64?, block_hash HEX_PATTERN?,
  block_number int64?, bloom HEX_PATTERN?, call_result HEX_PATTERN?, chain_id HEX_PATTERN?, contract_id ENTITY_ID?,
  created_contract_ids ENTITY_ID?[]?, error_message string?, failed_initcode HEX_PATTERN, from EVM_ADDRESS?,
  function_parameters HEX_PATTERN?, gas_consumed int64?, gas_limit int64, gas_price HEX_PATTERN?, gas_used int64?, hash HEX_PATTERN,
  max_fee_per_gas HEX_PATTERN?, max_priority_fee_per_gas HEX_PATTERN?, nonce int64?, r HEX_PATTERN?, s HEX_PATTERN?, result string, status enum,
  timestamp TIMESTAMP_PATTERN, to EVM_ADDRESS?, transaction_index int64?, type enum?, v integer?, logs log[],
  state_changes state-change[]
log: address string, bloom string, contract_id ENTITY_ID, data HEX_PATTERN, index integer, topics HEX_PATTERN[]
state-change: address string, contract_id ENTITY_ID, slot HEX_PATTERN, value_read HEX_PATTERN, value_written HEX_PATTERN

contract: admin_key admin-key, auto_renew_account ENTITY_ID?, auto_renew_period int64?, contract_id ENTITY_ID?,
  created_timestamp TIMESTAMP_PATTERN?, deleted boolean, evm_address EVM_ADDRESS, expiration_timestamp TIMESTAMP_PATTERN?,
  file_id ENTITY_ID?, max_automatic_token_associations int32?, memo string, obtainer_id ENTITY_ID?,
  permanent_removal boolean?, proxy_account_id ENTITY_ID?, timestamp timestamp, bytecode BYTECODE?,
  runtime_bytecode BYTECODE?
admin-key: _type string, key string
timestamp: from TIMESTAMP_PATTERN, to TIMESTAMP_PATTERN

session-verification: contracts contract[], unused string[]
contract: verificationId string, compiledPath string, name string, compilerVersion string, address string,
  chainId string, status string, files files, storageTimestamp date-time
files: found string[], missing string[]

verification-request: address string, chainId string, apiKey string

direct-verification: result result-entry[]
result-entry: address string, chainId string, status string, message string, libraryMap object

error: _status status
status: messages message[]
message: message string`;

function recordsIn(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const members = [...Object.values(schema.properties ?? {}), ...[schema.items ?? []].flat()];
  const own = schema.properties === undefined ? {} : { [schema.title ?? "untitled"]: schema };
  return Object.assign(own, ...members.map(recordsIn));
}

const rowsOf = ({ properties = {} }: JsonSchema): string =>
  Object.entries(properties)
    .map(([name, schema]) => `${name} ${typeOf(schema)}`)
    .join(", ");

function typeOf(schema: JsonSchema): string {
  const types = [schema.type ?? "any"].flat();
  const nullable = types.includes("null") ? "?" : "";
  if (schema.items !== undefined) return `${typeOf(schema.items)}[]${nullable}`;
  const named = Object.entries(formats).find(
    ([, format]) => format instanceof RegExp && format.source === schema.pattern,
  )?.[0];
  const listed = schema.enum === undefined ? undefined : "enum";
  const title = schema.properties === undefined ? undefined : schema.title;
  return `${listed ?? title ?? named ?? schema.format ?? types[0]}${nullable}`;
}

it("the schemas have the records of the contract and their fields, in order", () => {
  const tables = Object.values(records).flatMap((main) => [
    "",
    ...Object.entries(recordsIn(main)).map(([title, record]) => `${title}: ${rowsOf(record)}`),
  ]);
  expect(tables.join("\n")).toBe(DOCUMENT.replaceAll(/\n {2,}/g, " "));
});

describe.each(Object.values(records))("$title", (schema) => {
  const found = Object.values(recordsIn(schema));

  it("requires every field but apiKey, and allows additional members", () => {
    for (const record of found) {
      const rows = Object.keys(record.properties ?? {}).filter((name) => name !== "apiKey");
      expect(record.required).toEqual(rows);
      expect(record).not.toHaveProperty("additionalProperties");
    }
  });
});

it("enumerated values are those of the contract", () => {
  expect(contractResult.properties.status.enum).toEqual(["0x1", "0x0"]);
  expect(contractResult.properties.type.enum).toEqual([0, 2, null]);
  const types = networkFees.properties.fees.items.properties.transaction_type.enum;
  expect(types).toEqual(["ContractCall", "ContractCreate", "EthereumTransaction"]);
});
