import { sectionOf, type Alone, type AskingClause } from "../clauses/clause.ts";
import type { ReadRequest } from "../clauses/read-request.ts";
import { causeIn, fold, kept, MOST_CAUSES, type Scribe } from "../evidence/violation.ts";
import { coverageOf, type Coverage } from "../message/known-deviations.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import { isUndecided, type Found, type Reply } from "../model/exchange.ts";
import type { Endpoint } from "../../schemas/operations.ts";

/** What a clause that can be judged on one answer has seen. */
interface Judged {
  readonly clause: AskingClause;
  readonly alone: Alone;
  cases: number;
  undecided?: string;
  sample?: ReturnType<typeof kept>;
  /** The first finding of each cause, and how often it came. */
  readonly found: Map<string, Found>;
}

/** Judges single exchanges by the checks of clauses that otherwise make their own requests. */
export function createSingle(clauses: readonly AskingClause[], scribe: Scribe, coverage: Coverage) {
  const records = clauses.flatMap((clause): readonly Judged[] => {
    const { alone } = clause;
    return alone === undefined ? [] : [{ clause, alone, cases: 0, found: new Map() }];
  });

  function judge(record: Judged, reply: Reply, request: ReadRequest): void {
    const { clause, alone, found } = record;
    const judgement = alone.check(reply, request);
    if (isUndecided(judgement)) {
      record.undecided ??= judgement.undecided;
      return;
    }
    record.cases += 1;
    if (judgement.length === 0) {
      record.sample ??= kept(reply, scribe);
    }
    for (const finding of judgement) {
      const one: Found = { finding, reply: finding.reply ?? reply, path: "", seed: 0 };
      const cause = `${coverageOf(clause.id, coverage)(one)} ${causeIn(finding, one.reply)}`;
      const known = found.get(cause);
      if (known !== undefined || found.size < MOST_CAUSES) {
        found.set(cause, { ...(known ?? one), times: (known?.times ?? 0) + 1 });
      }
    }
  }

  return {
    /** Whether some clause spoke of the exchange. */
    take: (reply: Reply, request: ReadRequest): boolean => {
      const fitting = records.filter(
        ({ clause, alone }) =>
          clause.endpoint === reply.ask.endpoint &&
          alone.when(request) &&
          alone.tells?.(reply, request) !== false,
      );
      fitting.forEach((record) => judge(record, reply, request));
      return fitting.length > 0;
    },
    /** `succeeded`: endpoints of which a success was seen. */
    results: (succeeded: ReadonlySet<Endpoint>): readonly ClauseResult[] =>
      clauses.map((clause) => {
        const { id, endpoint, statement } = clause;
        const record = records.find((one) => one.clause === clause);
        const verdict =
          record === undefined ? ONLY_A_RUN : verdictOf(record, succeeded.has(endpoint), scribe, coverage);
        return { id, section: sectionOf(id), endpoint, statement, cases: 0, violations: [], ...verdict };
      }),
  };
}

type Verdict = Partial<ClauseResult> & Pick<ClauseResult, "outcome">;

const ONLY_A_RUN: Verdict = {
  outcome: "notExercised",
  obstacle: "data",
  cause: "data",
  reason: "it needs several responses, or a request of its own: only a run can test it",
};

const NO_DATA = { obstacle: "data", cause: "data" } as const;

function verdictOf(record: Judged, succeeded: boolean, scribe: Scribe, coverage: Coverage): Verdict {
  const { clause, alone, cases, found, undecided, sample } = record;
  if (cases === 0) {
    const reason = undecided ?? "no recorded request is of the kind that it is about";
    return { outcome: undecided === undefined ? "notExercised" : "inconclusive", ...NO_DATA, reason };
  }
  if (alone.needsSuccess === true && !succeeded) {
    const reason =
      "no successful response of this endpoint was recorded: where everything is refused, a refusal proves nothing";
    return { outcome: "inconclusive", ...NO_DATA, reason, cases };
  }
  const violations = fold([...found.values()], scribe, coverageOf(clause.id, coverage));
  const [first] = violations;
  return first === undefined
    ? { ...sample, cases, outcome: "pass" }
    : { ...sample, cases, outcome: "fail", cause: "contract", reason: first.message, violations };
}
