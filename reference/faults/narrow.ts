import type { Fault } from "../fault.ts";
import { faultsOf, type Way } from "./notation.ts";
import { PATH, refused } from "./texts.ts";

const UINT32 = 2n ** 32n - 1n;
const UINT16 = 2n ** 16n - 1n;
const INT64 = 2n ** 63n - 1n;

/** An id, behind an operator or not, with parts wider than 16, 16 and 32 bits. */
function isWideId(value: string): boolean {
  const [, shard = "0", realm = "0", num = "0"] = /^(?:\w+:)?(?:(\d+)\.(\d+)\.)?(\d+)$/.exec(value) ?? [];
  return BigInt(shard) > UINT16 || BigInt(realm) > UINT16 || BigInt(num) > UINT32;
}

/** A time, behind an operator or not, past int64 in nanoseconds. */
function isLateTime(value: string): boolean {
  const [, seconds, decimals = ""] = /^(?:\w+:)?(\d{1,10})(?:\.(\d{1,9}))?$/.exec(value) ?? [];
  return seconds !== undefined && BigInt(seconds + decimals.padEnd(9, "0")) > INT64;
}

function isLateTransaction(path: string): boolean {
  const [, seconds] = /^[\d.]+-(\d{1,19})-\d{1,9}$/.exec(path) ?? [];
  return seconds !== undefined && BigInt(seconds) > INT64;
}

const wideId = (place: string, test = isWideId): Way =>
  refused(place, `${place}: a number wider than 32 bits`, test);
const lateTime = (place: string, test = isLateTime): Way =>
  refused(place, `${place}: a time past int64 in nanoseconds`, test);
const isWideContract = (path: string): boolean => path.length < 39 && isWideId(path);

/** Faults of numbers that are kept in too few bits: well-formed values at the far ends are refused, and nothing else. */
export const narrowFaults: readonly Fault[] = [
  ...faultsOf("tokens", {
    "4.4-token-id-accepted": { "wide-token-ids-refused": wideId("token.id") },
    "4.4-account-id-accepted": { "wide-account-ids-refused": wideId("account.id") },
  }),
  ...faultsOf("tokenBalances", {
    "4.3-account-id-accepted": { "wide-account-ids-refused": wideId("account.id") },
    "4.3-timestamp-accepted": { "late-times-refused": lateTime("timestamp") },
    "4.3-path-accepted": { "wide-paths-refused": wideId(PATH) },
  }),
  ...faultsOf("networkFees", { "4.5-timestamp-accepted": { "late-times-refused": lateTime("timestamp") } }),
  ...faultsOf("topicMessage", { "4.6-time-accepted": { "late-times-refused": lateTime(PATH) } }),
  ...faultsOf("contractResult", {
    "4.7-transaction-id-accepted": { "late-transactions-refused": lateTime(PATH, isLateTransaction) },
  }),
  ...faultsOf("contract", {
    "4.8-id-or-address-accepted": { "wide-ids-refused": wideId(PATH, isWideContract) },
    "4.8-timestamp-accepted": { "late-times-refused": lateTime("timestamp") },
  }),
];
