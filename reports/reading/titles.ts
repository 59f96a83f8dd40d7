import { readQuery } from "../../engine/clauses/read-request.ts";
import { operations } from "../../schemas/operations.ts";
import { groupBy } from "../../engine/model/model.ts";
import type { FailureCause } from "./causes.ts";
import { firstPageOf } from "./failed-clauses.ts";

const titleOf = ({ title, violation }: FailureCause): string => title ?? violation.message;

/** The causes in the same order. Titles that would be equal get an ending in parentheses ({@link distinctionsOf}). */
export function withDistinctTitles(causes: readonly FailureCause[]): readonly FailureCause[] {
  const titles = new Map(
    groupBy(causes, titleOf).flatMap(([title, alike]) => {
      const endings = alike.length > 1 ? distinctEndings(alike.map(distinctionsOf)) : [];
      return alike.map((cause, at) => [cause, [title, endings[at] ?? ""].join(" ").trim()] as const);
    }),
  );
  return causes.map((cause) => {
    const title = titles.get(cause);
    return title === undefined || title === titleOf(cause) ? cause : { ...cause, title };
  });
}

/** The ending for each list: its first elements that differ between the lists, as few as distinguish all lists. */
function distinctEndings(lists: readonly (readonly string[])[]): readonly string[] {
  const differing = [...(lists[0] ?? []).keys()].filter(
    (at) => new Set(lists.map((list) => list[at])).size > 1,
  );
  const endingsOf = (count: number): readonly string[] =>
    lists.map((list) => {
      const texts = differing.slice(0, count).map((at) => list[at] ?? "");
      const shown = texts.filter((text) => text !== "").join(", ");
      return shown === "" ? "" : `(${shown})`;
    });
  const counts = [...differing.keys()].map((at) => at + 1);
  const enough = counts.find((count) => new Set(endingsOf(count)).size === lists.length);
  return endingsOf(enough ?? differing.length);
}

/** The facts that distinguish causes with equal titles: names of parameters, operators, pointer, endpoint, id. */
function distinctionsOf({ clause: { endpoint, parameters, id }, violation }: FailureCause) {
  const url = firstPageOf(violation).first?.url ?? violation.request.url;
  const read = readQuery(operations[endpoint], url, {});
  const shown = read.filter(({ key }) => key !== undefined && parameters?.includes(key));
  const operators = shown.flatMap(({ value }) => /^(eq|ne|gte?|lte?):/.exec(value)?.[1] ?? []);
  const listed = (texts: readonly string[]): string => [...new Set(texts)].join(", ");
  return [listed(shown.map(({ name }) => name)), listed(operators), violation.pointer, endpoint, id];
}
