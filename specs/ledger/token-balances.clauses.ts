// §4.1, §4.3, §8: token balances, their filters and their path
import { formClauses, idFormClauses } from "../makers/parameters.ts";
import { wellFormedProofs } from "../fixtures/well-formed.ts";
import { findingIf, undecided } from "../laws/requests/findings.ts";
import { call } from "../../engine/model/call.ts";
import { clause } from "../../engine/clauses/declare.ts";
import { isSuccess, looksLikeSuccess, looksMissing, wholeAnswer } from "../../engine/message/classify.ts";
import { type Judgement, type Reply, isUndecided } from "../../engine/model/exchange.ts";
import { nextIn, rowsIn, walk } from "../../engine/clauses/pagination.ts";
import { invalidBalanceFilter, validBalanceFilter } from "../../generators/balance-filter.ts";
import { invalidEntityId, validEntityId } from "../../generators/entity-id.ts";
import { invalidTimestampFilter, validTimestampFilter } from "../../generators/timestamp-filter.ts";
import { answer, invalidParameter, NOT_FOUND, sampleOf, SUCCESS } from "../fixtures/answers.ts";
import { operatorClauses } from "../makers/filters.ts";
import { shortIdClause } from "../makers/short-ids.ts";
import { limitClauses } from "../makers/limits.ts";
import { orderClauses } from "../makers/order.ts";
import { listClauses } from "../makers/pages.ts";
import { askWellFormed, callsMalformed, judgeWellFormed } from "../laws/requests/malformed.ts";
import { always, unusedIds, untilLater } from "../laws/requests/ordinary.ts";
import { companionsOf, inTurnOf, malformedTogether, turnOf } from "../laws/requests/beside.ts";
import { accepting } from "../laws/records/records.ts";
import { accountFilter, balanceFilter } from "../laws/lists/lists.ts";
import {
  askRefusal,
  judgeRefusal,
  judgeRefused,
  namesAnother,
  unlessRefused,
} from "../laws/requests/verdicts.ts";
import { faulty, refusal, unfiltered, wellFormed } from "../laws/requests/recorded.ts";

const BALANCES = "tokenBalances";
const list = "balances";

export const balancePages = listClauses(list);
export const balanceLimits = limitClauses(list);
export const balanceOrder = orderClauses(list);
export const accountOperators = operatorClauses(accountFilter, (operator) => `4.3-account-id-${operator}`);
export const accountShort = shortIdClause(accountFilter, "4.3-account-id-short");
export const balanceOperators = operatorClauses(balanceFilter, (operator) => `4.3-balance-${operator}`);

export const balanceForms = [
  ...idFormClauses("tokenBalances.accountId"),
  ...formClauses({
    key: "tokenBalances.balance",
    takes: {
      statement: "the balance filter accepts an integer of 1 to 10 digits with any operator",
      cases: validBalanceFilter,
      readings: [7],
    },
    refuses: {
      statement: "a malformed balance filter gets an error that names the parameter",
      cases: invalidBalanceFilter,
      readings: [8, 10, 11],
      repaired: ({ rows }) =>
        rows.map(balanceFilter.read).find((value) => value !== undefined && balanceFilter.isBound(value)) ??
        "0",
    },
  }),
  ...formClauses({
    key: "tokenBalances.timestamp",
    refuses: {
      statement: "a malformed timestamp filter of token balances gets an error that names the parameter",
      cases: invalidTimestampFilter,
      readings: [8, 10, 11],
      repaired: ({ time }) => untilLater(time),
    },
  }),
];

const some = answer(BALANCES, 200, { ...SUCCESS[BALANCES], balances: [{ account: "0.0.98" }] });
const none = answer(BALANCES, 200, SUCCESS[BALANCES]);
const atTime = sampleOf("gte:0");

/** How a timestamp selects is not said: a list, an empty one and "nothing there" are all fair (reading 17). */
function judgeAtTime(reply: Reply): Judgement {
  const isMissing = looksMissing(reply) && !callsMalformed(reply);
  const message = "a well-formed timestamp filter is refused";
  return findingIf(!(isSuccess(reply) || isMissing), reply, message, "the list, or that there is nothing");
}

export const balancesTimestampAccepted = clause({
  id: "4.3-timestamp-accepted",
  endpoint: BALANCES,
  statement: "the timestamp filter of token balances accepts a well-formed value",
  cites: ["2.1 TimestampFilter form", "4.3 timestamp form", "8 timestamp"],
  readings: [7, 17],
  needs: { list, name: "tokenBalances.timestamp", size: "size" },
  given: ({ size }) => accepting(validTimestampFilter(), size, 2),
  ask: (
    {
      have: {
        list: { ask },
        name,
      },
      ...t
    },
    value,
  ) => t.get({ ...ask([[name, value]]), memo: true }),
  check: judgeAtTime,
  accepts: [atTime(none), atTime(answer(BALANCES, 404, NOT_FOUND)), atTime(answer(BALANCES, 404, ""))],
  rejects: {
    "refused as invalid": atTime(answer(BALANCES, 400, invalidParameter("timestamp"))),
    "an accident": atTime(answer(BALANCES, 500, { error: "boom" })),
    "an HTML page": atTime(answer(BALANCES, 500, "<html></html>")),
  },
});

export const balancesAtAnyTime = clause({
  id: "4.3-timestamp-all",
  endpoint: BALANCES,
  statement: "balances are returned for a time bound that every record meets",
  cites: ["2.1 TimestampFilter effect", "4.3 timestamp effect"],
  readings: [17],
  needs: { list, name: "tokenBalances.timestamp" },
  given: ({ list: { time } }) => ({ boundaries: always(time) }),
  ask: async (t, value) => {
    const {
      list: { ask, rows },
      name,
    } = t.have;
    const first = { ...ask([[name, value]]), memo: true as const };
    const reply = await t.get(first);
    // A page may be empty with more behind it.
    const isEmpty = rowsIn(reply, "balances").length === 0 && typeof nextIn(reply) === "string";
    const more = isEmpty ? (await walk(t, first, "balances", 2)).pages.at(-1) : undefined;
    return { known: rows.length, reply: more?.reply ?? reply };
  },
  check: ({ known, reply }) => {
    if (known === 0) {
      return undecided("the token has no balances");
    }
    const kept = unlessRefused(reply, "4.3-timestamp-accepted");
    const message = "no balance is shown for a time bound that every record meets";
    return rowsIn(reply, "balances").length > 0 || isUndecided(kept)
      ? kept
      : [wholeAnswer(reply, message, "status 200 with balances")];
  },
  accepts: [atTime({ known: 1, reply: some }), atTime({ known: 9, reply: some })],
  rejects: { "an empty list": atTime({ known: 1, reply: none }) },
});

export const tokenIdAccepted = clause({
  id: "4.3-path-accepted",
  alone: wellFormed(unfiltered),
  endpoint: BALANCES,
  statement: "a well-formed tokenId is not refused as invalid",
  cites: ["2.1 EntityId requests", "4.3 tokenId", "8 entity id parts"],
  readings: [7, 13],
  needs: { list, size: "size" },
  given: ({ size }) => accepting(validEntityId(), size),
  ask: (t, path) =>
    askWellFormed(t, call(BALANCES, { path, expects: "missing" }), {
      malformed: ["abc", "0.0.12345678901"].map((id) => call(BALANCES, { path: id })),
      missing: call(BALANCES, { path: unusedIds([])[0] ?? "" }),
    }),
  check: judgeWellFormed,
  ...wellFormedProofs(BALANCES),
});

const provoked = (refused: Reply, twin = some) => ({ answer: { refused, twin }, value: "" });

export const tokenIdRefused = clause({
  id: "4.3-path-refused",
  alone: refusal(faulty("path"), judgeRefused),
  endpoint: BALANCES,
  statement: "a malformed tokenId gets the documented error body",
  cites: ["2.1 EntityId requests", "4.3 tokenId", "7 parameter error", "8 entity id parts"],
  readings: [8, 10, 11],
  leavesOpen: ["7.7"],
  needs: { list, material: "balanceMaterial" },
  given: () => ({ ...invalidEntityId(), shared: true }),
  // Every second one beside one of the query parameters.
  ask: async ({ have, ...t }, path) => {
    const turn = turnOf(invalidEntityId, path);
    const { names } = have.material;
    const together = malformedTogether(BALANCES, names, turn);
    if (have.list.size.contexts === 0 && namesAnother(await t.get(together), Object.values(names))) {
      return await askRefusal(t, together, have.list.ask([]));
    }
    const companions = companionsOf(have.list, have.material, "").map((companion) => [companion]);
    const query = turn % 2 === 0 ? [] : inTurnOf([[], ...companions], (turn + 1) / 2);
    return await askRefusal(t, call(BALANCES, { path, query }), have.list.ask([]));
  },
  check: (answered) => judgeRefusal(answered, "any"),
  accepts: [
    provoked(answer(BALANCES, 400, invalidParameter("tokenid"))),
    provoked(answer(BALANCES, 404, invalidParameter("token.id")), none),
    provoked(answer(BALANCES, 400, invalidParameter("tokenId"), { path: "tokenId" })),
  ],
  rejects: {
    "answered with success": provoked(none),
    "not found instead": provoked(answer(BALANCES, 404, NOT_FOUND)),
    "the value in place of a name": provoked(answer(BALANCES, 400, invalidParameter("a b"), { path: "a b" })),
  },
});

/** One made-up id may be in use, and the one of the target file may be stale. Balances for all of them are a fault. */
function judgeUnknown(replies: readonly Reply[]): Judgement {
  const showing = replies.filter((reply) => looksLikeSuccess(reply) && rowsIn(reply, "balances").length > 0);
  const message = "balances are shown for a token that does not exist";
  return showing.length < replies.length
    ? []
    : showing.map((reply) => wholeAnswer(reply, message, "an empty list, or an error"));
}

export const unknownToken = clause({
  id: "4.3-unknown-token",
  endpoint: BALANCES,
  statement: "no balance is returned for a token that does not exist",
  cites: ["2.4 one token", "7 missing elsewhere"],
  readings: [13],
  needs: { list, token: "tokenWithHolders", missing: "missing" },
  ask: ({
    have: {
      token,
      missing: { tokenId },
    },
    ...t
  }) => {
    const paths = [...(tokenId === undefined ? [] : [tokenId]), ...unusedIds([token])];
    return t.all(paths.slice(0, 2).map((path) => call(BALANCES, { path, expects: "missing" })));
  },
  check: judgeUnknown,
  accepts: [{ answer: [none, none] }, { answer: [some, answer(BALANCES, 404, NOT_FOUND)] }],
  rejects: { "balances of another token": { answer: [some, some] } },
});
