// §2.1, §4.3, §4.4: makes the clause on filters by an id without shard or realm
import { filterValue, OPERATORS, shortId, type Operator } from "../../engine/model/compare.ts";
import { isRefusedWalk } from "../../engine/clauses/pagination.ts";
import { wholeAnswer } from "../../engine/message/classify.ts";
import type { Judgement } from "../../engine/model/exchange.ts";
import { sortedIds, type ListTrial, type RowFilter } from "../laws/lists/lists.ts";
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

async function compareShort(
  t: ListTrial,
  others: readonly string[],
  { operator, order }: Sent,
): Promise<Judgement> {
  const { list, name } = t;
  const ids = sortedIds(list);
  // Few rows lie beyond the fourth id from an end: bounds cost few pages.
  const few = operator.startsWith("l") ? ids.slice(0, 4) : ids.slice(-4).toReversed();
  const id = few.at(-1);
  if (id === undefined) {
    return undecided("the list shows no row with an id");
  }
  if (homeOf([...ids, ...others]) === undefined) {
    return undecided(NO_HOME);
  }
  if (operator === "ne") {
    return await judgeLeftOut(t);
  }
  const along = queryFrom([list.names.order, order]);
  // What a filter without an operator means is judged elsewhere: it is compared with eq and the full id.
  const value = filterValue(operator === "none" ? "eq" : operator, id);
  const full = await askSet(t, list, [[name, value], ...along]);
  const short = await askSet(t, list, [[name, filterValue(operator, shortId(id))], ...along]);
  return judgeEqual(short, [full], "a short id selects other rows than the full id");
}

/** Each operator; some under the order that is not the default one. */
const SENT = OPERATORS.map((operator): Named<Sent> => {
  return { name: operator, value: { operator, ...(operator.startsWith("l") ? { order: "desc" } : {}) } };
});

/**
 * Ids with shard and realm left out select the same rows as full ones. Sends: for each operator the list by the full id, and by
 * the short one; for ne the list, and the list by a short id that is in it. Fails: the rows differ, or one is refused; for ne, that
 * row is shown, or no row is.
 * Inconclusive: the rows, or what else is known, are of several shards or realms, or a list is not read to its end.
 */
export function shortIdClause(filter: RowFilter, id: ClauseId) {
  const set = idPages(filter.list);
  return law({
    id,
    statement: `an id without shard or realm returns the same rows as the full id (${filter.field})`,
    cites: [parameterCites(filter.key, "effect")[0], "2.1 EntityIdFilter short", 17],
    compares: true,
    needs: {
      list: filter.list,
      name: filter.key,
      others: filter.list === "tokens" ? "givenAccounts" : "tokenWithHolders",
    },
    given: () => SENT,
    run: (t, sent: Sent) => compareShort(t, [t.others].flat(), sent),
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
      "a short id is refused": [set(9), answer(filter.endpoint, 400, invalidParameter("id"))],
    },
  });
}
