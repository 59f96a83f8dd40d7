import { SUITE_BUG } from "../../engine/model/cannot-run.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { summarize } from "../../engine/model/results.ts";
import type { ResponseCounts, RunFacts, RunResult, Warning } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { isPrevented } from "../../engine/model/reason.ts";
import { ENDPOINT_NAMES, SERVICE_WORDS } from "../../schemas/operations.ts";
import { byService, isNotChecked, isTested, operationLabel, reasonsOf, serviceOf } from "../words/labels.ts";
import { countText, countOf, groupBy } from "../../engine/model/model.ts";

type Facts = Partial<Pick<RunFacts, "stopped" | "responses" | "bounded" | "warnings">> & {
  readonly strict: boolean;
  readonly files?: RunResult["files"] | undefined;
  /** An earlier result: neither its inconclusive clauses nor its warnings fail a strict run. */
  readonly before?: RunResult | undefined;
};

export function runVerdict(
  clauses: readonly ClauseResult[],
  facts: Facts,
): Pick<RunResult, "verdict" | "reason"> {
  const { strict, before, warnings = [] } = facts;
  const reason = whyIncomplete(clauses, facts);
  if (reason !== undefined) return { verdict: "incomplete", reason };
  const earlier = new Set(before?.clauses.map(({ id, outcome }) => `${id} ${outcome}`));
  const isBroken = ({ id, outcome }: ClauseResult): boolean =>
    outcome === "failed" || (strict && outcome === "inconclusive" && !earlier.has(`${id} ${outcome}`));
  const broken = clauses.some(isBroken);
  const earlierWarnings = new Set(before?.warnings.map(warningKey));
  const isNew = (one: Warning): boolean => !earlierWarnings.has(warningKey(one));
  const [warning, ...others] = strict && !broken ? warnings.filter(isNew) : [];
  if (warning === undefined) return { verdict: broken ? "nonconforming" : "conforms" };
  const first = others.length === 0 ? "there is a warning" : `there are ${others.length + 1} warnings, first`;
  return { verdict: "nonconforming", reason: `${first}: ${warning.message}` };
}

function whyIncomplete(clauses: readonly ClauseResult[], { stopped, responses, files, bounded }: Facts) {
  const { passed, failed } = summarize(clauses);
  const [fault, ...others] = clauses.filter(({ code }) => code === "suiteFailed");
  if (stopped !== undefined) return stopped.reason;
  if (fault !== undefined) {
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    return `${SUITE_BUG} in ${fault.id}${more}: ${fault.reason ?? "no reason given"}`;
  }
  const silent = whyUntested(clauses, responses);
  if (!clauses.some(isTested) && !clauses.some(isOfWrongUrl)) {
    const why = silent ?? (files && mostFrequentReason(files)) ?? reasonsOf(clauses)[0]?.reason;
    return `no clause was tested${why === undefined ? "" : `: ${why}`}`;
  }
  const onlyKnown = passed + failed === 0 ? "no clause passed: there are only known deviations" : undefined;
  return silent ?? onlyKnown ?? (failed === 0 ? bounded : undefined);
}

/** The most frequent reason why exchanges of files were not checked; undefined if all were checked. */
function mostFrequentReason(files: NonNullable<RunResult["files"]>): string | undefined {
  const all = files.reduce((sum, { exchanges }) => sum + exchanges, 0);
  if (all === 0) return "the files contain no exchange";
  const counts = groupBy(
    files.flatMap(({ notChecked }) => Object.entries(notChecked)),
    ([reason]) => reason,
  ).map(([reason, own]) => ({ reason, count: own.reduce((sum, [, count]) => sum + count, 0) }));
  const [most] = counts.toSorted((a, b) => b.count - a.count);
  return most && `${countText(most.count)} of ${countOf(all, "exchange")} not checked: ${most.reason}`;
}

/** Whether the clause was not checked because no request to its service succeeded. */
const isOfWrongUrl = ({ code }: ClauseResult): boolean => code === "serviceNotFound";

/**
 * The services and endpoints that returned no usable response (interpretation 22), or have a wrong URL; undefined if there are none. A
 * failed clause shows that its endpoint was tested, unless no endpoint returned a usable response.
 */
function whyUntested(clauses: readonly ClauseResult[], responded: ResponseCounts = {}): string | undefined {
  const isAllSilent = Object.values(responded).every(({ usable }) => usable === 0);
  const endpoints = ENDPOINT_NAMES.filter((endpoint) => {
    const { usable = 0, unusable = 0 } = responded[endpoint] ?? {};
    const own = clauses.filter((clause) => clause.endpoint === endpoint);
    const isUsable = usable > 0 || (own.some(({ outcome }) => outcome === "failed") && !isAllSilent);
    return unusable > 0 && !isUsable && own.some((clause) => !isOfWrongUrl(clause));
  });
  const services = byService(clauses).flatMap(([service, own]) => {
    const why = own.find(isPrevented);
    const isSilent = own.every((clause) => isNotChecked(clause) && !isOfWrongUrl(clause));
    const isListed = endpoints.some((one) => serviceOf(one) === service);
    if (!isSilent || why === undefined || isListed) return [];
    const { reason = "no response was usable" } = why;
    return [`nothing of the ${SERVICE_WORDS[service]} service was tested: ${reason}`];
  });
  const whys = endpoints.map((one) => `${one} (${operationLabel(one)}): ${responded[one]?.reason ?? ""}`);
  const reasons = [
    ...new Set(clauses.filter(isOfWrongUrl).map(({ reason = "" }) => reason)),
    ...services,
    ...(whys.length === 0 ? [] : [`no usable response from ${whys.join("; ")}`]),
  ];
  return reasons.length === 0 ? undefined : reasons.join("; ");
}

export const exitCodeOf = ({ verdict }: Pick<RunResult, "verdict">) =>
  ({ conforms: 0, nonconforming: 1, incomplete: 2 })[verdict];

export function warningsIn({
  unspecified: open,
  warnings = [],
}: Pick<RunFacts, "unspecified" | "warnings">): readonly Warning[] {
  const observed = open
    .filter((entry) => entry.warning === true && entry.observed.length > 0)
    .map(({ id, statement, observed: values }): Warning => {
      const texts = values.map(({ value, count }) => `${oneLine(value, 100)} (${count}×)`);
      const curls = values.slice(0, 2).map(({ curl }) => curl);
      return { id, message: `${statement}: ${texts.join("; ")}`, curls };
    });
  return [...warnings, ...observed];
}

const warningKey = ({ id, endpoint, about }: Warning): string => JSON.stringify([id, endpoint, about]);
