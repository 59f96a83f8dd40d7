import { addTo, kept, type Causes, type Scribe } from "../evidence/violation.ts";
import type { Coverage } from "../message/known-deviations.ts";
import type { FieldEvidence } from "../model/clause-results.ts";
import { compareTexts } from "../model/compare.ts";
import { isUndecided, type Finding, type Judgement, type Reply } from "../model/exchange.ts";

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
  readonly causes: Causes;
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

  const found = (id: string, finding: Finding, reply: Reply): void =>
    addTo(of(id).causes, { finding, reply, path: "", seed }, scribe, coverage(id, finding, reply));

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
