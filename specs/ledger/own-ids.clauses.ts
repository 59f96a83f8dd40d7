// §4.1, §4.3, §4.4: a row is in the whole list if and only if its own id finds it
import { clause } from "../../engine/clauses/declare.ts";
import type { AskingClause, ClauseId } from "../../engine/clauses/clause.ts";
import type { Judgement } from "../../engine/model/exchange.ts";
import { firstMiddleLast } from "../../engine/model/model.ts";
import { pagesFor, walk, type Walk } from "../../engine/clauses/pagination.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import type { Named } from "../../generators/cases.ts";
import { walkOfIds } from "../fixtures/walks.ts";
import { parameterCites } from "../makers/cites.ts";
import { askSet, judgeHolds } from "../laws/lists/filter-sets.ts";
import { inTurn } from "../laws/requests/findings.ts";
import { accountFilter, LISTS, sortedIds, tokenIdFilter, type RowFilter } from "../laws/lists/lists.ts";

/** How many ids are taken that are known from elsewhere and not in the list. */
const KNOWN = 3;

/** The whole list, and what one id finds. */
type Own = Readonly<Record<"whole" | "found", Walk>>;

/** The first, a middle and the last row, and ids that the list may not show. */
function idsOf(list: Listing, known: readonly string[]): readonly Named<string>[] {
  const ids = sortedIds(list);
  const others = known.filter((id) => !ids.includes(id)).slice(0, KNOWN);
  return [...firstMiddleLast(ids), ...others].map((value) => ({ name: value, value }));
}

function judgeOwn({ whole, found }: Own, id: string, identity: string): Judgement {
  const only = (from: Walk): Walk => ({ ...from, rows: from.rows.filter((row) => row[identity] === id) });
  return inTurn(
    () => judgeHolds(whole, [only(found)], identity, "a row that its own id finds is not in the list"),
    () => judgeHolds(found, [only(whole)], identity, "a row of the list is not found by its own id"),
  );
}

function ownIds(filter: RowFilter, id: ClauseId): AskingClause {
  const { identity, endpoint, list } = filter;
  const set = (...nums: readonly number[]): Walk => walkOfIds(list, ...nums);
  const sample = (whole: Walk, found: Walk) => ({ answer: { whole, found }, value: "0.0.9" });
  return clause({
    id,
    endpoint,
    statement: `filtering ${LISTS[list].words} by a row's own id returns that row`,
    cites: parameterCites(filter.key, "effect"),
    readings: [13, 17],
    compares: true,
    needs: { list, name: filter.key, accounts: "someAccounts", tokens: "tokenSamples" },
    given: ({ list: found, accounts, tokens }) => ({
      boundaries: idsOf(found, list === "tokens" ? tokens.map(({ asked }) => asked) : accounts),
    }),
    ask: async (t, value) => {
      const { list: rows, name } = t.have;
      const first = { ...rows.ask(rows.largest), memo: true } as const;
      const whole = await walk(t, first, rows.member, pagesFor(rows));
      return { whole, found: await askSet(t, rows, [[name, `eq:${value}`]]) };
    },
    check: (own, value) => judgeOwn(own, value, identity),
    accepts: [sample(set(8, 9), set(9)), sample(set(8), set())],
    rejects: { "not in the list": sample(set(8), set(9)), "not found": sample(set(8, 9), set()) },
  });
}

export const ownTokens = ownIds(tokenIdFilter, "4.4-own-id-listed");
export const ownAccounts = ownIds(accountFilter, "4.3-own-id-listed");
