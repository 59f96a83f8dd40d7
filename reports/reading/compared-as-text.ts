import { compareIntegers, compareTexts, filterSelects, type Comparator } from "../../engine/model/compare.ts";
import { ROW_OPERATORS, shortId } from "../../engine/model/compare.ts";
import { groupBy } from "../../engine/model/model.ts";
import { operations } from "../../schemas/operations.ts";
import { rowsText, type FailedClause } from "./failed-clauses.ts";

/**
 * For each filter that seems to compare its values as text, the violations that this explains, of at least two clauses. It must explain
 * every row that the filter returned or lost in any violation: an ignored filter also returns rows that such a filter excludes.
 */
export function comparedAsText(broken: readonly FailedClause[]): readonly (readonly FailedClause[])[] {
  const filtered = broken.flatMap((one) => readFilteredRows(one) ?? []);
  return groupBy(filtered, ({ filter }) => filter)
    .filter(([, ofFilter]) => ofFilter.every(({ isPossible }) => isPossible))
    .map(([, ofFilter]) => ofFilter.filter(({ isWrong }) => isWrong).map(({ one }) => one))
    .filter((explained) => new Set(explained.map(({ clause }) => clause.id)).size > 1);
}

/** Undefined unless a row is stray or missing in a request with one filter whose values the rows show. */
function readFilteredRows(one: FailedClause) {
  const { clause, violation, query } = one;
  const { kind, row } = violation.rowFault ?? {};
  const { list, query: known, endpoint } = operations[clause.endpoint];
  const [shown, ...others] = query.flatMap(({ key, value }) =>
    known.flatMap(({ key: own, compares: member }) =>
      own === key && member !== undefined ? [{ key, member, value }] : [],
    ),
  );
  if (list === undefined || shown === undefined || others.length > 0) return undefined;
  if (kind !== "stray" && kind !== "gap") return undefined;
  const [, operatorName, bound = ""] = /^(?:(\w+):)?(.*)$/.exec(shown.value) ?? [];
  const operator = ROW_OPERATORS.find((name) => name === operatorName) ?? "none";
  const selects = (compare: Comparator, value: string): boolean =>
    filterSelects(operator, compare(shortId(value), shortId(bound)));
  const valuesIn = (rows: readonly string[]) => rows.flatMap((text) => memberIn(text, shown.member) ?? []);
  const returned = valuesIn(rowsOf(violation.response.body));
  const all = [
    `"${list.identity}":${row ?? ""}`,
    ...(violation.exchanges ?? []).flatMap(({ body }) => rowsOf(body)),
  ];
  const isMissing = (text: string): boolean => JSON.stringify(memberIn(text, list.identity)) === row;
  const missing = kind === "gap" ? valuesIn(all.filter(isMissing)).slice(0, 1) : [];
  return {
    one,
    filter: `${endpoint}.${shown.key}`,
    /** Whether a comparison of texts selects the returned rows, but not the missing one. */
    isPossible:
      returned.every((value) => selects(compareTexts, value)) &&
      missing.every((value) => !selects(compareTexts, value)),
    /** Whether a comparison of numbers does not select all returned rows, or selects the missing one. */
    isWrong:
      kind === "stray"
        ? returned.some((value) => !selects(compareIntegers, value))
        : missing.some((value) => selects(compareIntegers, value)),
  };
}

function rowsOf(body: string): readonly string[] {
  const rows = rowsText(body).split(/\}\s*,\s*\{/);
  return body.endsWith("…") ? rows.slice(0, -1) : rows;
}

function memberIn(row: string, member: string): string | undefined {
  const [, text, integer] = new RegExp(`"${member}"\\s*:\\s*(?:"([^"]*)"|(-?\\d+))`).exec(row) ?? [];
  return text ?? integer;
}
