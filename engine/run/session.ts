import { createBilling } from "../http/billing.ts";
import { createClient } from "../http/client.ts";
import { OUT_OF_TIME, whyEnded } from "../http/ended.ts";
import { sectionOf, type AskingClause, type Needs, type Probe } from "../clauses/clause.ts";
import { coverageOf, createCoverage } from "../message/known-deviations.ts";
import { Trouble, type Ask, type Reply } from "../model/exchange.ts";
import type { Send } from "../model/drive.ts";
import { createGate } from "./gate.ts";
import { fold, kept, sampleExchange, type SampleExchange } from "../evidence/violation.ts";
import type { Bench } from "./judge.ts";
import { judgingFamilies } from "./judge.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import { sendingOnce } from "../http/request-cache.ts";
import { createMoves, withMoved } from "./path-overrides.ts";
import { digestOf, pack } from "../passive/packed.ts";
import { createProvider } from "../discovery/provider.ts";
import { createCook } from "../discovery/recipes.ts";
import { named, reasonOf } from "../model/reason.ts";
import { createRedact, redactRecord } from "../secrets/redact.ts";
import { createSamples } from "../evidence/samples.ts";
import { createScribe } from "../evidence/formatter.ts";
import { repeatCase, reviewReply, type Repetition } from "./rerun.ts";
import type { ClauseResult, Violation } from "../model/clause-results.ts";
import type { JournalEntry } from "../model/results.ts";
import type { Endpoint, Settings } from "../model/settings.ts";
import { createTurns } from "../pacing/turns.ts";
import { createUsable } from "../passive/usable.ts";
import { createWatch } from "../passive/observer.ts";
import { networkWay, type Way } from "../http/transport.ts";
import { judgeSeen, openEntries, type Why } from "../passive/verdicts.ts";
import { noUrl, SOURCES, Unavailable } from "../clauses/prerequisites.ts";

/** A run against one target: one client, one limiter, one discovery. */
export interface Session {
  readonly asking: readonly AskingClause[];
  /** Judges one clause; never throws. */
  judge(clause: AskingClause): Promise<ClauseResult>;
  /** Sends what is only observed; nothing comes of it but entries of the report. */
  observe(): Promise<void>;
  /** Results of the clauses that watched the others: call it when all of them are done. */
  finish(): Promise<readonly ClauseResult[]>;
  /** Asks one case of a clause again, by the path that its violation has; for other clauses, the very request. */
  repeat(id: string, path: string, ask: Ask | undefined): Promise<Again>;
  /** An exchange that a clause of these results was kept in, where there is one. */
  sampleOf(result: ClauseResult): SampleExchange | undefined;
  /** Why the run cannot go on; undefined while it can. */
  stopped(): string | undefined;
  close(): Promise<void>;
}

/** What is wrong now (nothing: kept), or why that cannot be said. */
export type Again = { readonly violations: readonly Violation[] } | { readonly undecided: string };

/** What a run writes as it goes. */
export type Journal = (entry: JournalEntry) => void;

/** Why a run ended whose signal was aborted. */
export const ABORTED = "the run was aborted by its caller";

/** What a run may be opened with. */
export interface Opening {
  /** Aborted: nothing more is sent. */
  readonly until?: AbortSignal;
  /** How requests get to the target; absent: by the network. */
  readonly way?: Way;
}

/** Opens a run; nothing is sent before the first clause is judged, and nothing more once `until` is aborted. */
export function openSession(
  settings: Settings,
  catalogue: Catalogue,
  journal: Journal,
  { until, way = networkWay(settings) }: Opening = {},
): Session {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(OUT_OF_TIME), settings.limits.runMs);
  const client = createClient(settings, stop.signal, way.openWire);
  const abort = (): void => stop.abort(ABORTED);
  until?.addEventListener("abort", abort, { once: true });
  if (until?.aborted === true) {
    abort();
  }
  const redact = createRedact(settings.secrets);
  const selected = new Set(settings.clauseIds);
  const { share } = settings;
  const selection = new Set(share?.selection ?? settings.clauseIds);
  const scribe = createScribe(settings, client, redact);
  const samples = createSamples();
  const coverage = createCoverage(settings.known);
  const watch = createWatch(catalogue, (id) => selection.has(id), scribe, settings.seed, coverage);
  const looking = createGate(settings.concurrency);
  const asking = catalogue.asking.filter(({ id }) => selected.has(id));
  /** A request that no clause looks at. */
  const readAside: Send = (ask) => client.send(ask);
  const moves = createMoves(settings.target.paths, readAside);
  const cook = createCook(settings.target.recipes ?? [], readAside);
  const provider = createProvider(
    settings,
    // What is read again must not come from memory: it tells whether the data stood still.
    (key, again) =>
      again ? sendAgainFor(`again in share ${share?.index ?? 1}: ${key}`) : sendFor(`world: ${key}`),
    cook,
  );

  function note(entry: JournalEntry): void {
    journal(redactRecord(entry, redact));
  }

  /** What was sent so far; the last bill in a journal counts. */
  function bill(): void {
    const sent = {
      perEndpoint: { ...client.counts() },
      retries: client.retries(),
      waitedMs: client.waited(),
      ...(way.unrecorded === undefined ? {} : { unrecorded: way.unrecorded() }),
    };
    note({ type: "bill", requests: client.requests(), bill: sent });
  }

  const usable = createUsable();
  const billing = createBilling(() => client.requests(), bill);

  const inTurn = createTurns((ask) => client.send(ask));

  async function sendNow(ask: Ask): Promise<Reply> {
    if (settings.target.urls[ask.service] === undefined) {
      throw noUrl(ask.service);
    }
    const led = await moves.lead(ask);
    return await named(led, usable.noting(led, led.service === "verify" ? inTurn(led) : client.send(led)));
  }

  /** What answers show is counted by what their requests were sent for, where shares of a run are to be merged. */
  function see(reply: Reply, source: () => string): Reply {
    watch.see(reply, share === undefined ? "" : source());
    return reply;
  }

  function sendAgainFor(source: string): Send {
    return async (ask) => see(await sendNow(ask), () => source);
  }

  function sendFor(source: string): Send {
    const sendAgain = sendAgainFor(source);
    return (ask) => (ask.memo === true ? sendOnce(ask) : sendAgain(ask));
  }

  const sendOnce = sendingOnce(sendNow, (reply, key) => {
    see(reply, () => digestOf(redact(key)));
  });

  function write(result: ClauseResult, sample?: SampleExchange): ClauseResult {
    const clean = redactRecord(result, redact);
    samples.keep(clean, sample);
    journal({ type: "clause", result: clean });
    return clean;
  }

  function benchOf({ id }: AskingClause): Bench {
    return {
      provider,
      send: sendFor(id),
      sendAgain: sendAgainFor(id),
      again: looking,
      seed: settings.seed,
      signal: stop.signal,
      coverage,
    };
  }

  const judgedOf = judgingFamilies(asking, benchOf);

  async function judgeOne(clause: AskingClause): Promise<ClauseResult> {
    const { id, endpoint, statement } = clause;
    const base = { id, section: sectionOf(id), endpoint, statement };
    try {
      const { found, sample, ...judged } = withMoved(
        await judgedOf(clause),
        moves.findings(id),
        settings.seed,
      );
      const violations = fold(found, scribe, coverageOf(id, coverage));
      return write(
        { ...base, ...judged, ...kept(sample, scribe), violations },
        sample && sampleExchange(sample, scribe),
      );
    } catch (error) {
      const reason = `the suite failed on this clause: ${error instanceof Error ? error.message : String(error)}`;
      return write({ ...base, outcome: "inconclusive", cause: "suite", reason, cases: 0, violations: [] });
    }
  }

  async function reasons(): Promise<Map<Endpoint, Why>> {
    const known = new Map<Endpoint, Why>();
    const endpoints = new Set(
      share?.homes ?? catalogue.clauses.filter(({ id }) => selected.has(id)).map((clause) => clause.endpoint),
    );
    for (const endpoint of endpoints) {
      known.set(endpoint, await why({ source: SOURCES[endpoint] }));
    }
    return known;
  }

  /** Also reads the source once where no clause did, so that tables can be judged alone. */
  async function why(needs: Needs): Promise<Why> {
    try {
      await provider.resolve(needs);
      return {
        outcome: "inconclusive",
        cause: "data",
        reason: "no success answer of this endpoint was seen",
      };
    } catch (error) {
      if (error instanceof Unavailable) {
        return { outcome: error.outcome, cause: error.cause, ...reasonOf(error) };
      }
      const reason = error instanceof Error ? reasonOf(error) : { reason: String(error) };
      return { outcome: "inconclusive", cause: "environment", ...reason };
    }
  }

  async function repetition(id: string, path: string, ask: Ask | undefined): Promise<Repetition> {
    const clause = catalogue.asking.find((other) => other.id === id);
    try {
      if (clause !== undefined) {
        return await repeatCase(clause, path, benchOf(clause));
      }
      return ask === undefined
        ? { undecided: "the request was not kept whole" }
        : reviewReply(id, await sendNow(ask), catalogue);
    } catch (error) {
      if (error instanceof Unavailable || error instanceof Trouble) {
        return { undecided: error.message };
      }
      throw error;
    }
  }

  async function observeOne({ needs, asks }: Probe): Promise<void> {
    try {
      await Promise.all(
        asks(await provider.resolve(needs)).map((ask) => sendFor("open")({ ...ask, expects: "open" })),
      );
    } catch (error) {
      if (!(error instanceof Unavailable) && !(error instanceof Trouble)) {
        throw error;
      }
    }
  }

  return {
    observe: async () => {
      const probes = catalogue.matters.flatMap(({ probe }) => (probe === undefined ? [] : [probe]));
      const whole = catalogue.clauses.every(({ id }) => selection.has(id)) && share?.observes !== false;
      await Promise.all(settings.level === "smoke" || !whole ? [] : probes.map(observeOne));
    },
    asking,
    judge: judgeOne,
    repeat: async (id, path, ask) => {
      const again = await repetition(id, path, ask);
      return "undecided" in again
        ? { undecided: redact(again.undecided) }
        : { violations: fold(again.found, scribe) };
    },
    finish: async () => {
      const known = await reasons();
      const none: Why = { outcome: "inconclusive", cause: "suite", reason: "the endpoint is unknown" };
      const shown = watch.seen();
      const results = judgeSeen(
        catalogue,
        (id) => selected.has(id),
        shown,
        (endpoint) => known.get(endpoint) ?? none,
      ).map((result) => write(result, watch.sampleOf(result.id)));
      billing.stop();
      bill();
      if (settings.profiles !== undefined) {
        note({ type: "found", recipes: cook.outcomes(), paths: moves.outcomes() });
      }
      note({ type: "answered", answered: usable.answered() });
      const ended = stop.signal.aborted ? whyEnded(stop.signal) : undefined;
      const reason = client.broken() ?? way.failure() ?? ended;
      if (reason !== undefined) {
        note({ type: "stopped", reason });
      }
      if (share !== undefined) {
        note({ type: "watched", watched: pack(watch.bySource(), shown, known) });
      }
      // The last line: a journal without it is one of a run that was cut short.
      note({ type: "open", entries: openEntries(catalogue.matters, shown, settings.target.parameters) });
      return results;
    },
    sampleOf: (result) => samples.of(result),
    stopped: () => client.broken(),
    close: async () => {
      clearTimeout(timer);
      until?.removeEventListener("abort", abort);
      billing.stop();
      await client.close();
      way.close();
    },
  };
}
