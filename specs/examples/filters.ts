// §2.1, §4.3, §4.4: example responses for the filters of a list
import type { ListRow } from "../../engine/clauses/pagination.ts";
import type { Operator } from "../../engine/model/compare.ts";
import type { ParameterContext } from "../../generators/covering.ts";
import { LIST_CONTEXTS } from "../kit/lists/contexts.ts";
import { selectsRow, shortKey, type RowFilter } from "../kit/lists/lists.ts";
import { listOfIds, pageOf } from "./pages.ts";

/** Example responses for the clause on one operator: the selection from three rows, alone and together with a public key. */
export function filterExamples(filter: RowFilter, operator: Operator) {
  const rows = ["9", "10", "100"].map((num) => sampleRow(filter, num));
  const factor = shortKey(filter.key);
  const { filters } = LIST_CONTEXTS[filter.list];
  const others = Object.fromEntries(Object.keys(filters).map((key) => [key, "absent"]));
  const used = { filter, operator, bound: filter.read(sampleRow(filter, "10")) ?? "" };
  // The same filter together with a public key, which selects every row.
  const withKey: ParameterContext = { ...others, publicKey: "given", [factor]: operator, limit: "small" };
  const selected = rows.filter((row) => selectsRow(used, row));
  const stray = rows.filter((row) => !selected.includes(row)).slice(0, 1);
  const page = (shown: readonly ListRow[]) => pageOf(filter.list, shown);
  return {
    examplesWith: {
      inputs: {
        list: { ...listOfIds(filter.list), rows },
        material: { names: { publicKey: "key", [factor]: factor }, accounts: [], key: "ab" },
      },
      value: used,
    },
    passes: [page(selected), { value: withKey, responses: [page(rows), page(selected.toReversed())] }],
    fails: {
      "filter ignored": page(rows),
      "an additional row with other parameters": { value: withKey, responses: [page(rows), page(stray)] },
      "a matching row missing": page(selected.slice(1)),
    },
  } as const;
}

function sampleRow(filter: RowFilter, num: string): ListRow {
  const id = `0.0.${num}`;
  return {
    [filter.identity]: id,
    ...(filter.field === filter.identity ? {} : { [filter.field]: Number(num) }),
  };
}
