// §4.7, §7.3: a contract result by transaction id
import { undecided } from "../laws/requests/findings.ts";
import { clause } from "../../engine/clauses/declare.ts";
import { open } from "../../engine/clauses/clause.ts";
import { describe, documentedMessages, isSuccess, wholeAnswer } from "../../engine/message/classify.ts";
import type { Asker, Judgement, Reply } from "../../engine/model/exchange.ts";
import type { Sampled } from "../../engine/clauses/prerequisites.ts";
import { validTransactionId } from "../../generators/transaction-id.ts";
import { HASH, TRANSACTION_ID } from "../../schemas/formats.ts";
import { grammars } from "../../schemas/grammars.ts";
import { answer, errorBody, underNames } from "../fixtures/answers.ts";
import { HASH_A, HASH_B, NO_RESULT, RESULT_A, RESULT_B, resultOf } from "../fixtures/contract-results.ts";
import {
  isVeryRecord,
  judgeHash,
  judgeNone,
  judgeSameResult,
  RESULT,
  startOf,
} from "../laws/records/contract-results.ts";
import { pathAccepted, pathRefused } from "../makers/path-forms.ts";
import {
  askedPath,
  bareHex,
  bySample,
  judgeNames,
  memberFinding,
  recordAsk,
  sampleAsk,
  textIn,
  together,
  type Names,
} from "../laws/records/records.ts";
import { byHash, not } from "../laws/requests/recorded.ts";

export const transactionIdAccepted = pathAccepted({
  id: "4.7-transaction-id-accepted",
  recorded: not(byHash),
  endpoint: RESULT,
  statement: "a well-formed transaction id is not refused as invalid",
  cites: ["4.7 transaction id"],
  cases: validTransactionId,
});

export const transactionIdRefused = pathRefused({
  id: "4.7-transaction-id-refused",
  recorded: not(byHash),
  endpoint: RESULT,
  statement: "a malformed transaction id does not succeed",
  cites: ["4.7 transaction id"],
  formats: [grammars.transactionId],
});

/** Long before there was such a ledger: of the account of a known transaction, or of any. */
function earlyTransaction(samples: readonly Sampled[]): string {
  const known = samples.map(({ asked }) => asked).find((asked) => TRANSACTION_ID.test(asked));
  return `${known?.split("-")[0] ?? "0.0.1001"}-1-000000001`;
}

export const missingTransaction = clause({
  id: "4.7-missing-transaction-id",
  endpoint: RESULT,
  statement: "a transaction id that no transaction has returns no record",
  cites: ["4.7 transaction id", "7 missing elsewhere"],
  readings: [13],
  leavesOpen: ["7.7", "7.8"],
  needs: { missing: "missing", samples: "contractResultSamples" },
  ask: ({
    have: {
      missing: { contractResult: given = "" },
      samples,
    },
    ...t
  }) => t.get(recordAsk(RESULT, TRANSACTION_ID.test(given) ? given : earlyTransaction(samples), "missing")),
  check: (reply) => judgeNone(reply, () => false),
  accepts: [{ answer: NO_RESULT }, { answer: answer(RESULT, 404, errorBody("Not found")) }],
  rejects: { "some record": { answer: RESULT_A } },
});

/** A transaction, and what the hash that it shows finds: as shown, or else without its prefix. */
interface HashOf extends Names {
  /** The answer that shows no record where the other form of the hash finds one. */
  readonly missed?: Reply;
}

async function askHashOf(t: Asker, transaction: string): Promise<HashOf> {
  const model = await t.get(recordAsk(RESULT, transaction));
  const hash = textIn(model, "hash") ?? "";
  const ask = (form: string) => t.all(HASH.test(form) ? [recordAsk(RESULT, form, "missing")] : []);
  const [reply] = await ask(hash);
  if (reply === undefined || isSuccess(reply)) {
    return { model, others: reply === undefined ? [] : [reply] };
  }
  const others = (await ask(bareHex(hash))).filter(isSuccess);
  return { model, others, ...(others.length === 0 ? {} : { missed: reply }) };
}

function judgeHashOf({ model, others, missed }: HashOf): Judgement {
  const hash = textIn(model, "hash") ?? "";
  if (missed !== undefined) {
    const message = "a hash finds a record without its prefix alone";
    const found = others.slice(0, 1).map(({ body }) => ({ body: body.text }));
    return [{ ...wholeAnswer(missed, message, "the same record"), beside: others, ...found[0] }];
  }
  return together(
    others.map((reply) => judgeHash(reply, hash)),
    "the hash of the transaction finds no record",
  );
}

export const hashOfTransaction = clause({
  id: "4.7-hash-of-a-transaction",
  endpoint: RESULT,
  statement: "the hash shown for a transaction id finds a record with that hash",
  cites: ["4.7 transaction id"],
  readings: [19],
  needs: { found: "transactions" },
  given: ({ found }) => bySample(found, 3),
  ask: (t, transaction) => askHashOf(t, transaction),
  check: judgeHashOf,
  accepts: [underNames(RESULT_A, RESULT_A), underNames(RESULT_A, resultOf(HASH_A, "1700000001.000000001"))],
  rejects: {
    "another hash": underNames(RESULT_A, RESULT_B),
    "found without 0x alone": {
      answer: { model: RESULT_A, others: [RESULT_A], missed: NO_RESULT },
      value: "",
    },
  },
});

/** Sends the same request twice: without `memo` no earlier answer is used again. */
async function askTwice(t: Asker, transaction: string): Promise<Names> {
  const { memo: _memo, ...ask } = recordAsk(RESULT, transaction);
  return { model: await t.get(ask), others: [await t.get(ask)] };
}

export const transactionAgain = clause({
  id: "4.7-transaction-id-asked-again",
  endpoint: RESULT,
  statement: "the same transaction id returns the same record again",
  cites: ["4.7 transaction id"],
  readings: [19],
  needs: { found: "transactions" },
  given: ({ found }) => bySample(found, 2),
  ask: (t, transaction) => askTwice(t, transaction),
  check: (names) => judgeNames(names, judgeSameResult),
  accepts: [
    underNames(RESULT_A, RESULT_A),
    underNames(RESULT_B, resultOf(HASH_B, "1700000001.000000001", { x: 1 })),
  ],
  rejects: {
    "another record": underNames(RESULT_A, RESULT_B),
    "found once only": underNames(RESULT_A, NO_RESULT),
  },
});

/** Judges only transaction ids that differ in account or seconds: these are surely of different transactions. */
function judgeApart(replies: readonly Reply[]): Judgement {
  const byStart = new Map(replies.filter(isSuccess).map((reply) => [startOf(reply), reply]));
  const found = [...byStart.values()];
  const findings = found.flatMap((reply, index) => {
    const same = found.slice(0, index).find((other) => isVeryRecord(reply, other));
    const expected = same === undefined ? "" : `another one than that of ${askedPath(same)}`;
    return same === undefined
      ? []
      : [memberFinding(reply, "hash", "two transaction ids show one record", expected, [same])];
  });
  return found.length < 2
    ? undecided("fewer than two transactions with another account or second were found")
    : findings;
}

const forTransaction = (path: string, hash: string) =>
  answer(RESULT, 200, { hash, result: "SUCCESS", timestamp: "1700000000.000000001" }, { path });

export const transactionsApart = clause({
  id: "4.7-transaction-ids-apart",
  endpoint: RESULT,
  statement: "transaction ids of different transactions return different records",
  cites: ["4.7 transaction id"],
  readings: [19],
  needs: { found: "severalTransactions" }, // fewer than two: inconclusive, or left to the level standard
  ask: ({ have: { found }, ...t }) => t.all(found.map((sampled) => sampleAsk(RESULT, sampled))),
  check: judgeApart,
  accepts: [
    { answer: [forTransaction("0.0.1-1-1", HASH_A), forTransaction("0.0.1-2-1", HASH_B)] },
    {
      answer: [
        forTransaction("0.0.1-1-1", HASH_A),
        forTransaction("0.0.1-1-000000001", HASH_A),
        forTransaction("0.0.1-2-1", HASH_B),
      ],
    },
  ],
  rejects: {
    "one record for both": {
      answer: [forTransaction("0.0.1-1-1", HASH_A), forTransaction("0.0.1-2-1", HASH_A)],
    },
  },
});

export const transactionIdMessage = open({
  id: "7.3-transaction-id-message",
  endpoint: RESULT,
  statement: "whether a malformed transaction id gets the message of 7.3",
  cites: ["4.7 transaction id", "7 transaction id error"],
  assumes: "any response that is not a record counts as a refusal",
  observeExchange: (reply) =>
    reply.ask.expects === "refusal"
      ? (documentedMessages(reply) ?? [describe(reply)]).filter((text) => /shard\.realm\.num/.test(text))
      : [],
});
