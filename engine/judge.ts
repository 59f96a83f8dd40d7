import * as fc from "fast-check";
import { casesOf, seedFor, type Case } from "./cases.ts";
import { isSuccess } from "./classify.ts";
import type { AskingClause, Given, Have, Needs } from "./clause.ts";
import { coverageOf, type Coverage } from "./deviation.ts";
import { drive, type Send } from "./drive.ts";
import { isUndecided, Trouble, type Finding, type Reply } from "./exchange.ts";
import type { Provider } from "./provider.ts";
import type { Cause, Outcome } from "./results.ts";
import { Unavailable } from "./world.ts";

/** A finding with the case that led to it. */
export interface Found {
  readonly finding: Finding;
  readonly reply: Reply;
  /** fast-check path, or the name of the boundary case. */
  readonly path: string;
  readonly seed: number;
  /** In how many places the same was found; once where nothing is said. */
  readonly times?: number;
  /** All answers that the rule looked at, in order. */
  readonly among?: readonly Reply[];
}

/** What became of a clause. */
export interface Judged {
  readonly outcome: Exclude<Outcome, "known">;
  readonly reason?: string;
  readonly cause?: Cause;
  readonly cases: number;
  readonly found: readonly Found[];
  readonly sample?: Reply;
}

/** What a clause is judged with. */
export interface Bench {
  readonly provider: Provider;
  readonly send: Send;
  /** Sends without answering from memory. */
  readonly sendAgain: Send;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly coverage: Coverage;
}

interface Attempt {
  readonly findings: readonly Finding[];
  readonly undecided?: { readonly reason: string; readonly cause: Cause };
  readonly replies: readonly Reply[];
  /** What the answers showed of the data: equal when the data stood still. */
  readonly digest: string;
}

/** Cases in flight at once; the client decides how many of their requests are. */
const TOGETHER = 64;
/** Failing cases that are looked at closely. */
const CONFIRMED_MOST = 3;
/** Times that a failing case is asked again while the data moves. */
const CONFIRM_TRIES = 3;
/** Requests spent on finding a smaller failing case. */
const SHRINK_BUDGET = 40;
const SHRINK_MS = 10_000;

/** Runs one clause: its cases at once, then what failed again, and smaller. */
export async function judge(clause: AskingClause, bench: Bench): Promise<Judged> {
  try {
    const have = await bench.provider.resolve(clause.needs);
    return await judgeCases(clause, have, bench);
  } catch (error) {
    if (error instanceof Unavailable) {
      return { outcome: error.outcome, cause: error.cause, reason: error.message, cases: 0, found: [] };
    }
    if (error instanceof Trouble) {
      return { outcome: "inconclusive", cause: "environment", reason: error.message, cases: 0, found: [] };
    }
    throw error;
  }
}

async function judgeCases(clause: AskingClause, have: Have<Needs>, bench: Bench): Promise<Judged> {
  const given = clause.given?.(have);
  const seed = seedFor(bench.seed, clause.family ?? clause.id);
  const size = (await bench.provider.resolve({ size: "size" })).size;
  const cases = casesOf(given, size, seed);
  const tally: Tally = { decided: 0, undecided: new Map(), suspects: [] };
  const isNew = (tried: Attempt): boolean => !isKnown(clause, tried, bench);
  const somethingNew = (): boolean => tally.suspects.some(({ tried }) => isNew(tried));
  for (let start = 0; start < cases.length && !somethingNew(); start += TOGETHER) {
    const group = cases.slice(start, start + TOGETHER);
    const attempts = await Promise.all(group.map((item) => attempt(clause, have, item.value, bench.send)));
    attempts.forEach((tried, index) => {
      const item = group[index];
      if (item !== undefined) {
        note(tally, item, tried);
      }
    });
  }
  const found: Found[] = [];
  // What is known must not stand in front of what is new.
  const fresh = tally.suspects.filter(({ tried }) => isNew(tried));
  const known = tally.suspects.filter(({ tried }) => !isNew(tried));
  for (const { item, tried } of [fresh, known].flatMap((some) => some.slice(0, CONFIRMED_MOST))) {
    const confirmed = await confirm(clause, item, { ...tried, digest: tried.digest + groundOf(have) }, bench);
    if ("reason" in confirmed) {
      count(tally.undecided, confirmed);
    } else {
      // What is known need not be made smaller.
      const middle = isNew(tried) ? given : undefined;
      const smaller = await shrink(clause, have, middle, item, confirmed, { ...bench, seed });
      found.push(...smaller);
    }
  }
  return verdict(tally, cases.length, found);
}

/** Whether known deviations cover everything that is wrong with the answers. */
function isKnown({ id }: AskingClause, { findings, replies }: Attempt, { coverage }: Bench): boolean {
  const indexOf = coverageOf(id, coverage);
  return findings.every((finding) => {
    const reply = finding.reply ?? replies.at(-1);
    return reply !== undefined && indexOf({ finding, reply }) !== -1;
  });
}

interface Tally {
  decided: number;
  readonly undecided: Map<string, { count: number; cause: Cause }>;
  readonly suspects: { readonly item: Case; readonly tried: Attempt }[];
  sample?: Reply;
}

function note(tally: Tally, item: Case, tried: Attempt): void {
  if (tried.undecided !== undefined) {
    count(tally.undecided, tried.undecided);
  } else if (tried.findings.length > 0) {
    tally.suspects.push({ item, tried });
  } else {
    tally.decided += 1;
    const first = tried.replies[0];
    if (tally.sample === undefined && first !== undefined) {
      tally.sample = first;
    }
  }
}

function count(
  undecided: Map<string, { count: number; cause: Cause }>,
  { reason, cause }: { reason: string; cause: Cause },
): void {
  const known = undecided.get(reason);
  undecided.set(reason, { count: (known?.count ?? 0) + 1, cause });
}

function verdict(tally: Tally, cases: number, found: readonly Found[]): Judged {
  const sample = tally.sample === undefined ? {} : { sample: tally.sample };
  if (found.length > 0) {
    const reason = found[0]?.finding.message ?? "";
    return { outcome: "fail", cause: "contract", reason, cases, found, ...sample };
  }
  const [first] = tally.undecided;
  const environment = [...tally.undecided.values()].some(({ cause }) => cause === "environment");
  if (first !== undefined && (tally.decided === 0 || environment || tally.suspects.length > 0)) {
    const [reason, { count: times, cause }] = first;
    const share = cases > 1 ? ` (${times} of ${cases} cases)` : "";
    return { outcome: "inconclusive", cause, reason: reason + share, cases, found: [], ...sample };
  }
  if (tally.decided === 0) {
    const reason = "the target's data give no case for this clause";
    return { outcome: "inconclusive", cause: "data", reason, cases, found: [] };
  }
  return { outcome: "pass", cases: tally.decided, found: [], ...sample };
}

/** Asks one case, and judges the answers. */
export async function attempt(
  clause: AskingClause,
  have: Have<Needs>,
  value: unknown,
  send: Send,
): Promise<Attempt> {
  try {
    const { answer, replies } = await drive(clause.ask(have, value), send);
    const judgement = clause.check(answer, value);
    if (isUndecided(judgement)) {
      const undecided = { reason: judgement.undecided, cause: judgement.cause };
      return { findings: [], undecided, replies, digest: "" };
    }
    // Only failures are compared with one another.
    const digest = judgement.length === 0 ? "" : replies.map(digestOf).join("\n");
    return { findings: judgement, replies, digest };
  } catch (error) {
    if (error instanceof Trouble) {
      const undecided = { reason: error.message, cause: "environment" } as const;
      return { findings: [], undecided, replies: [], digest: "" };
    }
    throw error;
  }
}

/** What an answer says of the data, without clocks and counters beside them. */
function digestOf(reply: Reply): string {
  const { value, text } = reply.body;
  if (!isSuccess(reply) || typeof value !== "object") {
    return String(reply.status);
  }
  const { timestamp: _clock, ...data } = { timestamp: undefined, ...value };
  return reply.ask.endpoint === "contract" ? text : JSON.stringify(data);
}

/** The lists that answers are compared with: they must have stood still as well. */
export function groundOf(have: Have<Needs>): string {
  const lists = Object.values(have).map((item: unknown) =>
    typeof item === "object" && item !== null && "rows" in item ? JSON.stringify(item.rows) : "",
  );
  return lists.join("\n");
}

/** Asks again, with lists read anew: a rule over several answers fails only on data that stood still. */
export async function confirm(
  clause: AskingClause,
  item: Case,
  first: Attempt,
  bench: Bench,
): Promise<Attempt | { reason: string; cause: Cause }> {
  let before = first;
  for (let tries = 0; tries < CONFIRM_TRIES; tries += 1) {
    const have = clause.compares
      ? await bench.provider.refresh(clause.needs, performance.now())
      : await bench.provider.resolve(clause.needs);
    const tried = await attempt(clause, have, item.value, bench.sendAgain);
    const again = { ...tried, digest: tried.digest + groundOf(have) };
    if (again.undecided !== undefined) {
      return again.undecided;
    }
    if (again.findings.length === 0) {
      return { reason: "asked again, the target answered differently", cause: "data" };
    }
    if (!clause.compares || again.digest === before.digest) {
      return again;
    }
    before = again;
  }
  return { reason: "the data would not stand still while the answers were compared", cause: "data" };
}

/** The failing case, made smaller where it was generated: sequentially, within a budget, the same violation. */
async function shrink(
  clause: AskingClause,
  have: Have<Needs>,
  given: Given<unknown> | undefined,
  item: Case,
  confirmed: Attempt,
  bench: Bench,
): Promise<readonly Found[]> {
  let smallest = { tried: confirmed, path: item.name };
  if (given?.middle !== undefined && item.index !== undefined) {
    const kind = kindOf(confirmed);
    const known = isKnown(clause, confirmed, bench);
    let budget = SHRINK_BUDGET;
    const property = fc.asyncProperty(given.middle, async ({ name, value }) => {
      if (budget <= 0 || bench.signal.aborted) {
        return true;
      }
      const tried = await attempt(clause, have, value, bench.sendAgain);
      budget -= tried.replies.length;
      const same = kindOf(tried) === kind && isKnown(clause, tried, bench) === known;
      if (same) {
        smallest = { tried, path: name };
      }
      return !same;
    });
    const details = await fc.check(property, {
      seed: bench.seed,
      path: String(item.index),
      numRuns: item.index + 1,
      interruptAfterTimeLimit: SHRINK_MS,
      markInterruptAsFailure: false,
    });
    smallest = { ...smallest, path: details.counterexamplePath ?? smallest.path };
  }
  return smallest.tried.findings.flatMap((finding) => {
    const reply = finding.reply ?? smallest.tried.replies.at(-1);
    return reply === undefined
      ? []
      : [{ finding, reply, path: smallest.path, seed: bench.seed, among: smallest.tried.replies }];
  });
}

/** What makes two failures the same: the message, not the value. */
function kindOf({ findings }: Attempt): string {
  return findings[0]?.message ?? "";
}
