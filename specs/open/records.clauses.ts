// §2: values and meanings of fields that the document does not settle
import { open } from "../../engine/clauses/clause.ts";
import type { JsonObject } from "../../engine/message/classify.ts";
import {
  distinct,
  listRows,
  membersOf,
  recordsIn,
  successIn,
  textsOf,
  valuesOf,
  verificationEntries,
} from "./seen.ts";

export const relations = open({
  id: "2.2-relations",
  endpoint: "statusSummary",
  statement: "how page_id, group_id, incident_id, positions, names relate to one another",
  cites: [
    "2.2 component.group",
    "2.2 component.group_id",
    "2.2 component.position",
    "2.2 component.page_id",
    "2.2 incident-update.incident_id",
  ],
  assumes: "any values are fine",
});

export const tokenTypes = open({
  id: "2.3-token-types",
  endpoint: "tokens",
  statement: "which values a token's type has beside FUNGIBLE_COMMON",
  cites: ["2.3 type", "2.3 other types"],
  assumes: "any text is a type",
  observe: (reply) => valuesOf(listRows(reply), "type"),
});

export const adminKeyShape = open({
  id: "2.3-admin-key-shape",
  endpoint: "tokens",
  statement: "what a token's admin_key looks like that is not null",
  cites: ["2.3 admin_key", "2.3 shape of admin_key"],
  assumes: "any object is an admin_key",
  observe: (reply) =>
    distinct(
      listRows(reply)
        .filter((row) => Object.hasOwn(row, "admin_key"))
        .map((row) => membersOf(row["admin_key"])),
    ),
});

/** Where an amount lies that not every reader of JSON takes exactly. */
function size(balance: unknown): string | undefined {
  if (typeof balance !== "number" || (balance >= 0 && balance <= Number.MAX_SAFE_INTEGER)) {
    return undefined;
  }
  return balance < 0 ? "below 0" : "above 2^53 - 1";
}

export const balanceRange = open({
  id: "2.4-balance-range",
  endpoint: "tokenBalances",
  statement: "how large a balance may be, whether negative, how it relates to the token's supply",
  cites: ["2.4 balance.balance", "2.4 one token"],
  assumes: "any integer is a balance, compared exactly",
  observe: (reply) => distinct(listRows(reply).map((row) => size(row["balance"]))),
});

export const gasAmounts = open({
  id: "2.5-gas-amounts",
  endpoint: "networkFees",
  statement: "how gas is estimated, how large it may be, whether a type is listed twice",
  cites: ["2.5 fee.gas", "4.5 gas per type"],
  assumes: "any integer is an amount of gas",
  observe: (reply) => {
    const types = listRows(reply).flatMap((row) => textsOf(row, ["transaction_type"]));
    return types.length === 0
      ? []
      : [`${types.length} fees, ${new Set(types).size} types`, ...distinct(types)];
  },
});

/** What a text may be the encoding of, by its letters. */
function encodingOf(text: string): string {
  if (/^(0x)?[0-9a-f]*$/i.test(text)) {
    return text.startsWith("0x") ? "hex behind 0x" : "hex";
  }
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0 ? "base64" : "other text";
}

export const messageEncoding = open({
  id: "2.6-encodings",
  endpoint: "topicMessage",
  statement: "how message, running_hash are encoded, which digits initial_transaction_id has",
  cites: ["2.6 chunk-info.initial_transaction_id", "2.6 message", "2.6 running_hash"],
  assumes: "any text is fine; base64 is not checked",
  observe: (reply) => {
    const body = successIn(reply);
    return distinct([
      ...textsOf(body, ["message"]).map((text) => `message: ${encodingOf(text)}`),
      ...textsOf(body, ["running_hash"]).map((text) => `running_hash: ${encodingOf(text)}`),
    ]);
  },
});

/** Fields of a contract result that hold hex. */
const HEX_FIELDS = ["address", "block_hash", "bloom", "call_result", "function_parameters", "hash", "r", "s"];

function hexWriting(text: string): string | undefined {
  const digits = /^0x([0-9a-f]*)$/i.exec(text)?.[1];
  if (digits === undefined || digits === "") {
    return digits === undefined ? undefined : "0x alone";
  }
  const odd = digits.length % 2 === 0 ? "" : ", an odd count of digits";
  return `${/[A-F]/.test(digits) ? "capitals" : "no capitals"}${odd}`;
}

export const hexForm = open({
  id: "2.7-hex-writing",
  endpoint: "contractResult",
  statement: "which case, how many digits come behind 0x, whether 0x may stand alone",
  cites: ["2.7 hex"],
  assumes: "letters of either case, an odd count of digits and 0x alone are hex",
  observe: (reply) => distinct(textsOf(successIn(reply), HEX_FIELDS).map(hexWriting)),
});

function prefixIn(record: JsonObject | undefined, members: readonly string[]): readonly string[] {
  return members.flatMap((member) =>
    textsOf(record, [member]).map((text) => `${member} ${text.startsWith("0x") ? "with" : "without"} 0x`),
  );
}

export const addressPrefix = open({
  id: "2.7-from-to-prefix",
  endpoint: "contractResult",
  statement: "whether from, to carry 0x",
  cites: ["2.1 EvmAddress responses", "2.7 from", "2.7 to"],
  assumes: "0x may be missing",
  observe: (reply) => distinct(prefixIn(successIn(reply), ["from", "to"])),
});

export const logText = open({
  id: "2.7-log-text",
  endpoint: "contractResult",
  statement: "whether address, bloom of a log or address of a state change are hex",
  cites: ["2.7 hex", "2.7 log.address", "2.7 log.bloom", "2.7 state-change.address"],
  assumes: "they are plain text",
  observe: (reply) => {
    const body = successIn(reply);
    const logs = recordsIn(body, "logs").flatMap((log) => prefixIn(log, ["address", "bloom"]));
    const changes = recordsIn(body, "state_changes").flatMap((change) => prefixIn(change, ["address"]));
    return distinct([...logs.map((text) => `log ${text}`), ...changes.map((text) => `change ${text}`)]);
  },
});

export const chainIds = open({
  id: "2.7-chain-ids",
  endpoint: "contractResult",
  statement: "which values a contract result's chain_id has",
  cites: ["2.7 chain_id"],
  assumes: "any hex, or null",
  observe: (reply) => {
    const body = successIn(reply);
    return body === undefined ? [] : valuesOf([body], "chain_id");
  },
});

const AMOUNTS = ["amount", "block_number", "gas_consumed", "gas_limit", "gas_used", "transaction_index"];

export const meanings = open({
  id: "2.7-meanings",
  endpoint: "contractResult",
  statement: "what amounts, heights, positions mean, how they relate, whether one may be negative",
  cites: [
    "2.7 amount",
    "2.7 block_gas_used",
    "2.7 block_number",
    "2.7 created_contract_ids",
    "2.7 error_message",
    "2.7 gas_consumed",
    "2.7 gas_limit",
    "2.7 gas_used",
    "2.7 nonce",
    "2.7 transaction_index",
    "2.7 v",
  ],
  assumes: "any integer of the given width is fine",
  observe: (reply) => {
    const body = successIn(reply);
    const below = AMOUNTS.filter((name) => {
      const value = body?.[name];
      return typeof value === "number" && value < 0;
    });
    return below.map((name) => `${name} below 0`);
  },
});

export const bytecodePrefix = open({
  id: "2.8-bytecode-prefix",
  endpoint: "contract",
  statement: "whether the bytecodes or the EVM address carry 0x",
  cites: ["2.8 evm_address", "2.8 bytecode", "2.8 runtime_bytecode"],
  assumes: "hex, with 0x or without",
  observe: (reply) => distinct(prefixIn(successIn(reply), ["bytecode", "runtime_bytecode", "evm_address"])),
});

export const keyTypes = open({
  id: "2.8-key-types",
  endpoint: "contract",
  statement: "which _type a contract's admin_key has, what the keys look like",
  cites: ["2.8 admin-key._type", "2.8 admin-key.key"],
  assumes: "any text is a type of key",
  observe: (reply) => valuesOf(recordsIn(successIn(reply), "admin_key"), "_type"),
});

export const libraryMap = open({
  id: "2.9-library-map",
  endpoint: "verify",
  statement: "what is in libraryMap",
  cites: ["2.9 inside libraryMap"],
  assumes: "any object is fine",
  observe: (reply) =>
    distinct(
      recordsIn(successIn(reply), "result")
        .filter((entry) => Object.hasOwn(entry, "libraryMap"))
        .map((entry) => membersOf(entry["libraryMap"])),
    ),
});

export const verificationText = open({
  id: "2.9-address-writing",
  statement: "how addresses or chain ids are written in the response to a verification",
  cites: ["2.9 contract.address", "2.9 result-entry.address", "4.10 checked or published"],
  assumes: "with 0x or without, in letters of either case",
  observe: (reply) =>
    distinct(verificationEntries(reply).flatMap((entry) => prefixIn(entry, ["address", "chainId"]))),
});
