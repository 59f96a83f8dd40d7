import { sectionOf, type AskingClause, type Probe } from "../clauses/clause.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import { SOURCES, Unavailable } from "../clauses/prerequisites.ts";
import { fold, kept, sampleExchange, type SampleExchange } from "../evidence/violation.ts";
import { billOf, keepBilling } from "./billing.ts";
import { OUT_OF_TIME, whyEnded } from "../http/ended.ts";
import { networkWay, type Way } from "../http/transport.ts";
import { coverageOf } from "../message/known-deviations.ts";
import type { ClauseResult, Violation } from "../model/clause-results.ts";
import { Trouble, type Ask } from "../model/exchange.ts";
import { reasonOf } from "../model/reason.ts";
import type { JournalEntry } from "../model/results.ts";
import type { Endpoint, Settings } from "../model/settings.ts";
import { pack } from "../passive/packed.ts";
import { judgeSeen, openEntries, type UnseenReason } from "../passive/verdicts.ts";
import { redactRecord, type Redact } from "../secrets/redact.ts";
import { judgingFamilies, type Judged } from "./judge.ts";
import { withMoved } from "./path-overrides.ts";
import { repeatCase, reviewReply, type Repetition } from "./rerun.ts";
import { wire, type Wiring } from "./wiring.ts";

/** A run against one target: one client, one limiter, one discovery. */
export interface Session {
  readonly asking: readonly AskingClause[];
  /** Judges one clause; never throws. */
  judge(clause: AskingClause): Promise<ClauseResult>;
  /** Judges one clause that only watches, by what was seen so far; its endpoint is asked once where nobody did. */
  watched(id: string): Promise<ClauseResult | undefined>;
  /** Sends what is only observed; nothing comes of it but entries of the report. */
  observe(): Promise<void>;
  /** Results of the clauses that watched the others: call it when all of them are done. */
  finish(): Promise<readonly ClauseResult[]>;
  /** Asks one case of a clause again, by the path that its violation has; for other clauses, the very request. */
  repeat(id: string, path: string, ask: Ask | undefined): Promise<Rerun>;
  /** An exchange that a clause of these results was kept in, where there is one. */
  sampleOf(result: ClauseResult): SampleExchange | undefined;
  /** Why the run cannot go on; undefined while it can. */
  stopped(): string | undefined;
  close(): Promise<void>;
}

/** What is wrong now (nothing: kept), or why that cannot be said. */
export type Rerun = { readonly violations: readonly Violation[] } | { readonly undecided: string };

/** What a run writes as it goes. */
export type Journal = (entry: JournalEntry) => void;

/** Why a run ended whose signal was aborted. */
export const ABORTED = "the run was aborted by its caller";

/** What a run may be opened with. */
export interface SessionOptions {
  /** Aborted: nothing more is sent. */
  readonly until?: AbortSignal | undefined;
  /** How requests get to the target; absent: by the network. */
  readonly way?: Way | undefined;
}

/** What an open session works with. */
interface Work extends Wiring {
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly selected: ReadonlySet<string>;
  readonly note: Journal;
  /** Writes a result down, and gives it without secrets. */
  readonly write: (result: ClauseResult, sample?: SampleExchange) => ClauseResult;
}

/** Opens a run; nothing is sent before the first clause is judged, and nothing more once `until` is aborted. */
export function openSession(
  settings: Settings,
  catalogue: Catalogue,
  journal: Journal,
  { until, way = networkWay(settings) }: SessionOptions = {},
): Session {
  const { signal, release } = endOf(settings.limits.runMs, until);
  const wiring = wire(settings, catalogue, signal, way);
  const { client, moves, redact, scribe } = wiring;
  /** Held as long as somebody holds the result, and no longer. */
  const samples = new WeakMap<ClauseResult, SampleExchange>();
  const selected = new Set(settings.clauseIds);
  const asking = catalogue.asking.filter(({ id }) => selected.has(id));
  const judgedOf = judgingFamilies(asking, wiring.benchOf);
  const note: Journal = (entry) => journal(redactRecord(entry, redact));
  const work: Work = {
    ...wiring,
    settings,
    catalogue,
    selected,
    note,
    write: writingTo(journal, redact, samples),
  };
  const bill = (): void => note(billOf(client, way));
  const stopBilling = keepBilling(() => client.requests(), bill);
  return {
    asking,
    judge: (clause) =>
      resultOf(work, clause, async () =>
        withMoved(await judgedOf(clause), moves.findings(clause.id), settings.seed),
      ),
    watched: (id) => watchedNow(work, id),
    observe: () => observeAll(work),
    repeat: async (id, path, ask) => {
      const again = await repetition(work, id, path, ask);
      return "undecided" in again
        ? { undecided: redact(again.undecided) }
        : { violations: fold(again.found, scribe) };
    },
    finish: () =>
      finish(work, () => {
        stopBilling();
        bill();
        return client.broken() ?? way.failure() ?? (signal.aborted ? whyEnded(signal) : undefined);
      }),
    sampleOf: (result) => samples.get(result),
    stopped: () => client.broken(),
    close: async () => {
      release();
      stopBilling();
      await client.close();
      way.close();
    },
  };
}

function writingTo(
  journal: Journal,
  redact: Redact,
  samples: WeakMap<ClauseResult, SampleExchange>,
): Work["write"] {
  return (result, sample) => {
    const clean = redactRecord(result, redact);
    journal({ type: "clause", result: clean });
    if (sample !== undefined) {
      samples.set(clean, sample);
    }
    return clean;
  };
}

/** Ends a run when its time is up, or when its caller says so. */
function endOf(runMs: number, until: AbortSignal | undefined) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(OUT_OF_TIME), runMs);
  const abort = (): void => stop.abort(ABORTED);
  until?.addEventListener("abort", abort, { once: true });
  if (until?.aborted === true) {
    abort();
  }
  const release = (): void => {
    clearTimeout(timer);
    until?.removeEventListener("abort", abort);
  };
  return { signal: stop.signal, release };
}

async function resultOf(
  { scribe, coverage, write }: Work,
  { id, endpoint, statement }: AskingClause,
  judge: () => Promise<Judged>,
): Promise<ClauseResult> {
  const base = { id, section: sectionOf(id), endpoint, statement };
  try {
    const { found, sample, ...judged } = await judge();
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

async function observeAll(work: Work): Promise<void> {
  const { settings, catalogue } = work;
  const { share, level } = settings;
  const selection = new Set(share?.selection ?? settings.clauseIds);
  const isWhole = catalogue.clauses.every(({ id }) => selection.has(id)) && share?.observes !== false;
  const probes = level === "smoke" || !isWhole ? [] : catalogue.matters.flatMap(({ probe }) => probe ?? []);
  await Promise.all(probes.map((probe) => observeOne(work, probe)));
}

async function observeOne({ provider, sendFor }: Work, { needs, asks }: Probe): Promise<void> {
  try {
    const have = await provider.resolve(needs);
    await Promise.all(asks(have).map((ask) => sendFor("open")({ ...ask, expects: "open" })));
  } catch (error) {
    if (!(error instanceof Unavailable) && !(error instanceof Trouble)) {
      throw error;
    }
  }
}

async function repetition(
  { catalogue, benchOf, sendNow }: Work,
  id: string,
  path: string,
  ask: Ask | undefined,
): Promise<Repetition> {
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

/** Why endpoints gave no success answer, where they gave none. Reads each source once where no clause did. */
async function whysOf(work: Work): Promise<Map<Endpoint, UnseenReason>> {
  const { settings, catalogue, selected } = work;
  const homes = catalogue.clauses.filter(({ id }) => selected.has(id)).map(({ endpoint }) => endpoint);
  const known = new Map<Endpoint, UnseenReason>();
  for (const endpoint of new Set(settings.share?.homes ?? homes)) {
    known.set(endpoint, await whyOf(work, endpoint));
  }
  return known;
}

async function whyOf({ provider }: Work, endpoint: Endpoint): Promise<UnseenReason> {
  return await provider.resolve({ source: SOURCES[endpoint] }).then(
    (): UnseenReason => ({
      outcome: "inconclusive",
      cause: "data",
      reason: "no success answer of this endpoint was seen",
      remedy: { kind: "mendFirst" },
    }),
    (error: unknown): UnseenReason => {
      const reason = error instanceof Error ? reasonOf(error) : { reason: String(error) };
      const { outcome, cause } =
        error instanceof Unavailable ? error : ({ outcome: "inconclusive", cause: "environment" } as const);
      return { outcome, cause, ...reason };
    },
  );
}

async function watchedNow(work: Work, id: string): Promise<ClauseResult | undefined> {
  const { catalogue, watch, write } = work;
  const endpoint = catalogue.clauses.find((clause) => clause.id === id)?.endpoint;
  if (endpoint === undefined) {
    return undefined;
  }
  const why = await whyOf(work, endpoint);
  const [result] = judgeSeen(
    catalogue,
    (other) => other === id,
    watch.seen(),
    () => why,
  );
  return result === undefined ? undefined : write(result, watch.sampleOf(id));
}

async function finish(work: Work, bill: () => string | undefined): Promise<readonly ClauseResult[]> {
  const { settings, catalogue, selected, watch, write, note, cook, moves, usable } = work;
  const whys = await whysOf(work);
  const none: UnseenReason = { outcome: "inconclusive", cause: "suite", reason: "the endpoint is unknown" };
  const shown = watch.seen();
  const results = judgeSeen(
    catalogue,
    (id) => selected.has(id),
    shown,
    (endpoint) => whys.get(endpoint) ?? none,
  ).map((result) => write(result, watch.sampleOf(result.id)));
  const reason = bill();
  if (settings.profiles !== undefined) {
    note({ type: "found", recipes: cook.outcomes(), paths: moves.outcomes() });
  }
  note({ type: "answered", answered: usable.answered() });
  if (reason !== undefined) {
    note({ type: "stopped", reason });
  }
  if (settings.share !== undefined) {
    note({ type: "watched", watched: pack(watch.bySource(), shown, whys) });
  }
  // The last line: a journal without it is one of a run that was cut short.
  note({ type: "open", entries: openEntries(catalogue.matters, shown, settings.target.parameters) });
  return results;
}
