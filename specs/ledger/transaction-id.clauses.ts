// §4.7, §7.3: a contract result by transaction id
import { bareHex } from "../../engine/model/compare.ts";
import { undecided } from "../laws/requests/verdicts.ts";
import { ONCE } from "../../engine/clauses/clause.ts";
import { law } from "../../engine/clauses/declare.ts";
import { describe, isSuccess, wholeAnswer } from "../../engine/message/classify.ts";
import type { Sampled } from "../../engine/clauses/prerequisites.ts";
import { HASH, TRANSACTION_ID } from "../../schemas/formats.ts";
import { answer, errorBody, sampledAs } from "../fixtures/answers.ts";
import { HASH_A, NO_RESULT, RESULT_A, RESULT_B, resultOf } from "../fixtures/answers.ts";
import {
  judgeApart,
  judgeHash,
  judgeNone,
  judgeSameResult,
  RESULT,
} from "../laws/records/contract-results.ts";
import { bySample, recordAsk, sampleAsk } from "../laws/records/records.ts";
import { judgeAgain, judgeMissing, noSample } from "../laws/records/records.ts";
import { askedPath, textIn } from "../laws/records/records.ts";

/** Long before there was such a ledger: of the account of a known transaction, or of any. */
function earlyTransaction(samples: readonly Sampled[]): string {
  const known = samples.map(({ asked }) => asked).find((asked) => TRANSACTION_ID.test(asked));
  return `${known?.split("-")[0] ?? "0.0.1001"}-1-000000001`;
}

export const missingTransaction = law({
  id: "4.7-missing-transaction-id",
  statement: "a transaction id that no transaction has returns no record",
  details:
    "sends samples.missing, where it is one, and an id of second 1; fails: a record comes for one that the target file does not name; inconclusive: only that one is sent, and found",
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
  details:
    "sends the id, the hash that it shows and, where that finds nothing, the hash without 0x; fails: another hash, or a record without 0x alone; inconclusive: no record, no hash of 32 bytes, or the hash finds nothing",
  cites: ["4.7 transaction id", 19],
  needs: { found: "transactions" },
  given: ({ found }) => bySample(found, 3),
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
    const nothing = undecided(`the hash of the transaction finds no record: ${describe(shown)}`, shown);
    if (isSuccess(shown)) {
      return judgeHash(shown, hash);
    }
    const bare = await t.get(recordAsk(RESULT, bareHex(hash), "missing"));
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
  details:
    "sends each id twice; fails: the second gets no success, or another hash or timestamp; inconclusive: the first gets none",
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
  details: "fails: ids of different accounts or times show one record; inconclusive: fewer than two show one",
  cites: ["4.7 transaction id", 19],
  needs: { found: "transactions" },
  about: "one of several transactions",
  given: ({ found: some }) => (some.length > 1 ? ONCE : []),
  run: async (t) => judgeApart(await t.all(t.found.map((one) => sampleAsk(RESULT, one))), SHARED),
  proves: { have: { found } },
  first: [RESULT_A, NO_RESULT],
  keeps: [RESULT_B, [RESULT_A, RESULT_A, RESULT_B]],
  breaks: { "one record for both": RESULT_A },
});
