import { usualRequests } from "../../engine/model/plan.ts";
import { sentAgainText, type RunResult } from "../../engine/model/results.ts";
import { type Level, nextLevel } from "../../engine/model/settings.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { TARGET_MEMBERS } from "../../engine/target/target.ts";
import { SERVICE_NAMES, SERVICE_WORDS } from "../../schemas/operations.ts";
import { causesOf } from "../reading/causes.ts";
import { causeCount, nameList } from "./explain.ts";
import { byEndpoint, duration, isTested, serviceLabel, tallyOf } from "./labels.ts";
import { countText, countOf } from "../../engine/model/model.ts";

export function verdictText({ verdict, clauses, warnings, level, files }: RunResult): string {
  const tested = clauses.filter(isTested).length;
  const all = countOf(clauses.length, "clause");
  const part = tested === clauses.length ? "" : ` as far as tested: ${countText(tested)} of ${all}`;
  const depth = files === undefined ? ` at level ${level}` : "";
  const also = warnings.length === 0 ? "" : `, with ${countOf(warnings.length, "warning")}`;
  return {
    conforms: `conforms${part}${depth}${also}`,
    nonconforming: "does not conform",
    incomplete: "incomplete",
  }[verdict];
}

export const VERDICT_SIGNS = { conforms: "✔", nonconforming: "✘", incomplete: "!" } as const;

/** The advice to use a higher level, after a run that conforms; undefined if no level sends more requests to the tested endpoints. */
export function higherLevelText({ verdict, level, files, clauses }: RunResult): string | undefined {
  const next = nextLevel(level);
  if (next === undefined || verdict !== "conforms" || files !== undefined) return undefined;
  const requestsAt = (one: Level): number =>
    byEndpoint(clauses).reduce((sum, [endpoint]) => sum + usualRequests(endpoint, one), 0);
  const factor = Math.round(requestsAt(next) / Math.max(1, requestsAt(level)));
  return factor > 1 ? `--level ${next} tests more, with about ${factor} times the requests` : undefined;
}

export const ofReference = ({ embedded }: Pick<RunResult, "embedded">): string =>
  embedded === true ? " of the embedded reference" : "";

export const runTitle = (result: RunResult): string =>
  `Conformance${ofReference(result)}: ${verdictText(result)}`;

export function verdictLine(result: RunResult): string {
  const why = verdictReason(result);
  const causes = causesOf(result);
  const sentences = [
    `${runTitle(result)} (${tallyOf(result.clauses).join(", ")}).`,
    ...(causes.length === result.summary.failed ? [] : [`The failed clauses have ${causeCount(causes)}.`]),
    ...(why === undefined ? [] : [why.replace(/\.?$/, ".")]),
  ];
  return sentences.join(" ");
}

/** Why a run is incomplete, or why a strict run fails without a failed clause; undefined if the clauses show the reason. */
export function verdictReason({ verdict, reason, summary }: RunResult): string | undefined {
  if (verdict === "nonconforming" && summary.failed === 0) {
    const inconclusive = `${countOf(summary.inconclusive, "clause")} could not be checked`;
    return `No clause failed, but ${oneLine(reason ?? inconclusive)}, and the run is strict.`;
  }
  return reason && `Reason: ${oneLine(reason)}`;
}

export function pageTitle(result: RunResult): string {
  const { baseUrl, verifyUrl, statusUrl } = result.target;
  const what = [baseUrl ?? verifyUrl ?? statusUrl ?? "", utcOf(result)].filter((text) => text !== "");
  return `${runTitle(result)} · ${oneLine(what.join(" · "), 200)}`;
}

export const utcOf = ({ startedAt }: RunResult): string =>
  `${oneLine(startedAt).slice(0, 19).replace("T", " ")} UTC`;

export function requestsAndTime({ requests, durationMs, files }: RunResult): string {
  const exchanges = files?.reduce((sum, file) => sum + file.exchanges, 0);
  const count =
    exchanges === undefined ? countOf(requests, "request") : countOf(exchanges, "recorded exchange");
  return `${count} in ${duration(durationMs)}`;
}

/** The target, time, settings and version of a run; after `validate`, without level, seed and requests. The values are escaped for a terminal. */
export function runHeaderFacts(result: RunResult): readonly (readonly [name: string, value: string])[] {
  const { target, level, seed, files, suite, strict, embedded, requests, sentAgain } = result;
  const isSent = files === undefined;
  const urls = SERVICE_NAMES.map((service) => [service, target[TARGET_MEMBERS[service]]] as const);
  const lacking = urls.flatMap(([service, url]) =>
    isSent && url === undefined ? [`${SERVICE_WORDS[service]} (--${service}-url)`] : [],
  );
  const again = sentAgain.reduce((sum, one) => sum + one.requests, 0);
  const facts: readonly (readonly [string, string | false | undefined])[] = [
    ["Service", embedded === true && "the embedded reference"],
    ...urls.map(([service, url]) => [serviceLabel(service), url] as const),
    ["No URL", lacking.join(", ")],
    ["Date", utcOf(result)],
    ["Level", isSent && `${level}${strict === true ? ", strict" : ""}`],
    ["Seed", isSent && String(seed)],
    ["Sent", isSent && requestsAndTime(result)],
    [
      "From",
      files && `${countOf(files.length, "file")}: ${nameList(files.map(({ file }) => oneLine(file, 120)))}`,
    ],
    [
      "Sent again",
      again > 0 && `${countText(again)} of ${countOf(requests, "request")}: ${sentAgainText(sentAgain)}`,
    ],
    [
      "Suite",
      `${suite.version}, contract ${suite.contract.slice(0, 12)}, version ${suite.interpretations} of the interpretations`,
    ],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, oneLine(value, 2_000)] as const] : []));
}
