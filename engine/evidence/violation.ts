import { familyOf } from "../../generators/cases.ts";
import { isServed } from "../message/classify.ts";
import { kindAt } from "../message/known-deviations.ts";
import { valueAt, writtenAt } from "../message/pointer.ts";
import { compareTexts } from "../model/compare.ts";
import type { Ask, Body, Finding, Found, Reply } from "../model/exchange.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import { ofLast, oncePer, present } from "../model/model.ts";
import { excerptAt, treeOf } from "./excerpt.ts";
import { pageIn, provingOf } from "./proof.ts";
import type { Excerpt, ReportedExchange, Violation } from "../model/clause-results.ts";
import { type Redact, redactDeep } from "../secrets/redact.ts";
import type { Client } from "../http/client.ts";
import { curlOf, fieldsFor, reachingWords, shownHeaders } from "../http/curl.ts";
import type { Settings } from "../model/settings.ts";

/** Characters of an answer's body that a result keeps. */
export const BODY_CUT_AT = 4_000;
/** Characters of any other text of a violation that a result keeps. */
const TEXT_CUT_AT = 2_000;
/** Characters beyond a cut that are looked at for a secret that stands across it. */
const ACROSS = 8_000;
/** Different violations that are told of a clause, and that are kept of responses to choose the smallest requests from. */
export const MOST_CAUSES = 50;
const KEPT_CAUSES = 200;
/** Names of cases that are told of one cause. */
const MOST_CASES = 24;
/** Characters that are kept of the body of each. */
const EXCHANGE_CUT_AT = 600;
/** Characters of a body that a place is looked for in: taking secrets out of more takes too long. */
const EXCERPT_FROM = 128 * 1024;

/** How exchanges are written down: curl lines and headers without secrets. */
export interface Scribe {
  curl(reply: Reply): string;
  /** Header fields of the request; those that the user configured with what is shown in place of their values. */
  headers(reply: Reply): Readonly<Record<string, string>>;
  readonly redact: Redact;
}

/** Violations of a clause by their cause, each with the URL of the smallest request that shows it, one that has to succeed first. */
export type Causes = Map<string, Shown>;
export interface Shown {
  readonly url: string;
  /** The smallest request. */
  readonly ask: Ask;
  readonly violation: Violation;
  /** Responses that show it, and how many of them came for the smallest request. */
  readonly responses: number;
  readonly again: number;
  /** The last response that shows it, without keeping its body in memory. */
  readonly last: WeakRef<Reply>;
}

/**
 * Adds a finding: the same cause in many places is one violation, of the smallest request that shows it. What a known
 * deviation covers (`entry`) is never put together with what it does not.
 */
export function addTo(
  causes: Causes,
  found: Found,
  scribe: Scribe,
  entry?: KnownDeviation,
  most = KEPT_CAUSES,
): void {
  const { finding, reply } = found;
  const { message, pointer } = finding;
  const kind = kindAt(reply.body.value, pointer) ?? "";
  const cause = `${JSON.stringify(entry) ?? ""} ${pattern(pointer)} ${message} ${kind}`;
  const before = causes.get(cause);
  if (before === undefined && causes.size >= most) {
    return;
  }
  const isSmallest = before === undefined || isPlainer(reply, before);
  const shown = isSmallest
    ? { url: reply.url, ask: reply.ask, violation: violationOf(found, scribe, entry), again: 0 }
    : before;
  const occurrences = (before?.violation.occurrences ?? 0) + 1;
  const cases = casesIn(found, before?.violation.cases);
  const isNew = before?.last.deref() !== reply;
  const isSame = reply.url === shown.url && reply.ask.body === shown.ask.body;
  causes.set(cause, {
    ...shown,
    violation: { ...shown.violation, occurrences, ...cases },
    responses: (before?.responses ?? 0) + (isNew ? (found.responses ?? 1) : 0),
    again: shown.again + (isNew && isSame ? 1 : 0),
    last: isNew ? new WeakRef(reply) : before.last,
  });
}

/** How often a violation was seen; `of`: the responses that the clause checked. */
export const seenIn = ({ violation, responses }: Shown, of: number): Violation => ({
  ...violation,
  seen: { responses, of: Math.max(of, responses) },
});

/** A request, as a text that is equal for equal requests. */
export const requestKey = ({ method, service, target, body = "" }: Ask): string =>
  [method, service, target, body].join(" ");

function isPlainer({ ask, url }: Reply, before: Shown): boolean {
  const sure = Number(ask.expects !== "success") - Number(before.violation.expects !== "success");
  return (sure || compareUrls(url, before.url)) < 0;
}

/** The findings of a clause as they are told; `of`: the responses that the clause checked. */
export function fold(
  found: readonly Found[],
  scribe: Scribe,
  coverage: (finding: Finding, reply: Reply) => KnownDeviation | undefined = () => undefined,
  of = 0,
): readonly Violation[] {
  const causes: Causes = new Map();
  found.forEach((item) => addTo(causes, item, scribe, coverage(item.finding, item.reply), MOST_CAUSES));
  return [...causes.values()].map((shown) => seenIn(shown, of));
}

/**
 * Shorter URLs first; of the same length those with fewer capitals, which are an oddity of their own, and then in the order of
 * their characters, so that chance decides nothing.
 */
export function compareUrls(a: string, b: string): number {
  const capitals = (text: string): number => text.match(/[A-Z]/g)?.length ?? 0;
  return a.length - b.length || capitals(a) - capitals(b) || compareTexts(a, b);
}

/** Whether a path is that of a case which fast-check generated, and no name. */
const isGenerated = (path: string): boolean => /^\d+(:\d+)*$/.test(path);

/** The names of cases that show a cause, with one more. */
function casesIn({ path }: Found, cases: readonly string[] = []): Pick<Violation, "cases"> {
  const name = familyOf(path);
  const isNew = name !== "" && !isGenerated(path) && !cases.includes(name) && cases.length < MOST_CASES;
  const all = isNew ? [...cases, name] : cases;
  return all.length === 0 ? {} : { cases: [...all] };
}

/** A pointer with its array indexes taken out: `/tokens/3/decimals` is `/tokens/{any}/decimals`. */
export function pattern(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

/** A finding, with the exchange that shows it, as it is written down. */
function violationOf(
  { finding, reply, path, seed, reproducible, among = [] }: Found,
  scribe: Scribe,
  entry?: KnownDeviation,
): Violation {
  const { ask, url, status, headers, body } = reply;
  const { redact } = scribe;
  const { beside = [] } = finding;
  // A clause may compare with a list that was read before: that response was received first.
  const received = [...beside.filter((other) => !among.includes(other)), ...among];
  const proof = provingOf(received, reply, beside);
  return {
    message: cutText(finding.message, redact),
    pointer: cutText(finding.pointer, redact),
    expected: cutText(finding.expected, redact),
    actual: cutText(asWritten(finding, body), redact),
    ...present({ kind: kindAt(body.value, finding.pointer), fault: body.fault }),
    ...(body.faultAt === undefined ? {} : { faultAt: cutText(body.faultAt, redact) }),
    request: {
      method: ask.method,
      url: cutText(url, redact, BODY_CUT_AT),
      headers: scribe.headers(reply),
      body: ask.body === undefined ? null : cutText(ask.body, redact, BODY_CUT_AT),
    },
    response: {
      status,
      headers: withoutSecrets(redact).headers(headers),
      body: withoutSecrets(redact).body(body),
    },
    curl: scribe.curl(reply),
    ...present({ excerpt: excerptIn(body, finding.pointer, redact) }),
    ...defectIn(finding, reply, proof, redact),
    ...present({ symptoms: finding.symptoms }),
    ...(proof.length > 1 ? { exchanges: exchangesOf(received, proof, { finding, reply }, scribe) } : {}),
    ...(ask.origin === undefined ? {} : { origin: cutText(ask.origin, redact) }),
    expects: ask.expects,
    ...present({ served: isServed(reply) ? true : undefined }),
    seed,
    path,
    occurrences: 1,
    ...present({ known: entry?.reason, reproducible }),
  };
}

/** What came; a number that a double does not hold, as it was written. */
function asWritten({ actual, pointer }: Finding, body: Body): string {
  const written = typeof valueAt(body.value, pointer) === "number" ? writtenAt(body, pointer) : undefined;
  return written !== undefined && Number(written) === Number(actual) ? written : actual;
}

/**
 * The body and header fields of one answer without secrets, worked out once: it may break the clauses of every row, and what
 * a target makes of it may take half a second.
 */
const withoutSecrets = oncePer((redact: Redact) => ({
  body: ofLast(({ text }: Body) => cutText(text, redact, BODY_CUT_AT)),
  tree: ofLast(({ text }: Body) => treeOf(redact(text))),
  headers: ofLast((headers: Reply["headers"]) => redactDeep(headers, (text) => cutText(text, redact))),
}));

/** The place with its surroundings, secrets taken out before anything is taken apart. */
function excerptIn(body: Body, pointer: string, redact: Redact): Excerpt | undefined {
  const isShown = pointer !== "" && body.text.length <= EXCERPT_FROM;
  return isShown ? excerptAt(withoutSecrets(redact).tree(body), pointer) : undefined;
}

/** What is wrong with the rows of a list; with its page where no exchange shows it. */
function defectIn(
  { defect }: Finding,
  reply: Reply,
  proof: readonly Reply[],
  redact: Redact,
): Pick<Violation, "defect" | "page"> {
  return defect === undefined
    ? {}
    : { defect: redactDeep(defect, redact), ...(proof.length > 1 ? {} : pageIn(reply, redact)) };
}

function exchangesOf(
  among: readonly Reply[],
  proof: readonly Reply[],
  { finding, reply: breaking }: Pick<Found, "finding" | "reply">,
  scribe: Scribe,
): readonly ReportedExchange[] {
  return proof.map((reply) => ({
    number: among.indexOf(reply) + 1,
    url: cutText(reply.url, scribe.redact, BODY_CUT_AT),
    curl: scribe.curl(reply),
    status: reply.status,
    body: cutText(reply.body.text, scribe.redact, EXCHANGE_CUT_AT),
    ...pageIn(reply, scribe.redact),
    ...(reply === breaking ? { breaks: true as const } : {}),
    ...(reply !== breaking && finding.beside?.includes(reply) === true ? { beside: true as const } : {}),
  }));
}

/** A request that was judged and kept, and where its record was found. */
export function kept(sample: Reply | undefined, scribe: Scribe): { sample?: string; origin?: string } {
  if (sample === undefined) {
    return {};
  }
  const { origin } = sample.ask;
  const from = origin === undefined ? {} : { origin: cutText(origin, scribe.redact) };
  return { sample: scribe.curl(sample), ...from };
}

/** The beginning of a text, secrets taken out before it is cut. */
export function cutText(text: string, redact: Redact, most = TEXT_CUT_AT): string {
  const clean = redact(text.slice(0, most + ACROSS));
  return text.length > most + ACROSS || clean.length > most ? `${copied(clean.slice(0, most))}…` : clean;
}

/** A text of its own: a part that is cut out of a long text would keep all of it in memory. */
function copied(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** A scribe that also writes curl lines of requests that got no response. */
export interface RunScribe extends Scribe {
  curlOfRequest(ask: Ask): string;
}

/** Writes down exchanges of a run: those that its client had with the target, and no other. */
export function createScribe(
  settings: Pick<Settings, "target" | "placeholders" | "userAgent">,
  client: Pick<Client, "gave">,
  redact: Redact,
): RunScribe {
  const written = (ask: Ask, url: string): string => {
    const reaching = reachingWords(settings.target.reach?.[ask.service]);
    return curlOf({ ask, url }, shownHeaders(settings, ask.service), redact, reaching);
  };
  return {
    curl: (reply) => {
      if (!client.gave(reply)) {
        throw new Error("it shows a request that was never sent");
      }
      return written(reply.ask, reply.url);
    },
    curlOfRequest: (ask) => {
      const base = settings.target.urls[ask.service] ?? "";
      return written(ask, (ask.rooted === true ? new URL(base).origin : base) + ask.target);
    },
    headers: ({ ask }) =>
      Object.fromEntries(fieldsFor(ask, settings).map(([name, , shown]) => [name, shown])),
    redact,
  };
}
