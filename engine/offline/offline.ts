import type { Catalogue } from "../clauses/catalogue.ts";
import { nextIn } from "../clauses/pagination.ts";
import type { Recorded } from "../clauses/clause.ts";
import type { ParameterKey, Untested } from "../clauses/prerequisites.ts";
import { objectionTo } from "../http/upstream.ts";
import { describeKind, documentedMessages, isNoObject, looksLikeSuccess } from "../message/classify.ts";
import { isWatched } from "../message/classify.ts";
import { createCoverage } from "../message/known-deviations.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import { type Ask, queryOf, type Reply, Trouble } from "../model/exchange.ts";
import { followed } from "../model/reason.ts";
import type { AnswerCounts, JudgedFile } from "../model/results.ts";
import type { ParameterNames } from "../model/settings.ts";
import { createWatch, type Seen } from "../passive/observer.ts";
import { createUsable } from "../passive/usable.ts";
import { judgeAlone, judgeSeen } from "../passive/verdicts.ts";
import type { Redact } from "../secrets/redact.ts";
import { type Endpoint, operations } from "../../schemas/operations.ts";
import { createEvidence, type EvidenceOptions } from "./evidence.ts";
import type { SeenBody, SeenExchange, SeenRequest } from "./seen.ts";
import { createMatcher, type Narrowing } from "./matching.ts";
import { hasEncodedOperator, isPromised, readAsk, type ReadRequest } from "../clauses/read-request.ts";

export interface OfflineOptions extends Narrowing, EvidenceOptions {
  readonly catalogue: Catalogue;
  readonly selected: ReadonlySet<string>;
  readonly parameters: ParameterNames;
  /** Endpoints of which a success is vouched for: a refusal alone is judged. */
  readonly succeeded?: readonly Endpoint[];
}

export interface OfflineResult {
  readonly clauses: readonly ClauseResult[];
  readonly files: readonly JudgedFile[];
  /** Answers that were looked at. */
  readonly answers: number;
  /** URLs of the services, where all requests of one had the same. */
  readonly bases: ReadonlyMap<string, string>;
  readonly answered: AnswerCounts;
  /** Takes out all secrets that are known by now. */
  readonly redact: Redact;
}

const FOLLOWED: ReadRequest = { query: [], expects: "missing" };
/** A service may refuse a percent-encoded colon. */
const ENCODED: ReadRequest = { query: [], expects: "open", why: "a percent-encoded operator is refused" };
const PLAIN: ReadRequest = { query: [], expects: "success" };

/** Why the recorded service may not know a parameter; undefined where the contract shows its name, or the user gave it. */
function whyAssumed(parameter: ParameterKey, names: ParameterNames): Untested | undefined {
  if (isPromised(parameter, names)) {
    return undefined;
  }
  const reason = `the name of ${parameter} is assumed: give it in parameters of a target file`;
  return {
    outcome: "notExercised",
    obstacle: "user",
    remedy: { kind: "giveParameterName", of: parameter },
    reason,
  };
}

/** Hands recorded answers to the clauses, one after the other; nothing is sent. */
export class OfflineJudge {
  readonly #files = new Map<string, { exchanges: number; judged: number; left: Map<string, number> }>();
  readonly #options: OfflineOptions;
  readonly #match: ReturnType<typeof createMatcher>;
  readonly #evidence: ReturnType<typeof createEvidence>;
  readonly #watch: ReturnType<typeof createWatch>;
  readonly #usable = createUsable();
  /** Queries of the links to further pages that answers have shown. */
  readonly #links = new Set<string>();
  #answers = 0;
  readonly #bases = new Map<string, Set<string>>();
  readonly #succeeded: Set<Endpoint>;

  constructor(options: OfflineOptions) {
    const { catalogue, selected, known } = options;
    const isSelected = (id: string): boolean => selected.has(id);
    const coverage = createCoverage(known);
    this.#options = options;
    this.#succeeded = new Set(options.succeeded);
    this.#match = createMatcher(options);
    this.#evidence = createEvidence(options, coverage);
    const { scribe } = this.#evidence;
    this.#watch = createWatch(catalogue, isSelected, scribe, { coverage, names: options.parameters });
  }

  take(file: string, exchange: SeenExchange): void {
    const tally = this.#files.get(file) ?? { exchanges: 0, judged: 0, left: new Map() };
    this.#files.set(file, tally);
    tally.exchanges += 1;
    const left = this.#judgedOrWhyNot(file, exchange);
    if (left === undefined) {
      tally.judged += 1;
    } else {
      tally.left.set(left, (tally.left.get(left) ?? 0) + 1);
    }
  }

  finish(): OfflineResult {
    const { catalogue, selected, parameters } = this.#options;
    const { redact } = this.#evidence.scribe;
    const seen = this.#watch.seen();
    const asking = catalogue.asking.filter(({ id }) => selected.has(id));
    const watched = judgeSeen(
      catalogue,
      (id) => selected.has(id),
      seen,
      (endpoint) => this.#whyUnjudged(endpoint),
      { unused: (parameter) => whyAssumed(parameter, parameters) },
    );
    const shared = [...this.#bases].flatMap(([service, [first = "", ...more]]) =>
      more.length === 0 && first !== "" ? [[service, first] as const] : [],
    );
    return {
      clauses: [...followed(watched), ...followed(judgeAlone(asking, seen, this.#succeeded))],
      files: [...this.#files].map(([file, tally]) => ({
        file,
        ...tally,
        left: Object.fromEntries([...tally.left].map(([reason, times]) => [redact(reason), times])),
      })),
      answers: this.#answers,
      bases: new Map(shared),
      answered: this.#usable.answered(),
      redact,
    };
  }

  /** Judges one exchange; gives the reason where it is not judged, as an answer beyond every limit is not. */
  #judgedOrWhyNot(file: string, exchange: SeenExchange): string | undefined {
    if ("missing" in exchange) {
      return exchange.missing;
    }
    try {
      return "endpoint" in exchange ? this.#takeBody(file, exchange) : this.#takeRequest(file, exchange);
    } catch (error) {
      if (error instanceof Trouble) {
        return error.message;
      }
      throw error;
    }
  }

  #takeRequest(file: string, exchange: SeenRequest): string | undefined {
    const { place, method, url, headers: fields, body, bodyMissing, response } = exchange;
    const matched = this.#match(method, url);
    if ("ignored" in matched) {
      return matched.ignored;
    }
    if ("missing" in response) {
      return response.missing;
    }
    const { operation, target, base } = matched;
    const { endpoint, service } = operation;
    const asked = { endpoint, target, ...(body === undefined ? {} : { body }) };
    const plain = readAsk(asked, this.#options.parameters);
    // A link that the service gave is a request that it understands.
    const isFollowed = plain.expects === "open" && this.#links.has(`${endpoint} ${queryText(target)}`);
    const isEncoded = (response.status ?? 200) >= 300 && hasEncodedOperator(target);
    const read = isFollowed ? FOLLOWED : isEncoded ? ENCODED : plain;
    const { expects } = read;
    const origin = place === "" ? file : `${file}, ${place}`;
    const ask: Ask = { ...asked, service, method: operation.method, expects, origin };
    const reply = this.#evidence.replyTo(ask, url, base, fields, response);
    this.#bases.set(service, (this.#bases.get(service) ?? new Set()).add(base));
    const untested = this.#judge(reply, read, response.headers === undefined ? ["headers"] : []);
    return untested === undefined ? undefined : (bodyMissing ?? untested);
  }

  #judge(reply: Reply, read: ReadRequest, lacks: readonly Recorded[]): string | undefined {
    const objection = objectionTo(reply, 0);
    this.#usable.note(reply.ask, objection ?? reply);
    if (objection !== undefined) {
      return `not a response of the service itself: status ${reply.status}`;
    }
    const next = nextIn(reply);
    const query = typeof next === "string" ? queryText(next) : "";
    if (query !== "") {
      this.#links.add(`${reply.ask.endpoint} ${query}`);
    }
    const seen = this.#see(reply, lacks, read);
    return seen === "tested"
      ? undefined
      : (seen.doubt ?? read.why ?? `no clause is about it: ${describeKind(reply)}`);
  }

  #takeBody(file: string, { endpoint, response }: SeenBody): string | undefined {
    const { service, method, path } = operations[endpoint];
    const ask: Ask = { endpoint, service, method, target: path, expects: "success", origin: file };
    const reply = this.#evidence.replyTo(ask, file, "", {}, response);
    if (documentedMessages(reply) !== undefined) {
      return "an error is tested together with its request only";
    }
    if (!isWatched(reply)) {
      return (
        reply.body.fault ?? (looksLikeSuccess(reply) ? "no success" : `it holds too little of ${endpoint}`)
      );
    }
    // That shows without a request too.
    const request = isNoObject(reply) ? PLAIN : undefined;
    const lost = (["status", "headers"] as const).filter((part) => response[part] === undefined);
    this.#see(reply, ["request", ...lost], request);
    return undefined;
  }

  #see(reply: Reply, lacks: readonly Recorded[], request?: ReadRequest): Seen {
    const { endpoint } = reply.ask;
    this.#answers += 1;
    if (isWatched(reply)) {
      this.#succeeded.add(endpoint);
    }
    return this.#watch.see(reply, lacks, request);
  }

  #whyUnjudged(endpoint: Endpoint): Untested {
    const reason = this.#succeeded.has(endpoint)
      ? "no recorded exchange is whole enough: it needs the request, the status or the header fields"
      : "no successful response of this endpoint was recorded";
    return { outcome: "notExercised", obstacle: "data", reason };
  }
}

/** The query alone, decoded: links are written with a host and prefix or without, and signs are encoded at will. */
const queryText = (link: string): string => Array.from(queryOf(link), (pair) => pair.join("=")).join("&");
