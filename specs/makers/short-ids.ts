// §2.1, §4.3, §4.4: makes the clause on filters by an id without shard or realm
import { filterValue, OPERATORS, shardAndRealm, shortId, type Operator } from "../../engine/model/compare.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import type { Asker } from "../../engine/model/exchange.ts";
import { sortedIds, type RowFilter } from "../laws/lists/lists.ts";
import { askSet, judgeEqual } from "../laws/lists/filter-sets.ts";
import { undecided } from "../laws/requests/findings.ts";
import { queryFrom } from "../laws/requests/ordinary.ts";
import { clause } from "../../engine/clauses/declare.ts";
import type { AskingClause, ClauseId } from "../../engine/clauses/clause.ts";
import type { Walk } from "../../engine/clauses/pagination.ts";
import { walkOfIds } from "../fixtures/walks.ts";
import type { Named } from "../../generators/cases.ts";
import { parameterCites } from "./cites.ts";

type Pair = Readonly<Record<"full" | "short", Walk>>;

/** How an id is sent: behind an operator, and in an order. */
interface Sent {
  readonly operator: Operator;
  readonly order?: "desc";
}

async function askShort(
  t: Asker,
  list: Listing,
  name: string,
  { operator, order }: Sent,
): Promise<Pair | undefined> {
  const ids = sortedIds(list);
  const id = ids[operator.startsWith("l") ? Math.min(3, ids.length - 1) : Math.max(ids.length - 4, 0)];
  if (id === undefined || new Set(ids.map(shardAndRealm)).size > 1) {
    return undefined;
  }
  const along = queryFrom([list.names.order, order]);
  // What a filter without an operator means is judged elsewhere: it is compared with eq and the full id.
  const full = filterValue(operator === "none" ? "eq" : operator, id);
  return {
    full: await askSet(t, list, [[name, full], ...along]),
    short: await askSet(t, list, [[name, filterValue(operator, shortId(id))], ...along]),
  };
}

const EQ: Sent = { operator: "eq" };

/** Each operator but ne, which selects too much to be compared; some under the order that is not the default one. */
const SENT = OPERATORS.filter((operator) => operator !== "ne").map((operator): Named<Sent> => {
  return { name: operator, value: { operator, ...(operator.startsWith("l") ? { order: "desc" } : {}) } };
});

/** Ids with shard and realm left out select the same rows as full ones. */
export function shortIdClause(filter: RowFilter, id: ClauseId): AskingClause {
  const set = (...nums: number[]): Walk => walkOfIds(filter.list, ...nums);
  return clause({
    id,
    endpoint: filter.endpoint,
    statement: `an id without shard or realm returns the same rows as the full id (${filter.field})`,
    cites: [parameterCites(filter.key, "effect")[0], "2.1 EntityIdFilter short"],
    readings: [17],
    compares: true,
    needs: { list: filter.list, name: filter.key },
    given: () => ({ boundaries: SENT }),
    ask: ({ have: { list, name }, ...t }, sent) => askShort(t, list, name, sent),
    check: (pair) => {
      const message = "a short id selects other rows than the full id";
      return pair === undefined
        ? undecided("the rows have no shard and realm in common: a short id is ambiguous")
        : judgeEqual(pair.short, [pair.full], filter.identity, message);
    },
    accepts: [
      { answer: { full: set(9, 10), short: set(10, 9) }, value: EQ },
      { answer: { full: set(), short: set() }, value: { operator: "gt" } },
    ],
    rejects: {
      "a short id selects nothing": { answer: { full: set(9), short: set() }, value: EQ },
      "a short id is ignored": { answer: { full: set(9), short: set(9, 10) }, value: EQ },
    },
  });
}
