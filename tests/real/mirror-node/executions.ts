import { hex } from "../../../reference/data/made-up.ts";
import type { Json } from "../../../reference/json.ts";
import { contracts } from "./contracts.ts";

type Row = { readonly [name: string]: Json };

export interface Result extends Row {
  readonly hash: string;
  readonly timestamp: string;
}

/** A contract result with what finds it beside its hash, and the status it is answered with. */
export interface Execution {
  /** Number of the account that paid. */
  readonly payer: number;
  /** Seconds, a dot and nine digits. */
  readonly start: string;
  readonly nonce: number;
  readonly kind: "CONTRACTCALL" | "CONTRACTCREATEINSTANCE" | "ETHEREUMTRANSACTION";
  readonly status: 200 | 206;
  readonly record: Result;
}

const ADDRESS = contracts[0]?.evm_address ?? "";

function recordOf(label: string, timestamp: string): Result {
  return {
    address: ADDRESS,
    amount: 0,
    bloom: hex(`bloom ${label}`, 256),
    call_result: hex(`call result ${label}`, 32),
    contract_id: "0.0.8001",
    created_contract_ids: [],
    error_message: null,
    from: "0x00000000000000000000000000000000000007d1",
    function_parameters: hex(`parameters ${label}`, 36),
    gas_consumed: 31_000,
    gas_limit: 300_000,
    gas_used: 240_000,
    timestamp,
    to: "0x0000000000000000000000000000000000001f41",
    hash: hex(`transaction ${label}`, 32),
    block_hash: hex("block", 48),
    block_number: 100,
    logs: [],
    result: "SUCCESS",
    transaction_index: 1,
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
  };
}

/** Consensus is reached three seconds after the start unless something else is said. */
interface Made {
  readonly at: number;
  readonly nanos: number;
  readonly nonce?: number;
  readonly start?: string;
  readonly status?: Execution["status"];
  readonly more?: Row;
}

const nine = (nanos: number): string => String(nanos).padStart(9, "0");

function execution({ at, nanos, nonce = 0, start, status = 200, more = {} }: Made): Execution {
  const record = { ...recordOf(`${at} ${nanos}`, `${at}.${nine(nanos)}`), ...more };
  const created = record["failed_initcode"] !== null && record["type"] === null;
  const kind =
    record["type"] !== null ? "ETHEREUMTRANSACTION" : created ? "CONTRACTCREATEINSTANCE" : "CONTRACTCALL";
  return { payer: 2001, start: start ?? `${at - 3}.${nine(nanos)}`, nonce, kind, status, record };
}

const ETHEREUM = {
  access_list: "0x",
  chain_id: "0x127",
  gas_price: "0x",
  max_fee_per_gas: "0x59",
  max_priority_fee_per_gas: "0x1",
  nonce: 5,
  r: hex("r", 32),
  s: hex("s", 32),
  to: ADDRESS,
  type: 2,
  v: 1,
};
const LEGACY = { ...ETHEREUM, type: 0, chain_id: "0x", gas_price: "0x2386f26fc10000", v: 626 };
const LISTED = { ...ETHEREUM, type: 1, access_list: hex("access list", 40), gas_price: "0x10" };

/** What failed without a call result is answered with 206. */
const FAILED = { call_result: "0x", bloom: "0x", status: "0x0", result: "CONTRACT_REVERT_EXECUTED" };
const REVERTED = { ...FAILED, error_message: hex("08c379a0", 68) };
/** A create that failed has neither contract nor address, and is the one with an initcode. */
const NOT_CREATED = {
  ...FAILED,
  address: null,
  amount: null,
  contract_id: null,
  error_message: "INVALID_OPERATION",
  failed_initcode: hex("initcode", 42),
  gas_consumed: null,
  gas_used: null,
  to: null,
};
const NO_BLOCK = { block_hash: "0x", block_number: null, block_gas_used: null, transaction_index: null };

function logs(count: number): Json {
  return Array.from({ length: count }, (_, index) => ({
    address: ADDRESS,
    bloom: hex("log bloom", 256),
    contract_id: "0.0.8001",
    data: index === 1 ? "0x" : hex(`log data ${index}`, 32),
    index,
    topics: index === 1 ? [] : [hex("topic 0", 32), hex(`topic ${index}`, 32)],
  }));
}

/** A slot that was only read has no written value. */
const READ = {
  address: ADDRESS,
  contract_id: "0.0.8001",
  slot: hex("slot", 32),
  value_read: hex("value read", 32),
  value_written: null,
};
const WRITTEN = { ...READ, value_written: hex("written", 32) };

const SECONDS = 1_700_000_000;
/** In one second, in the order of their nanoseconds. */
const together = (at: number, all: readonly Omit<Made, "at" | "nanos">[]): readonly Made[] =>
  all.map((made, index) => ({ ...made, at, nanos: index + 1 }));

const plain = (count: number): readonly Omit<Made, "at" | "nanos">[] =>
  Array.from({ length: count }, () => ({}));

/** The oldest first. */
export const executions: readonly Execution[] = [
  ...together(SECONDS + 93, [{}, { more: { state_changes: [READ] } }, ...plain(4)]),
  // Two successes under one transaction id, which release 0.123 does not expect.
  { at: SECONDS + 95, nanos: 7, start: `${SECONDS + 90}.000000007` },
  { at: SECONDS + 95, nanos: 8, start: `${SECONDS + 90}.000000007` },
  ...together(SECONDS + 100, [
    { more: { logs: logs(3), state_changes: [WRITTEN, READ] } },
    { more: { created_contract_ids: ["0.0.8001", "0.0.8002"] } },
    { status: 206, more: REVERTED },
    { status: 206, more: NOT_CREATED },
    { more: { ...ETHEREUM, logs: logs(1), state_changes: [WRITTEN] } },
    { more: LEGACY },
    { more: LISTED },
    { more: { ...ETHEREUM, address: `0x${(8002).toString(16).padStart(40, "0")}`, contract_id: "0.0.8002" } },
    { more: { ...ETHEREUM, ...REVERTED, call_result: hex("revert", 32), failed_initcode: hex("init", 60) } },
    // What a main node generated for the first two of them.
    { nonce: 1, start: `${SECONDS + 97}.000000001` },
    { nonce: 1, start: `${SECONDS + 97}.000000002`, status: 206, more: REVERTED },
  ]),
  { at: SECONDS + 102, nanos: 1 },
  ...together(SECONDS + 104, [
    {},
    { more: { logs: logs(12) } },
    { more: { from: null } },
    { status: 206, more: { ...ETHEREUM, ...FAILED, error_message: "INVALID_GOSSIP_CAE_CERTIFICATE" } },
    {},
    {
      more: {
        ...ETHEREUM,
        ...FAILED,
        error_message: "CONTRACT_REVERT_EXECUTED",
        address: null,
        contract_id: null,
      },
    },
    ...plain(2),
  ]),
  { at: SECONDS + 500, nanos: 1, more: NO_BLOCK },
  ...together(SECONDS + 600, [{ more: ETHEREUM }, ...plain(2), { status: 206, more: REVERTED }]),
  { at: SECONDS + 601, nanos: 1, more: LEGACY },
  { at: SECONDS + 602, nanos: 999_999_999 },
].map(execution);
