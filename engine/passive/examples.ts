import { causeIn, kept, violationOf, type Scribe } from "../evidence/violation.ts";
import { coverageOf, type Coverage } from "../message/known-deviations.ts";
import type { Violation } from "../model/clause-results.ts";
import type { Finding, Reply } from "../model/exchange.ts";
import { compareTexts } from "../model/compare.ts";
import { oncePer } from "../model/memo.ts";
import { compareUrls, VALUES, type Seen } from "./verdicts.ts";

/** Causes kept per clause and known deviation; more of the same add to the count alone. */
const CAUSES = 200;

/** Keeps exchanges that stand for what was counted. */
export interface ExampleKeeper {
  /** Gives the cause under which a violation counts; undefined where too many others are kept. */
  violation(id: string, finding: Finding, reply: Reply): string | undefined;
  /** Whether a value of an open matter is among those that are told. */
  value(id: string, value: string, reply: Reply): boolean;
  /** An exchange that a clause judged; the first one is kept. */
  sample(id: string, reply: Reply): void;
  all(): Pick<Seen, "examples" | "curls">;
}

/** What is told later is made at once: an answer that was kept would keep all of its body. */
interface Kept {
  readonly causes: Map<string, { readonly url: string; readonly violation: Violation }>;
  sample?: ReturnType<typeof kept>;
}

export function createExamples(scribe: Scribe, seed: number, coverage: Coverage): ExampleKeeper {
  const records = new Map<string, Kept>();
  const curls = new Map<string, Map<string, string>>();
  /** Most clauses of an endpoint have the same one; taking secrets out of it takes time. */
  const sampleFrom = oncePer((reply: Reply) => kept(reply, scribe));

  function recordOf(id: string): Kept {
    const record = records.get(id) ?? { causes: new Map() };
    records.set(id, record);
    return record;
  }

  return {
    violation: (id, finding, reply) => {
      const { causes } = recordOf(id);
      const cause = `${coverageOf(id, coverage)({ finding, reply })} ${causeIn(finding, reply)}`;
      const known = causes.get(cause);
      if (known === undefined && causes.size >= CAUSES) {
        return undefined;
      }
      if (known === undefined || compareUrls(reply.url, known.url) < 0) {
        const violation = violationOf({ finding, reply, path: "", seed }, scribe);
        causes.set(cause, { url: reply.url, violation });
      }
      return cause;
    },
    // The first ones by their characters are kept: the same ones, whatever comes first.
    value: (id, value, reply) => {
      const values = curls.get(id) ?? new Map<string, string>();
      curls.set(id, values);
      if (values.has(value)) {
        return true;
      }
      const last = values.size < VALUES ? undefined : [...values.keys()].toSorted(compareTexts).at(-1);
      if (last !== undefined && last < value) {
        return false;
      }
      values.delete(last ?? "");
      values.set(value, scribe.curl(reply));
      return true;
    },
    sample: (id, reply) => {
      recordOf(id).sample ??= sampleFrom(reply);
    },
    all: () => ({ examples: toldOf(records), curls }),
  };
}

function toldOf(records: ReadonlyMap<string, Kept>): Seen["examples"] {
  return new Map(
    [...records].map(([id, { causes, sample }]) => {
      const violations = [...causes].map(([cause, { violation }]) => [cause, violation] as const);
      return [id, { violations: new Map(violations), ...sample }];
    }),
  );
}
