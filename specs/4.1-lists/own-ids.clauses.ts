// §4.3, §4.4: a row is in the whole list if and only if the filter on its id returns it
import { sequence } from "../../engine/clauses/declare.ts";
import { type ClauseId, spread } from "../../engine/clauses/clause.ts";
import { isRefusedList, pagesFor, pagedList, type PagedList } from "../../engine/clauses/pagination.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import { asNamed, type NamedCase } from "../../generators/cases.ts";
import { idPages } from "../examples/pages.ts";
import { parameterCites } from "../kit/requests/cites.ts";
import { requestSelection, checkHolds } from "../kit/lists/base-rows.ts";
import { whyStopped } from "../kit/lists/inconclusive.ts";
import { ifShown, firstViolation } from "../kit/requests/check-results.ts";
import { accountFilter, LISTS, sortedIds, tokenIdFilter, type RowFilter } from "../kit/lists/lists.ts";

/** The number of ids from other sources, absent from the list, that are sent. */
const MOST_KNOWN_IDS = 3;

/** Ids of the first, the last and an unusual row (balance 0, or another type), and ids from other sources that the list lacks. */
function rowIds(
  list: Listing,
  known: readonly string[],
  { isBound }: RowFilter,
): readonly NamedCase<string>[] {
  const ids = sortedIds(list);
  const [first, ...rows] = list.rows;
  const unusual = rows.find(({ balance, type }) => balance === 0 || type !== first?.["type"])?.[
    list.identity
  ];
  const shown = spread(ids, 3).map((id, at) => (at === 1 && typeof unusual === "string" ? unusual : id));
  const others = known.filter((id) => !ids.includes(id)).slice(0, MOST_KNOWN_IDS);
  return asNamed([...shown, ...others].filter(isBound));
}

function ownIds(filter: RowFilter, id: ClauseId) {
  const { identity, list } = filter;
  const page = idPages(list);
  return sequence({
    id,
    statement: `filtering ${LISTS[list].words} by a row's own id returns that row`,
    cites: [...parameterCites(filter.key, "effect"), 13, 17],
    about: "a row of the list, which shows none",
    compares: true,
    needs: { list, name: filter.key, known: list === "tokens" ? "tokenSamples" : "givenAccounts" },
    given: ({ list: found, known }) => {
      const others = known.map((one) => (typeof one === "string" ? one : one.asked));
      return rowIds(found, others, filter);
    },
    run: async (t, own: string) => {
      const whole = await pagedList(t, t.list.request(t.list.largest), pagesFor(t.list));
      if (isRefusedList(whole)) {
        return whyStopped(whole, "the whole list could not be read");
      }
      const found = await requestSelection(t, t.list, [[t.name, `eq:${own}`]]);
      const after = filter.after(sortedIds(t.list).at(-1) ?? own);
      // Reveals rows behind the end of the list. From standard on the clauses on operators send the same request.
      const beyond =
        t.list.size.contexts === 0 ? [] : [await requestSelection(t, t.list, [[t.name, `gte:${after}`]])];
      const only = (from: PagedList): PagedList => ({
        ...from,
        rows: from.rows.filter((row) => row[identity] === own),
      });
      const isShown = [found, whole].some((from) => only(from).rows.length > 0);
      const checked = firstViolation(
        () => checkHolds(whole, [only(found)], "a row that is returned by its id is missing from the list"),
        () => checkHolds(found, [only(whole)], "a row of the list is not returned by its id"),
        () =>
          checkHolds(
            whole,
            beyond.filter(({ end }) => end === "null"),
            "a row that a filter returns is missing from the list",
          ),
      );
      return ifShown(checked, isShown, `a row with ${identity} ${own}`);
    },
    first: page(8, 9),
    last: page(),
    passes: [page(9), [page(9), page(9), page()]],
    fails: {
      "not in the list": [page(8), page(9), page()],
      "not found": page(),
      "the list ends early": [page(8, 9), page(9), page(10)],
    },
  });
}

/** token.id returns the token with this id (§4.4, line 232). */
export const ownTokens = ownIds(tokenIdFilter, "4.4-own-id-listed");
/** The account id returns the balance of the account with this id (§4.3, line 217). */
export const ownAccounts = ownIds(accountFilter, "4.3-own-id-listed");
