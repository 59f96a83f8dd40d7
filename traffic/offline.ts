import { readBody } from "../engine/message/body.ts";
import { describeKind, looksLikeSuccess } from "../engine/message/classify.ts";
import { sectionOf } from "../engine/clauses/clause.ts";
import { curlOf, quoted } from "../engine/http/curl.ts";
import { createCoverage, placesIn, standing } from "../engine/message/known-deviations.ts";
import { Trouble, type Ask, type Reply } from "../engine/model/exchange.ts";
import { pattern, type Scribe } from "../engine/evidence/violation.ts";
import { objectionTo } from "../engine/http/upstream.ts";
import type { ReadRequest } from "../engine/clauses/recorded.ts";
import type { Catalogue } from "../engine/clauses/catalogue.ts";
import { createRedact, type Redact } from "../engine/secrets/redact.ts";
import type { Departure, JudgedFile } from "../engine/model/results.ts";
import type { ClauseResult, OpenEntry } from "../engine/model/clause-results.ts";
import type { Answered } from "../engine/model/results.ts";
import type { KnownDeviation } from "../engine/model/known-deviation.ts";
import type { ParameterNames } from "../engine/model/settings.ts";
import { countsOf } from "../engine/passive/counters.ts";
import { createUsable } from "../engine/passive/usable.ts";
import { createWatch, isWatched } from "../engine/passive/observer.ts";
import { judgeSeen, openEntries, type Seen, type Why } from "../engine/passive/verdicts.ts";
import { applyKnown } from "../reports/reading/known.ts";
import { operations, type Endpoint } from "../schemas/operations.ts";
import type { FileForm, SeenExchange, SeenResponse } from "./exchange.ts";
import { createHiding } from "./hiding.ts";
import { createLinks } from "./links.ts";
import { createMatcher, type Narrowing } from "./matching.ts";
import { readRequest } from "./request-read.ts";
import { createSingle } from "./single.ts";

/** What recorded answers are judged with. */
export interface OfflineOptions extends Narrowing {
  readonly catalogue: Catalogue;
  readonly selected: ReadonlySet<string>;
  readonly parameters: ParameterNames;
  readonly known: readonly KnownDeviation[];
  /** Endpoints of which a success is vouched for: a refusal alone is judged. */
  readonly succeeded?: readonly Endpoint[];
  /** Secrets that are known beforehand. */
  readonly secrets: readonly string[];
  /** Which of the secrets that are found may be hidden without making the report unreadable. */
  readonly hideable: (found: ReadonlySet<string>) => readonly string[];
}

/** Judges recorded answers one after the other; nothing is sent. */
export interface Offline {
  take(file: string, form: FileForm, exchange: SeenExchange): void;
  finish(): OfflineResult;
}

export interface OfflineResult {
  readonly clauses: readonly ClauseResult[];
  readonly open: readonly OpenEntry[];
  readonly files: readonly JudgedFile[];
  /** Answers by endpoint that were looked at. */
  readonly answers: Readonly<Record<string, number>>;
  /** URLs of the services, where all requests of one had the same. */
  readonly bases: ReadonlyMap<string, string>;
  readonly answered: Answered;
  readonly redact: Redact;
}

interface Tally {
  readonly form: FileForm;
  exchanges: number;
  judged: number;
  readonly left: Map<string, number>;
}

const LIMITS = { retries: 0, retryAfterMs: 0 };

export function createOffline(options: OfflineOptions): Offline {
  const { catalogue, selected, parameters } = options;
  const hiding = createHiding();
  const match = createMatcher(options);
  const coverage = createCoverage(options.known);
  const fields = new WeakMap<Reply, Readonly<Record<string, string>>>();
  const tallies = new Map<string, Tally>();
  const answers = new Map<string, number>();
  const bases = new Map<string, Set<string>>();
  const seenEndpoints = new Set<Endpoint>(options.succeeded);
  const matterIds = new Set<string>(catalogue.matters.map(({ id }) => id));
  let redactor: { readonly size: number; readonly redact: Redact } | undefined;

  function redact(text: string): string {
    if (redactor?.size !== hiding.found.size) {
      const values = [...options.secrets, ...options.hideable(hiding.found)];
      redactor = { size: hiding.found.size, redact: createRedact(values) };
    }
    return redactor.redact(text);
  }

  const scribe: Scribe = {
    curl: (reply) =>
      reply.ask.origin === reply.url ? `cat ${quoted(redact(reply.url))}` : curlOf(reply, {}, redact),
    headers: (reply) => fields.get(reply) ?? {},
    redact,
    places: placesIn(options.known),
  };
  const links = createLinks();
  const usable = createUsable();
  const watch = createWatch(catalogue, (id) => selected.has(id), scribe, 0, coverage);
  const single = createSingle(catalogue.asking, selected, scribe, coverage);

  function tallyOf(file: string, form: FileForm): Tally {
    const known = tallies.get(file) ?? { form, exchanges: 0, judged: 0, left: new Map<string, number>() };
    tallies.set(file, known);
    return known;
  }

  function replyTo(ask: Ask, url: string, base: string, response: SeenResponse): Reply {
    const reply = {
      ask,
      url,
      prefix: base.replace(/^[a-z]+:\/\/[^/]*/i, ""),
      status: response.status ?? 200,
      headers: hiding.headers(response.headers ?? {}),
      body: readBody(response.bytes),
    };
    return standing(reply, coverage);
  }

  /** Judges one exchange; gives the reason where it is not judged. */
  function judge(
    file: string,
    { place, request, endpoint, names = {}, response }: SeenExchange,
  ): string | undefined {
    if (request === undefined) {
      if (endpoint === undefined || "missing" in response) {
        return "there is no answer";
      }
      return judgeBody(file, endpoint, response);
    }
    const matched = match(request.method, request.url);
    if ("ignored" in matched) {
      return matched.ignored;
    }
    if ("missing" in response) {
      return response.missing;
    }
    const { operation, target, base, path } = matched;
    const { body } = request;
    const asked = {
      target,
      ...(path === undefined ? {} : { path }),
      ...(body === undefined ? {} : { body }),
    };
    const plain = readRequest(operation, asked, { ...names, ...parameters });
    // A link that the service gave is a request that it understands.
    const read = plain.expects === "open" && links.has(operation, target) ? FOLLOWED : plain;
    const ask: Ask = {
      endpoint: operation.endpoint,
      service: operation.service,
      method: operation.method,
      target: hiding.url(target),
      expects: read.expects,
      ...(body === undefined ? {} : { body: hiding.body(body) }),
      origin: place === "" ? file : `${file}, ${place}`,
    };
    const reply = replyTo(ask, hiding.url(request.url), base, response);
    fields.set(reply, hiding.headers(request.headers));
    bases.set(operation.service, (bases.get(operation.service) ?? new Set()).add(base));
    return judgeReply(file, reply, read, response.headers === undefined);
  }

  function judgeReply(file: string, reply: Reply, read: ReadRequest, headless: boolean): string | undefined {
    const { endpoint } = reply.ask;
    const objection = objectionTo(reply, LIMITS);
    usable.note(reply.ask, objection ?? reply);
    if (objection !== undefined) {
      return `not an answer of the service itself: status ${reply.status}`;
    }
    answers.set(endpoint, (answers.get(endpoint) ?? 0) + 1);
    links.remember(reply);
    watch.see(reply, file, (id) => !headless || !(NEEDS_HEADERS.test(id) || matterIds.has(id)));
    const asked = single.take(file, reply, read);
    if (isWatched(reply)) {
      seenEndpoints.add(endpoint);
    }
    return asked || isWatched(reply)
      ? undefined
      : (read.why ?? `no rule speaks of it: ${describeKind(reply)}`);
  }

  function judgeBody(file: string, endpoint: Endpoint, response: SeenResponse): string | undefined {
    const { service, method, path } = operations[endpoint];
    const ask: Ask = { endpoint, service, method, target: path, expects: "success", origin: file };
    const reply = replyTo(ask, file, "", response);
    if (!isWatched(reply)) {
      return reply.body.fault ?? (looksLikeSuccess(reply) ? "no success" : `it holds nothing of ${endpoint}`);
    }
    answers.set(endpoint, (answers.get(endpoint) ?? 0) + 1);
    seenEndpoints.add(endpoint);
    watch.see(reply, file, (id) => !NEEDS_EXCHANGE.test(id) && !matterIds.has(id));
    return undefined;
  }

  function why(endpoint: Endpoint): Why {
    const reason = seenEndpoints.has(endpoint)
      ? "the files hold no exchange that is whole enough: it needs the request, the status or the header fields"
      : "the files hold no success answer of this endpoint";
    return { outcome: "notExercised", cause: "data", reason };
  }

  function results(seen: Seen): readonly ClauseResult[] {
    const watched = judgeSeen(catalogue, (id) => selected.has(id), seen, why);
    return [...watched, ...single.results(seenEndpoints)];
  }

  function departuresOf(
    file: string,
    clauses: ReadonlyMap<string, ClauseResult>,
    { examples }: Seen,
    shownBy: ReturnType<typeof watch.bySource>,
  ): readonly Departure[] {
    const watched = countsOf(shownBy.get(file) ?? new Map()).flatMap(([[kind, id, cause], count]) => {
      const { pointer = "", actual = "" } = examples.get(id)?.violations.get(cause) ?? {};
      return kind === "found" ? [{ id, pointer, actual, count }] : [];
    });
    const shown = [...watched, ...single.departures(file)].filter(({ id }) =>
      BROKEN.has(clauses.get(id)?.outcome ?? ""),
    );
    return shown.map(({ id, pointer, actual, count }) => {
      const place = pattern(pointer);
      const known = clauses
        .get(id)
        ?.violations.find(
          (violation) => pattern(violation.pointer) === place && violation.known !== undefined,
        );
      return {
        clause: id,
        section: sectionOf(id),
        pointer: place,
        actual,
        count,
        ...(known === undefined ? {} : { known: true as const }),
      };
    });
  }

  return {
    take: (file, form, exchange) => {
      const tally = tallyOf(file, form);
      tally.exchanges += 1;
      const left = judgedOrWhyNot(() => judge(file, exchange));
      if (left === undefined) {
        tally.judged += 1;
      } else {
        tally.left.set(left, (tally.left.get(left) ?? 0) + 1);
      }
    },
    finish: () => {
      const seen = watch.seen();
      const shownBy = watch.bySource();
      const clauses = results(seen);
      const today = new Date().toISOString().slice(0, 10);
      const marked = applyKnown(clauses, options.known, today).clauses;
      const byId = new Map(marked.map((clause) => [clause.id, clause]));
      const shared = [...bases].flatMap(([service, [first = "", ...more]]) =>
        more.length === 0 && first !== "" ? [[service, first] as const] : [],
      );
      return {
        clauses,
        open: openEntries(catalogue.matters, seen, parameters),
        files: [...tallies].map(([file, { left, ...tally }]) => ({
          file,
          ...tally,
          left: Object.fromEntries(left),
          departures: departuresOf(file, byId, seen, shownBy),
        })),
        answers: Object.fromEntries(answers),
        bases: new Map(shared),
        answered: usable.answered(),
        redact,
      };
    },
  };
}

const FOLLOWED: ReadRequest = { query: [], expects: "missing" };
const BROKEN: ReadonlySet<string> = new Set(["fail", "known"]);
const NEEDS_HEADERS = /-media-type$/;
const NEEDS_EXCHANGE = /-(?:media-type|success-status|of-that-(?:time|name))$/;

/** An answer beyond every limit is left out. */
function judgedOrWhyNot(judge: () => string | undefined): string | undefined {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Trouble) {
      return error.message;
    }
    throw error;
  }
}
