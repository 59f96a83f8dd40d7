import { documentedMessages, looksLikeSuccess } from "./classify.ts";
import type { OpenMatter, TableClauses, WatchingClause } from "./clause.ts";
import type { Finding, Reply } from "./exchange.ts";
import { coverageOf, type Coverage } from "./deviation.ts";
import { causeOf, fold, kept, MOST_CAUSES, type Scribe } from "./fold.ts";
import { inspectBody, type RowCount, type RowSink } from "./inspect.ts";
import type { Found } from "./judge.ts";
import type { ClauseResult, FieldEvidence, OpenEntry } from "./results.ts";
import { operations, type Endpoint } from "../schemas/operations.ts";
import type { ParameterNames } from "./settings.ts";
import type { Row } from "./rows.ts";
import { sectionOf } from "./clause.ts";

/** Success answers per endpoint that are looked at for what is open: choices do not change from page to page. */
const LOOKED_AT = 60;
/** Different values kept of an open matter. */
const VALUES = 40;

/** Looks at every answer that any clause gets. */
export interface Watch {
  see(reply: Reply): void;
  /** Results of the clauses that only watch; `why` tells why an endpoint gave nothing to see. */
  results(why: (endpoint: Endpoint) => Why): readonly ClauseResult[];
  open(names: ParameterNames): readonly OpenEntry[];
}

/** Why no success answer of an endpoint was seen. */
export type Why = Required<Pick<ClauseResult, "reason" | "cause" | "outcome">>;

/** How findings are written down. */
interface Writing {
  readonly scribe: Scribe;
  readonly coverage: Coverage;
}

interface Record_ {
  /** One finding per cause and known deviation, of the smallest request, with how often it was met. */
  readonly found: Map<string, Found & { readonly times: number }>;
  cases: number;
  sample?: Reply;
}

/** Watches with the clauses that were selected. */
export function createWatch(
  tables: readonly TableClauses[],
  watchers: readonly WatchingClause[],
  matters: readonly OpenMatter[],
  selected: (id: string) => boolean,
  scribe: Scribe,
  seed: number,
  coverage: Coverage = () => -1,
): Watch {
  const records = new Map<string, Record_>();
  const counts = new Map<Row, RowCount>();
  const observed = new Map<string, Map<string, { count: number; curl: string }>>();
  const lookedAt = new Map<Endpoint, number>();
  const mine = watchers.filter(({ id }) => selected(id));
  const writing: Writing = { scribe, coverage };

  function recordOf(id: string): Record_ {
    const known = records.get(id) ?? { found: new Map(), cases: 0 };
    records.set(id, known);
    return known;
  }

  function keep(id: string, finding: Finding, reply: Reply): void {
    const { found } = recordOf(id);
    const cause = `${coverageOf(id, coverage)({ finding, reply })} ${causeOf(finding)}`;
    const known = found.get(cause);
    if (known !== undefined || found.size < MOST_CAUSES) {
      const smallest = known !== undefined && known.reply.url.length <= reply.url.length ? known : undefined;
      const times = (known?.times ?? 0) + 1;
      found.set(cause, { ...(smallest ?? { finding, reply, path: "", seed }), times });
    }
  }

  function sinkFor(reply: Reply): RowSink {
    return {
      count: (row) => {
        const known = counts.get(row);
        if (known !== undefined) {
          return known;
        }
        const fresh = { seen: 0, null: 0, notNull: 0 };
        counts.set(row, fresh);
        recordOf(row.id).sample = reply;
        return fresh;
      },
      finding: (row, finding) => keep(row.id, finding, reply),
    };
  }

  function note(id: string, value: string, reply: Reply): void {
    const values = observed.get(id) ?? new Map<string, { count: number; curl: string }>();
    observed.set(id, values);
    const known = values.get(value);
    if (known !== undefined) {
      known.count += 1;
    } else if (values.size < VALUES) {
      values.set(value, { count: 1, curl: scribe.curl(reply) });
    }
  }

  /** A row that was not seen although its endpoint answered belongs to a record that did not occur. */
  function whyNot(row: Row, why: (endpoint: Endpoint) => Why): Why {
    const body = tables.find((table) => table.body.all.includes(row))?.body;
    const answered = body?.all.some((other) => (counts.get(other)?.seen ?? 0) > 0) ?? false;
    const reason = `no record that has ${row.name} was among the answers`;
    return answered ? { outcome: "inconclusive", cause: "data", reason } : why(row.endpoint);
  }

  return {
    see: (reply) => {
      const looked = (lookedAt.get(reply.ask.endpoint) ?? 0) + (reply.ask.expects === "success" ? 1 : 0);
      lookedAt.set(reply.ask.endpoint, looked);
      const familiar = looked > LOOKED_AT && reply.ask.expects === "success";
      for (const matter of familiar ? [] : matters) {
        if (matter.observe !== undefined && (matter.endpoint ?? reply.ask.endpoint) === reply.ask.endpoint) {
          for (const value of matter.observe(reply)) {
            note(matter.id, value, reply);
          }
        }
      }
      if (!isWatched(reply)) {
        return;
      }
      for (const clause of mine.filter(({ endpoint }) => endpoint === reply.ask.endpoint)) {
        const record = recordOf(clause.id);
        record.cases += 1;
        record.sample ??= reply;
        for (const finding of clause.check(reply)) {
          keep(clause.id, finding, reply);
        }
      }
      for (const { body } of tables) {
        if (body.endpoint === reply.ask.endpoint) {
          inspectBody(body, reply, sinkFor(reply));
        }
      }
    },
    results: (why) => [
      ...tables
        .flatMap(({ body }) => unique(body.all))
        .filter(({ id }) => selected(id))
        .map((row) => rowResult(row, recordOf(row.id), counts.get(row), whyNot(row, why), writing)),
      ...mine.map((clause) => watchResult(clause, recordOf(clause.id), why(clause.endpoint), writing)),
    ],
    open: (names) =>
      matters.map(({ id, statement, assumes }) => ({
        id,
        section: sectionOf(id),
        statement,
        ...(assumes === undefined ? {} : { assumed: typeof assumes === "string" ? assumes : assumes(names) }),
        observed: [...(observed.get(id) ?? [])].map(([value, seen]) => ({ value, ...seen })),
      })),
  };
}

/** A row once, wherever its record occurs. */
function unique(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Success answers to requests that the document answers with a record or a list. */
function isWatched(reply: Reply): boolean {
  const { expects, endpoint } = reply.ask;
  if (reply.status < 200 || reply.status > 299 || (expects !== "success" && expects !== "missing")) {
    return false;
  }
  if (documentedMessages(reply) !== undefined) {
    return false;
  }
  const always = operations[endpoint].list !== undefined || endpoint === "statusSummary";
  return looksLikeSuccess(reply) || (always && expects === "success");
}

function rowResult(
  row: Row,
  record: Record_,
  count: RowCount | undefined,
  why: Why,
  writing: Writing,
): ClauseResult {
  const field: FieldEvidence = count ?? { seen: 0, null: 0, notNull: 0 };
  const absent = [...record.found.values()].filter(({ finding }) => finding.actual === "absent");
  const seen = absent.reduce((sum, { times }) => sum + times, field.seen);
  const result = watchResult(row, { ...record, cases: seen }, why, writing);
  if (result.outcome === "pass" && row.nullable && field.notNull === 0) {
    return {
      ...result,
      field,
      reason: `always null in ${field.seen} records: its not-null form was not seen`,
    };
  }
  return { ...result, field };
}

function watchResult(
  clause: { readonly id: string; readonly endpoint: Endpoint; readonly statement: string },
  record: Record_,
  why: Why,
  { scribe, coverage }: Writing,
): ClauseResult {
  const { id, endpoint, statement } = clause;
  const base = { id, section: sectionOf(id), endpoint, statement, cases: record.cases, violations: [] };
  const sample = kept(record.sample, scribe);
  if (record.found.size > 0) {
    const violations = fold(shortestFirst([...record.found.values()]), scribe, coverageOf(id, coverage));
    const reason = violations[0]?.message ?? "";
    return { ...base, ...sample, outcome: "fail", cause: "contract", reason, violations };
  }
  if (record.cases === 0) {
    return { ...base, outcome: why.outcome, cause: why.cause, reason: why.reason };
  }
  return { ...base, ...sample, outcome: "pass" };
}

/** The smallest request that shows a violation comes first. */
function shortestFirst(found: readonly Found[]): readonly Found[] {
  return found.toSorted((a, b) => a.reply.url.length - b.reply.url.length);
}
