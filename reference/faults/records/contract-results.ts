import { TRANSACTION_ID } from "../../../schemas/formats.ts";
import { contractResults } from "../../data/contract-results.ts";
import { JSON_HEADERS, isJsonObject, setQuery, valuesOf } from "../../exchange.ts";
import { PATH_PLACE, ignoreShard, ignoreValues, refuseRequests } from "../../parameter-rewriting.ts";
import { refuseValues, replaceInValue, replaceNotFound, replaceValue } from "../../parameter-rewriting.ts";
import { respondNotFound, setDefault, showRecord, showRecordForMissing } from "../../parameter-rewriting.ts";
import { truncateTo32Bits } from "../../parameter-rewriting.ts";
import { edit, editBody, editRequest, hasParameter, isRepeated, lastOf } from "../../rewriting.ts";
import { replaceMember, replaceRequest, respondWith, when, withMemory } from "../../rewriting.ts";
import type { Rewriting } from "../../rewriting.ts";
import { faultsOf, type Fault } from "../../fault.ts";

const HASH_PATTERN = /^(0x)?[0-9a-f]{64}$/i;
const BARE_HASH_PATH = /^[0-9a-f]{64}$/i;
const SURPLUS_HASH_DIGITS = /^((?:0x)?[0-9a-f]{64})[0-9a-f]+$/i;

const RESULT_DATA = contractResults();
const SERVED_HASHES = RESULT_DATA.map(({ hash }) => hash);

/** Names of existing results, which faults return in place of another result, or of the error for a missing one. */
const SOME_HASH = SERVED_HASHES[5] ?? "";
const OTHER_HASH = SERVED_HASHES[4] ?? "";
const SOME_TRANSACTION_ID = RESULT_DATA[4]?.transactionId ?? "";

const withHexPrefix = (hash: string): string => hash.toLowerCase().replace(/^(0x)?/, "0x");

function ignoreDigit(at: number): Rewriting {
  const others = (hash: string): string =>
    withHexPrefix(hash).slice(0, at + 2) + withHexPrefix(hash).slice(at + 3);
  const alike = (path: string) => SERVED_HASHES.find((hash) => others(hash) === others(path)) ?? path;
  return when(HASH_PATTERN)(replaceValue(PATH_PLACE, alike));
}

const showNextEachTime = withMemory(1, (times, request, handler) => {
  const response = handler(request);
  if (!TRANSACTION_ID.test(request.param) || response.status !== 200) return [response, times];
  return [handler({ ...request, param: SERVED_HASHES[times % SERVED_HASHES.length] ?? "" }), times + 1];
});

const NONCE = /^\d{1,10}$/;

const editNonces = (change: (nonces: readonly string[]) => string | undefined): Rewriting =>
  when("nonce")(editRequest((request) => setQuery(request, "nonce", change(valuesOf(request, "nonce")))));

const fallBackToFirst = replaceNotFound(() => ({ query: [] }));

const computeNonce = (change: (...nonces: readonly number[]) => number): Rewriting =>
  editNonces((nonces) =>
    nonces.every((nonce) => NONCE.test(nonce)) ? String(change(...nonces.map(Number))) : nonces.at(-1),
  );

const TOO_LARGE = { status: 400, headers: JSON_HEADERS, body: { error: "nonce must be less than 10" } };

/** Faults in looking up a contract result, in its nonce, and in the relations between its members (§2.7, §3, §4.7). */
export const contractResultFaults: readonly Fault[] = faultsOf(["contractResult"], {
  "4.7-record-of-that-hash hash-shows-another": showRecord(HASH_PATTERN, SOME_HASH),
  "4.7-own-hash-found hashes-not-found": respondNotFound(HASH_PATTERN),
  "4.7-hash-accepted": {
    "bare-hash-refused": refuseValues(PATH_PLACE, BARE_HASH_PATH),
    "hash-with-0x-refused": refuseValues(PATH_PLACE, /^0x/),
    "capital-hash-refused": refuseValues(PATH_PLACE, /^(?=.*[A-F])(0x)?[0-9A-Fa-f]{64}$/),
  },
  "4.7-forms-of-a-hash bare-hash-shows-another": showRecord(BARE_HASH_PATH, SOME_HASH),
  "4.7-missing-hash missing-hash-shows-another": showRecordForMissing(HASH_PATTERN, SOME_HASH),
  "4.7-missing-transaction-id": {
    "missing-transaction-shows-another": showRecordForMissing(TRANSACTION_ID, SOME_TRANSACTION_ID),
  },
  "4.7-transaction-id-accepted": {
    "transaction-refused": refuseValues(PATH_PLACE, TRANSACTION_ID),
    "short-nanoseconds-refused": refuseValues(PATH_PLACE, /^[\d.]+-\d{1,19}-\d{1,8}$/),
    "long-seconds-refused": refuseValues(PATH_PLACE, /^[\d.]+-\d{11,19}-\d{1,9}$/),
  },
  "4.7-malformed-hash": {
    "hash-of-63-accepted": showRecord(/^(0x)?[0-9a-f]{63}$/i, SOME_HASH),
    "hash-of-65-accepted": showRecord(/^(0x)?[0-9a-f]{65}$/i, SOME_HASH),
    "surplus-digits-overlooked": replaceInValue(PATH_PLACE, SURPLUS_HASH_DIGITS, "$1"),
  },
  "4.7-hash-refused hash-with-a-letter-accepted": showRecord(/^(0x)?[0-9a-f]{64}[g-z]$/i, SOME_HASH),
  "4.7-neighbouring-transaction-ids": {
    "shard-overlooked": ignoreShard,
    "realm-overlooked": replaceInValue(PATH_PLACE, /^(\d{1,10}\.)\d{1,10}(?=\.\d{1,10}-)/, "$10"),
    "seconds-in-32-bits": truncateTo32Bits(PATH_PLACE, /(?<=-)\d{1,19}(?=-)/),
    "seconds-cut": replaceInValue(PATH_PLACE, /(-\d{10})\d+-/, "$1-"),
  },
  "4.7-doubtful-hash capital-prefix-shows-another": showRecord(/^0X/, SOME_HASH),
  "4.7-transaction-ids-apart transactions-show-the-same": showRecord(TRANSACTION_ID, OTHER_HASH),
  "4.7-transaction-id-refused text-accepted": showRecord(
    (path) => !HASH_PATTERN.test(path) && !TRANSACTION_ID.test(path),
    SOME_TRANSACTION_ID,
  ),
  "4.7-neighbouring-hashes": {
    "last-digit-overlooked": ignoreDigit(63),
    "digit-in-the-middle-overlooked": ignoreDigit(31),
    "digit-behind-the-middle-overlooked": ignoreDigit(32),
  },
  "4.7-hash-of-a-transaction hash-shows-the-next": replaceValue(PATH_PLACE, (path) => {
    const place = SERVED_HASHES.indexOf(withHexPrefix(path));
    return place === -1 ? path : SERVED_HASHES[(place + 1) % SERVED_HASHES.length];
  }),
  "4.7-transaction-id-repeated transaction-shows-another-each-time": showNextEachTime,
  "2.7-status status-0x2": edit("status", replaceMember("0x0", "0x2")),
  "2.7-status status-as-word": edit("status", replaceMember("0x1", "success")),
  "2.7-block-number block-number-from-minus-one": edit("block_number", (block) =>
    typeof block === "number" ? -1 : block,
  ),
  "2.7-type type-1": edit("type", replaceMember(2, 1)),
  "2.7-error-message-of-failure success-with-error-message": edit("", (record) =>
    isJsonObject(record) && record["status"] === "0x1"
      ? { ...record, error_message: "CONTRACT_REVERT_EXECUTED" }
      : record,
  ),
  "2.7-one-status-per-result": {
    "result-with-both-statuses": edit("result", replaceMember("CONTRACT_REVERT_EXECUTED", "SUCCESS")),
    "status-of-children-turned": when((request) =>
      valuesOf(request, "nonce").some((nonce) => /^[1-9]/.test(nonce)),
    )(editBody((body) => ({ ...body, status: body["status"] === "0x1" ? "0x0" : "0x1" }))),
  },
  "4.7-nonce-selects": {
    "nonce-greatest-is-0": replaceInValue("nonce", /^2147483647$/, "0"),
    "nonce-ignored": editNonces((nonces) => (NONCE.test(nonces.at(-1) ?? "") ? undefined : nonces.at(-1))),
    "nonce-of-a-byte": replaceValue("nonce", (nonce) =>
      NONCE.test(nonce) ? String(Number(nonce) % 256) : nonce,
    ),
    "nonce-falls-back": fallBackToFirst,
    "nonce-falls-back-for-some": when(({ param }) => param !== RESULT_DATA[0]?.transactionId)(
      fallBackToFirst,
    ),
  },
  "4.7-nonce-zero-is-default nonce-0-generated": replaceInValue("nonce", /^0$/, "1"),
  "4.7-nonce-zero-is-default nonce-default-1": setDefault("nonce", "1"),
  "4.7-nonce-last-counts": {
    "nonce-second-wins": editNonces((nonces) => (nonces.length === 3 ? nonces[1] : nonces.at(-1))),
    "nonce-first-wins": editNonces((nonces) => nonces[0]),
    "nonce-greatest-wins": computeNonce(Math.max),
    "nonce-lowest-wins": computeNonce(Math.min),
    "nonce-repeated-refused": refuseRequests("nonce", isRepeated("nonce")),
  },
  "4.7-nonce-accepted": {
    "nonce-greatest-refused": refuseValues("nonce", /^2147483647$/),
    "nonce-0-refused": refuseRequests("nonce", hasParameter("nonce", "0")),
    "nonce-must-be-small": when((request) => Number(lastOf(request, "nonce")) >= 10)(respondWith(TOO_LARGE)),
  },
  "4.7-nonce-refused nonce-minus-one-beside-a-hash": when(HASH_PATTERN)(replaceInValue("nonce", /^-1$/, "0")),
  "4.7-nonce-refused nonce-malformed-behind-another-overlooked": when(isRepeated("nonce"))(
    ignoreValues("nonce", (nonce) => !NONCE.test(nonce)),
  ),
  "4.7-nonce-keeps-transaction nonce-shows-another-transaction": when([
    /-/,
    hasParameter("nonce", /^[1-9]\d{0,8}$/),
  ])(replaceRequest({ param: SOME_TRANSACTION_ID, query: [] })),
});
