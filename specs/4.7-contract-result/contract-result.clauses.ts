// §2.7, §3, §4.7, §7.3: a contract result by its hash, and by transaction id
import { bareHex } from "../../engine/model/compare.ts";
import { inconclusive } from "../kit/requests/check-results.ts";
import { spread } from "../../engine/clauses/clause.ts";
import { single, sequence, passive } from "../../engine/clauses/declare.ts";
import {
  describeResponse,
  isServed,
  isSuccess,
  looksLikeSuccess,
  wholeResponse,
} from "../../engine/message/classify.ts";
import type { ApiRequest, ApiResponse } from "../../engine/model/exchange.ts";
import { candidateRequest, type Sampled } from "../../engine/clauses/prerequisites.ts";
import { formats } from "../../generators/formats.ts";
import { TRANSACTION_HASH_PATTERN, TRANSACTION_ID } from "../../schemas/formats.ts";
import { exampleResponse, exampleErrorBody, HASH_A, HASH_B, NO_RESULT } from "../examples/responses.ts";
import { RESULT_A, RESULT_B, exampleResult, sampledAs, SUCCESS } from "../examples/responses.ts";
import {
  checkApart,
  checkHash,
  checkSameResult,
  checkShownHash,
  checkStatuses,
  nonceRequest,
  RESULT,
  SEVERAL_TRANSACTIONS,
  showsHash,
} from "../kit/records/contract-results.ts";
import { requestedPath, bySample, hexSpellings } from "../kit/records/records.ts";
import { checkAgain, checkMissing } from "../kit/records/record-checks.ts";
import { checkRecordNames, checkNone, noSample } from "../kit/records/record-checks.ts";
import { unusedHex, recordRequest, memberText, memberViolation } from "../kit/records/records.ts";
import { fitsAll, byHash, hasNoQuery } from "../kit/requests/recorded.ts";
import { OWN_HASH_FOUND } from "../depends-on.ts";

/** Requests for two children of the first transaction; the clauses on the nonce send them too. */
function childRequests(found: readonly Sampled[]): readonly ApiRequest[] {
  const first = found.filter(({ asked }) => TRANSACTION_ID.test(asked)).slice(0, 1);
  return first.flatMap(({ asked }) =>
    ["1", "2"].map((nonce) => nonceRequest(asked, "nonce", [nonce], "missing")),
  );
}

const resultWithStatus = (result: string, status: string, hash = HASH_A) =>
  exampleResult(hash, "1", { result, status });

/** status is 0x1 for success and 0x0 for every other outcome, and result names the outcome (§2.7, line 142; §3, line 187). */
export const oneStatusPerResult = sequence({
  id: "2.7-one-status-per-result",
  statement: "contract results with the same result name have the same status",
  dependsOn: ["2.7-result", "2.7-status"],
  cites: ["2.7 status meaning", "3 contract result", 5],
  needs: { found: "contractResults", samples: "contractResultSamples", size: "size" },
  run: async (t) => {
    const selected = t.samples.filter(({ nonce, response }) => nonce !== undefined && isServed(response));
    const known = [...t.found, ...selected].map((sampled) => candidateRequest(RESULT, sampled));
    return checkStatuses(await t.all([...known, ...childRequests(t.found)]), t.size);
  },
  first: resultWithStatus("SUCCESS", "0x1"),
  passes: [
    resultWithStatus("SUCCESS", "0x1", HASH_B),
    [resultWithStatus("22", "0x0"), resultWithStatus("22", "0x0", HASH_B)],
  ],
  fails: {
    "both statuses": resultWithStatus("SUCCESS", "0x0", HASH_B),
    "both statuses for one hash": resultWithStatus("SUCCESS", "0x0"),
  },
});

const withMessage = (status: string, message: string | null) =>
  exampleResult(HASH_A, "1", { status, error_message: message });

/** Whether there is an error message: services write none as null, as an empty text, or as hex without digits. */
const isErrorMessage = (message: string | undefined): boolean => !["", "0x", undefined].includes(message);

/** error_message is the message when execution fails (§2.7, line 127); a failure has status 0x0 (line 142; §3, line 187). */
export const errorMessageOfFailure = passive({
  id: "2.7-error-message-of-failure",
  statement: "a contract result with an error message has the status 0x0",
  cites: ["2.7 status meaning", "3 contract result", 5],
  dependsOn: ["2.7-error-message"],
  subject: "a contract result with an error message",
  about: (response) => {
    const message = looksLikeSuccess(response) ? memberText(response, "error_message") : undefined;
    return isErrorMessage(message) ? message : undefined;
  },
  check: (_message, response) => {
    const expected = '"0x0", because there is an error message';
    return memberText(response, "status") === "0x1"
      ? [memberViolation(response, "status", "a success has an error message", expected)]
      : [];
  },
  passes: [withMessage("0x0", "CONTRACT_REVERT_EXECUTED"), withMessage("0x0", "0x08c379a0")],
  ignores: ["", "0x", null].map((message) => withMessage("0x1", message)),
  fails: { "a success with a message": withMessage("0x1", "CONTRACT_REVERT_EXECUTED") },
});

const resultNamed = (path: string, more: object = {}): ApiResponse =>
  exampleResponse(RESULT, 200, { ...SUCCESS[RESULT], hash: HASH_A, ...more }, { path });

const isOfHash = fitsAll(hasNoQuery, byHash);

/** The path parameter may be a 32-byte hash (§4.7, line 255); hash is the transaction hash (§2.7, line 135). */
export const hashAskedFor = passive({
  id: "4.7-record-of-that-hash",
  reads: "request",
  statement: "the returned contract result has the requested hash",
  cites: ["2.7 hash", "4.7 hash", 19],
  subject: "a contract result that was requested by its hash",
  about: (response, request) => {
    const isShown = looksLikeSuccess(response) && memberText(response, "hash") !== undefined;
    return isShown && isOfHash(request) ? requestedPath(response) : undefined;
  },
  check: (asked, response) => checkHash(response, asked),
  passes: [
    resultNamed(HASH_A),
    resultNamed(bareHex(HASH_A).toUpperCase()),
    resultNamed(HASH_A, { hash: `${HASH_A}${"00".repeat(16)}` }),
  ],
  ignores: [resultNamed(HASH_A, { hash: null })],
  fails: {
    "another hash": resultNamed(HASH_A, { hash: HASH_B }),
    "a part of it": resultNamed(HASH_A, { hash: HASH_A.slice(0, 40) }),
  },
});

/** A 32-byte hash with optional 0x prefix finds a contract result (§4.7, line 255). */
export const hashForms = sequence({
  id: "4.7-forms-of-a-hash",
  statement: "a hash finds the same record with or without 0x, in upper or lower case",
  cites: ["4.7 hash", 19],
  needs: { found: "hashes" },
  given: ({ found }) => bySample(found, 2),
  run: (t, hash) =>
    checkRecordNames(t, recordRequest(RESULT, hash), () => hexSpellings(hash), checkSameResult),
  // The record by the known form, and by each of four forms.
  first: [RESULT_A, RESULT_A, RESULT_A, RESULT_A],
  passes: [RESULT_A, exampleResult(HASH_A.toUpperCase().replace("X", "x"))],
  fails: { "Not found in upper case": NO_RESULT, "another record": RESULT_B },
});

/** A hash is that of one transaction (§4.7, line 255). The error body of a missing result is unspecified (§7, line 303). */
export const missingHash = single({
  id: "4.7-missing-hash",
  emptyPass: "absence",
  statement: "a hash that no transaction has returns no record",
  cites: ["4.7 hash", "7 missing elsewhere", 13],
  needs: { missing: "missing", seed: "seed", samples: "contractResultSamples" },
  request: ({ missing: { contractResult: given = "" }, seed }) =>
    recordRequest(RESULT, TRANSACTION_HASH_PATTERN.test(given) ? given : unusedHex(seed, 8), "missing"),
  check: (response) => checkNone(response, () => showsHash(response, requestedPath(response))),
  passes: [NO_RESULT, exampleResponse(RESULT, 200, { error: "none" })],
  fails: { "another record": RESULT_B },
});

/** A hash has 32 bytes and an optional 0x prefix (§4.7, line 255). Other lengths and 0X are ambiguous (interpretation 8). */
export const ambiguousForms = single({
  id: "4.7-doubtful-hash",
  emptyPass: "absence",
  statement: "a hash of another length or prefix returns no record of another hash",
  cites: ["4.7 hash", 8, 19],
  needs: { samples: "contractResultSamples", size: "size" }, // samples are requested first; there may be none
  given: ({ size }) => {
    const ambiguous = [formats.transactionHash.open(), formats.transactionId.open()];
    return ambiguous.flatMap((values) => spread(values, Math.min(size.records, 10)));
  },
  request: (_have, text) => recordRequest(RESULT, text, "open"),
  check: (response) => {
    const text = requestedPath(response).trim();
    if (!isSuccess(response)) {
      return [];
    }
    if (text.includes("-")) {
      return inconclusive(`which transaction ${text} means is unspecified`, response);
    }
    const hash = memberText(response, "hash");
    const isOfText = hash !== undefined && bareHex(text).startsWith(bareHex(hash));
    return isOfText ? [] : checkShownHash(response, text);
  },
  passes: [NO_RESULT, resultNamed(`${HASH_A}${"00".repeat(16)}`), resultNamed(HASH_A.replace("x", "X"))],
  fails: { "another record": resultNamed(HASH_A.replace("x", "X"), { hash: HASH_B }) },
});

/** A transaction id of a time long before any such ledger existed, with the account of a known transaction if there is one. */
function earlyTransaction(samples: readonly Sampled[]): string {
  const known = samples.map(({ asked }) => asked).find((asked) => TRANSACTION_ID.test(asked));
  return `${known?.split("-")[0] ?? "0.0.1001"}-1-000000001`;
}

/**
 * A transaction id is that of one transaction (§4.7, line 255). The error body of a missing result is unspecified (§7,
 * line 303).
 */
export const missingTransaction = sequence({
  id: "4.7-missing-transaction-id",
  emptyPass: "absence",
  statement: "a transaction id that no transaction has returns no record",
  cites: ["4.7 transaction id", "7 missing elsewhere", 13],
  needs: { missing: "missing", samples: "contractResultSamples" },
  run: (t) => {
    const { contractResult: given = "" } = t.missing;
    const ids = [TRANSACTION_ID.test(given) ? given : [], earlyTransaction(t.samples)].flat();
    // The id from the target file may exist after all.
    return checkMissing(t, RESULT, ids, (response) =>
      checkNone(response, () => requestedPath(response) === given),
    );
  },
  passes: [
    NO_RESULT,
    exampleResponse(RESULT, 404, exampleErrorBody("Not found")),
    { have: { missing: { contractResult: "0.0.1-1-1" } }, responses: [RESULT_A, NO_RESULT] },
  ],
  fails: { "some record": RESULT_A },
});

/** A contract result is found by transaction id and by hash (§4.7, line 255). */
export const hashOfTransaction = sequence({
  id: "4.7-hash-of-a-transaction",
  statement: "the hash shown for a transaction id finds a record with that hash",
  cites: ["4.7 transaction id", 19],
  needs: { found: "transactions", size: "size" },
  given: ({ found, size }) => bySample(found, size.contexts > 0 ? found.length : 3),
  run: async (t, transaction) => {
    const model = await t.get(recordRequest(RESULT, transaction));
    const hash = memberText(model, "hash") ?? "";
    if (!isSuccess(model)) {
      return noSample(model);
    }
    if (!TRANSACTION_HASH_PATTERN.test(hash)) {
      return inconclusive("the record of the transaction has no hash of 32 bytes", model);
    }
    const shown = await t.get(recordRequest(RESULT, hash, "missing"));
    const nothing = inconclusive(
      `the hash of the transaction finds no record: ${describeResponse(shown)}`,
      shown,
      {
        dependsOn: [OWN_HASH_FOUND],
      },
    );
    if (isSuccess(shown)) {
      return checkShownHash(shown, hash);
    }
    const withoutPrefix = await t.get(recordRequest(RESULT, hash.replace(/^0x/i, ""), "missing"));
    const wrong = wholeResponse(shown, "a hash finds a record only without its 0x prefix", "the same record");
    return isSuccess(withoutPrefix) ? [{ ...wrong, beside: [withoutPrefix] }] : nothing;
  },
  first: RESULT_A,
  passes: [RESULT_A, exampleResult(HASH_A, "1700000001.000000001")],
  fails: { "another hash": RESULT_B, "found only without 0x": [RESULT_A, NO_RESULT, RESULT_A] },
});

/** A contract result is found by its transaction id (§4.7, line 255). */
export const transactionAgain = sequence({
  id: "4.7-transaction-id-asked-again",
  statement: "the same transaction id returns the same record again",
  cites: ["4.7 transaction id", 19],
  needs: { found: "transactions" },
  given: ({ found }) => bySample(found, 2),
  run: (t, path) => checkAgain(t, recordRequest(RESULT, path), checkSameResult),
  first: RESULT_A,
  passes: [RESULT_A, exampleResult(HASH_A, undefined, { x: 1 })],
  fails: { "another record": RESULT_B, "found once only": NO_RESULT },
});

const EXAMPLE_RESULTS = ["0.0.1-1-1", "0.0.1-1-000000001", "0.0.1-2-1"].map((asked) =>
  sampledAs(asked, RESULT_A),
);

const SHARED_RECORD = "two transaction ids return the same record";

/** A transaction id finds the result of its own transaction (§4.7, line 255). */
export const transactionsApart = sequence({
  id: "4.7-transaction-ids-apart",
  statement: "transaction ids of different transactions return different records",
  cites: ["4.7 transaction id", 19],
  ...SEVERAL_TRANSACTIONS,
  run: async (t) =>
    checkApart(await t.all(t.found.map((one) => candidateRequest(RESULT, one))), SHARED_RECORD),
  proves: { have: { found: EXAMPLE_RESULTS } },
  first: [RESULT_A, NO_RESULT],
  passes: [RESULT_B, [RESULT_A, RESULT_A, RESULT_B]],
  fails: { "the same record for both": RESULT_A },
});
