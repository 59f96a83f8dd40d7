import { hideable } from "../engine/target/files/secrets.ts";
import { checkKnown } from "../engine/target/files/known-file.ts";
import { readProfiles } from "../engine/target/files/profile.ts";
import { applyProfiles } from "../engine/target/apply-profiles.ts";
import { targetOfFile } from "../engine/target/choose-target.ts";
import { loadCatalogue, type Catalogue } from "../engine/clauses/catalogue.ts";
import type { ClauseResult, Violation } from "../engine/model/clause-results.ts";
import type { KnownDeviation } from "../engine/model/known-deviation.ts";
import type { Endpoint, ParameterNames } from "../engine/model/settings.ts";
import { applyKnown } from "../reports/reading/known.ts";
import { oneLine } from "../engine/model/escape.ts";
import { operations, type Operation } from "../schemas/operations.ts";
import type { SeenExchange, SeenResponse } from "../engine/offline/exchange.ts";
import { createMatcher } from "../engine/offline/matching.ts";
import { OfflineJudge } from "../engine/offline/offline.ts";
import { headersOf, readAnswer, textOf, type GivenRequest } from "./answer.ts";

/** What is known of the service beside its answer. */
export interface JudgeOptions {
  /** Names of parameters, as in a target file: what they do is promised then. */
  readonly parameters?: ParameterNames;
  /** Known deviations: they break nothing. */
  readonly known?: readonly KnownDeviation[];
  /** Bundled profiles of implementations, or paths of files of them. */
  readonly profile?: string | readonly string[];
}

/** A place at which an answer breaks a clause. */
export interface Departure extends Pick<Violation, "message" | "pointer" | "expected" | "actual"> {
  /** Id of the clause. */
  readonly clause: string;
  readonly statement: string;
}

/** What one answer shows. */
export interface Judgement {
  readonly endpoint: Endpoint;
  /** `notJudged`: the contract says nothing of such an answer, or too little of it is there. */
  readonly verdict: "kept" | "broken" | "notJudged";
  /** The clauses that speak of the answer, with what became of each. */
  readonly clauses: readonly ClauseResult[];
  readonly departures: readonly Departure[];
  /** All of it in words: clause, pointer, expected, got; or why it is not judged. */
  readonly message: string;
}

/**
 * Judges one answer, offline, by the clauses of a run: §2, §4 and §7 as far as one exchange shows them.
 * `request` is the URL that was asked for, or more of the request; without it, only what the answer shows by itself is
 * judged. `response` is what `fetch`, undici, axios, supertest or Playwright gave, `{ status, headers, body }`, or a
 * body alone.
 */
export async function judge(
  endpoint: Endpoint,
  request: string | URL | GivenRequest | undefined,
  response: unknown,
  options: JudgeOptions = {},
): Promise<Judgement> {
  const operation = operationOf(endpoint);
  const [catalogue, answer] = await Promise.all([loadCatalogue(), readAnswer(response)]);
  const asked =
    request === undefined
      ? tolerated(operation, answer.request)
      : checked(
          operation,
          typeof request === "string" || request instanceof URL ? { url: request } : request,
        );
  const whole = judged(catalogue, operation, exchangeOf(operation, asked, answer.response), options);
  if (whole.verdict !== "notJudged" || asked === undefined) {
    return whole;
  }
  // The request is open, as that for a further page is. The test says whose answer it is, so its body is judged alone.
  const alone = judged(catalogue, operation, exchangeOf(operation, undefined, answer.response), options);
  return alone.verdict === "notJudged" ? whole : alone;
}

/** Names of endpoints come from tests that need not be typed. */
function operationOf(endpoint: Endpoint): Operation {
  if (!Object.hasOwn(operations, endpoint)) {
    const names = Object.keys(operations).join(", ");
    throw new TypeError(`there is no endpoint ${JSON.stringify(endpoint)}: there are ${names}`);
  }
  return operations[endpoint];
}

/** A request that the test names has to be one of the endpoint. */
function checked(operation: Operation, request: GivenRequest): GivenRequest {
  const { method = operation.method, url } = request;
  const matched = matcher(method, String(url));
  if ("ignored" in matched) {
    throw new TypeError(
      `${method} ${String(url)} is no request of ${operation.endpoint}: ${matched.ignored}`,
    );
  }
  if (matched.operation !== operation) {
    const { endpoint } = matched.operation;
    throw new TypeError(`${method} ${String(url)} is a request of ${endpoint}, not of ${operation.endpoint}`);
  }
  return request;
}

/** A request that the answer tells of may have gone to a stand-in with paths of its own: then it tells nothing. */
function tolerated(operation: Operation, request: GivenRequest | undefined): GivenRequest | undefined {
  if (request === undefined) {
    return undefined;
  }
  const matched = matcher(request.method ?? operation.method, String(request.url));
  return "ignored" in matched ? undefined : checked(operation, request);
}

const matcher = createMatcher({ urls: {}, paths: [] });

function exchangeOf(
  operation: Operation,
  request: GivenRequest | undefined,
  response: SeenResponse,
): SeenExchange {
  if (request === undefined) {
    return { place: "", endpoint: operation.endpoint, response };
  }
  const { url, method = operation.method, headers, body } = request;
  const posted = operation.method === "POST" && body !== undefined ? { body: textOf(body) } : {};
  return {
    place: "",
    request: { method: method.toUpperCase(), url: String(url), headers: headersOf(headers), ...posted },
    response,
  };
}

function judged(
  catalogue: Catalogue,
  { endpoint, service }: Operation,
  exchange: SeenExchange,
  options: JudgeOptions,
): Judgement {
  const { known, parameters } = knownOf(catalogue, service, options);
  const offline = new OfflineJudge({
    catalogue,
    selected: new Set(catalogue.clauses.filter((clause) => clause.endpoint === endpoint).map(({ id }) => id)),
    parameters,
    known,
    succeeded: [endpoint],
    secrets: [],
    hideable: hideable(catalogue),
    urls: {},
    paths: [],
  });
  offline.take("the answer", exchange.request === undefined ? "body" : "exchanges", exchange);
  const { clauses: all, files, redact } = offline.finish();
  const clauses = applyKnown(all, known).clauses.filter(
    ({ outcome }) => outcome !== "notExercised" && outcome !== "inconclusive",
  );
  const departures = clauses.filter(({ outcome }) => outcome === "fail").flatMap(departuresOf);
  if (clauses.length > 0) {
    const verdict = departures.length === 0 ? "kept" : "broken";
    return { endpoint, verdict, clauses, departures, message: told(endpoint, departures) };
  }
  const [why = "nothing of it is a request or an answer of the contract"] = Object.keys(files[0]?.left ?? {});
  const message = `the contract says nothing of this answer of ${endpoint}: ${oneLine(redact(why))}`;
  return { endpoint, verdict: "notJudged", clauses, departures, message };
}

/** What the options say, checked as a run checks it. */
function knownOf(catalogue: Catalogue, service: Operation["service"], options: JudgeOptions) {
  const { known = [], profile = [], parameters = {} } = options;
  const endpoints = new Map(catalogue.clauses.map(({ id, endpoint }) => [id, endpoint]));
  const own = checkKnown({ deviations: known }, "known", new Set(endpoints.keys()));
  const profiles = readProfiles(typeof profile === "string" ? [profile] : profile, endpoints);
  const { target, ...chosen } = targetOfFile({ file: { parameters }, secrets: [] });
  const urls = { [service]: "https://judged.invalid" };
  const applied = applyProfiles({ ...chosen, target: { ...target, urls } }, profiles, own);
  return { known: applied.known, parameters: applied.chosen.target.parameters };
}

function departuresOf({ id, statement, violations }: ClauseResult): readonly Departure[] {
  return violations
    .filter(({ known }) => known === undefined)
    .map(({ message, pointer, expected, actual }) => {
      return { clause: id, statement, message, pointer, expected, actual };
    });
}

/** Places that a message shows; the others are counted. */
const SHOWN = 12;

function told(endpoint: Endpoint, departures: readonly Departure[]): string {
  if (departures.length === 0) {
    return `the answer of ${endpoint} keeps the contract`;
  }
  const places = departures
    .slice(0, SHOWN)
    .map(({ clause, statement, pointer, expected, actual }) =>
      [
        `${clause}: ${statement}`,
        `  pointer   ${pointer === "" ? "(the whole answer)" : oneLine(pointer)}`,
        `  expected  ${oneLine(expected)}`,
        `  got       ${oneLine(actual)}`,
      ].join("\n"),
    );
  const more = departures.length - places.length;
  return [
    `the answer of ${endpoint} breaks the contract`,
    ...places,
    ...(more > 0 ? [`and ${more} more places`] : []),
  ].join("\n\n");
}
