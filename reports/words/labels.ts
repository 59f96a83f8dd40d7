import type { ClauseResult, Outcome } from "../../engine/model/clause-results.ts";
import { obstacleOf } from "../../engine/model/reason.ts";
import type { Endpoint, Service } from "../../schemas/operations.ts";
import { ENDPOINT_NAMES, operations, SERVICE_NAMES, SERVICE_WORDS } from "../../schemas/operations.ts";
import { summarize } from "../../engine/model/results.ts";
import { compareSections } from "../../schemas/contract-lines.ts";
import { countText, groupBy } from "../../engine/model/model.ts";

const OUTCOME_ORDER: readonly Outcome[] = ["failed", "known", "inconclusive", "notTested", "passed"];

/** Titles of the sections that clauses test, and of the parts of the contract, which are the titles of all other sections. */
const TITLES: Readonly<Record<string, string>> = {
  "1": "The services",
  "3": "States",
  "4": "Endpoints",
  "5": "Authentication",
  "7": "Errors",
  "8": "Limits",
  "9": "Versions",
  "2.1": "Common formats",
  "2.2": "Status summary record",
  "2.3": "Token record",
  "2.4": "Token balances record",
  "2.5": "Network fees record",
  "2.6": "Topic message record",
  "2.7": "Contract result record",
  "2.8": "Contract record",
  "2.9": "Verification records",
  "4.1": "Pages",
  "4.2": "Request for the status summary",
  "4.3": "Request for token balances",
  "4.4": "Request for tokens",
  "4.5": "Request for network fees",
  "4.6": "Request for a topic message",
  "4.7": "Request for a contract result",
  "4.8": "Request for a contract",
  "4.9": "Verification within a session",
  "4.10": "Direct verification",
  "7.1": "The body of an error",
  "7.2": "Parameter errors",
  "7.4": "Missing records",
};

export const serviceLabel = (service: Service): string =>
  SERVICE_WORDS[service].replace(/^./, (letter) => letter.toUpperCase());

export const outcomeLabel = (outcome: Outcome): string => (outcome === "notTested" ? "not tested" : outcome);

export const serviceOf = (endpoint: Endpoint): Service => operations[endpoint].service;

export const operationLabel = (endpoint: Endpoint): string =>
  `${operations[endpoint].method} ${operations[endpoint].path}`;

export const partOf = (section: string): string => section.split(".")[0] ?? section;

export const sectionLabel = (section: string): string =>
  TITLES[section] ?? TITLES[partOf(section)] ?? "Other";

/** Whether a clause neither passed nor failed. A known deviation counts as a failure. */
export const isNotChecked = ({ outcome }: Pick<ClauseResult, "outcome">): boolean =>
  outcome === "inconclusive" || outcome === "notTested";

/** A clause with a known deviation was tested, unless it is the clause on success: then no request to the endpoint succeeded. */
export const isTested = ({ outcome, aspect }: Pick<ClauseResult, "outcome" | "aspect">): boolean =>
  outcome === "known" ? aspect !== "success" : !isNotChecked({ outcome });

export function outcomesOf(clauses: readonly Pick<ClauseResult, "outcome">[]) {
  const summary = summarize(clauses);
  return OUTCOME_ORDER.map((outcome) => [outcome, summary[outcome]] as const).filter(([, size]) => size > 0);
}

export const tallyOf = (clauses: readonly Pick<ClauseResult, "outcome">[]): readonly string[] =>
  outcomesOf(clauses).map(([outcome, size]) => `${countText(size)} ${outcomeLabel(outcome)}`);

export const byService = (clauses: readonly ClauseResult[]) =>
  groupBy(clauses, ({ endpoint }) => serviceOf(endpoint), SERVICE_NAMES);

export const bySection = <T extends { readonly section: string }>(items: readonly T[]) =>
  groupBy(items, ({ section }) => section).toSorted(([a], [b]) => compareSections(a, b));

export const byEndpoint = <T extends { readonly endpoint: Endpoint }>(items: readonly T[]) =>
  groupBy(items, ({ endpoint }) => endpoint, ENDPOINT_NAMES);

/** Clauses by reason, the most frequent first. Reasons other than those about the user or the data are grouped by code (`isExample`). */
export const reasonsOf = (clauses: readonly ClauseResult[]) =>
  groupBy(clauses, ({ outcome, code, reason, consequenceOf }) => {
    const obstacle = code && obstacleOf(code);
    const isListed = consequenceOf === undefined && (obstacle === "user" || obstacle === "data");
    return JSON.stringify([outcome, isListed ? reason : code]);
  })
    .map(([, group]) => {
      const reasons = groupBy(group, ({ reason = "no reason given" }) => reason);
      const [[reason] = [""]] = reasons.toSorted(([, a], [, b]) => b.length - a.length);
      return { outcome: group[0].outcome, reason, isExample: reasons.length > 1, count: group.length };
    })
    .toSorted((a, b) => b.count - a.count);

/** A duration as text: 840 ms, 5.2 s, 3 min 20 s, 2 h 5 min. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
