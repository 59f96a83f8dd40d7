import { TRANSACTION_ID } from "../../../schemas/formats.ts";
import { contractResults } from "../../data/contract-results.ts";
import * as kit from "../../kit.ts";
import { faultsOf, type Fault } from "../../fault.ts";

const HASH_PATTERN = /^(0x)?[0-9a-f]{64}$/i;
const BARE_HASH_PATH = /^[0-9a-f]{64}$/i;
const SURPLUS_HASH_DIGITS = /^((?:0x)?[0-9a-f]{64})[0-9a-f]+$/i;

const RESULT_DATA = contractResults();
const SERVED_HASHES = RESULT_DATA.map(({ hash }) => hash);

/** Existing results, to be returned in place of another or a missing one. */
const SOME_HASH = SERVED_HASHES[5] ?? "";
const OTHER_HASH = SERVED_HASHES[4] ?? "";
const SOME_TRANSACTION_ID = RESULT_DATA[4]?.transactionId ?? "";

const withHexPrefix = (hash: string): string => hash.toLowerCase().replace(/^(0x)?/, "0x");

function ignoreDigit(at: number): kit.Rewriting {
  const others = (hash: string): string =>
    withHexPrefix(hash).slice(0, at + 2) + withHexPrefix(hash).slice(at + 3);
  const alike = (path: string) => SERVED_HASHES.find((hash) => others(hash) === others(path)) ?? path;
  return kit.when(HASH_PATTERN)(kit.replaceValue(kit.PATH_PLACE, alike));
}

/** Returns the next result each time a transaction is requested. */
const showNextEachTime = kit.withMemory(1, (times, request, handler) => {
  const response = handler(request);
  if (!TRANSACTION_ID.test(request.param) || response.status !== 200) return [response, times];
  return [handler({ ...request, param: SERVED_HASHES[times % SERVED_HASHES.length] ?? "" }), times + 1];
});

const NONCE = /^\d{1,10}$/;

/** Replaces the nonces of a request by one nonce, or by none. */
const editNonces = (change: (nonces: readonly string[]) => string | undefined): kit.Rewriting =>
  kit.when("nonce")(
    kit.editRequest((request) => kit.setQuery(request, "nonce", change(kit.valuesOf(request, "nonce")))),
  );

/** Returns the record of nonce 0 for a nonce without a record. */
const fallBackToFirst = kit.replaceNotFound(() => ({ query: [] }));

const computeNonce = (change: (...nonces: readonly number[]) => number): kit.Rewriting =>
  editNonces((nonces) =>
    nonces.every((nonce) => NONCE.test(nonce)) ? String(change(...nonces.map(Number))) : nonces.at(-1),
  );

const TOO_LARGE = { status: 400, headers: kit.JSON_HEADERS, body: { error: "nonce must be less than 10" } };

/** Faults in looking up a contract result, in its nonce, and in the relations between its members (2.7, 3, 4.7). */
export const contractResultFaults: readonly Fault[] = faultsOf(["contractResult"], {
  "4.7-record-of-that-hash hash-shows-another": kit.showRecord(HASH_PATTERN, SOME_HASH),
  "4.7-own-hash-found hashes-not-found": kit.respondNotFound(HASH_PATTERN),
  "4.7-hash-accepted": {
    "bare-hash-refused": kit.refuseValues(kit.PATH_PLACE, BARE_HASH_PATH),
    "hash-with-0x-refused": kit.refuseValues(kit.PATH_PLACE, /^0x/),
    "capital-hash-refused": kit.refuseValues(kit.PATH_PLACE, /^(?=.*[A-F])(0x)?[0-9A-Fa-f]{64}$/),
  },
  "4.7-forms-of-a-hash bare-hash-shows-another": kit.showRecord(BARE_HASH_PATH, SOME_HASH),
  "4.7-missing-hash missing-hash-shows-another": kit.showRecordForMissing(HASH_PATTERN, SOME_HASH),
  "4.7-missing-transaction-id": {
    "missing-transaction-shows-another": kit.showRecordForMissing(TRANSACTION_ID, SOME_TRANSACTION_ID),
  },
  "4.7-transaction-id-accepted": {
    "transaction-refused": kit.refuseValues(kit.PATH_PLACE, TRANSACTION_ID),
    "short-nanoseconds-refused": kit.refuseValues(kit.PATH_PLACE, /^[\d.]+-\d{1,19}-\d{1,8}$/),
    "long-seconds-refused": kit.refuseValues(kit.PATH_PLACE, /^[\d.]+-\d{11,19}-\d{1,9}$/),
  },
  "4.7-malformed-hash": {
    "hash-of-63-accepted": kit.showRecord(/^(0x)?[0-9a-f]{63}$/i, SOME_HASH),
    "hash-of-65-accepted": kit.showRecord(/^(0x)?[0-9a-f]{65}$/i, SOME_HASH),
    "surplus-digits-overlooked": kit.replaceInValue(kit.PATH_PLACE, SURPLUS_HASH_DIGITS, "$1"),
  },
  "4.7-hash-refused hash-with-a-letter-accepted": kit.showRecord(/^(0x)?[0-9a-f]{64}[g-z]$/i, SOME_HASH),
  "4.7-neighbouring-transaction-ids": {
    "shard-overlooked": kit.ignoreShard,
    "realm-overlooked": kit.replaceInValue(kit.PATH_PLACE, /^(\d{1,10}\.)\d{1,10}(?=\.\d{1,10}-)/, "$10"),
    "seconds-in-32-bits": kit.truncateTo32Bits(kit.PATH_PLACE, /(?<=-)\d{1,19}(?=-)/),
    "seconds-cut": kit.replaceInValue(kit.PATH_PLACE, /(-\d{10})\d+-/, "$1-"),
  },
  "4.7-doubtful-hash capital-prefix-shows-another": kit.showRecord(/^0X/, SOME_HASH),
  "4.7-transaction-ids-apart transactions-show-the-same": kit.showRecord(TRANSACTION_ID, OTHER_HASH),
  "4.7-transaction-id-refused text-accepted": kit.showRecord(
    (path) => !HASH_PATTERN.test(path) && !TRANSACTION_ID.test(path),
    SOME_TRANSACTION_ID,
  ),
  "4.7-neighbouring-hashes": {
    "last-digit-overlooked": ignoreDigit(63),
    "digit-in-the-middle-overlooked": ignoreDigit(31),
    "digit-behind-the-middle-overlooked": ignoreDigit(32),
  },
  "4.7-hash-of-a-transaction hash-shows-the-next": kit.replaceValue(kit.PATH_PLACE, (path) => {
    const place = SERVED_HASHES.indexOf(withHexPrefix(path));
    return place === -1 ? path : SERVED_HASHES[(place + 1) % SERVED_HASHES.length];
  }),
  "4.7-transaction-id-repeated transaction-shows-another-each-time": showNextEachTime,
  "2.7-status status-0x2": kit.edit("status", kit.replaceMember("0x0", "0x2")),
  "2.7-status status-as-word": kit.edit("status", kit.replaceMember("0x1", "success")),
  "2.7-block-number block-number-from-minus-one": kit.edit("block_number", (block) =>
    typeof block === "number" ? -1 : block,
  ),
  "2.7-type type-1": kit.edit("type", kit.replaceMember(2, 1)),
  "2.7-error-message-of-failure success-with-error-message": kit.edit("", (record) =>
    kit.isJsonObject(record) && record["status"] === "0x1"
      ? { ...record, error_message: "CONTRACT_REVERT_EXECUTED" }
      : record,
  ),
  "2.7-one-status-per-result": {
    "result-with-both-statuses": kit.edit("result", kit.replaceMember("CONTRACT_REVERT_EXECUTED", "SUCCESS")),
    "status-of-children-turned": kit.when((request) =>
      kit.valuesOf(request, "nonce").some((nonce) => /^[1-9]/.test(nonce)),
    )(kit.editBody((body) => ({ ...body, status: body["status"] === "0x1" ? "0x0" : "0x1" }))),
  },
  "4.7-nonce-selects": {
    "nonce-greatest-is-0": kit.replaceInValue("nonce", /^2147483647$/, "0"),
    "nonce-ignored": editNonces((nonces) => (NONCE.test(nonces.at(-1) ?? "") ? undefined : nonces.at(-1))),
    "nonce-of-a-byte": kit.replaceValue("nonce", (nonce) =>
      NONCE.test(nonce) ? String(Number(nonce) % 256) : nonce,
    ),
    "nonce-falls-back": fallBackToFirst,
    "nonce-falls-back-for-some": kit.when(({ param }) => param !== RESULT_DATA[0]?.transactionId)(
      fallBackToFirst,
    ),
  },
  "4.7-nonce-zero-is-default nonce-0-generated": kit.replaceInValue("nonce", /^0$/, "1"),
  "4.7-nonce-zero-is-default nonce-default-1": kit.setDefault("nonce", "1"),
  "4.7-nonce-last-counts": {
    "nonce-second-wins": editNonces((nonces) => (nonces.length === 3 ? nonces[1] : nonces.at(-1))),
    "nonce-first-wins": editNonces((nonces) => nonces[0]),
    "nonce-greatest-wins": computeNonce(Math.max),
    "nonce-lowest-wins": computeNonce(Math.min),
    "nonce-repeated-refused": kit.refuseRequests("nonce", kit.isRepeated("nonce")),
  },
  "4.7-nonce-accepted": {
    "nonce-greatest-refused": kit.refuseValues("nonce", /^2147483647$/),
    "nonce-0-refused": kit.refuseRequests("nonce", kit.hasParameter("nonce", "0")),
    "nonce-must-be-small": kit.when((request) => Number(kit.lastOf(request, "nonce")) >= 10)(
      kit.respondWith(TOO_LARGE),
    ),
  },
  "4.7-nonce-refused nonce-minus-one-beside-a-hash": kit.when(HASH_PATTERN)(
    kit.replaceInValue("nonce", /^-1$/, "0"),
  ),
  "4.7-nonce-refused nonce-malformed-behind-another-overlooked": kit.when(kit.isRepeated("nonce"))(
    kit.ignoreValues("nonce", (nonce) => !NONCE.test(nonce)),
  ),
  "4.7-nonce-keeps-transaction nonce-shows-another-transaction": kit.when([
    /-/,
    kit.hasParameter("nonce", /^[1-9]\d{0,8}$/),
  ])(kit.replaceRequest({ param: SOME_TRANSACTION_ID, query: [] })),
});
