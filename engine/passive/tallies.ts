import { causeIn, kept, violationOf, type Scribe } from "../evidence/violation.ts";
import type { Coverage } from "../message/known-deviations.ts";
import type { FieldEvidence, Violation } from "../model/clause-results.ts";
import { compareTexts } from "../model/compare.ts";
import { isUndecided, type Finding, type Judgement, type Reply } from "../model/exchange.ts";

/** Causes that are kept of a clause; places that show others are left out. */
const CAUSES = 200;
/** Different values that are told of an open matter. */
const VALUES = 40;

/**
 * What answers showed of a clause, or of an open matter: counts, and what stands for them. All of it is made at once: an
 * answer that was kept would keep all of its body.
 */
export interface Tally {
  cases: number;
  /** Of a row of a table: how it was seen. */
  readonly field: { -readonly [Sight in keyof FieldEvidence]: number };
  /** Why the first answer of which it could not decide was in doubt. */
  undecided?: string;
  /** Causes of violations, with the smallest request that shows each. */
  readonly causes: Map<
    string,
    { readonly url: string; readonly violation: Violation; readonly times: number }
  >;
  /** The first answer that keeps it. */
  sample?: ReturnType<typeof kept>;
  /** Values of an open matter. */
  readonly values: Map<string, { count: number; readonly curl: string }>;
}

/** By the ids of clauses and matters; what nothing was seen of has none. */
export type Tallies = ReadonlyMap<string, Tally>;

const nothingSeen = (): Tally => ({
  cases: 0,
  field: { seen: 0, null: 0, notNull: 0 },
  causes: new Map(),
  values: new Map(),
});

export function createTallies(scribe: Scribe, seed: number, coverage: Coverage) {
  const all = new Map<string, Tally>();

  function of(id: string): Tally {
    const tally = all.get(id) ?? nothingSeen();
    all.set(id, tally);
    return tally;
  }

  function found(id: string, finding: Finding, reply: Reply): void {
    const { causes } = of(id);
    const entry = coverage(id, finding, reply);
    const key = `${JSON.stringify(entry) ?? ""} ${causeIn(finding, reply)}`;
    const before = causes.get(key);
    if (before === undefined && causes.size >= CAUSES) {
      return;
    }
    const times = (before?.times ?? 0) + 1;
    const isFirst = before === undefined || compareUrls(reply.url, before.url) < 0;
    const { url, violation } = isFirst
      ? { url: reply.url, violation: violationOf({ finding, reply, path: "", seed }, scribe, entry) }
      : before;
    causes.set(key, { url, violation, times });
  }

  const sample = (id: string, reply: Reply): void => {
    of(id).sample ??= kept(reply, scribe);
  };

  function note(id: string, judgement: Judgement, reply: Reply): void {
    const tally = of(id);
    if (isUndecided(judgement)) {
      tally.undecided ??= judgement.undecided;
      return;
    }
    tally.cases += 1;
    judgement.forEach((finding) => found(id, finding, finding.reply ?? reply));
    if (judgement.length === 0) {
      sample(id, reply);
    }
  }

  /** Of the values of a matter the first by their characters are kept: the same ones, whatever comes first. */
  function observed(id: string, value: string, reply: Reply): void {
    const { values } = of(id);
    const before = values.get(value);
    const isFull = before === undefined && values.size >= VALUES;
    const last = isFull ? [...values.keys()].toSorted(compareTexts).at(-1) : undefined;
    if (before !== undefined) {
      before.count += 1;
    } else if (last === undefined || value < last) {
      values.delete(last ?? "");
      values.set(value, { count: 1, curl: scribe.curl(reply) });
    }
  }

  return { all, of, found, sample, note, observed };
}

/** Shorter URLs first; of the same length in the order of their characters, so that chance decides nothing. */
export function compareUrls(a: string, b: string): number {
  return a.length - b.length || compareTexts(a, b);
}
