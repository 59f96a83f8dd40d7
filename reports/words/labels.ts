import type { Outcome } from "../../engine/model/clause-results.ts";
import type { Endpoint, Service } from "../../engine/model/settings.ts";
import { operations, SERVICE_WORDS } from "../../schemas/operations.ts";

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  pass: "passed",
  fail: "failed",
  known: "known",
  inconclusive: "inconclusive",
  notExercised: "not tested",
};

/** Outcomes in the order in which a reader asks for them. */
export const OUTCOME_ORDER: readonly Outcome[] = ["fail", "known", "inconclusive", "notExercised", "pass"];

/** Short titles of parts and sections, in our own words. */
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
  "4.9": "Verifying within a session",
  "4.10": "Verifying directly",
  "4.11": "Details of verification",
  "7.1": "The body of an error",
  "7.2": "Parameter errors",
  "7.3": "Transaction id errors",
  "7.4": "Missing records",
  "7.5": "Signature files",
  "7.6": "Where parameter errors are shown",
  "7.7": "Status codes of errors",
  "7.8": "Errors of contracts and verification",
};

export const serviceNames = (services: readonly Service[]): string =>
  services.map((service) => SERVICE_WORDS[service]).join(" and ");

export const serviceLabel = (service: Service): string =>
  SERVICE_WORDS[service].replace(/^./, (letter) => letter.toUpperCase());

export const outcomeLabel = (outcome: Outcome): string => OUTCOMES[outcome];

export const serviceOf = (endpoint: Endpoint): Service => operations[endpoint].service;

/** The operation as it is requested, such as `GET /api/v1/tokens`. */
export const operationLabel = (endpoint: Endpoint): string =>
  `${operations[endpoint].method} ${operations[endpoint].path}`;

/** The part that a section belongs to: `4` of `4.10`. */
export const partOf = (section: string): string => section.split(".")[0] ?? section;

export const sectionLabel = (section: string): string =>
  TITLES[section] ?? TITLES[partOf(section)] ?? "Other";
