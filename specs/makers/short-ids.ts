// §2.1, §4.3, §4.4: makes the clause on filters by an id without shard or realm
import { filterValue, OPERATORS, shortId, type Operator } from "../../engine/model/compare.ts";
import { isRefusedWalk } from "../../engine/clauses/pagination.ts";
import { wholeAnswer } from "../../engine/message/classify.ts";
import type { Judgement } from "../../engine/model/exchange.ts";
import { listOf, LISTS, sortedIds, WORDS, type ListTrial } from "../laws/lists/lists.ts";
import { askSet, judgeEqual } from "../laws/lists/filter-sets.ts";
import { stopped } from "../laws/lists/doubts.ts";
import { surplusRows, notTheList } from "../laws/lists/walked.ts";
import { undecided } from "../laws/requests/findings.ts";
import { homeOf, NO_HOME, queryFrom } from "../laws/requests/ordinary.ts";
import { law } from "../../engine/clauses/declare.ts";
import type { ClauseId } from "../../engine/clauses/clause.ts";
import { answer, invalidParameter } from "../fixtures/answers.ts";
import { idPages } from "../fixtures/walks.ts";
import type { Named } from "../../generators/cases.ts";
import { parameterCites } from "./cites.ts";

/** The filters by an id, and ids that are known beside those of the rows. */
const KNOWN = {
  "tokens.tokenId": "givenAccounts",
  "tokens.accountId": "accountIds",
  "tokenBalances.accountId": "tokenWithHolders",
} as const;

/** How an id is sent: behind an operator, and in an order. */
interface Sent {
  readonly operator: Operator;
  readonly order?: "desc";
}

/** An id that the first page under desc shows is left out there by ne; all rows would be too many to be compared. */
async function judgeLeftOut(t: ListTrial): Promise<Judgement> {
  const { list, name } = t;
  const { identity } = list;
  const order = [list.names.order, "desc"] as const;
  const shown = await askSet(t, list, queryFrom(order), 1);
  const id = sortedIds({ ...list, rows: shown.rows }).at(-1);
  if (id === undefined) {
    return stopped(shown, "no row with an id is shown under desc");
  }
  const walk = await askSet(t, list, queryFrom([name, filterValue("ne", shortId(id))], order), 1);
  if (isRefusedWalk(walk)) {
    return notTheList(walk, "a well-formed filter is refused");
  }
  const [first] = walk.pages;
  if (first !== undefined && walk.rows.length === 0) {
    const isLost = walk.end === "null" && list.rows.length > 1;
    return isLost
      ? [wholeAnswer(first.reply, "a short id behind ne leaves out all rows", "the rows of other ids")]
      : undecided("no rows come by a short id behind ne", first.reply);
  }
  const others = new Set(walk.rows.map((row) => row[identity]).filter((other) => other !== id));
  const message = "a short id behind ne does not leave out its row";
  return surplusRows(walk, message, others, `rows with another ${identity} than ${id}`);
}

/** Judges one of some ids; shard and realm may be left out where the list and the `others` have none but those. */
async function compareShort(
  t: ListTrial,
  ids: readonly string[],
  others: readonly string[],
  { operator, order }: Sent,
): Promise<Judgement> {
  const { list, name } = t;
  // Few rows lie beyond the fourth id from an end: bounds cost few pages.
  const bounds: Readonly<Record<string, string | undefined>> = {
    l: ids.slice(0, 4).at(-1),
    g: ids.slice(-4)[0],
  };
  const id = bounds[operator.charAt(0)] ?? ids[0];
  if (id === undefined) {
    return undecided("the list shows no row with an id");
  }
  if (homeOf([...sortedIds(list), ...others]) === undefined) {
    return undecided(NO_HOME);
  }
  if (operator === "ne") {
    return await judgeLeftOut(t);
  }
  const along = queryFrom([list.names.order, order]);
  const full = await askSet(t, list, [[name, filterValue(operator, id)], ...along]);
  const short = await askSet(t, list, [[name, filterValue(operator, shortId(id))], ...along]);
  // Whether an operator is taken at all is judged by the clause on accepted values.
  return operator !== "none" && isRefusedWalk(full)
    ? []
    : judgeEqual(short, [full], "a short id selects other rows than the full id");
}

/** Each operator; some under the order that is not the default one. */
const SENT = OPERATORS.map((operator): Named<Sent> => {
  return { name: operator, value: { operator, ...(operator.startsWith("l") ? { order: "desc" } : {}) } };
});

/** Without those of equality: they tell nothing more of an id that no row shows. */
const BOUNDS = SENT.filter(({ name }) => name !== "eq" && name !== "ne");

/**
 * Ids with shard and realm left out select the same rows as full ones. Sends: for each operator the list by the full id, and by
 * the short one; for ne the list, and the list by a short id that is in it. Fails: the rows differ, or one is refused; for ne, that
 * row is shown, or no row is. Inconclusive: the rows, or what else is known, are of several shards or realms, or a list is not read to its end.
 */
export function shortIdClause(key: keyof typeof KNOWN, id: ClauseId) {
  const list = listOf(key);
  const set = idPages(list);
  const isOfRows = key !== "tokens.accountId";
  return law({
    id,
    statement: `an id without shard or realm in ${WORDS[key]} returns the same rows as the full id`,
    cites: [parameterCites(key, "effect")[0], "2.1 EntityIdFilter short", 17],
    compares: true,
    needs: { list, name: key, others: KNOWN[key] },
    given: () => (isOfRows ? { boundaries: SENT } : { boundaries: BOUNDS, telling: 2 }),
    run: (t, sent: Sent) => {
      const others = [t.others].flat();
      return compareShort(t, isOfRows ? sortedIds(t.list) : others, others, sent);
    },
    keeps: [
      [set(9, 10), set(10, 9)],
      [set(), set()],
      { value: { operator: "ne" }, replies: [set(100, 10), set(10, 9)] },
    ],
    breaks: {
      "a short id selects nothing": [set(9), set()],
      "a short id is ignored": [set(9), set(9, 10)],
      "a short id behind ne is ignored": { value: { operator: "ne" }, replies: [set(10, 9), set(10, 9)] },
      "a short id behind ne leaves out all": { value: { operator: "ne" }, replies: [set(10, 9), set()] },
      "a short id is refused": [set(9), answer(LISTS[list].endpoint, 400, invalidParameter("id"))],
    },
  });
}
