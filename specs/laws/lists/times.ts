// §2.4, §4.1, §4.3: the time of balances, on the pages of a walk under a timestamp filter
import type { Page } from "../../../engine/clauses/pagination.ts";
import { compareTimestamps, OPERATORS, selects } from "../../../engine/model/compare.ts";
import type { Finding } from "../../../engine/model/exchange.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { TIMESTAMP } from "../../../schemas/formats.ts";
import { textIn } from "../records/records.ts";
import { pageBefore, type Walked } from "./walked.ts";

/** The time that a page shows, where it has the form of one. */
function timeOf({ reply }: Page): string | undefined {
  const time = textIn(reply, "timestamp");
  return time !== undefined && TIMESTAMP.test(time) ? time : undefined;
}

/**
 * Pages of a time that the filter leaves out, behind a first page of one that it selects: rows may be the same at both.
 * What the first page shows alone says nothing, since no sentence ties that member to the filter.
 */
export function pagesOfOtherTimes({ walk, plan, names }: Walked) {
  const { pages } = walk;
  const [, sent = ""] = plan.query.find(([name]) => name === names?.["timestamp"]) ?? [];
  const operator = OPERATORS.find((word) => sent.startsWith(`${word}:`)) ?? "none";
  const bound = sent.slice(sent.indexOf(":") + 1);
  const isSelected = (time: string | undefined): boolean | undefined =>
    time === undefined ? undefined : selects(operator, compareTimestamps(time, bound));
  const [first] = pages;
  if (first === undefined || !TIMESTAMP.test(bound) || isSelected(timeOf(first)) !== true) {
    return [];
  }
  return pages.flatMap((shown, page) => {
    const time = timeOf(shown);
    const finding: Finding = {
      message: "a page behind links.next is of a time that the request does not select",
      pointer: "/timestamp",
      expected: `timestamp ${sent}`,
      actual: cut(time),
      defect: { kind: "stray" },
      reply: shown.reply,
      beside: pageBefore(walk, page),
    };
    return isSelected(time) === false ? [{ finding, page }] : [];
  });
}
