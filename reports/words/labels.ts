import type { ClauseResult, Outcome } from "../../engine/model/clause-results.ts";
import { obstacleOf } from "../../engine/model/reason.ts";
import type { Endpoint, Service } from "../../schemas/operations.ts";
import { ENDPOINT_NAMES, operations, SERVICE_NAMES, SERVICE_WORDS } from "../../schemas/operations.ts";
import { summarize } from "../../engine/model/results.ts";
import { compareSections } from "../../schemas/contract-lines.ts";
import { countText, groupBy } from "../../engine/model/model.ts";

const OUTCOME_ORDER: readonly Outcome[] = ["failed", "known", "inconclusive", "notTested", "passed"];

/** Short titles for parts and sections of the contract, which reports show. */
const TITLES: Readonly<Record<string, string>> = {
  "1": "The services",
  "2": "Records",
  "3": "States",
  "4": "Endpoints",
  "5": "Authentication",
  "6": "Events",
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
  "4.11": "Details of verification",
  "7.1": "The body of an error",
  "7.2": "Parameter errors",
  "7.3": "Transaction id errors",
  "7.4": "Missing records",
  "7.5": "Signature files",
  "7.6": "Endpoints with parameter errors",
  "7.7": "Status codes of errors",
  "7.8": "Errors of contracts and verification",
};

export const serviceLabel = (service: Service): string =>
  SERVICE_WORDS[service].replace(/^./, (letter) => letter.toUpperCase());

export const outcomeLabel = (outcome: Outcome): string => (outcome === "notTested" ? "not tested" : outcome);

export const serviceOf = (endpoint: Endpoint): Service => operations[endpoint].service;

/** The operation as it is requested, such as `GET /api/v1/tokens`. */
export const operationLabel = (endpoint: Endpoint): string =>
  `${operations[endpoint].method} ${operations[endpoint].path}`;

/** The part that a section belongs to: `4` of `4.10`. */
export const partOf = (section: string): string => section.split(".")[0] ?? section;

export const sectionLabel = (section: string): string =>
  TITLES[section] ?? TITLES[partOf(section)] ?? "Other";

/** Whether a clause neither passed nor failed. A known deviation counts as a failure. */
export const isNotChecked = ({ outcome }: Pick<ClauseResult, "outcome">): boolean =>
  outcome === "inconclusive" || outcome === "notTested";

/** Whether the clause was tested. A known deviation counts, except of the clause on success: then no request to the endpoint succeeded. */
export const isTested = ({ outcome, aspect }: Pick<ClauseResult, "outcome" | "aspect">): boolean =>
  outcome === "known" ? aspect !== "success" : !isNotChecked({ outcome });

/** Each outcome that occurs, with its number of clauses, in the order of their importance to a reader. */
export function outcomesOf(clauses: readonly Pick<ClauseResult, "outcome">[]) {
  const summary = summarize(clauses);
  return OUTCOME_ORDER.map((outcome) => [outcome, summary[outcome]] as const).filter(([, size]) => size > 0);
}

/** A tally in words, a part for each outcome: `1 failed`, `2 not tested`, `3 passed`. */
export const tallyOf = (clauses: readonly Pick<ClauseResult, "outcome">[]): readonly string[] =>
  outcomesOf(clauses).map(([outcome, size]) => `${countText(size)} ${outcomeLabel(outcome)}`);

export const byService = (clauses: readonly ClauseResult[]) =>
  groupBy(clauses, ({ endpoint }) => serviceOf(endpoint), SERVICE_NAMES);

export const bySection = <T extends { readonly section: string }>(items: readonly T[]) =>
  groupBy(items, ({ section }) => section).toSorted(([a], [b]) => compareSections(a, b));

export const byEndpoint = <T extends { readonly endpoint: Endpoint }>(items: readonly T[]) =>
  groupBy(items, ({ endpoint }) => endpoint, ENDPOINT_NAMES);

/** Clauses by reason, the most frequent first. Reasons that are not about the user or the data are grouped by code, with an example. */
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

/** A duration as text: 840 ms, 5.2 s, 3 min 20 s. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (milliseconds < 60_000) {
    return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
  }
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
