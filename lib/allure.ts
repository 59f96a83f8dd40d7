import { manyLines, markdownText, oneLine, UNCUT } from "../engine/secrets/escape.ts";
import type { ClauseInfo } from "../engine/clauses/catalogue.ts";
import type { ClauseResult, ReportedViolation } from "../engine/model/clause-results.ts";
import type { Settings } from "../engine/model/settings.ts";
import { createRedact } from "../engine/secrets/redact.ts";
import { TARGET_MEMBERS } from "../engine/target/target.ts";
import { shownTarget } from "../reports/reading/assemble.ts";
import { aligned, curlsOf, placeLines, outcomeText } from "../reports/words/explain.ts";
import { operationLabel, sectionLabel, serviceLabel, serviceOf } from "../reports/words/labels.ts";
import { countOf } from "../engine/model/model.ts";

/** The used part of Allure's runtime, which all copies of allure-js-commons in a process share. */
interface AllureRuntime {
  labels(...labels: readonly { readonly name: string; readonly value: string }[]): PromiseLike<void>;
  parameter(name: string, value: string): PromiseLike<void>;
  description(markdown: string): PromiseLike<void>;
  attachment(name: string, content: string, options: { readonly contentType: string }): PromiseLike<void>;
}

/** The runtime that the reporter of allure-vitest installed in this worker; undefined if it does not run. */
function allureRuntime(): AllureRuntime | undefined {
  const runtime: unknown = Reflect.get(globalThis, "allureTestRuntime");
  const instance: unknown = typeof runtime === "function" ? Reflect.apply(runtime, undefined, []) : undefined;
  return isRuntime(instance) ? instance : undefined;
}

const isRuntime = (value: unknown): value is AllureRuntime =>
  typeof value === "object" &&
  value !== null &&
  ["labels", "parameter", "description", "attachment"].every(
    (name) => typeof Reflect.get(value, name) === "function",
  );

export type AllureReporter = ReturnType<typeof createAllureReporter>;

/** Creates functions that report to Allure the test in which they are called. Without the reporter they do nothing. */
export function createAllureReporter({ target, secrets }: Settings) {
  const urls = shownTarget(target.urls, createRedact(secrets));
  // Without this parameter, Allure would treat the tests of two targets as retries of one test.
  const addTarget = async (allure: AllureRuntime | undefined, url: string): Promise<void> =>
    await allure?.parameter("target", oneLine(url, 2_000));
  return {
    place: async ({ endpoint, section }: ClauseInfo): Promise<void> => {
      const service = serviceOf(endpoint);
      const allure = allureRuntime();
      await allure?.labels(
        { name: "epic", value: serviceLabel(service) },
        { name: "feature", value: endpoint },
        { name: "story", value: `${section} ${sectionLabel(section)}` },
      );
      await addTarget(allure, urls[TARGET_MEMBERS[service]] ?? "not given");
    },
    run: async (): Promise<void> => {
      const allure = allureRuntime();
      await allure?.labels({ name: "epic", value: "The run" });
      await addTarget(allure, Object.values(urls).join(" "));
    },
    verdict: async (clause: ClauseResult): Promise<void> => {
      const allure = allureRuntime();
      const [first] = clause.violations;
      await allure?.description(descriptionOf(clause));
      // One after another: Allure nests steps that run at the same time.
      for (const [name, text] of first === undefined ? [] : allureExchange(clause, first)) {
        await allure?.attachment(name, text, { contentType: "text/plain" });
      }
    },
  };
}

/** The description in Markdown, in which texts of the service are escaped. */
function descriptionOf(clause: ClauseResult): string {
  const { section, statement, endpoint, outcome, cases } = clause;
  // Allure shows the error of a failed test, but not the note of a skipped test, which has its reason.
  const isSkipped = outcome !== "passed" && outcome !== "failed";
  return [
    ...(isSkipped ? [`**${markdownText(outcomeText(clause))}**`] : []),
    `${markdownText(statement)}.`,
    `Section ${section} (${sectionLabel(section)}), \`${operationLabel(endpoint)}\`, ${countOf(cases, "case")}.`,
  ].join("\n\n");
}

function allureExchange(clause: ClauseResult, violation: ReportedViolation) {
  const { request, response } = violation;
  return [
    ["expected and actual", aligned(placeLines(clause, violation), "").join("\n")],
    ["curl", manyLines(curlsOf(violation).join("\n"), UNCUT)],
    ["request", messageText(`${request.method} ${request.url}`, request.headers, request.body ?? "")],
    ["response", messageText(String(response.status), response.headers, response.body)],
  ] as const;
}

function messageText(first: string, headers: Readonly<Record<string, string>>, body: string): string {
  const head = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return [...head.map((line) => oneLine(line, 2_000)), "", manyLines(body)].join("\n");
}
