import { operations } from "../schemas/operations.ts";
import { createClient } from "./client.ts";
import { sectionOf, type AskingClause, type Needs, type Probe } from "./clause.ts";
import { curlOf } from "./curl.ts";
import { Trouble, type Ask, type Reply } from "./exchange.ts";
import { fold, type Scribe } from "./fold.ts";
import { judge, type Bench } from "./judge.ts";
import type { Catalogue } from "./load.ts";
import { createProvider } from "./provider.ts";
import { createRedact, redactDeep } from "./redact.ts";
import type { ClauseResult, JournalEntry } from "./results.ts";
import type { Endpoint, Settings } from "./settings.ts";
import { createWatch, type Why } from "./watch.ts";
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

const ENDPOINTS = Object.values(operations).map(({ endpoint }) => endpoint);

/** Opens a run; nothing is sent before the first clause is judged. */
export function openSession(settings: Settings, catalogue: Catalogue, journal: Journal): Session {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), settings.limits.runMs);
  const client = createClient(settings, stop.signal);
  const redact = createRedact(settings.secrets);
  const selected = new Set(settings.clauseIds);
  const scribe: Scribe = {
    curl: (reply) => curlOf(reply, headerNames(reply)),
    headerNames,
  };
  const watch = createWatch(
    catalogue.tables,
    catalogue.watching,
    catalogue.matters,
    (id) => selected.has(id),
    scribe,
    settings.seed,
  );
  const remembered = new Map<string, Promise<Reply>>();
  const provider = createProvider(settings, send);
  const bench: Bench = { provider, send, sendAgain, seed: settings.seed, signal: stop.signal };

  function headerNames(reply: Reply): readonly string[] {
    return Object.keys(settings.target.headers[reply.ask.service]);
  }

  let verifyTurn: Promise<unknown> = Promise.resolve();

  /** Verifications cost the target a compiler run and must not meet each other: one at a time. */
  function inTurn(ask: Ask): Promise<Reply> {
    const sent = verifyTurn.then(() => client.send(ask));
    verifyTurn = sent.catch(() => undefined);
    return sent;
  }

  async function sendAgain(ask: Ask): Promise<Reply> {
    const reply = await (ask.service === "verify" ? inTurn(ask) : client.send(ask));
    watch.see(reply);
    return reply;
  }

  function send(ask: Ask): Promise<Reply> {
    if (ask.memo !== true) {
      return sendAgain(ask);
    }
    const key = `${ask.service} ${ask.method} ${ask.target} ${ask.body ?? ""}`;
    const known = remembered.get(key) ?? sendAgain(ask);
    remembered.set(key, known);
    return known;
  }

  function write(result: ClauseResult): ClauseResult {
    const clean = redactDeep(result, redact);
    journal({ type: "clause", result: clean });
    return clean;
  }

  async function judgeOne(clause: AskingClause): Promise<ClauseResult> {
    const { id, endpoint, statement } = clause;
    const base = { id, section: sectionOf(id), endpoint, statement };
    try {
      const { found, sample, ...judged } = await judge(clause, bench);
      const shown = sample === undefined ? {} : { sample: scribe.curl(sample) };
      return write({ ...base, ...judged, ...shown, violations: fold(found, scribe) });
    } catch (error) {
      const reason = `the suite failed on this clause: ${error instanceof Error ? error.message : String(error)}`;
      return write({ ...base, outcome: "inconclusive", cause: "suite", reason, cases: 0, violations: [] });
    }
  }

  async function reasons(): Promise<Map<Endpoint, Why>> {
    const known = new Map<Endpoint, Why>();
    for (const endpoint of ENDPOINTS) {
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
      await Promise.all(settings.level === "smoke" ? [] : probes.map(observeOne));
    },
    asking: catalogue.asking.filter(({ id }) => selected.has(id)),
    judge: judgeOne,
    finish: async () => {
      const known = await reasons();
      const none: Why = { outcome: "inconclusive", cause: "suite", reason: "the endpoint is unknown" };
      const results = watch.results((endpoint) => known.get(endpoint) ?? none).map(write);
      journal({ type: "open", entries: redactDeep(watch.open(), redact) });
      const bill = { perEndpoint: client.counts(), retries: client.retries(), waitedMs: client.waited() };
      journal({ type: "bill", requests: client.requests(), bill });
      const reason =
        client.broken() ?? (stop.signal.aborted ? "the time for the whole run was used up" : undefined);
      if (reason !== undefined) {
        journal({ type: "stopped", reason });
      }
      return results;
    },
    stopped: () => client.broken(),
    close: async () => {
      clearTimeout(timer);
      await client.close();
    },
  };
}
