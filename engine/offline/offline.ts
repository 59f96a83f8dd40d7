import { describeKind, looksLikeSuccess } from "../message/classify.ts";
import { sectionOf, type Recorded } from "../clauses/clause.ts";
import { nextIn } from "../clauses/pagination.ts";
import { createCoverage } from "../message/known-deviations.ts";
import { Trouble, type Ask, type Reply } from "../model/exchange.ts";
import { pattern } from "../evidence/violation.ts";
import { objectionTo } from "../http/upstream.ts";
import type { ReadRequest } from "../clauses/recorded.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import type { Redact } from "../secrets/redact.ts";
import type { FileDeparture, JudgedFile, AnswerCounts } from "../model/results.ts";
import type { ClauseResult, OpenEntry } from "../model/clause-results.ts";
import type { ParameterNames } from "../model/settings.ts";
import { countsOf } from "../passive/counters.ts";
import { createUsable } from "../passive/usable.ts";
import { createWatch, isWatched, type Watch } from "../passive/observer.ts";
import { judgeSeen, openEntries, type Seen, type UnseenReason } from "../passive/verdicts.ts";
import { applyKnown } from "../../reports/reading/known.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import type { FileForm, SeenExchange, SeenResponse } from "./exchange.ts";
import { Evidence, type EvidenceOptions } from "./evidence.ts";
import { createMatcher, type Narrowing } from "./matching.ts";
import { readRequest } from "./request-read.ts";
import { Single } from "./single.ts";

/** What recorded answers are judged with. */
export interface OfflineOptions extends Narrowing, EvidenceOptions {
  readonly catalogue: Catalogue;
  readonly selected: ReadonlySet<string>;
  readonly parameters: ParameterNames;
  /** Endpoints of which a success is vouched for: a refusal alone is judged. */
  readonly succeeded?: readonly Endpoint[];
}

export interface OfflineResult {
  readonly clauses: readonly ClauseResult[];
  readonly open: readonly OpenEntry[];
  readonly files: readonly JudgedFile[];
  /** Answers by endpoint that were looked at. */
  readonly answers: Readonly<Record<string, number>>;
  /** URLs of the services, where all requests of one had the same. */
  readonly bases: ReadonlyMap<string, string>;
  readonly answered: AnswerCounts;
  readonly redact: Redact;
  /** The values that `redact` takes out. */
  readonly hidden: readonly string[];
}

interface Tally {
  readonly form: FileForm;
  exchanges: number;
  judged: number;
  readonly left: Map<string, number>;
}

/** Reasons that are counted one by one for a file: some name what somebody asked for. */
const MOST_REASONS = 200;

/** Links that are remembered: more would only take memory. */
const MOST_LINKS = 20_000;
const LIMITS = { retries: 0, retryAfterMs: 0 };

/** Hands recorded answers to the clauses, one after the other; nothing is sent. */
export class OfflineJudge {
  readonly #tallies = new Map<string, Tally>();
  readonly #options: OfflineOptions;
  readonly #match: ReturnType<typeof createMatcher>;
  readonly #evidence: Evidence;
  /** Queries of the links to further pages that answers have shown. */
  readonly #links = new Set<string>();
  readonly #usable = createUsable();
  readonly #watch: Watch;
  readonly #single: Single;
  readonly #answers = new Map<string, number>();
  readonly #bases = new Map<string, Set<string>>();
  readonly #succeeded: Set<Endpoint>;

  constructor(options: OfflineOptions) {
    const { catalogue, selected, known } = options;
    const coverage = createCoverage(known);
    this.#options = options;
    this.#succeeded = new Set(options.succeeded);
    this.#match = createMatcher(options);
    this.#evidence = new Evidence(options, coverage);
    const { scribe } = this.#evidence;
    this.#watch = createWatch(catalogue, (id) => selected.has(id), scribe, 0, coverage);
    this.#single = new Single(catalogue.asking, selected, scribe, coverage);
  }

  take(file: string, form: FileForm, exchange: SeenExchange): void {
    const tally = this.#tallies.get(file) ?? { form, exchanges: 0, judged: 0, left: new Map() };
    this.#tallies.set(file, tally);
    tally.exchanges += 1;
    const left = this.#judgedOrWhyNot(file, exchange);
    if (left === undefined) {
      tally.judged += 1;
    } else {
      const reason = tally.left.has(left) || tally.left.size < MOST_REASONS ? left : "other reasons";
      tally.left.set(reason, (tally.left.get(reason) ?? 0) + 1);
    }
  }

  /** Judges one exchange; gives the reason where it is not judged, as an answer beyond every limit is not. */
  #judgedOrWhyNot(file: string, exchange: SeenExchange): string | undefined {
    const { request, endpoint, response } = exchange;
    try {
      if (request !== undefined) {
        return this.#takeExchange(file, exchange, request);
      }
      return endpoint === undefined || "missing" in response
        ? "there is no answer"
        : this.#takeBody(file, endpoint, response);
    } catch (error) {
      if (error instanceof Trouble) {
        return error.message;
      }
      throw error;
    }
  }

  #takeExchange(
    file: string,
    { place, names = {}, response }: SeenExchange,
    { method, url, headers, body }: NonNullable<SeenExchange["request"]>,
  ): string | undefined {
    const matched = this.#match(method, url);
    if ("ignored" in matched) {
      return matched.ignored;
    }
    if ("missing" in response) {
      return response.missing;
    }
    const { operation, target, base, path } = matched;
    const { endpoint, service } = operation;
    const posted = body === undefined ? {} : { body };
    const asked = { target, ...(path === undefined ? {} : { path }), ...posted };
    const plain = readRequest(operation, asked, { ...names, ...this.#options.parameters });
    // A link that the service gave is a request that it understands.
    const read =
      plain.expects === "open" && this.#links.has(`${endpoint} ${queryOf(target)}`) ? FOLLOWED : plain;
    const origin = place === "" ? file : `${file}, ${place}`;
    const { expects } = read;
    const ask: Ask = { endpoint, service, method: operation.method, target, expects, ...posted, origin };
    const reply = this.#evidence.replyTo(ask, { url, base, fields: headers }, response);
    this.#bases.set(service, (this.#bases.get(service) ?? new Set()).add(base));
    return this.#judge(file, reply, read, response.headers === undefined ? ["headers"] : []);
  }

  #judge(file: string, reply: Reply, read: ReadRequest, lacks: readonly Recorded[]): string | undefined {
    const objection = objectionTo(reply, LIMITS);
    this.#usable.note(reply.ask, objection ?? reply);
    if (objection !== undefined) {
      return `not an answer of the service itself: status ${reply.status}`;
    }
    const next = nextIn(reply);
    const query = typeof next === "string" ? queryOf(next) : "";
    if (query !== "" && this.#links.size < MOST_LINKS) {
      this.#links.add(`${reply.ask.endpoint} ${query}`);
    }
    this.#see(file, reply, lacks);
    const asked = this.#single.take(file, reply, read);
    return asked || isWatched(reply)
      ? undefined
      : (read.why ?? `no rule speaks of it: ${describeKind(reply)}`);
  }

  #see(file: string, reply: Reply, lacks: readonly Recorded[]): void {
    const { endpoint } = reply.ask;
    this.#answers.set(endpoint, (this.#answers.get(endpoint) ?? 0) + 1);
    this.#watch.see(reply, file, lacks);
    if (isWatched(reply)) {
      this.#succeeded.add(endpoint);
    }
  }

  #takeBody(file: string, endpoint: Endpoint, response: SeenResponse): string | undefined {
    const { service, method, path } = operations[endpoint];
    const ask: Ask = { endpoint, service, method, target: path, expects: "success", origin: file };
    const reply = this.#evidence.replyTo(ask, { url: file, base: "", fields: {} }, response);
    if (!isWatched(reply)) {
      return reply.body.fault ?? (looksLikeSuccess(reply) ? "no success" : `it holds nothing of ${endpoint}`);
    }
    this.#see(file, reply, ["request", "status", "headers"]);
    return undefined;
  }

  finish(): OfflineResult {
    const { catalogue, selected, known, parameters } = this.#options;
    const seen = this.#watch.seen();
    const clauses = [
      ...judgeSeen(
        catalogue,
        (id) => selected.has(id),
        seen,
        (endpoint) => this.#whyUnjudged(endpoint),
      ),
      ...this.#single.results(this.#succeeded),
    ];
    const marked = applyKnown(clauses, known).clauses;
    const byId = new Map(marked.map((clause) => [clause.id, clause]));
    const shared = [...this.#bases].flatMap(([service, [first = "", ...more]]) =>
      more.length === 0 && first !== "" ? [[service, first] as const] : [],
    );
    return {
      clauses,
      open: openEntries(catalogue.matters, seen, parameters),
      files: [...this.#tallies].map(([file, { left, ...tally }]) => ({
        file,
        ...tally,
        left: Object.fromEntries(left),
        departures: this.#departuresOf(file, byId, seen),
      })),
      answers: Object.fromEntries(this.#answers),
      bases: new Map(shared),
      answered: this.#usable.answered(),
      redact: this.#evidence.redact,
      hidden: this.#evidence.hidden(),
    };
  }

  #whyUnjudged(endpoint: Endpoint): UnseenReason {
    const reason = this.#succeeded.has(endpoint)
      ? "no recorded exchange is whole enough: it needs the request, the status or the header fields"
      : "no success answer of this endpoint was recorded";
    return { outcome: "notExercised", cause: "data", reason };
  }

  #departuresOf(
    file: string,
    clauses: ReadonlyMap<string, ClauseResult>,
    { examples }: Seen,
  ): readonly FileDeparture[] {
    const shownBy = this.#watch.bySource().get(file) ?? new Map<never, never>();
    const watched = countsOf(shownBy).flatMap(([[kind, id, cause], count]) => {
      const { pointer = "", actual = "" } = examples.get(id)?.violations.get(cause) ?? {};
      return kind === "found" ? [{ id, pointer, actual, count }] : [];
    });
    return [...watched, ...this.#single.departures(file)].flatMap(({ id, pointer, actual, count }) => {
      const { outcome = "", violations = [] } = clauses.get(id) ?? {};
      const place = pattern(pointer);
      const known = violations.some((one) => pattern(one.pointer) === place && one.known !== undefined);
      const departure = { clause: id, section: sectionOf(id), pointer: place, actual, count };
      return BROKEN.has(outcome) ? [{ ...departure, ...(known ? { known: true as const } : {}) }] : [];
    });
  }
}

const FOLLOWED: ReadRequest = { query: [], expects: "missing" };
const BROKEN: ReadonlySet<string> = new Set(["fail", "known"]);

/** The query alone, decoded: links are written with a host and prefix or without, and signs are encoded at will. */
function queryOf(link: string): string {
  const at = link.indexOf("?");
  return at === -1
    ? ""
    : [...new URLSearchParams(link.slice(at + 1))].map((pair) => pair.join("=")).join("&");
}
