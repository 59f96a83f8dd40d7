// §2.1, §4.3, §4.4: what a filter selects, against the rows found without it
import { askFilter, boundsOf, isSelected, judgeFiltered, type RowFilter } from "../rules/filters.ts";
import { clause, type AskingClause, type ClauseId } from "../../engine/clause.ts";
import { OPERATORS, type Operator } from "../../engine/compare.ts";
import type { ListRow } from "../../engine/walk.ts";
import { walkOf } from "../fixtures/walks.ts";

const MEANING: Readonly<Record<Operator, string>> = {
  none: "equal to",
  eq: "equal to",
  ne: "other than",
  gt: "above",
  gte: "at or above",
  lt: "below",
  lte: "at or below",
};

/** One clause per operator of a filter. */
export function operatorClauses(
  filter: RowFilter,
  idOf: (operator: Operator) => ClauseId,
): readonly AskingClause[] {
  const rows = ["9", "10", "100"].map((num) => sampleRow(filter, num));
  return OPERATORS.map((operator) => {
    const selected = rows.filter((row) => isSelected(filter, operator, row, sampleBound(filter)));
    const others = rows.filter((row) => !selected.includes(row));
    const sample = (came: readonly ListRow[], complete = true) => ({
      answer: {
        operator,
        bound: sampleBound(filter),
        walk: walkOf(filter.endpoint, [came]),
        list: { rows, complete },
      },
      value: sampleBound(filter),
    });
    const words = operator === "none" ? "a filter without an operator" : `the operator ${operator}`;
    return clause({
      id: idOf(operator),
      endpoint: filter.endpoint,
      statement: `${words} selects the rows whose ${filter.field} is ${MEANING[operator]} the bound`,
      readings: [7, 17],
      compares: true,
      needs: { list: filter.list, name: filter.key },
      given: ({ list }) => boundsOf(list, filter, operator),
      ask: ({ list, name }, bound) => askFilter(list, name, operator, bound),
      check: (filtered) => judgeFiltered(filtered, filter),
      accepts: [sample(selected), sample(selected.toReversed(), false)],
      rejects: {
        "filter ignored": sample(rows),
        "a row too many": sample([...selected, ...others.slice(0, 1)]),
        "a selected row left out": sample(selected.slice(1)),
      },
    });
  });
}

function sampleBound(filter: RowFilter): string {
  return filter.read(sampleRow(filter, "10")) ?? "";
}

function sampleRow(filter: RowFilter, num: string): ListRow {
  const id = `0.0.${num}`;
  return {
    [filter.identity]: id,
    ...(filter.field === filter.identity ? {} : { [filter.field]: Number(num) }),
  };
}
