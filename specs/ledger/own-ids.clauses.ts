// §4.1, §4.3, §4.4: a row is in the whole list if and only if its own id finds it
import { law } from "../../engine/clauses/declare.ts";
import { type ClauseId, spread } from "../../engine/clauses/clause.ts";
import { isRefusedWalk, pagesFor, walk, type Walk } from "../../engine/clauses/pagination.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import { asNamed, type Named } from "../../generators/cases.ts";
import { idPages } from "../fixtures/walks.ts";
import { parameterCites } from "../laws/requests/cites.ts";
import { askSet, judgeHolds } from "../laws/lists/ground.ts";
import { stopped } from "../laws/lists/doubts.ts";
import { ifShown, inTurn } from "../laws/requests/verdicts.ts";
import { accountFilter, LISTS, sortedIds, tokenIdFilter, type RowFilter } from "../laws/lists/lists.ts";

/** How many ids are taken that are known from elsewhere and not in the list. */
const KNOWN = 3;

/** The first and the last row, between them one that holds nothing, is of another type or is any, and ids that the list may not show. */
function idsOf(list: Listing, known: readonly string[], { isBound }: RowFilter): readonly Named<string>[] {
  const ids = sortedIds(list);
  const [first, ...rows] = list.rows;
  const odd = rows.find(({ balance, type }) => balance === 0 || type !== first?.["type"])?.[list.identity];
  const shown = spread(ids, 3).map((id, at) => (at === 1 && typeof odd === "string" ? odd : id));
  const others = known.filter((id) => !ids.includes(id)).slice(0, KNOWN);
  return asNamed([...shown, ...others].filter(isBound));
}

function ownIds(filter: RowFilter, id: ClauseId) {
  const { identity, list } = filter;
  const page = idPages(list);
  return law({
    id,
    statement: `filtering ${LISTS[list].words} by a row's own id returns that row`,
    cites: [...parameterCites(filter.key, "effect"), 13, 17],
    about: "a row of the list, which shows none",
    compares: true,
    needs: { list, name: filter.key, known: list === "tokens" ? "tokenSamples" : "givenAccounts" },
    given: ({ list: found, known }) => {
      const others = known.map((one) => (typeof one === "string" ? one : one.asked));
      return idsOf(found, others, filter);
    },
    run: async (t, own: string) => {
      const whole = await walk(t, t.list.ask(t.list.largest), pagesFor(t.list));
      if (isRefusedWalk(whole)) {
        return stopped(whole, "the whole list cannot be read");
      }
      const found = await askSet(t, t.list, [[t.name, `eq:${own}`]]);
      const after = filter.after(sortedIds(t.list).at(-1) ?? own);
      // As the clauses on operators do, where their cases are many.
      const beyond = t.list.size.contexts === 0 ? [] : [await askSet(t, t.list, [[t.name, `gte:${after}`]])];
      const only = (from: Walk): Walk => ({
        ...from,
        rows: from.rows.filter((row) => row[identity] === own),
      });
      const isShown = [found, whole].some((from) => only(from).rows.length > 0);
      const judged = inTurn(
        () => judgeHolds(whole, [only(found)], "a row that its own id finds is not in the list"),
        () => judgeHolds(found, [only(whole)], "a row of the list is not found by its own id"),
        () =>
          judgeHolds(
            whole,
            beyond.filter(({ end }) => end === "null"),
            "a row that a filter shows is not in the list",
          ),
      );
      return ifShown(judged, isShown, `a row with ${identity} ${own}`);
    },
    first: page(8, 9),
    last: page(),
    keeps: [page(9), [page(9), page(9), page()]],
    breaks: {
      "not in the list": [page(8), page(9), page()],
      "not found": page(),
      "the list ends early": [page(8, 9), page(9), page(10)],
    },
  });
}

export const ownTokens = ownIds(tokenIdFilter, "4.4-own-id-listed");
export const ownAccounts = ownIds(accountFilter, "4.3-own-id-listed");
