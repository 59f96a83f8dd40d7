import { createBilling } from "./billing.ts";
import { createClient, OUT_OF_TIME, whyEnded } from "./client.ts";
import { sectionOf, type AskingClause, type Needs, type Probe } from "./clause.ts";
import { curlOf, shownHeaders } from "./curl.ts";
import { coverageOf, createCoverage } from "./deviation.ts";
import { Trouble, type Ask, type Reply } from "./exchange.ts";
import { fold, kept, type Scribe } from "./fold.ts";
import { judge, type Bench } from "./judge.ts";
import type { Catalogue } from "./load.ts";
import { createProvider } from "./provider.ts";
import { createRedact, redactClause, redactEntry } from "./redact.ts";
import type { ClauseResult, JournalEntry } from "./results.ts";
import type { Endpoint, Settings } from "./settings.ts";
import { createWatch, type Why } from "./watch.ts";
import { networkWay, type Way } from "./way.ts";
import { Unavailable, type World } from "./world.ts";

/** A run against one target: one client, one limiter, one discovery. */
export interface Session {
  readonly asking: readonly AskingClause[];
  /** Judges one clause; never throws. */
  judge(clause: AskingClause): Promise<ClauseResult>;
  /** Sends what is only observed; nothing comes of it but entries of the report. */
  observe(): Promise<void>;
  /** Results of the clauses that watched the others: call it when all of them are done. */
  finish(): Promise<readonly ClauseResult[]>;
  /** Why the run cannot go on; undefined while it can. */
  stopped(): string | undefined;
  close(): Promise<void>;
}

/** What a run writes as it goes. */
export type Journal = (entry: JournalEntry) => void;

/** Answers that are kept to vouch for later requests; the oldest one goes first, so that memory stays flat. */
const REMEMBERED = 2_000;

/** What each endpoint must have shown before its table can be judged. */
const SOURCES: Readonly<Record<Endpoint, keyof World>> = {
  statusSummary: "summary",
  tokenBalances: "balances",
  tokens: "tokens",
  networkFees: "fees",
  topicMessage: "topicMessages",
  contractResult: "contractResults",
  contract: "contracts",
  sessionVerify: "verifications",
  verify: "verifications",
};

const ABORTED = "the run was aborted by its caller";

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
  const scribe: Scribe = {
    curl: (reply) => curlOf(reply, shownHeaders(settings, reply.ask.service), redact),
    headers: (reply) => client.shownHeaders(reply),
    redact,
  };
  const coverage = createCoverage(settings.known);
  const watch = createWatch(
    catalogue.tables,
    catalogue.watching,
    catalogue.matters,
    (id) => selected.has(id),
    scribe,
    settings.seed,
    coverage,
  );
  const remembered = new Map<string, Promise<Reply>>();
  const provider = createProvider(settings, send);
  const bench: Bench = { provider, send, sendAgain, seed: settings.seed, signal: stop.signal, coverage };

  function note(entry: JournalEntry): void {
    journal(redactEntry(entry, redact));
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

  const billing = createBilling(() => client.requests(), bill);

  let verifyTurn: Promise<unknown> = Promise.resolve();

  /** Verifications cost the target a compiler run and must not meet each other: one at a time. */
  function inTurn(ask: Ask): Promise<Reply> {
    const sent = verifyTurn.then(() => client.send(ask));
    verifyTurn = sent.catch(() => undefined);
    return sent;
  }

  async function sendAgain(ask: Ask): Promise<Reply> {
    if (settings.target.urls[ask.service] === undefined) {
      throw new Unavailable("notExercised", "data", `no URL was given for the ${ask.service} service`);
    }
    const reply = await (ask.service === "verify" ? inTurn(ask) : client.send(ask));
    watch.see(reply);
    return reply;
  }

  function send(ask: Ask): Promise<Reply> {
    if (ask.memo !== true) {
      return sendAgain(ask);
    }
    const key = `${ask.service} ${ask.method} ${ask.target} ${ask.body ?? ""}`;
    const known = remembered.get(key);
    if (known !== undefined) {
      return known;
    }
    const [oldest] = remembered.size >= REMEMBERED ? remembered.keys() : [];
    if (oldest !== undefined) {
      remembered.delete(oldest);
    }
    const sent = sendAgain(ask);
    remembered.set(key, sent);
    // What came to nothing once is asked again by the next who needs it.
    sent.catch(() => remembered.delete(key));
    return sent;
  }

  function write(result: ClauseResult): ClauseResult {
    const clean = redactClause(result, redact);
    journal({ type: "clause", result: clean });
    return clean;
  }

  async function judgeOne(clause: AskingClause): Promise<ClauseResult> {
    const { id, endpoint, statement } = clause;
    const base = { id, section: sectionOf(id), endpoint, statement };
    try {
      const { found, sample, ...judged } = await judge(clause, bench);
      const violations = fold(found, scribe, coverageOf(id, coverage));
      return write({ ...base, ...judged, ...kept(sample, scribe), violations });
    } catch (error) {
      const reason = `the suite failed on this clause: ${error instanceof Error ? error.message : String(error)}`;
      return write({ ...base, outcome: "inconclusive", cause: "suite", reason, cases: 0, violations: [] });
    }
  }

  async function reasons(): Promise<Map<Endpoint, Why>> {
    const known = new Map<Endpoint, Why>();
    const endpoints = new Set(
      catalogue.clauses.filter(({ id }) => selected.has(id)).map((clause) => clause.endpoint),
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
        return { outcome: error.outcome, cause: error.cause, reason: error.message };
      }
      const reason = error instanceof Error ? error.message : String(error);
      return { outcome: "inconclusive", cause: "environment", reason };
    }
  }

  async function observeOne({ needs, asks }: Probe): Promise<void> {
    try {
      await Promise.all(asks(await provider.resolve(needs)).map((ask) => send({ ...ask, expects: "open" })));
    } catch (error) {
      if (!(error instanceof Unavailable) && !(error instanceof Trouble)) {
        throw error;
      }
    }
  }

  return {
    observe: async () => {
      const probes = catalogue.matters.flatMap(({ probe }) => (probe === undefined ? [] : [probe]));
      const whole = catalogue.clauses.every(({ id }) => selected.has(id));
      await Promise.all(settings.level === "smoke" || !whole ? [] : probes.map(observeOne));
    },
    asking: catalogue.asking.filter(({ id }) => selected.has(id)),
    judge: judgeOne,
    finish: async () => {
      const known = await reasons();
      const none: Why = { outcome: "inconclusive", cause: "suite", reason: "the endpoint is unknown" };
      const results = watch.results((endpoint) => known.get(endpoint) ?? none).map(write);
      billing.stop();
      bill();
      const ended = stop.signal.aborted ? whyEnded(stop.signal) : undefined;
      const reason = client.broken() ?? way.failure() ?? ended;
      if (reason !== undefined) {
        note({ type: "stopped", reason });
      }
      // The last line: a journal without it is one of a run that was cut short.
      note({ type: "open", entries: watch.open(settings.target.parameters) });
      return results;
    },
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
