// Bodies in the forms of the REST module 0.123 of hiero-ledger/hiero-mirror-node on made-up data (its exchanges were
// recorded on loopback), and of test mocks of hiero-ledger/hiero-mirror-node-explorer. Values are our own.
import { base64, hex, hexDigits } from "../../../reference/data/made-up.ts";
import type { Json } from "../../../reference/json.ts";

type Row = { readonly [name: string]: Json };

/** Enough for three pages of the default size, and a multiple of several limits. */
const TOKENS = 60;
const HOLDERS = 50;
const FIRST_TOKEN = 3001;
const FIRST_ACCOUNT = 2001;
const SECONDS = 1_700_000_000;

const NAMES = ["USD Coin", "Wrapped HBAR", "Sauce", "Karate", "Éclair £", "Clerk of the  park "];

function adminKey(index: number): Json {
  const kinds = [
    { _type: "ED25519", key: hexDigits(`token key ${index}`, 32) },
    { _type: "ECDSA_SECP256K1", key: `02${hexDigits(`token key ${index}`, 32)}` },
    { _type: "ProtobufEncoded", key: `32460a22${hexDigits(`token key ${index}`, 40)}` },
    null,
  ];
  return kinds[index % kinds.length] ?? null;
}

export interface Token extends Row {
  readonly token_id: string;
  readonly name: string;
}

export const tokens: readonly Token[] = Array.from({ length: TOKENS }, (_, index) => ({
  admin_key: adminKey(index),
  metadata: index % 4 === 0 ? base64(`metadata ${index}`, 12) : "",
  name: `${NAMES[index % NAMES.length] ?? ""}${index < NAMES.length ? "" : ` ${index}`}`,
  symbol: `TT${index + 1}`,
  token_id: `0.0.${FIRST_TOKEN + index}`,
  type: index % 5 === 4 ? "NON_FUNGIBLE_UNIQUE" : "FUNGIBLE_COMMON",
  decimals: index % 5 === 4 ? 0 : (index % 9) + 1,
}));

/** What an account holds of a token. */
export interface Holding {
  readonly num: number;
  readonly balance: number;
  readonly key: string;
}

function keyOf(num: number): string {
  return hexDigits(`account key ${num}`, 32);
}

const many: readonly Holding[] = Array.from({ length: HOLDERS }, (_, index) => ({
  num: FIRST_ACCOUNT + index,
  balance: (index % 7) * 1_000 + (index % 3),
  key: keyOf(FIRST_ACCOUNT + index),
}));

/** Holders by token: one token with many, some with few, most with none. */
export const holdings: ReadonlyMap<string, readonly Holding[]> = new Map([
  ["0.0.3001", many],
  ["0.0.3002", many.slice(10, 20)],
  ["0.0.3003", many.slice(0, 2)],
]);

export const accountKeys: readonly { readonly account: string; readonly key: string }[] = many
  .slice(0, 20)
  .map(({ num, key }) => ({ account: `0.0.${num}`, key }));

/** When the balances were written down; the only snapshot. */
export const SNAPSHOT = `${SECONDS + 200}.000000000`;

export const fees: readonly Row[] = [
  { gas: 49, transaction_type: "ContractCall" },
  { gas: 65, transaction_type: "ContractCreate" },
  { gas: 56, transaction_type: "EthereumTransaction" },
];
export const FEES_SINCE = `${SECONDS - 1_000}.000000400`;

export interface Message extends Row {
  readonly consensus_timestamp: string;
  readonly topic_id: string;
}

/** Without chunks; with the first, and the second chunk of several; an empty one. */
const CHUNKS: readonly Json[] = [
  null,
  {
    initial_transaction_id: {
      account_id: "0.0.2001",
      nonce: null,
      scheduled: null,
      transaction_valid_start: `${SECONDS + 5}.123456789`,
    },
    number: 1,
    total: 2,
  },
  {
    initial_transaction_id: {
      account_id: "0.0.2001",
      nonce: 0,
      scheduled: false,
      transaction_valid_start: `${SECONDS + 5}.123456789`,
    },
    number: 2,
    total: 2,
  },
  null,
];

export const messages: readonly Message[] = CHUNKS.map((chunk, index) => ({
  chunk_info: chunk,
  consensus_timestamp: `${SECONDS + 10 + index}.00000000${index + 1}`,
  message: index === 3 ? "" : base64(`message ${index}`, 9),
  payer_account_id: "0.0.2001",
  running_hash: base64(`running hash ${index}`, 48),
  running_hash_version: 3,
  sequence_number: index + 1,
  topic_id: "0.0.7000",
}));

export interface Contract extends Row {
  readonly contract_id: string;
  readonly evm_address: string;
  readonly created_timestamp: string | null;
}

function contract(num: number, more: Row): Contract {
  const created = `${SECONDS - 9_000 + num - 8_000}.000000001`;
  return {
    admin_key: null,
    auto_renew_account: null,
    auto_renew_period: null,
    contract_id: `0.0.${num}`,
    created_timestamp: created,
    deleted: false,
    evm_address: `0x${num.toString(16).padStart(40, "0")}`,
    expiration_timestamp: null,
    file_id: null,
    max_automatic_token_associations: 0,
    memo: "",
    nonce: null,
    obtainer_id: null,
    permanent_removal: null,
    proxy_account_id: null,
    timestamp: { from: created, to: null },
    bytecode: "0x",
    runtime_bytecode: "0x",
    ...more,
  };
}

export const contracts: readonly Contract[] = [
  contract(8001, {
    admin_key: { _type: "ED25519", key: hexDigits("contract key 8001", 32) },
    auto_renew_account: "0.0.2001",
    auto_renew_period: 7_776_000,
    evm_address: hex("contract 8001", 20),
    expiration_timestamp: `${SECONDS + 7_776_000}.000000001`,
    memo: "lazy-created account",
    nonce: 1,
    bytecode: hex("bytecode 8001", 40),
    runtime_bytecode: hex("runtime 8001", 40),
  }),
  contract(8002, { file_id: "0.0.6001", bytecode: hex("bytecode 8002", 16) }),
  contract(8003, {
    admin_key: { _type: "ECDSA_SECP256K1", key: `02${hexDigits("contract key 8003", 32)}` },
    deleted: true,
    max_automatic_token_associations: -1,
    obtainer_id: "0.0.2002",
    permanent_removal: true,
  }),
  contract(8004, {
    admin_key: { _type: "ProtobufEncoded", key: `32460a22${hexDigits("contract key 8004", 40)}` },
    proxy_account_id: "0.0.2003",
    max_automatic_token_associations: null,
  }),
];

export interface Result extends Row {
  readonly hash: string;
  readonly timestamp: string;
}

/** A contract result with what finds it beside its hash, and the status it is answered with. */
export interface Execution {
  readonly transactionId: string;
  readonly nonce: number;
  readonly status: 200 | 206;
  readonly record: Result;
}

function execution(number: number, more: Row, nonce = 0): Execution {
  const seconds = SECONDS + 100 + number;
  const record: Result = {
    address: contracts[0]?.evm_address ?? "",
    amount: 0,
    bloom: hex(`bloom ${number}`, 256),
    call_result: hex(`call result ${number}`, 32),
    contract_id: "0.0.8001",
    created_contract_ids: [],
    error_message: null,
    from: "0x00000000000000000000000000000000000007d1",
    function_parameters: hex(`parameters ${number}`, 36),
    gas_consumed: 31_000,
    gas_limit: 300_000,
    gas_used: 240_000,
    timestamp: `${seconds}.000000001`,
    to: "0x0000000000000000000000000000000000001f41",
    hash: hex(`transaction ${number}`, 32),
    block_hash: hex("block", 48),
    block_number: 100,
    logs: [],
    result: "SUCCESS",
    transaction_index: number,
    state_changes: [],
    status: "0x1",
    failed_initcode: null,
    access_list: null,
    block_gas_used: 400_000,
    chain_id: null,
    gas_price: null,
    max_fee_per_gas: null,
    max_priority_fee_per_gas: null,
    r: null,
    s: null,
    type: null,
    v: null,
    nonce: null,
    ...more,
  };
  const status = record["call_result"] === "0x" ? 206 : 200;
  return { transactionId: `0.0.2001-${seconds - 5}-1`, nonce, status, record };
}

const ETHEREUM = {
  access_list: "0x",
  chain_id: "0x127",
  gas_price: "0x",
  max_fee_per_gas: "0x59",
  max_priority_fee_per_gas: "0x1",
  r: hex("r", 32),
  s: hex("s", 32),
  type: 2,
  v: 1,
  nonce: 5,
};

const FAILED = { call_result: "0x", bloom: "0x", result: "CONTRACT_REVERT_EXECUTED", status: "0x0" };

const LOG = {
  address: contracts[0]?.evm_address ?? "",
  bloom: hex("log bloom", 256),
  contract_id: "0.0.8001",
  data: hex("log data", 32),
  index: 0,
  topics: [hex("topic 0", 32), hex("topic 1", 32)],
};

const CHANGE = {
  address: contracts[0]?.evm_address ?? "",
  contract_id: "0.0.8001",
  slot: hex("slot", 32),
  value_read: hex("value read", 32),
  value_written: hex("value written", 32),
};

export const executions: readonly Execution[] = [
  execution(1, { logs: [LOG, { ...LOG, index: 1, topics: [], data: "0x" }], state_changes: [CHANGE] }),
  // A slot that was only read has no written value.
  execution(2, { ...ETHEREUM, state_changes: [{ ...CHANGE, value_written: null }] }),
  execution(3, { ...FAILED, error_message: hex("08c379a0", 68) }),
  // A create that failed has neither contract nor address, and is the one with an initcode.
  execution(4, {
    ...FAILED,
    address: null,
    amount: null,
    contract_id: null,
    to: null,
    gas_consumed: null,
    gas_used: null,
    error_message: "INVALID_OPERATION",
    failed_initcode: hex("initcode", 42),
  }),
  execution(5, { ...ETHEREUM, type: 1, access_list: hex("access list", 40), gas_price: "0x10" }),
  execution(6, { ...ETHEREUM, type: 0, chain_id: "0x", gas_price: "0x2386f26fc10000", v: 626 }),
  execution(7, { created_contract_ids: ["0.0.8001", "0.0.8002"] }, 1),
  execution(8, { block_hash: "0x", block_number: null, block_gas_used: null, transaction_index: null }),
];
