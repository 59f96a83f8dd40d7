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

interface Record_ {
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
  const records = new Map<string, Record_>(
    asking.flatMap((clause) => {
      const { id, offline } = clause;
      return offline === undefined || !selected.has(id)
        ? []
        : [[id, { clause, offline, cases: 0, found: new Map(), byFile: new Map() }]];
    }),
  );

  function judge(record: Record_, file: string, reply: Reply, request: ReadRequest): void {
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
      note(record, file, finding, finding.reply ?? reply);
    }
  }

  function note(
    { clause: { id }, found, byFile }: Record_,
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
    const count = (own.get(cause)?.count ?? 0) + 1;
    own.set(cause, { id, pointer, actual, count });
  }

  function isVouched({ clause, offline }: Record_, succeeded: ReadonlySet<Endpoint>): boolean {
    return offline.needsSuccess !== true || succeeded.has(clause.endpoint);
  }

  function resultOf(clause: AskingClause, succeeded: ReadonlySet<Endpoint>): ClauseResult {
    const { id, endpoint, statement } = clause;
    const base = { id, section: sectionOf(id), endpoint, statement, violations: [] };
    const record = records.get(id);
    if (record === undefined) {
      const reason = "it asks for several answers, or for one of its own making: only a run can judge it";
      return { ...base, outcome: "notExercised", cause: "data", reason, cases: 0 };
    }
    const { cases, found, undecided } = record;
    if (cases > 0 && !isVouched(record, succeeded)) {
      const reason = "the files hold no success of this endpoint: a refusal of everything proves nothing";
      return { ...base, outcome: "inconclusive", cause: "data", reason, cases };
    }
    const sample = kept(record.sample, scribe);
    if (found.size > 0) {
      const violations = fold([...found.values()], scribe, coverageOf(id, coverage));
      const reason = violations[0]?.message ?? "";
      return { ...base, ...sample, outcome: "fail", cause: "contract", reason, cases, violations };
    }
    if (cases > 0) {
      return { ...base, ...sample, outcome: "pass", cases };
    }
    return undecided === undefined
      ? {
          ...base,
          outcome: "notExercised",
          cause: "data",
          reason: "no recorded request is one that it speaks of",
          cases,
        }
      : { ...base, outcome: "inconclusive", cause: "data", reason: undecided, cases };
  }

  return {
    take: (file, reply, request) => {
      const fitting = [...records.values()].filter(
        ({ clause, offline }) =>
          clause.endpoint === reply.ask.endpoint &&
          offline.fits(request) &&
          !(offline.errorsOnly === true && isSuccess(reply)),
      );
      fitting.forEach((record) => judge(record, file, reply, request));
      return fitting.length > 0;
    },
    results: (succeeded) =>
      asking.filter(({ id }) => selected.has(id)).map((clause) => resultOf(clause, succeeded)),
    departures: (file) =>
      [...records.values()].flatMap(({ byFile }) => [...(byFile.get(file)?.values() ?? [])]),
  };
}
