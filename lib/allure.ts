/**
 * What Allure is told of a clause, where allure-vitest runs: labels, a parameter, a description and attachments. A
 * skipped test has its reason in the description, since the reporter drops the note of vitest.
 */
import { harmlessJson, manyLines, markdownBlock, markdownText, oneLine } from "../engine/secrets/escape.ts";
import type { ClauseInfo } from "../engine/clauses/catalogue.ts";
import type { ClauseResult, Reading, Violation } from "../engine/model/clause-results.ts";
import { tried } from "../engine/model/file-trouble.ts";
import { present } from "../engine/model/model.ts";
import type { RunResult } from "../engine/model/results.ts";
import type { Service } from "../engine/model/settings.ts";
import { MEMBERS } from "../engine/target/target.ts";
import { redactMessage } from "../engine/target/files/secrets.ts";
import { checkTarget, readTargetFile, type Environment } from "../engine/target/files/target-file.ts";
import type { RunOptions } from "../engine/target/options.ts";
import { allReadings } from "../engine/target/package-info.ts";
import { aligned, explainPlace, pointerText, reasonText, titleOf } from "../reports/words/explain.ts";
import {
  endpointLabel,
  operationLabel,
  outcomeLabel,
  partOf,
  sectionLabel,
  serviceLabel,
  serviceOf,
} from "../reports/words/labels.ts";
import { count, countOf } from "../reports/words/numbers.ts";
import { placeInfo } from "../schemas/places.ts";

/** The part of Allure's runtime that is used. Every copy of allure-js-commons in a process shares one. */
interface AllureRuntime {
  labels(...labels: readonly { readonly name: string; readonly value: string }[]): PromiseLike<void>;
  parameter(name: string, value: string): PromiseLike<void>;
  description(markdown: string): PromiseLike<void>;
  attachment(name: string, content: string, options: { readonly contentType: string }): PromiseLike<void>;
  step(name: string, body: () => PromiseLike<void>): PromiseLike<void>;
}

/** The runtime that the reporter of allure-vitest set up for this worker; undefined where it does not run. */
function allureRuntime(): AllureRuntime | undefined {
  const runtime: unknown = Reflect.get(globalThis, "allureTestRuntime");
  const own: unknown = typeof runtime === "function" ? Reflect.apply(runtime, undefined, []) : undefined;
  return isRuntime(own) ? own : undefined;
}

const isRuntime = (value: unknown): value is AllureRuntime =>
  typeof value === "object" &&
  value !== null &&
  ["labels", "parameter", "description", "attachment", "step"].every(
    (name) => typeof Reflect.get(value, name) === "function",
  );

const PLAIN = { contentType: "text/plain" } as const;
const JSON_TEXT = { contentType: "application/json" } as const;
/** Violations that are shown with their exchanges. */
const MOST_VIOLATIONS = 5;

/** Tells Allure of a clause, where its reporter runs; from inside the test. */
export interface TellAllure {
  place(info: ClauseInfo): Promise<void>;
  verdict(info: ClauseInfo, clause: ClauseResult): Promise<void>;
}

export function allureTeller(target: RunOptions | string, env: Environment = process.env): TellAllure {
  let urls: Urls | undefined;
  let readings: readonly Reading[] | undefined;
  return {
    place: async (info) => {
      const allure = allureRuntime();
      if (allure !== undefined) {
        urls ??= shownUrls(target, env);
        await placed(allure, info, urls);
      }
    },
    verdict: async (info, clause) => {
      const allure = allureRuntime();
      if (allure !== undefined) {
        readings ??= allReadings();
        await allure.description(descriptionOf(info, clause, readings));
        await attachAll(allure, clause);
      }
    },
  };
}

/** Tells Allure of the run as a whole. */
export async function tellAllureOfRun(result: RunResult): Promise<void> {
  const { verdict, reason, seed, level, requests, target } = result;
  const lines = [
    `verdict: ${verdict}${reason === undefined ? "" : `, ${reason}`}`,
    ...Object.values(target),
    `level ${level}, seed ${seed}, ${countOf(requests, "request")}`,
  ];
  const allure = allureRuntime();
  await allure?.labels({ name: "epic", value: "The run" });
  await allure?.description(lines.map((line) => `- ${markdownText(line)}`).join("\n"));
}

type Urls = Pick<RunOptions, (typeof MEMBERS)[Service]>;

/** The URLs of a target without secrets; none where it cannot be read, which the run itself tells. */
function shownUrls(target: RunOptions | string, env: Environment): Urls {
  const read = tried(() =>
    typeof target === "string" ? readTargetFile(target, env) : checkTarget(target, "the target", env),
  );
  const redact = redactMessage(read?.secrets ?? []);
  const urls = Object.values(MEMBERS).map((member) => {
    const url = read?.file[member];
    return [member, url && redact(url)] as const;
  });
  return present(Object.fromEntries(urls));
}

async function placed(allure: AllureRuntime, { endpoint, section }: ClauseInfo, urls: Urls): Promise<void> {
  const service = serviceOf(endpoint);
  await allure.labels(
    { name: "epic", value: serviceLabel(service) },
    { name: "feature", value: endpointLabel(endpoint) },
    { name: "story", value: `${section} ${sectionLabel(section)}` },
    { name: "severity", value: severityOf(section) },
  );
  // Two targets are not to be taken for two tries of one test.
  await allure.parameter("target", oneLine(urls[MEMBERS[service]] ?? "not given", 2_000));
}

async function attachAll(allure: AllureRuntime, clause: ClauseResult): Promise<void> {
  if (clause.reason !== undefined) {
    await allure.attachment("reason", reasonText(clause), PLAIN);
  }
  const shown = clause.violations.slice(0, MOST_VIOLATIONS);
  for (const violation of shown) {
    const attach = async (): Promise<void> => await attachExchange(allure, clause, violation);
    // One after another: steps that go on at once stand inside each other.
    await (shown.length === 1 ? attach() : allure.step(stepName(clause, violation), attach));
  }
}

const stepName = (clause: ClauseResult, violation: Violation): string =>
  `${titleOf(clause, violation)}, at ${pointerText(violation.pointer, 200)}`;

/** Markdown; what a service sent stands in it as text alone. */
function descriptionOf(info: ClauseInfo, clause: ClauseResult, all: readonly Reading[]): string {
  const { section, statement, endpoint, outcome, cases, violations } = clause;
  const [first] = violations;
  const why = outcome === "fail" && first !== undefined ? titleOf(clause, first) : reasonText(clause);
  const lines = [...new Set(info.cites.flatMap((place) => placeInfo(place)?.line ?? []))];
  const readings = all.filter(({ number }) => info.readings.includes(number));
  return [
    outcome === "pass" ? "" : `**${outcomeLabel(outcome)}**: ${markdownText(why)}`,
    `${markdownText(statement)}.`,
    `- section ${section} (${sectionLabel(section)})${lines.length === 0 ? "" : `, ${linesText(lines)} of the document`}`,
    `- \`${operationLabel(endpoint)}\``,
    ...(cases === 0 ? [] : [`- tested in ${casesText(clause)}`]),
    ...readings.map(({ number, title }) => `- reading ${number}: ${markdownText(title)}`),
    clause.sample === undefined
      ? ""
      : `One of the requests:\n\n${markdownBlock(manyLines(clause.sample, 2_000))}`,
  ]
    .join("\n\n")
    .replaceAll(/\n{2}(?=- )/g, "\n")
    .replace("\n- ", "\n\n- ")
    .trim();
}

const linesText = (lines: readonly number[]): string =>
  `${lines.length === 1 ? "line" : "lines"} ${lines.toSorted((a, b) => a - b).join(", ")}`;

function casesText({ cases, field }: ClauseResult): string {
  const seen =
    field === undefined
      ? ""
      : `, in ${countOf(field.seen, "record")} (null in ${count(field.null)}, not null in ${count(field.notNull)})`;
  return `${countOf(cases, "case")}${seen}`;
}

/** The exchange of a violation, cut and without secrets, as the result has it. */
async function attachExchange(
  allure: AllureRuntime,
  clause: ClauseResult,
  violation: Violation,
): Promise<void> {
  const { curl, request, response } = violation;
  const place = aligned(explainPlace(clause, violation), "").join("\n");
  await allure.attachment("expected beside actual", place, PLAIN);
  await allure.attachment("curl", manyLines(curl), PLAIN);
  await allure.attachment("request", requestText(request), PLAIN);
  await allure.attachment("answer", headText(String(response.status), response.headers), PLAIN);
  if (response.body !== "") {
    const isJson = typeof tried((): unknown => JSON.parse(response.body)) === "object";
    const content = isJson ? harmlessJson(response.body) : manyLines(response.body);
    await allure.attachment("body of the response", content, isJson ? JSON_TEXT : PLAIN);
  }
}

const requestText = ({ method, url, headers, body }: Violation["request"]): string =>
  [
    headText(`${method} ${oneLine(url, 2_000)}`, headers),
    ...(body === null ? [] : ["", manyLines(body)]),
  ].join("\n");

const headText = (first: string, headers: Readonly<Record<string, string>>): string =>
  [first, ...Object.entries(headers).map(([name, value]) => oneLine(`${name}: ${value}`, 2_000))].join("\n");

/** What a broken clause does, by section or part: the wire and the shape of records break every client. */
const SEVERITIES: Readonly<Record<string, "critical" | "minor">> = {
  "1": "critical",
  "2": "critical",
  "4.1": "critical",
  "6": "minor",
  "9": "minor",
};

const severityOf = (section: string) => SEVERITIES[section] ?? SEVERITIES[partOf(section)] ?? "normal";
