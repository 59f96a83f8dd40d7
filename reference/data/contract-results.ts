import type { ResultEntry } from "../dataset.ts";
import { longZeroAddress } from "../entity-id.ts";
import type { JsonObject } from "../json.ts";
import { CREATED_ADDRESS } from "./contracts.ts";
import { logs, stateChanges } from "./contract-events.ts";
import { hex, hexDigits } from "./made-up.ts";

const LARGEST = 9_223_372_036_854_775_807n;
const SMALLEST = -9_223_372_036_854_775_808n;

/** What distinguishes one result from a plain successful call. */
type Sketch = {
  readonly transactionId: string;
  readonly nonce?: number;
  readonly timestamp: string;
  readonly members?: JsonObject;
};

const SUCCESS = { result: "SUCCESS", status: "0x1", error_message: null };

function failed(result: string, message: string): JsonObject {
  return { result, status: "0x0", error_message: message };
}

function plainCall(label: string, timestamp: string): JsonObject {
  return {
    access_list: null,
    address: longZeroAddress("0.0.5001"),
    amount: 0,
    block_gas_used: 412_000,
    block_hash: hex(`${label}/block`, 48),
    block_number: 61_033_127,
    bloom: hex(`${label}/bloom`, 256),
    call_result: hex(`${label}/call`, 32),
    chain_id: null,
    contract_id: "0.0.5001",
    created_contract_ids: [],
    failed_initcode: "0x",
    from: longZeroAddress("0.0.1001"),
    function_parameters: hex(`${label}/parameters`, 36),
    gas_consumed: 31_877,
    gas_limit: 300_000,
    gas_price: null,
    gas_used: 240_000,
    hash: hex(`${label}/hash`, 32),
    max_fee_per_gas: null,
    max_priority_fee_per_gas: null,
    nonce: null,
    r: null,
    s: null,
    ...SUCCESS,
    timestamp,
    to: longZeroAddress("0.0.5001"),
    transaction_index: 4,
    type: null,
    v: null,
    logs: [],
    state_changes: [],
  };
}

function ethereum(label: string, type: 0 | 2): JsonObject {
  const fees =
    type === 0
      ? {
          gas_price: "0x4f",
          max_fee_per_gas: null,
          max_priority_fee_per_gas: null,
          v: 626,
          access_list: null,
        }
      : {
          gas_price: "0x",
          max_fee_per_gas: "0x59",
          max_priority_fee_per_gas: "0x08e",
          v: 1,
          access_list: "0x",
        };
  return {
    ...fees,
    type,
    chain_id: "0x127",
    nonce: type === 0 ? 0 : 1729,
    r: hex(`${label}/r`, 32),
    s: hex(`${label}/s`, 32),
  };
}

/** What stays unknown when a transaction is turned down before it runs. */
const NOT_RUN: JsonObject = {
  amount: null,
  block_gas_used: null,
  block_hash: null,
  block_number: null,
  bloom: null,
  call_result: null,
  contract_id: null,
  created_contract_ids: null,
  from: null,
  function_parameters: null,
  gas_consumed: null,
  gas_used: null,
  to: null,
  transaction_index: null,
};

function created(label: string): JsonObject {
  return {
    contract_id: "0.0.5004",
    created_contract_ids: ["0.0.5004", null, "0.0.50040"],
    ...ethereum(label, 2),
  };
}

function failedCreate(label: string): JsonObject {
  return {
    ...failed("CONTRACT_REVERT_EXECUTED", `0x08c379a0${hexDigits(`${label}/reason`, 64)}`),
    address: "0x",
    bloom: "0x",
    call_result: "0x",
    contract_id: null,
    to: null,
    gas_consumed: 0,
    failed_initcode: hex(`${label}/initcode`, 120),
  };
}

function at(index: number): string {
  return `17000001${String(index).padStart(2, "0")}.${String(index * 37 + 5).padStart(9, "0")}`;
}

/** One transaction of a user with three more that the nodes made of it. */
const PARENT = "0.0.1001-1700000100-000000007";

/** The most telling ones come first: a short look takes the first few. */
function sketches(): readonly Sketch[] {
  return [
    {
      transactionId: PARENT,
      timestamp: at(0),
      members: { logs: logs(4), state_changes: stateChanges(3), block_number: 0 },
    },
    {
      transactionId: "0.0.10-1700000116-5",
      timestamp: at(16),
      members: {
        amount: LARGEST,
        block_gas_used: LARGEST,
        block_number: LARGEST,
        gas_consumed: LARGEST,
        nonce: LARGEST,
      },
    },
    {
      transactionId: "0.0.9-1700000111-10",
      timestamp: at(11),
      members: { ...ethereum("market", 2), logs: logs(2) },
    },
    { transactionId: "0.0.10-1700000113-000000000", timestamp: at(13), members: failedCreate("create") },
    {
      transactionId: "0.0.10-1700000114-500000000",
      timestamp: at(14),
      members: {
        ...NOT_RUN,
        ...failed("WRONG_NONCE", "WRONG_NONCE"),
        ...ethereum("early", 2),
        address: "0x",
      },
    },
    {
      transactionId: "0.0.10001-1700000120-7",
      timestamp: at(20),
      members: reverted("CONTRACT_REVERT_EXECUTED"),
    },
    { transactionId: "0.0.9-1700000112-999999999", timestamp: at(12), members: created("create") },
    {
      transactionId: "0.0.10-1700000115-050000000",
      timestamp: at(15),
      members: { ...NOT_RUN, ...failed("INSUFFICIENT_PAYER_BALANCE", "INSUFFICIENT_PAYER_BALANCE") },
    },
    { transactionId: "0.0.9-1700000110-1", timestamp: at(10), members: ethereum("legacy", 0) },
    {
      transactionId: "0.0.10-1700000117-50",
      timestamp: at(17),
      members: { gas_limit: LARGEST, gas_used: LARGEST, transaction_index: LARGEST, v: 0, ...extraHex() },
    },
    {
      transactionId: "0.0.10001-1700000118-7",
      timestamp: at(18),
      members: { amount: SMALLEST, gas_limit: 0 },
    },
    {
      transactionId: "0.0.10001-1700000119-7",
      timestamp: at(19),
      members: { state_changes: stateChanges(1), type: 2 },
    },
    { transactionId: "0.0.10001-1700000120-8", timestamp: at(21), members: reverted("INVALID_SIGNATURE") },
    {
      transactionId: "0.0.99999-1700000120-8",
      timestamp: at(22),
      members: { to: CREATED_ADDRESS, address: CREATED_ADDRESS },
    },
    {
      transactionId: "0.0.99999-1700000123-8",
      timestamp: at(24),
      members: { logs: logs(4), result: "FEE_SCHEDULE_FILE_PART_UPLOADED" },
    },
    {
      transactionId: "0.0.99999-1700000123-8",
      nonce: 1,
      timestamp: at(23),
      members: { gas_consumed: 9_007_199_254_740_993n },
    },
    { transactionId: "0.0.4294967295-1-1", timestamp: "1", members: { transaction_index: 0, nonce: 0 } },
    {
      transactionId: "0.0.2-9223372036-854775807",
      timestamp: at(26),
      members: { from: hexDigits("bare", 20) },
    },
    {
      transactionId: "0.0.3-1700000130-123456789",
      timestamp: at(27),
      members: { ...ethereum("plain", 0), type: 0, v: 27 },
    },
    {
      transactionId: PARENT,
      nonce: 1,
      timestamp: at(1),
      members: { created_contract_ids: ["0.0.5002"], gas_used: 1 },
    },
    {
      transactionId: PARENT,
      nonce: 2,
      timestamp: at(2),
      members: { ...failed("INSUFFICIENT_GAS", "INSUFFICIENT_GAS") },
    },
    { transactionId: PARENT, nonce: 3, timestamp: at(3), members: { logs: logs(1), from: null } },
  ];
}

function extraHex(): JsonObject {
  return { block_hash: "0x", call_result: "0x", function_parameters: "0x", bloom: "0x" };
}

function reverted(result: string): JsonObject {
  return { ...failed(result, result), call_result: "0x", logs: [], state_changes: stateChanges(2) };
}

/** The results of calls and creations, with the transactions that led to them. */
export function contractResults(): readonly ResultEntry[] {
  return sketches().map(({ transactionId, nonce = 0, timestamp, members }) => {
    const label = `result/${transactionId}/${nonce}`;
    const record = { ...plainCall(label, timestamp), ...members };
    return { transactionId, nonce, hash: hex(`${label}/hash`, 32), record };
  });
}
