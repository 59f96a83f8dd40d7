import { usualRequests } from "../../engine/model/plan.ts";
import { sentAgainText, type RunResult } from "../../engine/model/results.ts";
import { type Endpoint, nextLevel } from "../../engine/model/settings.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { TARGET_MEMBERS } from "../../engine/target/target.ts";
import { SERVICE_NAMES, SERVICE_WORDS } from "../../schemas/operations.ts";
import { causeCount, causesOf } from "../reading/causes.ts";
import { idList } from "./explain.ts";
import { byEndpoint, duration, isTested, serviceLabel, tallyOf } from "./labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";

/** The verdict in words. Conformance is relative: to the level, and to the clauses that could be tested. */
export function verdictText({
  verdict,
  clauses,
  warnings,
  level,
  files,
}: Pick<RunResult, "verdict" | "clauses" | "warnings" | "level" | "files">): string {
  const tested = clauses.filter(isTested).length;
  const part =
    tested === clauses.length
      ? ""
      : ` as far as tested: ${countText(tested)} of ${countOf(clauses.length, "clause")}`;
  const depth = files === undefined ? ` at level ${level}` : "";
  const also = warnings.length === 0 ? "" : `, with ${countOf(warnings.length, "warning")}`;
  return {
    conforms: `conforms${part}${depth}${also}`,
    nonconforming: `does not conform`,
    incomplete: "incomplete",
  }[verdict];
}

/** How to test more than a run that conforms; undefined if no level sends more requests to the tested endpoints. */
export function higherLevelText({ verdict, level, files, clauses }: RunResult): string | undefined {
  const next = nextLevel(level);
  if (next === undefined || verdict !== "conforms" || files !== undefined) {
    return undefined;
  }
  const sent = ([of]: readonly [Endpoint, unknown]) => [usualRequests(of, level), usualRequests(of, next)];
  const [now = 0, then = 0] = byEndpoint(clauses)
    .map(sent)
    .reduce(([a = 0, b = 0], [c = 0, d = 0]) => [a + c, b + d], []);
  const factor = Math.round(then / Math.max(1, now));
  return factor > 1 ? `--level ${next} tests more, with about ${factor} times the requests` : undefined;
}

/** The services that were not tested because no URL is given, with the options that give one; undefined if there are none. */
export function notGiven({ target, files }: Pick<RunResult, "target" | "files">): string | undefined {
  const services = files === undefined ? SERVICE_NAMES : [];
  const lacking = services.filter((service) => target[TARGET_MEMBERS[service]] === undefined);
  const named = lacking.map((service) => `${SERVICE_WORDS[service]} (--${service}-url)`);
  return named.length === 0 ? undefined : named.join(", ");
}

/** The subject of the verdict, if it is not the service of a user. */
export const ofReference = ({ embedded }: Pick<RunResult, "embedded">): string =>
  embedded === true ? " of the embedded reference" : "";

export const runTitle = (result: RunResult): string =>
  `Conformance${ofReference(result)}: ${verdictText(result)}`;

/** One line with the verdict, the number of clauses by outcome and of causes, and the reason if no clause shows it. */
export function verdictLine(result: RunResult): string {
  const why = because(result);
  const causes = causesOf(result);
  const sentences = [
    `${runTitle(result)} (${tallyOf(result.clauses).join(", ")}).`,
    ...(causes.length === result.summary.failed ? [] : [`The failed clauses have ${causeCount(causes)}.`]),
    ...(why === undefined ? [] : [why.replace(/\.?$/, ".")]),
  ];
  return sentences.join(" ");
}

/** The reason that no clause shows: why a run is incomplete, or why a strict run fails. */
export function because({ verdict, reason, summary }: RunResult): string | undefined {
  if (verdict === "nonconforming" && summary.failed === 0) {
    const inconclusive = `${countOf(summary.inconclusive, "clause")} could not be decided`;
    return `No clause failed, but ${oneLine(reason ?? inconclusive)}, and the run is strict.`;
  }
  return reason && `Reason: ${oneLine(reason)}`;
}

/** The title of a page: the verdict, the target and the time. */
export function pageTitle(result: RunResult): string {
  const { baseUrl, verifyUrl, statusUrl } = result.target;
  const what = [baseUrl ?? verifyUrl ?? statusUrl ?? "", utcOf(result)].filter((text) => text !== "");
  return `${runTitle(result)} · ${oneLine(what.join(" · "), 200)}`;
}

export const utcOf = ({ startedAt }: RunResult): string =>
  `${oneLine(startedAt).slice(0, 19).replace("T", " ")} UTC`;

/** The number of requests and the duration of a run. */
export const costOf = ({ requests, durationMs, files }: RunResult): string =>
  `${countOf(requests, files === undefined ? "request" : "recorded response")} in ${duration(durationMs)}`;

/** How many requests were sent again, after which responses and at which endpoints; undefined if none was. */
export const sentAgainLine = ({ sentAgain, requests }: Pick<RunResult, "sentAgain" | "requests">) =>
  sentAgain.length === 0
    ? undefined
    : `${countText(sentAgain.reduce((sum, one) => sum + one.requests, 0))} of ${countOf(requests, "request")}: ${oneLine(sentAgainText(sentAgain))}`;

/** The files with recorded responses; undefined if a target was tested. */
export const filesNote = ({ files }: Pick<RunResult, "files">): string | undefined =>
  files && `${countOf(files.length, "file")}: ${idList(files.map(({ file }) => oneLine(file, 120)))}`;

/** The target, time, settings and version of a run, as names and harmless values. Settings without effect on the run are left out. */
export function runHeaderFacts(result: RunResult): readonly (readonly [name: string, value: string])[] {
  const { target, level, seed, files, suite, strict, embedded } = result;
  const sent = files === undefined;
  const facts = [
    ["Service", embedded === true ? "the embedded reference" : undefined],
    ...SERVICE_NAMES.map((service) => [serviceLabel(service), target[TARGET_MEMBERS[service]]] as const),
    ["No URL", notGiven(result)],
    ["Date", utcOf(result)],
    ["Level", sent ? `${level}${strict === true ? ", strict" : ""}` : undefined],
    ["Seed", sent ? String(seed) : undefined],
    [sent ? "Sent" : "From", filesNote(result) ?? costOf(result)],
    ["Sent again", sentAgainLine(result)],
    [
      "Suite",
      `${suite.version}, contract ${suite.contract.slice(0, 12)}, interpretations ${suite.interpretations}`,
    ],
  ] as const;
  return facts.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, oneLine(value, 2_000)] as const],
  );
}
