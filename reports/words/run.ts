import type { RunResult } from "../../engine/model/results.ts";
import { ENDPOINT_NAMES, type Endpoint } from "../../schemas/operations.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { idList } from "./explain.ts";
import { endpointLabel, serviceLabel } from "./labels.ts";
import { count, countOf, duration, inSeconds } from "./numbers.ts";
import { tallyOf } from "./tally.ts";

/** The verdict in words; that a service conforms is said of no more than was judged. */
export function verdictText(
  { verdict, summary }: Pick<RunResult, "verdict" | "summary">,
  number: "one" | "many" = "one",
): string {
  const { judged, all } = tallyOf(summary);
  const [does, conforms] = number === "one" ? ["does", "conforms"] : ["do", "conform"];
  const part = judged === all ? "" : ` as far as judged: ${count(judged)} of ${countOf(all, "clause")}`;
  return { conforms: conforms + part, nonconforming: `${does} not conform`, incomplete: "incomplete" }[
    verdict
  ];
}

/** What the verdict is about, where it is not the service of a user. */
export const ofReference = ({ embedded }: Pick<RunResult, "embedded">): string =>
  embedded === true ? " of the embedded reference" : "";

export const titleOf = (result: RunResult): string =>
  `Conformance${ofReference(result)}: ${verdictText(result)}`;

export const utcOf = ({ startedAt }: RunResult): string =>
  `${oneLine(startedAt).slice(0, 19).replace("T", " ")} UTC`;

/** What a run cost: requests (they are counted at its end, so not where it was cut short) and time. */
export function costOf({ requests, summary, durationMs, files }: RunResult): string {
  if (isProxied({ files })) {
    return `${countOf(requests, "answer")} judged as they passed, in ${duration(durationMs)}`;
  }
  if (files !== undefined) {
    return `${countOf(requests, "recorded answer")} judged offline in ${duration(durationMs)}`;
  }
  const counted = requests > 0 || tallyOf(summary).judged === 0;
  return counted ? `${countOf(requests, "request")} in ${duration(durationMs)}` : duration(durationMs);
}

/** What was sent: how many requests, how many of them again, and how long the rate held them back. */
export function billOf({ requests, bill, files }: RunResult): string {
  if (isProxied({ files })) {
    return `nothing asked: ${countOf(requests, "answer")} looked at as they passed`;
  }
  if (files !== undefined) {
    return `nothing sent: ${countOf(requests, "answer")} of ${countOf(files.length, "file")} looked at`;
  }
  if (bill.unrecorded !== undefined) {
    const missing =
      bill.unrecorded === 0 ? "" : `, which holds nothing for ${count(bill.unrecorded)} of them`;
    return `nothing sent: ${countOf(requests, "request")} put to a recording${missing}`;
  }
  const again = bill.retries > 0 ? `, ${count(bill.retries)} of them again` : "";
  const waited = bill.waitedMs >= 1 ? `, ${duration(bill.waitedMs)} spent waiting for the rate` : "";
  const http2 = bill.overHttp2 === undefined ? "" : `, over HTTP/2: ${overHttp2({ bill })}`;
  return `${countOf(requests, "request")} sent${again}${waited}${http2}`;
}

/** Milliseconds from which on an answer is slow: farther away than the other end of the world. */
const SLOW_MS = 250;

/** What broke where no answer came. */
const BROKEN: Readonly<Record<string, string>> = {
  unreachable: "no connection",
  silent: "no answer in time",
  cut: "a connection that broke",
  excess: "an answer beyond a limit",
};

/** Milliseconds that a usable answer of an endpoint took on average; undefined where that was not measured. */
export function answerMs({ answerTimes }: RunResult["bill"], endpoint: Endpoint): number | undefined {
  const timed = answerTimes?.[endpoint];
  return timed && timed.ms / Math.max(1, timed.answers);
}

export const isSlow = (milliseconds: number | undefined): boolean => (milliseconds ?? 0) >= SLOW_MS;

/** What was in the way of a run: a limit, answers and connections of no use, endpoints that are slow. */
export function hindrances({ bill }: Pick<RunResult, "bill">): readonly string[] {
  const { "429": limited = 0, ...failures } = bill.failures ?? {};
  const held = bill.waitedMs < 1_000 ? "" : `, and ${duration(bill.waitedMs)} waiting for the rate`;
  const others = Object.entries(failures).map(
    ([what, times]) => `${BROKEN[what] ?? `status ${oneLine(what)}`} (${count(times)}×)`,
  );
  const slow = ENDPOINT_NAMES.flatMap((endpoint) => {
    const ms = answerMs(bill, endpoint);
    return ms !== undefined && isSlow(ms)
      ? [`${endpointLabel(endpoint)} (${inSeconds(ms)} for an answer)`]
      : [];
  });
  return [
    limited > 0 && `Limited: ${countOf(limited, "answer")} of status 429${held}`,
    others.length > 0 && `Asked in vain: ${others.join(", ")}`,
    slow.length > 0 && `Slow: ${slow.join(", ")}`,
  ].filter((text) => text !== false);
}

/** Whether answers were judged that passed between a client and the services. */
export const isProxied = ({ files = [] }: { readonly files?: RunResult["files"] | undefined }): boolean =>
  files.some(({ form }) => form === "proxied");

/** The files that recorded answers were judged from; undefined where a target was asked. */
export const filesNote = ({ files }: Pick<RunResult, "files">): string | undefined =>
  isProxied({ files })
    ? undefined
    : files && `${countOf(files.length, "file")}: ${idList(files.map(({ file }) => oneLine(file, 120)))}`;

/** What decided which requests were sent; nothing where answers were judged from files. */
export const drawnBy = ({ level, seed, files }: RunResult): readonly string[] =>
  files === undefined ? [`level ${level}`, `seed ${seed}`] : [];

/** Which share of a run this is, and what that means; undefined for a whole run. */
export const shardNote = ({ shard }: RunResult): string | undefined =>
  shard && `${shard.index} of ${shard.total}: the verdict is for its clauses alone; merge makes one of all`;

/** The revision of the contract that a result is of, in words. */
export const revisionOf = (contract: RunResult["contract"]): string =>
  contract === undefined
    ? "not told"
    : `document ${contract.document.slice(0, 12)}, readings ${contract.readings}`;

/** What was judged, and how: names and harmless values, without those that mean nothing for the run. */
export function factsOf(result: RunResult) {
  const { target, level, seed, strict, files, bill, durationMs, profiles = [], suite, contract } = result;
  const sent = files === undefined;
  const answers = isProxied(result)
    ? "those that a client got through the proxy, which asked nothing"
    : files && "recorded, and judged offline: nothing was sent";
  const facts = [
    [serviceLabel("status"), target.statusUrl],
    [serviceLabel("base"), target.baseUrl],
    [serviceLabel("verify"), target.verifyUrl],
    ["Answers", answers],
    ["From", filesNote(result)],
    ["Seed", sent ? String(seed) : undefined],
    ["Level", sent ? level : undefined],
    ["Strict", strict === true ? "inconclusive clauses count as broken" : undefined],
    ["Shard", shardNote(result)],
    [sent ? "Requests" : "Looked at", sent ? count(result.requests) : countOf(result.requests, "answer")],
    ["Sent again", bill.retries > 0 ? count(bill.retries) : undefined],
    ["Held back by the rate", bill.waitedMs >= 1 ? duration(bill.waitedMs) : undefined],
    ["Over HTTP/2", overHttp2(result)],
    ["Duration", duration(durationMs)],
    ["Profiles", profiles.length === 0 ? undefined : profiles.map(({ name }) => name).join(", ")],
    ["Suite", `${suite.name} ${suite.version}`],
    ["Contract", contract && revisionOf(contract)],
  ] as const;
  return facts.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, oneLine(value, 2_000)] as const],
  );
}

/** The services that speak HTTP/2 alone; undefined where none does. */
const overHttp2 = ({ bill }: Pick<RunResult, "bill">): string | undefined =>
  bill.overHttp2?.map((service) => serviceLabel(service).toLowerCase()).join(", ");

/** What was observed that is allowed, and seldom meant: one line for each. */
export function oddities({ open }: Pick<RunResult, "open">): readonly string[] {
  return open
    .filter(({ odd, observed }) => odd === true && observed.length > 0)
    .map(({ id, statement, observed }) => {
      const values = observed.map(({ value, count: times }) => `${oneLine(value, 100)} (${count(times)}×)`);
      return `${statement}, ${id}: ${values.join("; ")}`;
    });
}
