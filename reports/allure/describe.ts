import type { Status } from "allure-js-commons";
import type { SampleExchange } from "../../engine/evidence/violation.ts";
import type { ClauseResult, Outcome, Violation } from "../../engine/model/clause-results.ts";
import { tried } from "../../engine/model/file-trouble.ts";
import { harmlessJson, manyLines, markdownText, oneLine } from "../../engine/model/escape.ts";
import { explainAll, outcomeText, reasonText } from "../words/explain.ts";
import {
  endpointLabel,
  operationLabel,
  outcomeLabel,
  partOf,
  sectionLabel,
  serviceLabel,
  serviceOf,
} from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { allureUuid, clauseLink } from "./ids.ts";
import { WAY_BACK } from "./way-back.ts";

/** Text that is shown beside a step; never by the content type that a service gave it. */
export interface AllureAttachment {
  readonly name: string;
  readonly contentType: "text/plain" | "application/json";
  readonly content: string;
}

export type AllureStatus = `${Status}`;

/** A violation with its exchanges, or one exchange. */
export interface AllureStep {
  readonly name: string;
  readonly status: AllureStatus;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
  readonly attachments: readonly AllureAttachment[];
  readonly steps: readonly AllureStep[];
}

export type AllureHead = ReturnType<typeof headOf>;

/** What Allure is told of a clause. */
export interface AllureTest {
  readonly head: AllureHead;
  readonly steps: readonly AllureStep[];
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const MOST_VIOLATIONS = 10;
const LONGEST_BODY = 8_000;
const NOTHING = { parameters: [], attachments: [], steps: [] };

/** A known deviation is a failure that Allure is told to accept. */
const STATUSES: Readonly<Record<Outcome, AllureStatus>> = {
  pass: "passed",
  fail: "failed",
  known: "failed",
  inconclusive: "skipped",
  notExercised: "skipped",
};

/**
 * A clause as a test of Allure: its service as epic, its endpoint as feature, its section as story; every exchange
 * that shows what is broken as a step. A clause that was kept has one exchange, where it is still at hand.
 */
export const describeClause = (clause: ClauseResult, sample?: SampleExchange): AllureTest => ({
  head: headOf(clause),
  steps: stepsOf(clause, sample),
});

function headOf(clause: ClauseResult) {
  const { id, endpoint, section, statement, outcome, cause } = clause;
  const place = {
    epic: serviceLabel(serviceOf(endpoint)),
    feature: endpointLabel(endpoint),
    story: `${section} ${sectionLabel(section)}`,
  };
  const labels = [
    ...Object.entries({ ...place, severity: severityOf(section), tag: outcomeLabel(outcome) }),
    ...(cause === undefined || outcome === "fail" ? [] : [["tag", `cause: ${cause}`] as const]),
  ];
  return {
    uuid: allureUuid(id),
    clause: id,
    name: oneLine(`${id} ${statement}`),
    description: descriptionOf(clause),
    titlePath: Object.values(place),
    status: cause === "suite" ? "broken" : STATUSES[outcome],
    details: detailsOf(clause),
    labels: labels.map(([name, value]) => ({ name, value })),
    links: [{ name: oneLine(`${id} ${WAY_BACK}`), url: clauseLink(id), type: "report" }],
  };
}

/** Words of the suite alone. */
function descriptionOf({ endpoint, cases, field, section }: ClauseResult): string {
  const seen =
    field === undefined
      ? ""
      : `, in ${countOf(field.seen, "record")} (null in ${count(field.null)}, not null in ${count(field.notNull)})`;
  const judged = `Judged in ${countOf(cases, "case")}${seen}.`;
  return markdownText(`Section ${section}. ${operationLabel(endpoint)}. ${judged}`);
}

function detailsOf(clause: ClauseResult) {
  const [first] = clause.violations;
  if (clause.outcome === "pass") {
    return undefined;
  }
  return first === undefined
    ? { message: outcomeText(clause), trace: "", expected: "", actual: "" }
    : {
        message: [reasonText(clause), explainAll({ ...clause, violations: [first] }, 1)].join("\n"),
        trace: explainAll(clause, MOST_VIOLATIONS),
        expected: oneLine(first.expected),
        actual: oneLine(first.actual),
      };
}

function stepsOf(clause: ClauseResult, sample: SampleExchange | undefined): readonly AllureStep[] {
  if (clause.violations.length > 0) {
    return clause.violations.slice(0, MOST_VIOLATIONS).map(violationStep);
  }
  const request = sample?.curl ?? clause.sample;
  return request === undefined ? [] : [keptStep(request, sample)];
}

/** An exchange without files of its own: most clauses are kept, and each file costs a run a millisecond. */
function keptStep(request: string, sample: SampleExchange | undefined): AllureStep {
  const answer =
    sample === undefined ? [] : [{ name: "answer", value: oneLine(`${sample.status} ${sample.body}`, 200) }];
  const parameters = [{ name: "request", value: oneLine(request, 2_000) }, ...answer];
  return { ...NOTHING, name: "an exchange in which it was kept", status: "passed", parameters };
}

function violationStep(violation: Violation): AllureStep {
  const { message, pointer, curl, response, exchanges = [] } = violation;
  const breaking = exchangeStep("breaks the clause", "failed", curl, response);
  const steps = exchanges.map(({ breaks, beside, number, ...other }) =>
    breaks === true
      ? { ...breaking, name: `exchange ${number} ${breaking.name}` }
      : exchangeStep(
          `exchange ${number}${beside === true ? ", seen together with it" : ""}`,
          "passed",
          other.curl,
          other,
        ),
  );
  const place = pointer === "" ? "" : ` at ${pointer}`;
  return {
    ...NOTHING,
    name: oneLine(`${message}${place}`, 300),
    status: "failed",
    steps: steps.length === 0 ? [breaking] : steps,
  };
}

/** An exchange: its request as a curl line, and the answer as far as it was kept. */
function exchangeStep(name: string, status: AllureStatus, curl: string, answer: Answer): AllureStep {
  const attachments = [plain("request", manyLines(curl, LONGEST_BODY)), ...answered(answer)];
  return { ...NOTHING, name: `${name}: answered ${answer.status}`, status, attachments };
}

const plain = (name: string, content: string): AllureAttachment => ({
  name,
  contentType: "text/plain",
  content,
});

function answered({ body, headers = {} }: Answer): readonly AllureAttachment[] {
  const fields = Object.entries(headers).map(([name, value]) => oneLine(`${name}: ${value}`, 2_000));
  return [
    ...(fields.length === 0 ? [] : [plain("header fields", fields.join("\n"))]),
    ...(body === "" ? [] : [bodyOf(body)]),
  ];
}

const bodyOf = (body: string): AllureAttachment =>
  typeof tried((): unknown => JSON.parse(body)) === "object"
    ? { name: "body", contentType: "application/json", content: harmlessJson(body) }
    : plain("body", manyLines(body, LONGEST_BODY));

/** What a broken clause does, by section or part: the wire and the shape of records break every client. */
const SEVERITIES: Readonly<Record<string, "critical" | "minor">> = {
  "1": "critical",
  "2": "critical",
  "4.1": "critical",
  "6": "minor",
  "9": "minor",
};

export const severityOf = (section: string) => SEVERITIES[section] ?? SEVERITIES[partOf(section)] ?? "normal";
