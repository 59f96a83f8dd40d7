import { CannotRun } from "../engine/target/cannot-run.ts";
import { preflight } from "../engine/target/preflight.ts";
import type { ClauseResult } from "../engine/model/clause-results.ts";
import type { KnownDeviation } from "../engine/model/known-deviation.ts";
import { openSession as open, type Session as Engine } from "../engine/run/session.ts";
import { applyKnown } from "../reports/reading/known.ts";
import type { RunOptions } from "./run-options.ts";
import { readyToRun, type RunTarget } from "./run.ts";

/** How a session is opened: as a run is, but for what selects and follows its clauses. */
export type SessionOptions = Omit<RunOptions, "only" | "skip" | "strict" | "onClause">;

/** An open line to a target, over which clauses are judged one by one: `clauses("4.4-…").run(session)`. */
export interface Session {
  /** Ends what is under way and lets go of the target; call it when the last clause is judged. */
  close(): Promise<void>;
}

const opened = new WeakMap<Session, { readonly engine: Engine; readonly known: readonly KnownDeviation[] }>();

/**
 * Opens a session: all clauses that are judged over it share one client, its rate, and what was found of the target.
 * Throws `CannotRun` where the target or an option is wrong, or the target cannot be reached.
 */
export async function openSession(target: RunTarget, options: SessionOptions = {}): Promise<Session> {
  const { order, prepared } = await readyToRun(target, options);
  const { settings } = prepared;
  const spent = await preflight(settings);
  const engine = open({ ...settings, spent }, order.catalogue, () => undefined, { until: options.signal });
  const session: Session = { close: () => engine.close() };
  opened.set(session, { engine, known: settings.known });
  return session;
}

/** Judges one clause over a session. */
export async function runClause(id: string, session: Session): Promise<ClauseResult> {
  const { engine, known } = opened.get(session) ?? {};
  if (engine === undefined || known === undefined) {
    throw new CannotRun("a clause is run over what openSession(target) gave");
  }
  const clause = engine.asking.find((other) => other.id === id);
  const result = clause === undefined ? await engine.watched(id) : await engine.judge(clause);
  const [marked] = applyKnown(result === undefined ? [] : [result], known).clauses;
  if (marked === undefined) {
    throw new CannotRun(`there is no clause ${JSON.stringify(id)}`);
  }
  return marked;
}
