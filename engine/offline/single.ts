import { sectionOf, type AskingClause } from "../clauses/clause.ts";
import { alikeOf } from "../evidence/alike.ts";
import { describe } from "../message/classify.ts";
import { coverageOf, type Coverage } from "../message/known-deviations.ts";
import { isUndecided, type Finding, type Reply } from "../model/exchange.ts";
import { causeIn, kept, MOST_CAUSES, violationOf, type Scribe } from "../evidence/violation.ts";
import type { Offline, ReadRequest } from "../clauses/recorded.ts";
import type { ClauseResult, Violation } from "../model/clause-results.ts";
import type { Endpoint } from "../../schemas/operations.ts";

/** A departure that one file shows. */
export interface FileFinding {
  readonly id: string;
  readonly pointer: string;
  readonly actual: string;
  readonly count: number;
}

/** What a clause that can be judged on one answer has seen: told at once, as an answer that was kept would keep its body. */
interface Judged {
  readonly clause: AskingClause;
  readonly offline: Offline;
  cases: number;
  undecided?: string;
  sample?: ReturnType<typeof kept>;
  readonly found: Map<string, Cause>;
  readonly byFile: Map<string, Map<string, FileFinding>>;
}

/** The first finding of a cause, and how often it came. */
interface Cause {
  readonly violation: Violation;
  /** Told when all secrets are known; the answer has no body here. */
  readonly alike: Parameters<typeof alikeOf>[0];
  times: number;
}

/** Causes counted of a clause in one file. */
const MOST_IN_FILE = 200;

/** Judges single exchanges by the checks of clauses that otherwise make their own requests. */
export class Single {
  readonly #scribe: Scribe;
  readonly #coverage: Coverage;
  readonly #clauses: readonly AskingClause[];
  readonly #records: readonly Judged[];

  constructor(
    asking: readonly AskingClause[],
    selected: ReadonlySet<string>,
    scribe: Scribe,
    coverage: Coverage,
  ) {
    this.#scribe = scribe;
    this.#coverage = coverage;
    this.#clauses = asking.filter(({ id }) => selected.has(id));
    this.#records = this.#clauses.flatMap((clause): readonly Judged[] => {
      const { offline } = clause;
      return offline === undefined
        ? []
        : [{ clause, offline, cases: 0, found: new Map(), byFile: new Map() }];
    });
  }

  /** Whether some clause spoke of the exchange. */
  take(file: string, reply: Reply, request: ReadRequest): boolean {
    const fitting = this.#records.filter(
      ({ clause, offline }) =>
        clause.endpoint === reply.ask.endpoint &&
        offline.fits(request) &&
        offline.tells?.(reply, request) !== false,
    );
    fitting.forEach((record) => this.#judge(record, file, reply, request));
    return fitting.length > 0;
  }

  results(succeeded: ReadonlySet<Endpoint>): readonly ClauseResult[] {
    return this.#clauses.map((clause) => {
      const { id, endpoint, statement } = clause;
      const record = this.#records.find((one) => one.clause === clause);
      const verdict =
        record === undefined ? ONLY_A_RUN : verdictOf(record, succeeded.has(endpoint), this.#scribe);
      return { id, section: sectionOf(id), endpoint, statement, cases: 0, violations: [], ...verdict };
    });
  }

  departures(file: string): readonly FileFinding[] {
    return this.#records.flatMap(({ byFile }) => [...(byFile.get(file)?.values() ?? [])]);
  }

  #judge(record: Judged, file: string, reply: Reply, request: ReadRequest): void {
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
      record.sample ??= kept(reply, this.#scribe);
    }
    judgement.forEach((finding) => this.#note(record, file, finding, finding.reply ?? reply));
  }

  #note({ clause: { id }, found, byFile }: Judged, file: string, finding: Finding, reply: Reply): void {
    const cause = `${coverageOf(id, this.#coverage)({ finding, reply })} ${causeIn(finding, reply)}`;
    const known = found.get(cause);
    if (known !== undefined) {
      known.times += 1;
    } else if (found.size < MOST_CAUSES) {
      found.set(cause, { ...causeFrom(finding, reply, this.#scribe), times: 1 });
    }
    const own = byFile.get(file) ?? new Map<string, FileFinding>();
    byFile.set(file, own);
    const { pointer, actual } = finding;
    if (own.has(cause) || own.size < MOST_IN_FILE) {
      own.set(cause, { id, pointer, actual, count: (own.get(cause)?.count ?? 0) + 1 });
    }
  }
}

function causeFrom(finding: Finding, reply: Reply, scribe: Scribe): Omit<Cause, "times"> {
  const { message, pointer, expected } = finding;
  const actual = finding.actual === "" ? describe(reply) : finding.actual;
  const bodiless: Reply = { ...reply, headers: {}, body: { text: "", value: undefined } };
  return {
    violation: violationOf({ finding, reply, path: "", seed: 0 }, scribe),
    alike: { finding: { message, pointer, expected, actual }, reply: bodiless, path: "" },
  };
}

type Verdict = Partial<ClauseResult> & Pick<ClauseResult, "outcome">;

const ONLY_A_RUN: Verdict = {
  outcome: "notExercised",
  cause: "data",
  reason: "it asks for several answers, or for one of its own making: only a run can judge it",
};

function verdictOf(
  { offline, cases, found, undecided, sample }: Judged,
  succeeded: boolean,
  { redact }: Scribe,
): Verdict {
  if (cases === 0) {
    const reason = undecided ?? "no recorded request is one that it speaks of";
    return { outcome: undecided === undefined ? "notExercised" : "inconclusive", cause: "data", reason };
  }
  if (offline.needsSuccess === true && !succeeded) {
    const reason = "no success of this endpoint was recorded: a refusal of everything proves nothing";
    return { outcome: "inconclusive", cause: "data", reason, cases };
  }
  const shown = { ...sample, cases };
  if (found.size === 0) {
    return { ...shown, outcome: "pass" };
  }
  const violations = [...found.values()].map(({ violation, alike, times }) => {
    return { ...violation, occurrences: times, alike: alikeOf(alike, redact) };
  });
  return { ...shown, outcome: "fail", cause: "contract", reason: violations[0]?.message ?? "", violations };
}
