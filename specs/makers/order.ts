// §4.1, §4.3, §4.4, §4.5: makes the clauses on the order parameter of a list
import { clause } from "../../engine/clauses/declare.ts";
import type { AskingClause, Given } from "../../engine/clauses/clause.ts";
import { ONCE } from "../../engine/clauses/cases.ts";
import { pagesFor } from "../../engine/clauses/pagination.ts";
import { leftToStandard, type Listing } from "../../engine/clauses/prerequisites.ts";
import { invalidOrder, validOrder } from "../../generators/order.ts";
import { walkOf } from "../fixtures/walks.ts";
import { IDENTITY, LISTS, type ListName } from "../laws/lists/lists.ts";
import { judgeOrder, judgeSameRows, listBothWays, type BothWays } from "../laws/lists/order.ts";
import { parameterCites, sortedCites } from "./cites.ts";
import { formClauses } from "./parameters.ts";

/** Asked once, where the level walks a list of several pages both ways. */
function whereWalked({ size, rows, pageRows }: Listing): Given<undefined> {
  if (size.contexts === 0 && rows.length > pageRows) {
    throw leftToStandard("walks", "it compares whole lists of several pages");
  }
  return ONCE;
}

/** The facts of an order: its two words, one key explains it, and it neither adds nor drops rows. */
export function orderClauses(list: ListName): readonly AskingClause[] {
  const { endpoint, section, words } = LISTS[list];
  const { identity } = IDENTITY[list];
  const key = `${endpoint}.order` as const;
  const both = (...ids: readonly [up: readonly number[], down: readonly number[]]) => {
    const walkTo = (nums: readonly number[]) =>
      walkOf(endpoint, [nums.map((num) => ({ [identity]: `0.0.${num}`, decimals: 0 }))]);
    return { answer: { up: walkTo(ids[0]), down: walkTo(ids[1]) } satisfies BothWays };
  };
  const common = {
    endpoint,
    cites: [parameterCites(key, "effect")[0], ...sortedCites(list)],
    readings: [16],
    leavesOpen: [section],
    compares: true,
    needs: { list, order: key },
  } as const;
  return [
    ...formClauses({
      key,
      takes: { statement: `${words} accepts an order of asc or desc`, cases: validOrder, readings: [7] },
      refuses: {
        statement: `${words}: an order other than asc or desc gets an error that names the parameter`,
        cases: invalidOrder,
        readings: [8, 10, 11],
        repaired: () => "asc",
      },
    }),
    clause({
      ...common,
      id: `${section}-order-sorted`,
      statement: `${words} is sorted by one field: ascending with asc, descending with desc`,
      ask: ({ have: { list: found, order }, ...t }) =>
        listBothWays(t, found, order, found.size.contexts === 0 ? 1 : pagesFor(found)),
      check: (answer) => judgeOrder(answer),
      accepts: [both([9, 10, 100], [100, 10, 9]), both([9, 10], [10, 9])],
      rejects: {
        "order ignored": both([9, 10, 100], [9, 10, 100]),
        "rows in no order": both([100, 9, 10], [10, 9, 100]),
        "one row out of place": both([9, 10, 100], [100, 9, 10]),
      },
    }),
    clause({
      ...common,
      id: `${section}-order-same-rows`,
      statement: `${words} returns the same rows with asc as with desc`,
      given: ({ list: found }) => whereWalked(found),
      ask: ({ have: { list: found, order }, ...t }) => listBothWays(t, found, order),
      check: (answer) => judgeSameRows(answer, identity),
      accepts: [both([9, 10, 100], [100, 10, 9]), both([], [])],
      rejects: {
        "a row only under asc": both([9, 10, 100], [100, 10]),
        "a row only under desc": both([9], [10, 9]),
      },
    }),
  ];
}
