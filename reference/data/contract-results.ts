import { contractResult } from "../../schemas/contract-result.ts";
import type { ResultEntry } from "../dataset.ts";
import type { Json, JsonObject } from "../exchange.ts";
import { longZeroAddress } from "../service/parameters.ts";
import { CREATED_ADDRESS } from "./contracts.ts";
import { madeUpHex, madeUpDigits, INT64_MAX, INT64_MIN, nulls } from "./pseudo-random.ts";

const logs = (most: number): readonly Json[] =>
  Array.from({ length: most + 1 }, (_, index) => ({
    address: longZeroAddress(`0.0.${5001 + index}`),
    bloom: madeUpHex(`log/${most}/${index}/bloom`, 256),
    contract_id: `0.0.${5001 + index}`,
    data: index === 0 ? "0x" : madeUpHex(`log/${most}/${index}`, 32 * index),
    index,
    topics: Array.from({ length: index }, (_unused, place) => madeUpHex(`topic/${index}/${place}`, 32)),
  }));

function changes(count: number): JsonObject {
  const slots = Array.from({ length: count }, (_, index) => ({
    address: longZeroAddress(`0.0.${5001 + index}`),
    contract_id: `0.0.${5001 + index}`,
    slot: index === 0 ? "0x" : `0x${index}`,
    value_read: index === 1 ? "0x0" : madeUpHex(`slot/${index}/read`, 32),
    value_written: madeUpHex(`slot/${index}/written`, 1 + index * 15),
  }));
  return { state_changes: slots };
}

const plainCall = (label: string, timestamp: string): JsonObject => ({
  ...nulls(Object.keys(contractResult.properties ?? {}).join(" ")),
  address: longZeroAddress("0.0.5001"),
  amount: 0,
  block_gas_used: 412_000,
  block_hash: madeUpHex(`${label}/block`, 48),
  block_number: 61_033_127,
  bloom: madeUpHex(`${label}/bloom`, 256),
  call_result: madeUpHex(`${label}/call`, 32),
  contract_id: "0.0.5001",
  created_contract_ids: [],
  failed_initcode: "0x",
  from: longZeroAddress("0.0.1001"),
  function_parameters: madeUpHex(`${label}/parameters`, 36),
  gas_consumed: 31_877,
  gas_limit: 300_000,
  gas_used: 240_000,
  hash: madeUpHex(`${label}/hash`, 32),
  result: "SUCCESS",
  status: "0x1",
  timestamp,
  to: longZeroAddress("0.0.5001"),
  transaction_index: 4,
  logs: [],
  state_changes: [],
});

/** Members that stay null if a transaction is rejected before it runs. */
const NOT_RUN = nulls(
  "amount block_gas_used block_hash block_number bloom call_result contract_id created_contract_ids from " +
    "function_parameters gas_consumed gas_used to transaction_index",
);

const failed = (result: string, message = result): JsonObject => ({
  result,
  status: "0x0",
  error_message: message,
});

const reverted = (result: string): JsonObject => ({ ...failed(result), call_result: "0x", ...changes(2) });

function ethereum(label: string, type: 0 | 2): JsonObject {
  const fees =
    type === 0
      ? { gas_price: "0x4f", v: 626, nonce: 0 }
      : {
          gas_price: "0x",
          max_fee_per_gas: "0x59",
          max_priority_fee_per_gas: "0x08e",
          v: 1,
          access_list: "0x",
          nonce: 1729,
        };
  return { ...fees, type, chain_id: "0x127", r: madeUpHex(`${label}/r`, 32), s: madeUpHex(`${label}/s`, 32) };
}

const FAILED_CREATE: JsonObject = {
  ...failed("CONTRACT_REVERT_EXECUTED", `0x08c379a0${madeUpDigits("create/reason", 64)}`),
  ...nulls("contract_id to"),
  address: "0x",
  bloom: "0x",
  call_result: "0x",
  gas_consumed: 0,
  failed_initcode: madeUpHex("create/initcode", 120),
};

const allLargest = (fields: string): JsonObject =>
  Object.fromEntries(fields.split(" ").map((field) => [field, INT64_MAX]));
const NO_DIGITS = { block_hash: "0x", call_result: "0x", function_parameters: "0x", bloom: "0x" };

const instantAt = (index: number): string =>
  `17000001${String(index).padStart(2, "0")}.${String(index * 37 + 5).padStart(9, "0")}`;

/** A user transaction with three child transactions. */
const PARENT = "0.0.1001-1700000100-000000007";

/** A contract result: its transaction id, nonce and timestamp, and the members in which it differs from a plain successful call. */
type ResultSketch = readonly [transactionId: string, nonce: number, timestamp: string, members: JsonObject];

/** The most revealing results come first, because smoke requests only the first few. */
const RESULT_SKETCHES: readonly ResultSketch[] = [
  [PARENT, 0, instantAt(0), { logs: logs(4), ...changes(3), block_number: 0 }],
  [
    "0.0.10-1700000116-5",
    0,
    instantAt(16),
    allLargest("amount block_gas_used block_number gas_consumed nonce"),
  ],
  ["0.0.9-1700000111-10", 0, instantAt(11), { ...ethereum("market", 2), logs: logs(2) }],
  ["0.0.10-1700000113-000000000", 0, instantAt(13), FAILED_CREATE],
  [
    "0.0.10-1700000114-500000000",
    0,
    instantAt(14),
    { ...NOT_RUN, ...failed("WRONG_NONCE"), ...ethereum("early", 2), address: "0x" },
  ],
  ["0.0.10001-1700000120-7", 0, instantAt(20), reverted("CONTRACT_REVERT_EXECUTED")],
  [
    "0.0.9-1700000112-999999999",
    0,
    instantAt(12),
    {
      ...ethereum("create", 2),
      contract_id: "0.0.5004",
      created_contract_ids: ["0.0.5004", null, "0.0.50040"],
    },
  ],
  ["0.0.10-1700000115-050000000", 0, instantAt(15), { ...NOT_RUN, ...failed("INSUFFICIENT_PAYER_BALANCE") }],
  ["0.0.9-1700000110-1", 0, instantAt(10), ethereum("legacy", 0)],
  [
    "0.0.10-1700000117-50",
    0,
    instantAt(17),
    { ...allLargest("gas_limit gas_used transaction_index"), v: 0, ...NO_DIGITS },
  ],
  ["0.0.10001-1700000118-7", 0, instantAt(18), { amount: INT64_MIN, gas_limit: 0 }],
  ["0.0.10001-1700000119-7", 0, instantAt(19), { ...changes(1), type: 2 }],
  ["0.0.10001-1700000120-8", 0, instantAt(21), reverted("INVALID_SIGNATURE")],
  ["0.0.99999-1700000120-8", 0, instantAt(22), { to: CREATED_ADDRESS, address: CREATED_ADDRESS }],
  ["0.0.99999-1700000123-8", 0, instantAt(24), { logs: logs(4), result: "FEE_SCHEDULE_FILE_PART_UPLOADED" }],
  ["0.0.99999-1700000123-8", 1, instantAt(23), { gas_consumed: 9_007_199_254_740_993n }],
  ["0.0.4294967295-1-1", 0, "1", { transaction_index: 0, nonce: 0 }],
  ["0.0.2-9223372036-854775807", 0, instantAt(26), { from: madeUpDigits("bare", 20) }],
  ["0.0.3-1700000130-123456789", 0, instantAt(27), { ...ethereum("plain", 0), v: 27 }],
  [PARENT, 1, instantAt(1), { created_contract_ids: ["0.0.5002"], gas_used: 1 }],
  [PARENT, 2, instantAt(2), failed("INSUFFICIENT_GAS")],
  [PARENT, 3, instantAt(3), { logs: logs(1), from: null }],
];

export const contractResults = (): readonly ResultEntry[] =>
  RESULT_SKETCHES.map(([transactionId, nonce, timestamp, members]) => {
    const label = `result/${transactionId}/${nonce}`;
    const record = { ...plainCall(label, timestamp), ...members };
    return { transactionId, nonce, hash: madeUpHex(`${label}/hash`, 32), record };
  });
