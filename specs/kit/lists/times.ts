// §2.4, §4.1, §4.3: the time of token balances on the pages under a timestamp filter
import type { ListPage } from "../../../engine/clauses/pagination.ts";
import { compareTimestamps, ROW_OPERATORS, filterSelects } from "../../../engine/model/compare.ts";
import type { Violation } from "../../../engine/model/exchange.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";
import { TIMESTAMP_PATTERN } from "../../../schemas/formats.ts";
import { memberText } from "../records/records.ts";
import { pageBefore, type PagesRead } from "./pages-read.ts";

/** The timestamp member of a page; undefined if it is malformed. */
function pageTime({ response }: ListPage): string | undefined {
  const time = memberText(response, "timestamp");
  return time !== undefined && TIMESTAMP_PATTERN.test(time) ? time : undefined;
}

/**
 * Pages of a time that the filter excludes, behind a first page of a time that it selects: the rows of both times may be equal, so that
 * only the timestamp reveals a link that drops the filter. The first page alone proves nothing, because the contract does not relate
 * the timestamp member to the filter.
 */
export function pagesOfOtherTimes({ pagedList, plan, names }: PagesRead) {
  const { pages } = pagedList;
  const [, sent = ""] = plan.query.find(([name]) => name === names?.["timestamp"]) ?? [];
  const operator = ROW_OPERATORS.find((word) => sent.startsWith(`${word}:`)) ?? "none";
  const bound = sent.slice(sent.indexOf(":") + 1);
  const isSelected = (time: string | undefined): boolean | undefined =>
    time === undefined ? undefined : filterSelects(operator, compareTimestamps(time, bound));
  const [first] = pages;
  if (first === undefined || !TIMESTAMP_PATTERN.test(bound) || isSelected(pageTime(first)) !== true) {
    return [];
  }
  return pages.flatMap((shown, page) => {
    const time = pageTime(shown);
    const violation: Violation = {
      message: "a later page has a timestamp that does not match the request",
      pointer: "/timestamp",
      expected: `timestamp ${sent}`,
      actual: cutValue(time),
      rowFault: { kind: "stray" },
      response: shown.response,
      beside: pageBefore(pagedList, page),
    };
    return isSelected(time) === false ? [{ violation, page }] : [];
  });
}
