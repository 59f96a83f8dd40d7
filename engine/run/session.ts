import { sectionOf, type AskingClause, type Probe } from "../clauses/clause.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import { SOURCES, Unavailable } from "../clauses/prerequisites.ts";
import { fold, kept } from "../evidence/violation.ts";
import { whyEnded } from "../http/ended.ts";
import { coverageOf } from "../message/known-deviations.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import { Trouble } from "../model/exchange.ts";
import { reasonOf } from "../model/reason.ts";
import type { RunFacts } from "../model/results.ts";
import type { Endpoint, Settings } from "../model/settings.ts";
import { judgeSeen, openEntries, type UnseenReason } from "../passive/verdicts.ts";
import { redactRecord } from "../secrets/redact.ts";
import { judgingFamilies, type Judged } from "./judge.ts";
import { withMoved } from "./path-overrides.ts";
import { wire, type Wiring } from "./wiring.ts";

/** Who follows a run, and who may end it. */
export interface Onlooker {
  /** Called with the result of each clause as soon as it is judged; known deviations are not applied to it yet. */
  readonly onClause?: ((result: ClauseResult) => void) | undefined;
  /** Called with the endpoint of each request when it is sent. */
  readonly onRequest?: ((endpoint: Endpoint) => void) | undefined;
  /** Aborted with a reason in words: nothing more is sent, and what was not judged is left so. */
  readonly signal?: AbortSignal | undefined;
}

/** What a run works with. */
interface Work extends Wiring {
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly selected: ReadonlySet<string>;
  /** Takes secrets out of a result, tells of it, and gives it. */
  readonly tell: (result: ClauseResult) => ClauseResult;
}

/**
 * Judges every selected clause, all at once: one that waits for a silent service keeps no other from asking. An error of
 * our own leaves its clause without a verdict.
 */
export async function judgeAll(
  settings: Settings,
  catalogue: Catalogue,
  onlooker: Onlooker = {},
): Promise<RunFacts> {
  const { signal = new AbortController().signal } = onlooker;
  const wiring = wire(settings, catalogue, signal, onlooker.onRequest);
  const { client, moves, redact } = wiring;
  const tell = (result: ClauseResult): ClauseResult => {
    const clean = redactRecord(result, redact);
    onlooker.onClause?.(clean);
    return clean;
  };
  const selected = new Set(settings.clauseIds);
  const work: Work = { ...wiring, settings, catalogue, selected, tell };
  const asking = catalogue.asking.filter(({ id }) => selected.has(id));
  const judgedOf = judgingFamilies(asking, wiring.bench);
  try {
    const [asked] = await Promise.all([
      Promise.all(
        asking.map((clause) =>
          resultOf(work, clause, async () =>
            withMoved(await judgedOf(clause), moves.findings(clause.id), settings.seed),
          ),
        ),
      ),
      observeAll(work),
    ]);
    return factsOf(work, [...asked, ...(await judgeWatched(work))], signal);
  } finally {
    await client.close();
  }
}

async function resultOf(
  { scribe, coverage, tell }: Work,
  { id, endpoint, statement }: AskingClause,
  judge: () => Promise<Judged>,
): Promise<ClauseResult> {
  const base = { id, section: sectionOf(id), endpoint, statement };
  try {
    const { found, sample, ...judged } = await judge();
    const violations = fold(found, scribe, coverageOf(id, coverage));
    return tell({ ...base, ...judged, ...kept(sample, scribe), violations });
  } catch (error) {
    const reason = `the suite failed on this clause: ${error instanceof Error ? error.message : String(error)}`;
    return tell({ ...base, outcome: "inconclusive", cause: "suite", reason, cases: 0, violations: [] });
  }
}

/** Sends what is only observed, in runs over all clauses; nothing comes of it but entries of the report. */
async function observeAll(work: Work): Promise<void> {
  const { settings, catalogue, selected } = work;
  const isWhole = catalogue.clauses.every(({ id }) => selected.has(id));
  const probes =
    settings.level === "smoke" || !isWhole ? [] : catalogue.matters.flatMap(({ probe }) => probe ?? []);
  await Promise.all(probes.map((probe) => observeOne(work, probe)));
}

async function observeOne({ provider, send }: Work, { needs, asks }: Probe): Promise<void> {
  try {
    const have = await provider.resolve(needs);
    await Promise.all(asks(have).map((ask) => send({ ...ask, expects: "open" })));
  } catch (error) {
    if (!(error instanceof Unavailable) && !(error instanceof Trouble)) {
      throw error;
    }
  }
}

/** Results of the clauses that watched the others. */
async function judgeWatched(work: Work): Promise<readonly ClauseResult[]> {
  const { catalogue, selected, watch, tell } = work;
  const whys = await whysOf(work);
  const none: UnseenReason = { outcome: "inconclusive", cause: "suite", reason: "the endpoint is unknown" };
  return judgeSeen(
    catalogue,
    (id) => selected.has(id),
    watch.seen(),
    (endpoint) => whys.get(endpoint) ?? none,
  ).map(tell);
}

/** Why endpoints gave no success answer, where they gave none. Reads each source once where no clause did. */
async function whysOf(work: Work): Promise<ReadonlyMap<Endpoint, UnseenReason>> {
  const { catalogue, selected } = work;
  const homes = catalogue.clauses.filter(({ id }) => selected.has(id)).map(({ endpoint }) => endpoint);
  const known = new Map<Endpoint, UnseenReason>();
  for (const endpoint of new Set(homes)) {
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

function factsOf(work: Work, clauses: readonly ClauseResult[], signal: AbortSignal): RunFacts {
  const { settings, catalogue, client, watch, cook, moves, usable, redact } = work;
  const { parameters } = settings.target;
  const facts: Omit<RunFacts, "clauses"> = {
    open: openEntries(catalogue.matters, watch.seen(), parameters),
    requests: client.requests(),
    bill: {
      perEndpoint: { ...client.counts() },
      retries: client.retries(),
      waitedMs: client.waited(),
      failures: { ...client.failures() },
      answerTimes: { ...client.answerTimes() },
    },
    answered: usable.answered(),
    recipes: cook.outcomes(),
    paths: moves.outcomes(),
    stopped: client.broken() ?? (signal.aborted ? whyEnded(signal) : undefined),
  };
  return { ...redactRecord(facts, redact), clauses };
}
