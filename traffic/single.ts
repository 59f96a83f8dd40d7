import { sectionOf, type AskingClause } from "../engine/clauses/clause.ts";
import { isSuccess } from "../engine/message/classify.ts";
import { coverageOf, type Coverage } from "../engine/message/known-deviations.ts";
import { isUndecided, type Finding, type Reply } from "../engine/model/exchange.ts";
import { causeIn, fold, kept, type Scribe } from "../engine/evidence/violation.ts";
import type { Offline, ReadRequest } from "../engine/clauses/recorded.ts";
import type { Found } from "../engine/model/exchange.ts";
import type { ClauseResult } from "../engine/model/clause-results.ts";
import type { Endpoint } from "../schemas/operations.ts";

/** A departure that one file shows. */
export interface FileFinding {
  readonly id: string;
  readonly pointer: string;
  readonly actual: string;
  readonly count: number;
}

/** Judges single exchanges by the checks of clauses that otherwise make their own requests. */
export interface Single {
  /** Whether some clause spoke of the exchange. */
  take(file: string, reply: Reply, request: ReadRequest): boolean;
  results(succeeded: ReadonlySet<Endpoint>): readonly ClauseResult[];
  departures(file: string): readonly FileFinding[];
}

/** What a clause that can be judged on one answer has seen. */
interface Judged {
  readonly clause: AskingClause;
  readonly offline: Offline;
  cases: number;
  undecided?: string;
  sample?: Reply;
  readonly found: Map<string, Found & { times: number }>;
  readonly byFile: Map<string, Map<string, FileFinding>>;
}

/** Causes kept of a clause. */
const MOST = 200;

export function createSingle(
  asking: readonly AskingClause[],
  selected: ReadonlySet<string>,
  scribe: Scribe,
  coverage: Coverage,
): Single {
  const clauses = asking.filter(({ id }) => selected.has(id));
  const records = clauses.flatMap((clause): Judged[] => {
    const { offline } = clause;
    return offline === undefined ? [] : [{ clause, offline, cases: 0, found: new Map(), byFile: new Map() }];
  });
  const byId = new Map(records.map((record) => [record.clause.id, record]));
  return {
    take: (file, reply, request) => {
      const fitting = records.filter(
        ({ clause, offline }) =>
          clause.endpoint === reply.ask.endpoint &&
          offline.fits(request) &&
          !(offline.errorsOnly === true && isSuccess(reply)),
      );
      fitting.forEach((record) => judge(record, coverage, file, reply, request));
      return fitting.length > 0;
    },
    results: (succeeded) =>
      clauses.map(({ id, endpoint, statement }) => {
        const record = byId.get(id);
        const verdict =
          record === undefined ? ONLY_A_RUN : verdictOf(record, succeeded.has(endpoint), scribe, coverage);
        return { id, section: sectionOf(id), endpoint, statement, cases: 0, violations: [], ...verdict };
      }),
    departures: (file) => records.flatMap(({ byFile }) => [...(byFile.get(file)?.values() ?? [])]),
  };
}

function judge(record: Judged, coverage: Coverage, file: string, reply: Reply, request: ReadRequest): void {
  const { clause, offline } = record;
  // The model is an answer that the clause accepts: the first of its samples.
  const answer = offline.answer?.(reply, request, clause.accepts[0]?.answer) ?? reply;
  const judgement = clause.check(answer, offline.value?.(request));
  if (isUndecided(judgement)) {
    record.undecided ??= judgement.undecided;
    return;
  }
  record.cases += 1;
  if (judgement.length === 0) {
    record.sample ??= reply;
  }
  for (const finding of judgement) {
    note(record, coverage, file, finding, finding.reply ?? reply);
  }
}

function note(
  { clause: { id }, found, byFile }: Judged,
  coverage: Coverage,
  file: string,
  finding: Finding,
  reply: Reply,
): void {
  const cause = `${coverageOf(id, coverage)({ finding, reply })} ${causeIn(finding, reply)}`;
  const known = found.get(cause);
  if (known !== undefined) {
    known.times += 1;
  } else if (found.size < MOST) {
    found.set(cause, { finding, reply, path: "", seed: 0, times: 1 });
  }
  const own = byFile.get(file) ?? new Map<string, FileFinding>();
  byFile.set(file, own);
  const { pointer, actual } = finding;
  own.set(cause, { id, pointer, actual, count: (own.get(cause)?.count ?? 0) + 1 });
}

type Verdict = Partial<ClauseResult> & Pick<ClauseResult, "outcome">;

const ONLY_A_RUN: Verdict = {
  outcome: "notExercised",
  cause: "data",
  reason: "it asks for several answers, or for one of its own making: only a run can judge it",
};

function verdictOf(
  { clause: { id }, offline, cases, found, undecided, ...record }: Judged,
  succeeded: boolean,
  scribe: Scribe,
  coverage: Coverage,
): Verdict {
  if (cases === 0) {
    const reason = undecided ?? "no recorded request is one that it speaks of";
    return { outcome: undecided === undefined ? "notExercised" : "inconclusive", cause: "data", reason };
  }
  if (offline.needsSuccess === true && !succeeded) {
    const reason = "the files hold no success of this endpoint: a refusal of everything proves nothing";
    return { outcome: "inconclusive", cause: "data", reason, cases };
  }
  const shown = { ...kept(record.sample, scribe), cases };
  if (found.size === 0) {
    return { ...shown, outcome: "pass" };
  }
  const violations = fold([...found.values()], scribe, coverageOf(id, coverage));
  return { ...shown, outcome: "fail", cause: "contract", reason: violations[0]?.message ?? "", violations };
}
