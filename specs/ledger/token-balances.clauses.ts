// §4.1, §4.3, §8: token balances, their filters and their path
import { inTurns, type Named } from "../../generators/cases.ts";
import { formats } from "../../generators/formats.ts";
import { answer, invalidParameter, NOT_FOUND, SUCCESS, wellFormedProofs } from "../fixtures/answers.ts";
import { findingIf, ifShown, inTurn, judgeAccepted, noRows, undecided } from "../laws/requests/verdicts.ts";
import {
  askRefusal,
  judgeRefusal,
  judgeRefused,
  namesAnother,
  refusedElsewhere,
  unlessRefused,
} from "../laws/requests/verdicts.ts";
import { call, type Judgement, type Query, type Reply } from "../../engine/model/exchange.ts";
import { each, law } from "../../engine/clauses/declare.ts";
import { type Have, ONCE } from "../../engine/clauses/clause.ts";
import { looksLikeSuccess, wholeAnswer } from "../../engine/message/classify.ts";
import { isRefusedWalk, rowsIn, walk } from "../../engine/clauses/pagination.ts";
import type { Listing, Material } from "../../engine/clauses/prerequisites.ts";
import { filterValue, OPERATORS } from "../../engine/model/compare.ts";
import { idPages } from "../fixtures/walks.ts";
import { keyless, stopped } from "../laws/lists/doubts.ts";
import { askSet, judgeWithin } from "../laws/lists/ground.ts";
import { always, NEVER, queryFrom, untilLater, unusedIds } from "../laws/requests/ordinary.ts";
import { accountFilter, balanceFilter, shortKey, valuesOf } from "../laws/lists/lists.ts";
import { companionsOf, inTurnOf, togetherAt } from "../laws/requests/beside.ts";
import { accepting, firstOf, OTHERS, recordAsk } from "../laws/records/records.ts";
import { faulty, refusal, withoutQuery, wellFormed } from "../laws/requests/recorded.ts";

const BALANCES = "tokenBalances";
const list = "balances";
const FILTERS = [accountFilter, balanceFilter];

const some = answer(BALANCES, 200, { ...SUCCESS[BALANCES], balances: [{ account: "0.0.98" }] });
const none = answer(BALANCES, 200, SUCCESS[BALANCES]);
const balancesOf = idPages(list);

export const balancesAtAnyTime = law({
  id: "4.3-timestamp-all",
  statement: "balances are returned for a time bound that every record meets",
  cites: ["2.1 TimestampFilter effect", "4.3 timestamp effect", 17],
  needs: { list, name: "tokenBalances.timestamp" },
  given: ({ list: { size, time } }) => always(size, time),
  run: async (t, value) => {
    // A page may be empty with more behind it: that is read too.
    const walked = await walk(t, t.list.ask([[t.name, value]]), 1);
    const { reply } = firstOf(walked.pages.slice(-1));
    const isEmpty = walked.rows.length === 0;
    const message = "no balance is shown for a time bound that every record meets";
    return inTurn(
      () => noRows(t.list.rows) ?? unlessRefused(reply, "4.3-timestamp-accepted"),
      () =>
        isEmpty && walked.end !== "null" && !isRefusedWalk(walked)
          ? stopped(walked, "no row was reached")
          : [],
      () => findingIf(isEmpty, reply, message, "status 200 with balances"),
    );
  },
  keeps: [some, balancesOf(98, 99)],
  breaks: { "an empty list": none, "no such record": answer("tokenBalances", 404, NOT_FOUND) },
});

export const keyAtAnyTime = law({
  id: "4.3-public-key-at-time",
  statement: "balances with a timestamp filter match the public key",
  cites: ["4.3 publicKey effect", "4.3 timestamp effect", 8, 17],
  compares: true,
  needs: {
    list,
    name: "tokenBalances.timestamp",
    byKey: "tokenBalances.publicKey",
    material: "balanceMaterial",
  },
  given: ({ list: { size } }) => (size.contexts === 0 ? [] : ONCE),
  run: async (t) => {
    const { key } = t.material;
    if (key === undefined) {
      const { reason, ...why } = keyless(t.list);
      return undecided(reason, undefined, why);
    }
    const alone = await askSet(t, t.list, [[t.byKey, key]]);
    const timed = await askSet(t, t.list, [
      [t.byKey, key],
      [t.name, untilLater(t.list.time)],
    ]);
    const stray = "a public key beside a timestamp filter returns accounts that the key alone does not";
    return isRefusedWalk(timed)
      ? refusedElsewhere(firstOf(timed.pages).reply, "4.3-together-accepted")
      : ifShown(judgeWithin(timed, [alone], stray), timed.rows.length > 0, "a balance of that key at a time");
  },
  proves: { have: { material: { names: {}, accounts: [], key: "ef" } } },
  first: balancesOf(98, 99),
  keeps: [balancesOf(99, 98), balancesOf(99)],
  breaks: { "the key is not heard": balancesOf(97, 98, 99) },
});

export const tokenIdAccepted = law({
  id: "4.3-path-accepted",
  recorded: wellFormed(withoutQuery),
  statement: "a well-formed tokenId is not refused as invalid",
  admits: "path",
  cites: ["2.1 EntityId requests", "4.3 tokenId", "8 entity id parts", 7, 13],
  needs: { list, size: "size", seed: "seed" },
  given: ({ size, seed }) => accepting(formats.entityId.valid(seed), size),
  run: (t, path) => judgeAccepted(t, recordAsk(BALANCES, path, "missing"), OTHERS.tokenBalances),
  ...wellFormedProofs(BALANCES, 2),
});

export const tokenIdRefused = law({
  id: "4.3-path-refused",
  recorded: refusal(faulty("path"), judgeRefused),
  statement: "a malformed tokenId gets the documented error body",
  cites: ["2.1 EntityId requests", "4.3 tokenId", "7 parameter error", "8 entity id parts", 8, 10, 11],
  needs: { list, material: "balanceMaterial" },
  given: () => ({ ...inTurns(formats.entityId.invalid()), shared: true }),
  // Every second one beside one of the query parameters.
  run: async (t, { value: path, turn }) => {
    const { names } = t.material;
    const plain = t.list.ask([]);
    const companions = companionsOf(t.list, t.material, "").map((companion) => [companion]);
    const together = togetherAt(BALANCES, names, t.list.size)?.(turn, 2 * companions.length);
    if (together !== undefined && namesAnother(await t.get(together), Object.values(names))) {
      return judgeRefusal(await askRefusal(t, together, plain), "any");
    }
    const query = turn % 2 === 0 ? [] : inTurnOf([[], ...companions], (turn + 1) / 2);
    return judgeRefusal(await askRefusal(t, call(BALANCES, { path, query }), plain), "any");
  },
  proves: { value: { value: "a b", turn: 0 } },
  last: some,
  keeps: [
    answer(BALANCES, 400, invalidParameter("tokenid")),
    answer(BALANCES, 404, invalidParameter("token.id")),
  ],
  breaks: {
    "answered with success": none,
    "not found instead": answer(BALANCES, 404, NOT_FOUND),
    "the value in place of a name": answer(BALANCES, 400, invalidParameter("a b")),
  },
});

export const unknownToken = law({
  id: "4.3-unknown-token",
  emptyPass: "absence",
  statement: "no balance is returned for a token that does not exist",
  cites: ["2.4 one token", "7 missing elsewhere", 13],
  needs: { list, token: "tokenWithHolders", missing: "missing" },
  run: async (t) => {
    const given = t.missing.tokenId;
    const paths = [given ?? [], unusedIds([t.token])].flat().slice(0, 2);
    const replies = await t.all(paths.map((path) => recordAsk(BALANCES, path, "missing")));
    // One made-up id may be in use, and the one of the target file may be stale. Balances for all of them are a fault.
    const isHeld = (reply: Reply): boolean => looksLikeSuccess(reply) && rowsIn(reply).length > 0;
    const [first] = replies.filter(isHeld);
    if (first !== undefined && !replies.every(isHeld)) {
      const reason = "the token of samples.missing has balances: one of the two is wrong";
      return given !== undefined && first === replies[0]
        ? undecided(reason, first, { obstacle: "user" })
        : [];
    }
    const message = "balances are shown for a token that does not exist";
    return replies.flatMap((reply) => findingIf(isHeld(reply), reply, message, "an empty list, or an error"));
  },
  keeps: [
    [none, none],
    [some, answer(BALANCES, 404, NOT_FOUND)],
    [answer(BALANCES, 500, ""), answer(BALANCES, 404, NOT_FOUND)],
  ],
  breaks: { "balances of another token": [some, some] },
});

const atTime = { list, name: "tokenBalances.timestamp", material: "balanceMaterial" } as const;

const before = {
  emptyPass: "absence",
  cites: ["2.1 TimestampFilter effect", "4.3 timestamp effect", 17],
  check: (reply: Reply): Judgement => {
    const message = "balances are shown for a time that no record can have";
    return rowsIn(reply).length === 0
      ? unlessRefused(reply, "4.3-timestamp-accepted")
      : [wholeAnswer(reply, message, "an empty list, or no list")];
  },
  keeps: [answer(BALANCES, 200, SUCCESS[BALANCES]), answer(BALANCES, 404, NOT_FOUND)],
  breaks: { "balances all the same": some },
} as const;

export const balancesBeforeTime = each({
  ...before,
  id: "4.3-timestamp-none",
  statement: "no balance is returned for a time bound that no record can meet",
  needs: atTime,
  // The other bound is asked in each order and page size.
  given: () => NEVER,
  ask: ({ list: { ask }, name }, value) => ask([[name, value]]),
});

/** Each other parameter alone, and the other order; both filters by operator. What the target has no name for is left out. */
function othersOf({ list: found, material, name }: Have<typeof atTime>): readonly Named<Query>[] {
  const others = [...queryFrom([found.names.order, "desc"]), ...companionsOf(found, material, name)];
  const sent = [...others.map((other) => [other]), ...operatorsBeside(found, material)];
  return sent.map((value) => ({ name: value.map((one) => one.join("=")).join(" "), value }));
}

/** Both filters of rows under each operator, with bounds that a row or most of them meet: each may be read in a way of its own. */
function operatorsBeside({ rows, names, size }: Listing, { names: all }: Material): readonly Query[] {
  const own = rows.find((row) => FILTERS.every(({ read, isBound }) => isBound(read(row) ?? "")));
  const bounds = FILTERS.map((filter) => {
    const values = valuesOf(rows, filter);
    return {
      name: all[shortKey(filter.key)],
      own: own && filter.read(own),
      low: values[0],
      high: values.at(-1),
    };
  });
  return (size.contexts === 0 ? [] : OPERATORS.slice(1)).map((operator, at) => {
    const filters = bounds.map(({ name, low, high, ...bound }) => {
      const value = operator === "eq" ? bound.own : operator.startsWith("l") ? high : low;
      return [name, value && filterValue(operator, value)] as const;
    });
    return queryFrom(...filters, [names.order, at % 2 === 0 ? "asc" : "desc"]);
  });
}

export const balancesBeforeTimeAnyPage = each({
  ...before,
  id: "4.3-timestamp-none-any-page",
  statement: "no balance is returned for a time before all records, whatever stands beside it",
  needs: atTime,
  given: (have) => othersOf(have),
  ask: ({ list: { ask }, name }, others) => ask([[name, "lt:0"], ...others]),
});
