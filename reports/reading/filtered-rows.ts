import { ROW_OPERATORS, shardAndRealm, shortId } from "../../engine/model/compare.ts";
import { operations } from "../../schemas/operations.ts";
import { rowsText, type FailedClause } from "./failed-clauses.ts";

export type FilteredRows = NonNullable<ReturnType<typeof readFilteredRows>>;

/** Undefined unless the request has one filter whose values the rows show, and all ids are in one shard and realm. */
export function readFilteredRows(one: FailedClause) {
  const { clause, violation, query } = one;
  const { list, query: known, endpoint } = operations[clause.endpoint];
  const shown = query.flatMap(({ key, value }) =>
    known.flatMap(({ key: own, compares }) =>
      own === key && compares !== undefined ? [{ key, compares, value }] : [],
    ),
  );
  const [filter] = shown;
  if (list === undefined || filter === undefined || shown.length > 1) return undefined;
  const { key, compares, value } = filter;
  const [, operatorName, bound = ""] = /^(?:(\w+):)?(.*)$/.exec(value) ?? [];
  const operator = ROW_OPERATORS.find((name) => name === operatorName) ?? "none";
  const { kind, row } = violation.rowFault ?? {};
  const valueIn = (text: string): string | undefined => memberIn(text, compares);
  const isMissing = (text: string): boolean => JSON.stringify(memberIn(text, list.identity)) === row;
  const others = [
    `"${list.identity}":${row ?? ""}`,
    ...(violation.exchanges ?? []).flatMap(({ body }) => rowsOf(body)),
  ];
  const ofEqual = operator === "none" || operator === "eq" ? bound : undefined;
  const missing =
    kind === "gap"
      ? (others.filter(isMissing).flatMap((text) => valueIn(text) ?? [])[0] ?? ofEqual)
      : undefined;
  const returned = rowsOf(violation.response.body).flatMap((text) => valueIn(text) ?? []);
  const isElsewhere = [...returned, missing ?? bound].some(
    (id) => bound.includes(".") && shardAndRealm(id) !== shardAndRealm(bound),
  );
  if (isElsewhere) return undefined;
  const fault: "stray" | "gap" | "other" = kind === "stray" || kind === "gap" ? kind : "other";
  return {
    one,
    /** The endpoint and the key of the filter, such as `tokens.tokenId`. */
    filter: `${endpoint}.${key}`,
    operator,
    /** The value of the filter; as in the members below, an entity id has no shard and realm. */
    bound: shortId(bound),
    returned: returned.map(shortId),
    /** The value of the row that is missing; undefined if no row is missing, or if no response shows its value. */
    missing: missing === undefined ? undefined : shortId(missing),
    kind: fault,
  };
}

export function rowsOf(body: string): readonly string[] {
  const rows = rowsText(body).split(/\}\s*,\s*\{/);
  return body.endsWith("…") ? rows.slice(0, -1) : rows;
}

export function memberIn(row: string, member: string): string | undefined {
  const [, text, integer] = new RegExp(`"${member}"\\s*:\\s*(?:"([^"]*)"|(-?\\d+))`).exec(row) ?? [];
  return text ?? integer;
}
