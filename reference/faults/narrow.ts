import { faultsOf, type Fault } from "../fault.ts";
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

const LATE = { "late-times-refused": refused("timestamp", isLateTime) };

/** Faults of numbers that are kept in too few bits: well-formed values at the far ends are refused, and nothing else. */
export const narrowFaults: readonly Fault[] = [
  ...faultsOf("tokens", {
    "4.4-token-id-accepted": { "wide-token-ids-refused": refused("token.id", isWideId) },
    "4.4-account-id-accepted": { "wide-account-ids-refused": refused("account.id", isWideId) },
  }),
  ...faultsOf("tokenBalances", {
    "4.3-account-id-accepted": { "wide-account-ids-refused": refused("account.id", isWideId) },
    "4.3-timestamp-accepted": LATE,
    "4.3-path-accepted": { "wide-paths-refused": refused(PATH, isWideId) },
  }),
  ...faultsOf("networkFees", { "4.5-timestamp-accepted": LATE }),
  ...faultsOf("topicMessage", { "4.6-time-accepted": { "late-times-refused": refused(PATH, isLateTime) } }),
  ...faultsOf("contractResult", {
    "4.7-transaction-id-accepted": {
      "late-transactions-refused": refused(
        PATH,
        (path) => BigInt(/^[\d.]+-(\d{1,19})-\d{1,9}$/.exec(path)?.[1] ?? 0) > INT64,
      ),
    },
  }),
  ...faultsOf("contract", {
    "4.8-id-or-address-accepted": {
      "wide-ids-refused": refused(PATH, (path) => path.length < 39 && isWideId(path)),
    },
    "4.8-timestamp-accepted": LATE,
  }),
];
