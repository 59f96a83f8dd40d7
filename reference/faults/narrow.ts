import type { Fault } from "../fault.ts";
import { refusePath, refuseValue } from "./breaking.ts";
import { faultsOf } from "./tables.ts";

const UINT32 = 4_294_967_295n;
const UINT16 = 65_535n;
const INT64 = 9_223_372_036_854_775_807n;

/** Whether an id, behind an operator or not, has parts wider than 16, 16 and 32 bits. */
function isWideId(value: string): boolean {
  const [, shard = "0", realm = "0", num = "0"] = /^(?:\w+:)?(?:(\d+)\.(\d+)\.)?(\d+)$/.exec(value) ?? [];
  return BigInt(shard) > UINT16 || BigInt(realm) > UINT16 || BigInt(num) > UINT32;
}

/** Whether a time, behind an operator or not, is past int64 in nanoseconds. */
function isLateTime(value: string): boolean {
  const [, seconds, decimals = ""] = /^(?:\w+:)?(\d{1,10})(?:\.(\d{1,9}))?$/.exec(value) ?? [];
  return seconds !== undefined && BigInt(seconds + decimals.padEnd(9, "0")) > INT64;
}

function isLateTransaction(path: string): boolean {
  const [, seconds] = /^[\d.]+-(\d{1,19})-\d{1,9}$/.exec(path) ?? [];
  return seconds !== undefined && BigInt(seconds) > INT64;
}

/** Faults of numbers that are kept in too few bits: well-formed values at the far ends are refused, and nothing else. */
export const narrowFaults: readonly Fault[] = [
  ...faultsOf("tokens", "tokens", [
    [
      "wide-token-ids-refused",
      "4.4-token-id-accepted",
      "token ids wider than 32 bits are refused",
      refuseValue("token.id", isWideId),
    ],
    [
      "wide-account-ids-refused",
      "4.4-account-id-accepted",
      "account ids wider than 32 bits are refused",
      refuseValue("account.id", isWideId),
    ],
  ]),
  ...faultsOf("tokenBalances", "balances", [
    [
      "wide-account-ids-refused",
      "4.3-account-id-accepted",
      "account ids wider than 32 bits are refused",
      refuseValue("account.id", isWideId),
    ],
    [
      "late-times-refused",
      "4.3-timestamp-accepted",
      "times past int64 in nanoseconds are refused",
      refuseValue("timestamp", isLateTime),
    ],
    [
      "wide-paths-refused",
      "4.3-path-accepted",
      "token ids in the path wider than 32 bits are refused",
      refusePath(isWideId, "tokenId"),
    ],
  ]),
  ...faultsOf("networkFees", "fees", [
    [
      "late-times-refused",
      "4.5-timestamp-accepted",
      "times past int64 in nanoseconds are refused",
      refuseValue("timestamp", isLateTime),
    ],
  ]),
  ...faultsOf("topicMessage", "message", [
    [
      "late-times-refused",
      "4.6-time-accepted",
      "times past int64 in nanoseconds are refused",
      refusePath(isLateTime, "timestamp"),
    ],
  ]),
  ...faultsOf("contractResult", "result", [
    [
      "late-transactions-refused",
      "4.7-transaction-id-accepted",
      "transaction ids whose seconds are past int64 are refused",
      refusePath(isLateTransaction, "transactionIdOrHash"),
    ],
  ]),
  ...faultsOf("contract", "contract", [
    [
      "wide-ids-refused",
      "4.8-id-or-address-accepted",
      "ids wider than 32 bits are refused",
      refusePath((path) => path.length < 39 && isWideId(path), "contractIdOrAddress"),
    ],
    [
      "late-times-refused",
      "4.8-timestamp-accepted",
      "times past int64 in nanoseconds are refused",
      refuseValue("timestamp", isLateTime),
    ],
  ]),
];
