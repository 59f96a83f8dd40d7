// Adds labels, a parameter, a description and attachments to the tests of clauses if the reporter of allure-vitest runs. The
// description of a skipped test contains its reason, because the reporter omits the note of vitest.
import { manyLines, markdownText, oneLine, UNCUT } from "../engine/secrets/escape.ts";
import type { ClauseInfo } from "../engine/clauses/catalogue.ts";
import type { ClauseResult, ReportedViolation } from "../engine/model/clause-results.ts";
import { tryOrUndefined } from "../engine/model/cannot-run.ts";
import { TARGET_MEMBERS } from "../engine/target/target.ts";
import type { Environment } from "../engine/target/files/target-file.ts";
import { checkTarget, readTargetFile, redactMessage } from "../engine/target/files/target-file.ts";
import type { TargetOptions } from "../engine/target/resolve.ts";
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

/** Creates functions that report a clause to Allure. Call them inside the test of the clause; they do nothing without the reporter. */
export const createAllureReporter = (target: TargetOptions | string, env: Environment = process.env) => ({
  place: async ({ endpoint, section }: ClauseInfo): Promise<void> => {
    const service = serviceOf(endpoint);
    const allure = allureRuntime();
    await allure?.labels(
      { name: "epic", value: serviceLabel(service) },
      { name: "feature", value: endpoint },
      { name: "story", value: `${section} ${sectionLabel(section)}` },
    );
    // Without this parameter, Allure would treat the tests of two targets as retries of one test.
    await allure?.parameter("target", oneLine(allureUrl(target, TARGET_MEMBERS[service], env), 2_000));
  },
  /** Labels the test of the whole run. */
  run: async (): Promise<void> => {
    const allure = allureRuntime();
    await allure?.labels({ name: "epic", value: "The run" });
    const urls = Object.values(TARGET_MEMBERS).map((member) => allureUrl(target, member, env));
    await allure?.parameter("target", oneLine(urls.filter((url) => url !== NONE).join(" "), 2_000));
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
});

const NONE = "not given";

/** A URL of a target without secrets; {@link NONE} if the target cannot be read, which the run itself reports. */
function allureUrl(
  target: TargetOptions | string,
  member: "statusUrl" | "baseUrl" | "verifyUrl",
  env: Environment,
): string {
  const read = tryOrUndefined(() =>
    typeof target === "string" ? readTargetFile(target, env) : checkTarget(target, "the target", env),
  );
  return redactMessage(read?.secrets ?? [])(read?.file[member] ?? NONE);
}

/** The description in Markdown. Texts of the service are escaped. */
function descriptionOf(clause: ClauseResult): string {
  const { section, statement, endpoint, outcome, cases } = clause;
  // Allure shows the error of a failed test above the description.
  const isSkipped = outcome !== "passed" && outcome !== "failed";
  return [
    ...(isSkipped ? [`**${markdownText(outcomeText(clause))}**`] : []),
    `${markdownText(statement)}.`,
    `Section ${section} (${sectionLabel(section)}), \`${operationLabel(endpoint)}\`, ${countOf(cases, "case")}.`,
  ].join("\n\n");
}

/** The exchange of a violation as in the result: truncated, and without secrets. */
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
