// §2.7, §3, §4.7, §7.3: a contract result by its hash, and by transaction id
import { bareHex } from "../../engine/model/compare.ts";
import { undecided } from "../laws/requests/verdicts.ts";
import { ONCE, spread } from "../../engine/clauses/clause.ts";
import { each, law, watching } from "../../engine/clauses/declare.ts";
import {
  describe,
  isServed,
  isSuccess,
  looksLikeSuccess,
  wholeAnswer,
} from "../../engine/message/classify.ts";
import type { Ask, Finding, Judgement, Reply } from "../../engine/model/exchange.ts";
import { candidateAsk, type Sampled, type Size } from "../../engine/clauses/prerequisites.ts";
import { formats } from "../../generators/formats.ts";
import { HASH, TRANSACTION_ID } from "../../schemas/formats.ts";
import { answer, errorBody, HASH_A, HASH_B, NO_RESULT } from "../fixtures/answers.ts";
import { RESULT_A, RESULT_B, resultOf, sampledAs, SUCCESS } from "../fixtures/answers.ts";
import {
  judgeApart,
  judgeHash,
  judgeSameResult,
  judgeShownHash,
  nonceAsk,
  RESULT,
  showsHash,
} from "../laws/records/contract-results.ts";
import { askedPath, bySample, hexForms, judgeAgain, judgeMissing } from "../laws/records/records.ts";
import {
  judgeNames,
  judgeNone,
  madeUpHex,
  memberFinding,
  noSample,
  recordAsk,
} from "../laws/records/records.ts";
import { textIn } from "../laws/records/records.ts";
import { allOf, byHash, withoutQuery } from "../laws/requests/recorded.ts";

/** §3: status tells success from every other outcome, and the outcome is what result names. */
function judgeStatuses(replies: readonly Reply[], { contexts }: Pick<Size, "contexts">): Judgement {
  const statuses = new Map<string, Reply>();
  const findings: Finding[] = [];
  let compared = false;
  // Another status is the matter of 2.7-status.
  const hasStatus = (reply: Reply): boolean => /^0x[01]$/.test(textIn(reply, "status") ?? "");
  for (const reply of replies.filter((one) => isServed(one) && hasStatus(one))) {
    const [name, status] = [textIn(reply, "result"), textIn(reply, "status")];
    const other = name === undefined ? undefined : statuses.get(name);
    compared ||= other !== undefined && textIn(other, "hash") !== textIn(reply, "hash");
    if (other !== undefined && textIn(other, "status") !== status) {
      const message = "one result name goes with both statuses";
      const expected = `${JSON.stringify(textIn(other, "status"))}, as in another ${JSON.stringify(name)}`;
      findings.push(memberFinding(reply, "status", message, expected, [other]));
    } else if (name !== undefined) {
      statuses.set(name, reply);
    }
  }
  const few = { obstacle: "level", remedy: { kind: "raiseLevel", of: "records" } } as const;
  return compared || findings.length > 0
    ? findings
    : undecided(
        "no two of the contract results that were requested have the same result name",
        undefined,
        contexts === 0 ? few : undefined,
      );
}

/** The children of the first transaction, which the clauses on the nonce ask for too. */
function childAsks(found: readonly Sampled[]): readonly Ask[] {
  const first = found.filter(({ asked }) => TRANSACTION_ID.test(asked)).slice(0, 1);
  return first.flatMap(({ asked }) =>
    ["1", "2"].map((nonce) => nonceAsk(asked, "nonce", [nonce], "missing")),
  );
}

const withStatus = (result: string, status: string, hash = HASH_A) => resultOf(hash, "1", { result, status });

export const oneStatusPerResult = law({
  id: "2.7-one-status-per-result",
  statement: "contract results with the same result name have the same status",
  restsOn: ["2.7-result", "2.7-status"],
  cites: ["2.7 status meaning", "3 contract result", 5],
  needs: { found: "contractResults", samples: "contractResultSamples", size: "size" },
  run: async (t) => {
    const selected = t.samples.filter(({ nonce, reply }) => nonce !== undefined && isServed(reply));
    const known = [...t.found, ...selected].map((sampled) => candidateAsk(RESULT, sampled));
    return judgeStatuses(await t.all([...known, ...childAsks(t.found)]), t.size);
  },
  first: withStatus("SUCCESS", "0x1"),
  keeps: [withStatus("SUCCESS", "0x1", HASH_B), [withStatus("22", "0x0"), withStatus("22", "0x0", HASH_B)]],
  breaks: {
    "both statuses": withStatus("SUCCESS", "0x0", HASH_B),
    "both statuses under one hash": withStatus("SUCCESS", "0x0"),
  },
});

const withMessage = (status: string, message: string | null) =>
  resultOf(HASH_A, "1", { status, error_message: message });

/** Whether an error message says something: services write none as null, as nothing, or as hex without digits. */
const saysSomething = (message: string | undefined): boolean => !["", "0x", undefined].includes(message);

export const errorMessageOfFailure = watching({
  id: "2.7-error-message-of-failure",
  statement: "a contract result with an error message has the status 0x0",
  cites: ["2.7 status meaning", "3 contract result", 5],
  restsOn: ["2.7-error-message"],
  subject: "a contract result with an error message",
  about: (reply) => {
    const message = looksLikeSuccess(reply) ? textIn(reply, "error_message") : undefined;
    return saysSomething(message) ? message : undefined;
  },
  check: (_message, reply) => {
    const expected = '"0x0", as there is an error message';
    return textIn(reply, "status") === "0x1"
      ? [memberFinding(reply, "status", "a success has an error message", expected)]
      : [];
  },
  keeps: [withMessage("0x0", "CONTRACT_REVERT_EXECUTED"), withMessage("0x0", "0x08c379a0")],
  ignores: ["", "0x", null].map((message) => withMessage("0x1", message)),
  breaks: { "a success with a message": withMessage("0x1", "CONTRACT_REVERT_EXECUTED") },
});

const named = (path: string, more: object = {}): Reply =>
  answer(RESULT, 200, { ...SUCCESS[RESULT], hash: HASH_A, ...more }, { path });

const isOfHash = allOf(withoutQuery, byHash);

export const hashAskedFor = watching({
  id: "4.7-record-of-that-hash",
  reads: "request",
  statement: "the returned contract result has the requested hash",
  cites: ["2.7 hash", "4.7 hash", 19],
  subject: "a contract result that was requested by its hash",
  about: (reply, request) => {
    const isShown = looksLikeSuccess(reply) && textIn(reply, "hash") !== undefined;
    return isShown && isOfHash(request) ? askedPath(reply) : undefined;
  },
  check: (asked, reply) => judgeHash(reply, asked),
  keeps: [
    named(HASH_A),
    named(bareHex(HASH_A).toUpperCase()),
    named(HASH_A, { hash: `${HASH_A}${"00".repeat(16)}` }),
  ],
  ignores: [named(HASH_A, { hash: null })],
  breaks: {
    "another hash": named(HASH_A, { hash: HASH_B }),
    "a part of it": named(HASH_A, { hash: HASH_A.slice(0, 40) }),
  },
});

export const hashForms = law({
  id: "4.7-forms-of-a-hash",
  statement: "a hash finds the same record with 0x or without, in letters of any case",
  cites: ["4.7 hash", 19],
  needs: { found: "hashes" },
  given: ({ found }) => bySample(found, 2),
  run: (t, hash) => judgeNames(t, recordAsk(RESULT, hash), () => hexForms(hash), judgeSameResult),
  // The record, and what each of four forms finds.
  first: [RESULT_A, RESULT_A, RESULT_A, RESULT_A],
  keeps: [RESULT_A, resultOf(HASH_A.toUpperCase().replace("X", "x"))],
  breaks: { "not found in upper case": NO_RESULT, "another record": RESULT_B },
});

export const missingHash = each({
  id: "4.7-missing-hash",
  emptyPass: "absence",
  statement: "a hash that no transaction has returns no record",
  cites: ["4.7 hash", "7 missing elsewhere", 13],
  needs: { missing: "missing", seed: "seed", samples: "contractResultSamples" },
  ask: ({ missing: { contractResult: given = "" }, seed }) =>
    recordAsk(RESULT, HASH.test(given) ? given : madeUpHex(seed, 8), "missing"),
  check: (reply) => judgeNone(reply, () => showsHash(reply, askedPath(reply))),
  keeps: [NO_RESULT, answer(RESULT, 200, { error: "none" })],
  breaks: { "another record": RESULT_B },
});

export const doubtfulForms = each({
  id: "4.7-doubtful-hash",
  emptyPass: "absence",
  statement: "a hash of another length or prefix returns no record of another hash",
  cites: ["4.7 hash", 8, 19],
  needs: { samples: "contractResultSamples", size: "size" }, // samples are asked for first; there may be none
  given: ({ size }) => {
    const doubtful = [formats.transactionHash.open(), formats.transactionId.open()];
    return doubtful.flatMap((values) => spread(values, Math.min(size.records, 10)));
  },
  ask: (_have, text) => recordAsk(RESULT, text, "open"),
  check: (reply) => {
    const text = askedPath(reply).trim();
    if (!isSuccess(reply)) {
      return [];
    }
    if (text.includes("-")) {
      return undecided(`which transaction ${text} means is unspecified`, reply);
    }
    const hash = textIn(reply, "hash");
    const isOfText = hash !== undefined && bareHex(text).startsWith(bareHex(hash));
    return isOfText ? [] : judgeShownHash(reply, text);
  },
  keeps: [NO_RESULT, named(`${HASH_A}${"00".repeat(16)}`), named(HASH_A.replace("x", "X"))],
  breaks: { "another record": named(HASH_A.replace("x", "X"), { hash: HASH_B }) },
});

/** Long before there was such a ledger: of the account of a known transaction, or of any. */
function earlyTransaction(samples: readonly Sampled[]): string {
  const known = samples.map(({ asked }) => asked).find((asked) => TRANSACTION_ID.test(asked));
  return `${known?.split("-")[0] ?? "0.0.1001"}-1-000000001`;
}

export const missingTransaction = law({
  id: "4.7-missing-transaction-id",
  emptyPass: "absence",
  statement: "a transaction id that no transaction has returns no record",
  cites: ["4.7 transaction id", "7 missing elsewhere", 13],
  needs: { missing: "missing", samples: "contractResultSamples" },
  run: (t) => {
    const { contractResult: given = "" } = t.missing;
    const ids = [TRANSACTION_ID.test(given) ? given : [], earlyTransaction(t.samples)].flat();
    // The one that the user gives may be there after all.
    return judgeMissing(t, RESULT, ids, (reply) => judgeNone(reply, () => askedPath(reply) === given));
  },
  keeps: [
    NO_RESULT,
    answer(RESULT, 404, errorBody("Not found")),
    { have: { missing: { contractResult: "0.0.1-1-1" } }, replies: [RESULT_A, NO_RESULT] },
  ],
  breaks: { "some record": RESULT_A },
});

export const hashOfTransaction = law({
  id: "4.7-hash-of-a-transaction",
  statement: "the hash shown for a transaction id finds a record with that hash",
  cites: ["4.7 transaction id", 19],
  needs: { found: "transactions", size: "size" },
  given: ({ found, size }) => bySample(found, size.contexts > 0 ? found.length : 3),
  run: async (t, transaction) => {
    const model = await t.get(recordAsk(RESULT, transaction));
    const hash = textIn(model, "hash") ?? "";
    if (!isSuccess(model)) {
      return noSample(model);
    }
    if (!HASH.test(hash)) {
      return undecided("the record of the transaction shows no hash of 32 bytes", model);
    }
    const shown = await t.get(recordAsk(RESULT, hash, "missing"));
    const nothing = undecided(`the hash of the transaction finds no record: ${describe(shown)}`, shown, {
      suspects: ["4.7-own-hash-found"],
    });
    if (isSuccess(shown)) {
      return judgeShownHash(shown, hash);
    }
    const bare = await t.get(recordAsk(RESULT, hash.replace(/^0x/i, ""), "missing"));
    const wrong = wholeAnswer(shown, "a hash finds a record without its prefix alone", "the same record");
    return isSuccess(bare) ? [{ ...wrong, beside: [bare] }] : nothing;
  },
  first: RESULT_A,
  keeps: [RESULT_A, resultOf(HASH_A, "1700000001.000000001")],
  breaks: { "another hash": RESULT_B, "found without 0x alone": [RESULT_A, NO_RESULT, RESULT_A] },
});

export const transactionAgain = law({
  id: "4.7-transaction-id-asked-again",
  statement: "the same transaction id returns the same record again",
  cites: ["4.7 transaction id", 19],
  needs: { found: "transactions" },
  given: ({ found }) => bySample(found, 2),
  run: (t, path) => judgeAgain(t, recordAsk(RESULT, path), judgeSameResult),
  first: RESULT_A,
  keeps: [RESULT_A, resultOf(HASH_A, undefined, { x: 1 })],
  breaks: { "another record": RESULT_B, "found once only": NO_RESULT },
});

const found = ["0.0.1-1-1", "0.0.1-1-000000001", "0.0.1-2-1"].map((asked) => sampledAs(asked, RESULT_A));

const SHARED = "two transaction ids show one record";

export const transactionsApart = law({
  id: "4.7-transaction-ids-apart",
  statement: "transaction ids of different transactions return different records",
  cites: ["4.7 transaction id", 19],
  needs: { found: "transactions" },
  about: "one of several transactions",
  given: ({ found: some }) => (some.length > 1 ? ONCE : []),
  run: async (t) => judgeApart(await t.all(t.found.map((one) => candidateAsk(RESULT, one))), SHARED),
  proves: { have: { found } },
  first: [RESULT_A, NO_RESULT],
  keeps: [RESULT_B, [RESULT_A, RESULT_A, RESULT_B]],
  breaks: { "one record for both": RESULT_A },
});
