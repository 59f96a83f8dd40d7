import { familyOf } from "../../generators/cases.ts";
import { isServed } from "../message/classify.ts";
import { kindAt } from "../message/known-deviations.ts";
import { valueAt, writtenAt } from "../message/pointer.ts";
import { compareTexts } from "../model/compare.ts";
import type { ApiRequest, ResponseBody, Violation, Found, ApiResponse } from "../model/exchange.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import { ofLast, oncePer, present } from "../model/model.ts";
import { excerptAt, treeOf } from "./excerpt.ts";
import { pageIn, provingOf } from "./proof.ts";
import type { Excerpt, ReportedExchange, ReportedViolation } from "../model/clause-results.ts";
import { type Redact, redactDeep } from "../secrets/redact.ts";
import type { HttpClient } from "../http/client.ts";
import { curlOf, fieldsFor, reachingWords, shownHeaders } from "../http/curl.ts";
import type { Settings } from "../model/settings.ts";

/** Characters of a response's body that a result keeps. */
export const BODY_CUT_AT = 4_000;
/** Characters of any other text of a violation that a result keeps. */
const TEXT_CUT_AT = 2_000;
/** Characters beyond a cut that are looked at for a secret that stands across it. */
const ACROSS = 8_000;
/** Different violations that are told of a clause, and that are kept of responses to choose the smallest requests from. */
export const MOST_REPORTED_VIOLATIONS = 50;
const KEPT_CAUSES = 200;
/** Names of cases that are told of one cause. */
const MOST_CASES = 24;
/** Characters that are kept of the body of each. */
const EXCHANGE_CUT_AT = 600;
/** Characters of a body that a place is looked for in: taking secrets out of more takes too long. */
const EXCERPT_FROM = 128 * 1024;

/** How exchanges are written down: curl lines and headers without secrets. */
export interface ExchangeFormatter {
  curl(response: ApiResponse): string;
  /** Header fields of the request; those that the user configured with what is shown in place of their values. */
  headers(response: ApiResponse): Readonly<Record<string, string>>;
  readonly redact: Redact;
}

/** Violations of a clause by their cause, each with the URL of the smallest request that shows it, one that has to succeed first. */
export type Causes = Map<string, Shown>;
export interface Shown {
  readonly url: string;
  /** The smallest request. */
  readonly request: ApiRequest;
  readonly violation: ReportedViolation;
  /** Responses that show it, and how many of them came for the smallest request. */
  readonly responses: number;
  readonly again: number;
  /** The last response that shows it, without keeping its body in memory. */
  readonly last: WeakRef<ApiResponse>;
}

/**
 * Adds a violation: the same cause in many places is one violation, of the smallest request that shows it. What a known
 * deviation covers (`entry`) is never put together with what it does not.
 */
export function addTo(
  causes: Causes,
  found: Found,
  formatter: ExchangeFormatter,
  entry?: KnownDeviation,
  most = KEPT_CAUSES,
): void {
  const { violation, response } = found;
  const { message, pointer } = violation;
  const kind = kindAt(response.body.value, pointer) ?? "";
  const cause = `${JSON.stringify(entry) ?? ""} ${pattern(pointer)} ${message} ${kind}`;
  const before = causes.get(cause);
  if (before === undefined && causes.size >= most) {
    return;
  }
  const isSmallest = before === undefined || isPlainer(response, before);
  const shown = isSmallest
    ? {
        url: response.url,
        request: response.request,
        violation: reportedViolation(found, formatter, entry),
        again: 0,
      }
    : before;
  const occurrences = (before?.violation.occurrences ?? 0) + 1;
  const cases = casesIn(found, before?.violation.cases);
  const isNew = before?.last.deref() !== response;
  const isSame = response.url === shown.url && response.request.body === shown.request.body;
  causes.set(cause, {
    ...shown,
    violation: { ...shown.violation, occurrences, ...cases },
    responses: (before?.responses ?? 0) + (isNew ? (found.responses ?? 1) : 0),
    again: shown.again + (isNew && isSame ? 1 : 0),
    last: isNew ? new WeakRef(response) : before.last,
  });
}

/** How often a violation was seen; `of`: the responses that the clause checked. */
export const seenIn = ({ violation: reported, responses }: Shown, of: number): ReportedViolation => ({
  ...reported,
  seen: { responses, of: Math.max(of, responses) },
});

/** A request, as a text that is equal for equal requests. */
export const requestKey = ({ method, service, target, body = "" }: ApiRequest): string =>
  [method, service, target, body].join(" ");

function isPlainer({ request, url }: ApiResponse, before: Shown): boolean {
  const sure = Number(request.expects !== "success") - Number(before.violation.expects !== "success");
  return (sure || compareUrls(url, before.url)) < 0;
}

/** The violations of a clause as they are told; `of`: the responses that the clause checked. */
export function foldViolations(
  found: readonly Found[],
  formatter: ExchangeFormatter,
  coverage: (violation: Violation, response: ApiResponse) => KnownDeviation | undefined = () => undefined,
  of = 0,
): readonly ReportedViolation[] {
  const causes: Causes = new Map();
  found.forEach((item) =>
    addTo(causes, item, formatter, coverage(item.violation, item.response), MOST_REPORTED_VIOLATIONS),
  );
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
function casesIn({ path }: Found, cases: readonly string[] = []): Pick<ReportedViolation, "cases"> {
  const name = familyOf(path);
  const isNew = name !== "" && !isGenerated(path) && !cases.includes(name) && cases.length < MOST_CASES;
  const all = isNew ? [...cases, name] : cases;
  return all.length === 0 ? {} : { cases: [...all] };
}

/** A pointer with its array indexes taken out: `/tokens/3/decimals` is `/tokens/{any}/decimals`. */
export function pattern(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

/** A violation, with the exchange that shows it, as it is written down. */
function reportedViolation(
  { violation, response, path, seed, reproducible, among = [] }: Found,
  formatter: ExchangeFormatter,
  entry?: KnownDeviation,
): ReportedViolation {
  const { request, url, status, headers, body } = response;
  const { redact } = formatter;
  const { beside = [] } = violation;
  // A clause may compare with a list that was read before: that response was received first.
  const received = [...beside.filter((other) => !among.includes(other)), ...among];
  const example = provingOf(received, response, beside);
  return {
    message: cutRedacted(violation.message, redact),
    pointer: cutRedacted(violation.pointer, redact),
    expected: cutRedacted(violation.expected, redact),
    actual: cutRedacted(asWritten(violation, body), redact),
    ...present({ kind: kindAt(body.value, violation.pointer), fault: body.fault }),
    ...(body.faultAt === undefined ? {} : { faultAt: cutRedacted(body.faultAt, redact) }),
    request: {
      method: request.method,
      url: cutRedacted(url, redact, BODY_CUT_AT),
      headers: formatter.headers(response),
      body: request.body === undefined ? null : cutRedacted(request.body, redact, BODY_CUT_AT),
    },
    response: {
      status,
      headers: redactedExchange(redact).headers(headers),
      body: redactedExchange(redact).body(body),
    },
    curl: formatter.curl(response),
    ...present({ excerpt: excerptIn(body, violation.pointer, redact) }),
    ...rowFaultIn(violation, response, example, redact),
    ...present({ symptoms: violation.symptoms }),
    ...(example.length > 1
      ? { exchanges: reportedExchanges(received, example, { violation, response }, formatter) }
      : {}),
    ...(request.origin === undefined ? {} : { origin: cutRedacted(request.origin, redact) }),
    expects: request.expects,
    ...present({ served: isServed(response) ? true : undefined }),
    seed,
    path,
    occurrences: 1,
    ...present({ known: entry?.reason, reproducible }),
  };
}

/** What came; a number that a double does not hold, as it was written. */
function asWritten({ actual, pointer }: Violation, body: ResponseBody): string {
  const written = typeof valueAt(body.value, pointer) === "number" ? writtenAt(body, pointer) : undefined;
  return written !== undefined && Number(written) === Number(actual) ? written : actual;
}

/**
 * The body and header fields of one response without secrets, worked out once: it may break the clauses of every row, and what
 * a target makes of it may take half a second.
 */
const redactedExchange = oncePer((redact: Redact) => ({
  body: ofLast(({ text }: ResponseBody) => cutRedacted(text, redact, BODY_CUT_AT)),
  tree: ofLast(({ text }: ResponseBody) => treeOf(redact(text))),
  headers: ofLast((headers: ApiResponse["headers"]) =>
    redactDeep(headers, (text) => cutRedacted(text, redact)),
  ),
}));

/** The place with its surroundings, secrets taken out before anything is taken apart. */
function excerptIn(body: ResponseBody, pointer: string, redact: Redact): Excerpt | undefined {
  const isShown = pointer !== "" && body.text.length <= EXCERPT_FROM;
  return isShown ? excerptAt(redactedExchange(redact).tree(body), pointer) : undefined;
}

/** What is wrong with the rows of a list; with its page where no exchange shows it. */
function rowFaultIn(
  { rowFault }: Violation,
  response: ApiResponse,
  example: readonly ApiResponse[],
  redact: Redact,
): Pick<ReportedViolation, "rowFault" | "page"> {
  return rowFault === undefined
    ? {}
    : { rowFault: redactDeep(rowFault, redact), ...(example.length > 1 ? {} : pageIn(response, redact)) };
}

function reportedExchanges(
  among: readonly ApiResponse[],
  example: readonly ApiResponse[],
  { violation, response: breaking }: Pick<Found, "violation" | "response">,
  formatter: ExchangeFormatter,
): readonly ReportedExchange[] {
  return example.map((response) => ({
    number: among.indexOf(response) + 1,
    url: cutRedacted(response.url, formatter.redact, BODY_CUT_AT),
    curl: formatter.curl(response),
    status: response.status,
    body: cutRedacted(response.body.text, formatter.redact, EXCHANGE_CUT_AT),
    ...pageIn(response, formatter.redact),
    ...(response === breaking ? { violates: true as const } : {}),
    ...(response !== breaking && violation.beside?.includes(response) === true
      ? { beside: true as const }
      : {}),
  }));
}

/** A request that was checked and kept, and where its record was found. */
export function formatSample(
  sample: ApiResponse | undefined,
  formatter: ExchangeFormatter,
): { sample?: string; origin?: string } {
  if (sample === undefined) {
    return {};
  }
  const { origin } = sample.request;
  const from = origin === undefined ? {} : { origin: cutRedacted(origin, formatter.redact) };
  return { sample: formatter.curl(sample), ...from };
}

/** The beginning of a text, secrets taken out before it is cut. */
export function cutRedacted(text: string, redact: Redact, most = TEXT_CUT_AT): string {
  const clean = redact(text.slice(0, most + ACROSS));
  return text.length > most + ACROSS || clean.length > most ? `${copied(clean.slice(0, most))}…` : clean;
}

/** A text of its own: a part that is cut out of a long text would keep all of it in memory. */
function copied(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** A scribe that also writes curl lines of requests that got no response. */
export interface RunFormatter extends ExchangeFormatter {
  curlOfRequest(request: ApiRequest): string;
}

/** Writes down exchanges of a run: those that its client had with the target, and no other. */
export function createExchangeFormatter(
  settings: Pick<Settings, "target" | "placeholders" | "userAgent">,
  client: Pick<HttpClient, "gave">,
  redact: Redact,
): RunFormatter {
  const written = (request: ApiRequest, url: string): string => {
    const reaching = reachingWords(settings.target.reach?.[request.service]);
    return curlOf({ request, url }, shownHeaders(settings, request.service), redact, reaching);
  };
  return {
    curl: (response) => {
      if (!client.gave(response)) {
        throw new Error("it shows a request that was never sent");
      }
      return written(response.request, response.url);
    },
    curlOfRequest: (request) => {
      const base = settings.target.urls[request.service] ?? "";
      return written(request, (request.fromOrigin === true ? new URL(base).origin : base) + request.target);
    },
    headers: ({ request }) =>
      Object.fromEntries(fieldsFor(request, settings).map(([name, , shown]) => [name, shown])),
    redact,
  };
}
