import { contractResults } from "../data/contract-results.ts";
import type { Fault } from "../fault.ts";
import { edit } from "../rewriting/answer.ts";
import { always, insteadOfNothing, refusePath, repairPath } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

const HASH = /^(0x)?[0-9a-f]{64}$/i;
const TRANSACTION = /^\d{1,10}\.\d{1,10}\.\d{1,10}-\d{1,19}-\d{1,9}$/;

/** Results that exist, to be shown where another one, or none, was asked for. */
const SOME = {
  hash: contractResults()[5]?.hash ?? "",
  transaction: contractResults()[4]?.transactionId ?? "",
};

/** The same hash, in another spelling. */
const isBareHash = (param: string) => HASH.test(param) && !param.startsWith("0x");
const isCapitalHash = (param: string) => HASH.test(param) && /[A-F]/.test(param);

const RESULT: readonly Entry[] = [
  [
    "hash-shows-another",
    "4.7-record-of-that-hash",
    "every hash shows the same result",
    always(HASH, SOME.hash),
  ],
  [
    "bare-hash-refused",
    "4.7-hash-accepted",
    "a hash without 0x is refused",
    refusePath(isBareHash, "transactionIdOrHash"),
  ],
  [
    "bare-hash-shows-another",
    "4.7-forms-of-a-hash",
    "a hash without 0x shows another result",
    repairPath((param) => (isBareHash(param) ? SOME.hash : param)),
  ],
  [
    "capital-hash-refused",
    "4.7-hash-accepted",
    "a hash in capitals is refused",
    refusePath(isCapitalHash, "transactionIdOrHash"),
  ],
  [
    "missing-hash-shows-another",
    "4.7-missing-hash",
    "an unknown hash shows some result",
    insteadOfNothing(HASH, SOME.hash),
  ],
  [
    "missing-transaction-shows-another",
    "4.7-missing-transaction-id",
    "an unknown transaction shows some result",
    insteadOfNothing(TRANSACTION, SOME.transaction),
  ],
  [
    "transaction-refused",
    "4.7-transaction-id-accepted",
    "transaction ids are refused",
    refusePath((param) => TRANSACTION.test(param), "transactionIdOrHash"),
  ],
  [
    "short-nanoseconds-refused",
    "4.7-transaction-id-accepted",
    "nanoseconds of fewer than nine digits are refused",
    refusePath((param) => TRANSACTION.test(param) && !/-\d{9}$/.test(param), "transactionIdOrHash"),
  ],
  [
    "long-seconds-refused",
    "4.7-transaction-id-accepted",
    "seconds of more than ten digits are refused",
    refusePath((param) => TRANSACTION.test(param) && /-\d{11,19}-/.test(param), "transactionIdOrHash"),
  ],
  [
    "hash-of-63-accepted",
    "4.7-malformed-hash",
    "a hash that lacks a digit is accepted",
    repairPath((param) => (/^(0x)?[0-9a-f]{63}$/i.test(param) ? SOME.hash : param)),
  ],
  [
    "hash-of-65-accepted",
    "4.7-malformed-hash",
    "a hash with a digit too many is accepted",
    repairPath((param) => (/^(0x)?[0-9a-f]{65}$/i.test(param) ? SOME.hash : param)),
  ],
  [
    "hash-with-a-letter-accepted",
    "4.7-hash-refused",
    "a hash with a letter behind it is accepted",
    repairPath((param) => (/^(0x)?[0-9a-f]{64}[g-z]$/i.test(param) ? SOME.hash : param)),
  ],
  [
    "long-nanoseconds-accepted",
    "4.7-malformed-transaction-id",
    "nanoseconds of ten digits are accepted",
    repairPath((param) => (/^[\d.]+-\d+-\d{10,}$/.test(param) ? SOME.transaction : param)),
  ],
  [
    "at-sign-accepted",
    "4.7-malformed-transaction-id",
    "a transaction id with signs of another form is accepted",
    repairPath((param) => (/^\d+\.\d+\.\d+[@.]\d+[-.]\d+$/.test(param) ? SOME.transaction : param)),
  ],
  [
    "text-accepted",
    "4.7-transaction-id-refused",
    "text in place of a transaction id shows some result",
    repairPath((param) => (HASH.test(param) || TRANSACTION.test(param) ? param : SOME.transaction)),
  ],
];

const VALUES: readonly Entry[] = [
  [
    "status-0x2",
    "2.7-status",
    "failures have the status 0x2",
    edit("/status", (status) => (status === "0x0" ? "0x2" : status)),
  ],
  [
    "status-as-word",
    "2.7-status",
    "a success has the status success",
    edit("/status", (status) => (status === "0x1" ? "success" : status)),
  ],
  ["type-1", "2.7-type", "type 2 is written 1", edit("/type", (type) => (type === 2 ? 1 : type))],
  [
    "result-with-both-statuses",
    "2.7-one-status-per-result",
    "one name of an outcome goes with both statuses",
    edit("/result", (result) => (result === "CONTRACT_REVERT_EXECUTED" ? "SUCCESS" : result)),
  ],
];

/** Faults in the search for a contract result, and in rules on its values (2.7, 3, 4.7). */
export const contractResultFaults: readonly Fault[] = faultsOf("contractResult", "result", [
  ...RESULT,
  ...VALUES,
]);
