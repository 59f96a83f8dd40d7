// §2.7, §3, §4.7, §7.3: a contract result by its hash, and by transaction id
import { formats } from "../../generators/formats.ts";
import { OWN_HASH_FOUND } from "../depends-on.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** The first transaction with nonce 1 and 2; the clauses on the nonce send these requests too. */
function childRequests(found: readonly kit.Sample[]): readonly kit.ApiRequest[] {
  const first = found.filter(({ identifier }) => kit.TRANSACTION_ID.test(identifier)).slice(0, 1);
  return first.flatMap(({ identifier }) =>
    ["1", "2"].map((nonce) => kit.nonceRequest(identifier, "nonce", [nonce], "missing")),
  );
}

const resultWithStatus = (result: string, status: string, hash = examples.HASH_A) =>
  examples.resultOf(hash, "1", { result, status });

/** status is 0x1 for success and 0x0 for every other outcome, and result names the outcome (§2.7, §3). */
export const oneStatusPerResult = kit.sequence({
  id: "2.7-one-status-per-result",
  statement: "contract results with the same result name have the same status",
  dependsOn: ["2.7-result", "2.7-status"],
  contract: [142, 187],
  interpretations: [5],
  needs: { found: "contractResults", samples: "contractResultSamples", size: "size" },
  run: async (t) => {
    const selected = t.samples.filter(
      ({ nonce, response }) => nonce !== undefined && kit.hasSuccessBody(response),
    );
    const known = [...t.found, ...selected].map((sampled) => kit.candidateRequest(kit.RESULT, sampled));
    return kit.checkStatuses(await t.all([...known, ...childRequests(t.found)]), t.size);
  },
  first: resultWithStatus("SUCCESS", "0x1"),
  passes: [
    resultWithStatus("SUCCESS", "0x1", examples.HASH_B),
    [resultWithStatus("22", "0x0"), resultWithStatus("22", "0x0", examples.HASH_B)],
  ],
  fails: {
    "two statuses for the same result": resultWithStatus("SUCCESS", "0x0", examples.HASH_B),
    "two statuses for one hash": resultWithStatus("SUCCESS", "0x0"),
  },
});

const withMessage = (status: string, message: string | null) =>
  examples.resultOf(examples.HASH_A, "1", { status, error_message: message });

/** Without a message, services return null, an empty text, or 0x. */
const isErrorMessage = (message: string | undefined): boolean => !["", "0x", undefined].includes(message);

/** error_message is the message when execution fails, and a failure has status 0x0 (§2.7, §3). */
export const errorMessageOfFailure = kit.passive({
  id: "2.7-error-message-of-failure",
  statement: "a contract result with an error message other than 0x does not have the status 0x1",
  contract: [142, 187],
  interpretations: [5],
  dependsOn: ["2.7-error-message"],
  subject: "a contract result with a string as its error message",
  about: (response) => {
    const message = kit.hasSuccessBody(response) ? kit.memberText(response, "error_message") : undefined;
    return isErrorMessage(message) ? message : undefined;
  },
  check: (_message, response) => {
    const expected = '"0x0", because there is an error message';
    return kit.memberText(response, "status") === "0x1"
      ? [kit.memberViolation(response, "status", "a success has an error message", expected)]
      : [];
  },
  passes: [withMessage("0x0", "CONTRACT_REVERT_EXECUTED"), withMessage("0x0", "0x08c379a0")],
  ignores: ["", "0x", null].map((message) => withMessage("0x1", message)),
  fails: { "a success with a message": withMessage("0x1", "CONTRACT_REVERT_EXECUTED") },
});

const resultNamed = (path: string, more: object = {}): kit.ApiResponse =>
  examples.responseOf(
    kit.RESULT,
    200,
    { ...examples.SUCCESS[kit.RESULT], hash: examples.HASH_A, ...more },
    { path },
  );

/** The path parameter may be a 32-byte hash (§4.7), which the member hash shows (§2.7). */
export const requestedHash = kit.passive({
  id: "4.7-record-of-that-hash",
  reads: "request",
  statement: "a result requested by hash has this hash, or one of 48 bytes that begins with it",
  dependsOn: [OWN_HASH_FOUND],
  contract: [135, 255],
  interpretations: [19],
  subject: "a contract result that was requested by its hash",
  about: (response, request) => {
    const isShown = kit.hasSuccessBody(response) && kit.memberText(response, "hash") !== undefined;
    // A hash contains no hyphen.
    const isOfHash = kit.hasNoQuery(request) && request.path?.value.includes("-") !== true;
    return isShown && isOfHash ? kit.requestedPath(response) : undefined;
  },
  check: (identifier, response) => kit.checkHash(response, identifier),
  passes: [
    resultNamed(examples.HASH_A),
    resultNamed(kit.bareHex(examples.HASH_A).toUpperCase()),
    resultNamed(examples.HASH_A, { hash: `${examples.HASH_A}${"00".repeat(16)}` }),
  ],
  ignores: [resultNamed(examples.HASH_A, { hash: null })],
  fails: {
    "another hash": resultNamed(examples.HASH_A, { hash: examples.HASH_B }),
    "the beginning of the hash": resultNamed(examples.HASH_A, { hash: examples.HASH_A.slice(0, 40) }),
  },
});

/** A 32-byte hash with optional 0x prefix finds a contract result (§4.7). */
export const hashForms = kit.sequence({
  id: "4.7-forms-of-a-hash",
  statement: "a hash finds the same record with or without 0x",
  contract: [255],
  interpretations: [19],
  needs: { found: "hashes" },
  values: ({ found }) => kit.sampleCases(found, 2),
  run: (t, hash) => {
    const known = kit.recordRequest(kit.RESULT, hash);
    return kit.checkRecordNames(t, known, () => kit.prefixedAndBare(hash), kit.checkSameResult);
  },
  first: [examples.RESULT_A, examples.RESULT_A],
  passes: [examples.RESULT_A, examples.resultOf(examples.HASH_A.toUpperCase().replace("X", "x"))],
  fails: { "Not found without 0x": examples.NO_RESULT, "another record": examples.RESULT_B },
});

/** A hash belongs to one transaction (§4.7). The error body of a missing result is unspecified (§7.8). */
export const missingHash = kit.single({
  id: "4.7-missing-hash",
  emptyPass: "absence",
  statement: "a hash that no transaction has returns no record",
  contract: [255, 299],
  interpretations: [13],
  needs: { missing: "missing", seed: "seed", samples: "contractResultSamples" },
  request: ({ missing: { contractResult: sampleId = "" }, seed }) => {
    const hash = kit.TRANSACTION_HASH_PATTERN.test(sampleId) ? sampleId : kit.unusedHex(seed, 8);
    return kit.recordRequest(kit.RESULT, hash, "missing");
  },
  check: (response) => kit.checkNone(response, () => kit.mayHaveHash(response, kit.requestedPath(response))),
  passes: [examples.NO_RESULT, examples.responseOf(kit.RESULT, 200, { error: "none" })],
  fails: { "another record": examples.RESULT_B },
});

/** A hash has 32 bytes (§4.7); one of 48 bytes, with 0X or with a space at an end is ambiguous (interpretation 8). */
export const ambiguousForms = kit.single({
  id: "4.7-doubtful-hash",
  emptyPass: "absence",
  statement: "a hash with an added space, 0X or 48 bytes returns no record with a different hash",
  contract: [255],
  interpretations: [8, 19],
  // `samples` is not read: known samples, if there are any, are requested first.
  needs: { samples: "contractResultSamples", size: "size" },
  values: ({ size }) => {
    const ambiguous = [formats.transactionHash.ambiguous(), formats.transactionId.ambiguous()];
    return ambiguous.flatMap((values) => kit.spread(values, Math.min(size.records, 10)));
  },
  request: (_have, text) => kit.recordRequest(kit.RESULT, text, "open"),
  check: (response) => {
    const text = kit.requestedPath(response).trim();
    if (!kit.isSuccess(response)) return [];
    if (text.includes("-")) {
      return kit.inconclusive(`which transaction ${text} means is unspecified`, response);
    }
    const hash = kit.memberText(response, "hash");
    const isOfText = hash !== undefined && kit.bareHex(text).startsWith(kit.bareHex(hash));
    return isOfText ? [] : kit.checkShownHash(response, text);
  },
  passes: [
    examples.NO_RESULT,
    resultNamed(`${examples.HASH_A}${"00".repeat(16)}`),
    resultNamed(examples.HASH_A.replace("x", "X")),
  ],
  fails: { "another record": resultNamed(examples.HASH_A.replace("x", "X"), { hash: examples.HASH_B }) },
});

/** A time long before the first ledger, with the account of a known transaction if there is one. */
function earlyTransaction(samples: readonly kit.Sample[]): string {
  const known = samples.find(({ identifier }) => kit.TRANSACTION_ID.test(identifier));
  return `${known?.identifier.split("-")[0] ?? "0.0.1001"}-1-000000001`;
}

/** A transaction id belongs to one transaction (§4.7). The error body of a missing result is unspecified (§7.8). */
export const missingTransaction = kit.sequence({
  id: "4.7-missing-transaction-id",
  emptyPass: "absence",
  statement: "a transaction id that no transaction has returns no record",
  contract: [255, 299],
  interpretations: [13],
  needs: { missing: "missing", samples: "contractResultSamples" },
  run: (t) => {
    const { contractResult: sampleId = "" } = t.missing;
    const ids = [kit.TRANSACTION_ID.test(sampleId) ? sampleId : [], earlyTransaction(t.samples)].flat();
    // The target file may list an existing id as missing.
    return kit.checkMissingNames(t, kit.RESULT, ids, (response) =>
      kit.checkNone(response, () => kit.requestedPath(response) === sampleId),
    );
  },
  passes: [
    examples.NO_RESULT,
    examples.responseOf(kit.RESULT, 404, examples.errorBodyOf("Not found")),
    {
      inputs: { missing: { contractResult: "0.0.1-1-1" } },
      responses: [examples.RESULT_A, examples.NO_RESULT],
    },
  ],
  fails: { "a record": examples.RESULT_A },
});

/** A contract result is found by transaction id and by hash (§4.7). */
export const hashOfTransaction = kit.sequence({
  id: "4.7-hash-of-a-transaction",
  statement: "the hash of a transaction finds no other hash; if found without 0x, it is found with 0x",
  contract: [255],
  interpretations: [19],
  needs: { found: "transactions", size: "size" },
  values: ({ found, size }) => kit.sampleCases(found, kit.isSmoke(size) ? 3 : found.length),
  run: async (t, transaction) => {
    const model = await t.get(kit.recordRequest(kit.RESULT, transaction));
    const hash = kit.memberText(model, "hash") ?? "";
    if (!kit.isSuccess(model)) return kit.noSample(model);
    if (!kit.TRANSACTION_HASH_PATTERN.test(hash)) {
      return kit.inconclusive("the record of the transaction has no hash of 32 bytes", model);
    }
    const shown = await t.get(kit.recordRequest(kit.RESULT, hash, "missing"));
    const reason = `the hash of the transaction finds no record: ${kit.describeResponse(shown)}`;
    const nothing = kit.inconclusive(reason, shown, { dependsOn: [OWN_HASH_FOUND] });
    if (kit.isSuccess(shown)) return kit.checkShownHash(shown, hash);
    const withoutPrefix = await t.get(kit.recordRequest(kit.RESULT, hash.replace(/^0x/i, ""), "missing"));
    const message = "a hash finds a record only without its 0x prefix";
    return kit.isSuccess(withoutPrefix)
      ? kit.violationIf(true, shown, message, "the same record", [withoutPrefix])
      : nothing;
  },
  first: examples.RESULT_A,
  passes: [examples.RESULT_A, examples.resultOf(examples.HASH_A, "1700000001.000000001")],
  fails: {
    "another hash": examples.RESULT_B,
    "found only without 0x": [examples.RESULT_A, examples.NO_RESULT, examples.RESULT_A],
  },
});

/** A contract result is found by its transaction id (§4.7). */
export const transactionAgain = kit.sequence({
  id: "4.7-transaction-id-repeated",
  statement: "the same transaction id returns the same record again",
  contract: [255],
  interpretations: [19],
  needs: { found: "transactions" },
  values: ({ found }) => kit.sampleCases(found, 2),
  run: (t, path) => {
    const request = { ...kit.recordRequest(kit.RESULT, path), fresh: true } as const;
    return kit.checkWithKnownRecord(t, request, request, kit.checkSameResult);
  },
  first: examples.RESULT_A,
  passes: [examples.RESULT_A, examples.resultOf(examples.HASH_A, undefined, { x: 1 })],
  fails: { "another record": examples.RESULT_B, "not found by the second request": examples.NO_RESULT },
});

const EXAMPLE_RESULTS = ["0.0.1-1-1", "0.0.1-1-000000001", "0.0.1-2-1"].map((identifier) =>
  examples.sampledAs(identifier, examples.RESULT_A),
);

/** A transaction id finds the result of its own transaction (§4.7). */
export const transactionsApart = kit.sequence({
  id: "4.7-transaction-ids-apart",
  statement: "transaction ids with different accounts or seconds return different records",
  contract: [255],
  interpretations: [19],
  ...kit.SEVERAL_TRANSACTIONS,
  run: async (t) => {
    const requests = t.found.map((one) => kit.candidateRequest(kit.RESULT, one));
    return kit.checkDistinct(await t.all(requests), "two transaction ids return the same record");
  },
  examplesWith: { inputs: { found: EXAMPLE_RESULTS } },
  first: [examples.RESULT_A, examples.NO_RESULT],
  passes: [examples.RESULT_B, [examples.RESULT_A, examples.RESULT_A, examples.RESULT_B]],
  fails: { "the same record for both": examples.RESULT_A },
});
