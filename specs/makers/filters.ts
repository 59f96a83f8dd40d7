// §2.1, §4.3, §4.4: makes one clause for each operator of a filter
import { clause } from "../../engine/clauses/declare.ts";
import type { AskingClause, ClauseId, Given, Have } from "../../engine/clauses/clause.ts";
import { OPERATORS, type Operator } from "../../engine/model/compare.ts";
import type { ListRow } from "../../engine/clauses/pagination.ts";
import type { Context } from "../../generators/covering.ts";
import { walkOf } from "../fixtures/walks.ts";
import { askFilter, boundsOf, judgeFilter } from "../laws/lists/filters.ts";
import { contextsSent } from "../laws/lists/contexts.ts";
import { askContext } from "../laws/lists/requests.ts";
import { isWanted, LISTS, shortKey, type FilterInUse, type RowFilter } from "../laws/lists/lists.ts";
import { lawful, type Walked } from "../laws/lists/walked.ts";
import { parameterCites } from "./cites.ts";
import { isContext } from "./contexts.ts";
import { recordedFilter } from "../laws/requests/recorded.ts";

const MEANING: Readonly<Record<Operator, string>> = {
  none: "equal to",
  eq: "equal to",
  ne: "other than",
  gt: "above",
  gte: "at or above",
  lt: "below",
  lte: "at or below",
};

export function operatorClauses(
  filter: RowFilter,
  idOf: (operator: Operator) => ClauseId,
): readonly AskingClause[] {
  const rows = ["9", "10", "100"].map((num) => sampleRow(filter, num));
  const factor = shortKey(filter.key);
  const needs = { list: filter.list, name: filter.key, material: LISTS[filter.list].material } as const;
  return OPERATORS.map((operator) => {
    const used = { filter, operator, bound: filter.read(sampleRow(filter, "10")) ?? "" };
    const selected = rows.filter((row) => isWanted(used, row));
    const others = rows.filter((row) => !selected.includes(row));
    const sample = (came: readonly ListRow[], alone = true) => ({
      answer: {
        plan: { query: [], filters: [used], ...(alone ? { alone } : {}) },
        identity: filter.identity,
        walk: walkOf(filter.endpoint, [came]),
        selection: selected,
      } satisfies Walked,
      value: used,
    });
    const given = ({ list, material }: Have<typeof needs>): Given<FilterInUse | Context> => {
      const contexts = contextsSent(list, material, (context) => context[factor] === operator);
      const isEnough = list.size.contexts === 0 && contexts.length > 0;
      return { ...(isEnough ? { boundaries: [] } : boundsOf(list, filter, operator)), contexts };
    };
    const words = operator === "none" ? "a filter without an operator" : `the operator ${operator}`;
    return clause({
      id: idOf(operator),
      endpoint: filter.endpoint,
      statement: `${words} returns the rows whose ${filter.field} is ${MEANING[operator]} the given value`,
      cites: parameterCites(filter.key, "effect"),
      readings: [7, 17],
      compares: true,
      needs,
      given,
      ask: ({ have: { list, name, material }, ...t }, value) =>
        isContext(value) ? askContext(t, list, material, value) : askFilter(t, list, name, value),
      check: lawful((walked) => judgeFilter(walked, filter)),
      alone: recordedFilter(filter, operator, (walked) => judgeFilter(walked, filter)),
      accepts: [sample(selected), sample(selected.slice(1).toReversed(), false)],
      rejects: {
        "filter ignored": sample(rows),
        "a row too many": sample([...selected, ...others.slice(0, 1)]),
        "a row too many beside other parameters": sample(others.slice(0, 1), false),
        "a selected row left out": sample(selected.slice(1)),
      },
    });
  });
}

function sampleRow(filter: RowFilter, num: string): ListRow {
  const id = `0.0.${num}`;
  return {
    [filter.identity]: id,
    ...(filter.field === filter.identity ? {} : { [filter.field]: Number(num) }),
  };
}
