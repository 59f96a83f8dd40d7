import type { Catalogue } from "../../engine/clauses/catalogue.ts";
import { seenTogether } from "../../engine/passive/packed.ts";
import type { ClauseResult, OpenEntry } from "../../engine/model/clause-results.ts";
import type { JournalEntry, RunResult, Shard } from "../../engine/model/results.ts";
import type { Endpoint } from "../../engine/model/settings.ts";
import { answeredTogether } from "../../engine/passive/usable.ts";
import { judgeSeen, observedOf, type Seen, type UnseenReason } from "../../engine/passive/verdicts.ts";
import { present } from "../../engine/model/model.ts";
import { allReadings } from "../../engine/target/readings.ts";
import { plannedClause, type RunHeader } from "../../reports/reading/journal.ts";
import { withoutKnown } from "../../reports/reading/known.ts";
import { groupBy } from "../../reports/words/tally.ts";

/** The result of one shard, and the name of the folder that holds it. */
export interface ShardResult {
  readonly name: string;
  readonly result: RunResult & { readonly shard: Shard };
}

/**
 * What the whole run of these shards (see {@link objectionToMerge}) would have written, ready to be assembled. Clauses
 * that ask were judged by one shard each; those that only watch are judged anew, by what all shards saw.
 */
export function mergeShards(shards: readonly [ShardResult, ...ShardResult[]], catalogue: Catalogue) {
  const results = shards.map(({ result }) => result).toSorted((a, b) => a.shard.index - b.shard.index);
  const [{ result: first }] = shards;
  const seen = seenTogether(results.flatMap(({ shard }) => shard.watched ?? []));
  const clauses = clausesOf(results, first.shard, catalogue, seen);
  const open = openOf(results, seen);
  const stopped = stopOf(results, first.shard);
  const entries: readonly JournalEntry[] = [
    ...clauses.map((result) => ({ type: "clause", result }) as const),
    billOf(results),
    ...foundOf(results),
    ...(stopped === undefined ? [] : [{ type: "stopped", reason: stopped } as const]),
    { type: "answered", answered: answeredTogether(results.map(({ answered = {} }) => answered)) },
    { type: "open", entries: open },
  ];
  const header = headerOf(results, first, catalogue);
  return { header, entries, ending: { durationMs: lastEnd(results) - firstStart(results) } };
}

type Result = ShardResult["result"];

function headerOf(
  results: readonly Result[],
  { suite, contract, target, seed, level, strict = false, shard }: Result,
  { clauses }: Catalogue,
): RunHeader {
  const selected = new Set(shard.shares.flat());
  return {
    type: "run",
    ...present({ embedded: shard.embedded, contract, invocation: shard.invocation }),
    ...present({ profiles: profilesOf(results) }),
    suite,
    target,
    seed,
    level,
    startedAt: new Date(firstStart(results)).toISOString(),
    strict,
    command: shard.command,
    plan: clauses.filter(({ id }) => selected.has(id)).map(plannedClause),
    readings: allReadings(),
    known: shard.known,
  };
}

/** The profiles that shards were judged with: the same for all of them. */
function profilesOf(results: readonly Result[]): RunHeader["profiles"] {
  const profiles = results.find((result) => result.profiles !== undefined)?.profiles;
  return profiles?.map(({ unmatched: _unmatched, recipes: _recipes, paths: _paths, ...info }) => info);
}

/** What recipes found, and where operations were: each shard looked for itself, and found the same. */
function foundOf(results: readonly Result[]): readonly JournalEntry[] {
  const applied = results.flatMap(({ profiles = [] }) => profiles);
  if (applied.length === 0) {
    return [];
  }
  const once = <T>(items: readonly T[]): readonly T[] =>
    groupBy(items, (item) => JSON.stringify(item)).map(([, [first]]) => first);
  const recipes = once(applied.flatMap((profile) => profile.recipes));
  return [{ type: "found", recipes, paths: once(applied.flatMap(({ paths }) => paths)) }];
}

const firstStart = (results: readonly Result[]): number =>
  Math.min(...results.map(({ startedAt }) => Date.parse(startedAt)));

const lastEnd = (results: readonly Result[]): number =>
  Math.max(...results.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs));

/** Every selected clause of which something is known; what a missing shard had to judge, with that reason. */
function clausesOf(
  results: readonly Result[],
  { shares, total }: Shard,
  catalogue: Catalogue,
  seen: Seen,
): readonly ClauseResult[] {
  const whys = new Map(results.flatMap(({ shard }) => Object.entries(shard.watched?.why ?? {})));
  const unread: UnseenReason = {
    outcome: "notExercised",
    cause: "environment",
    reason: "not reached",
    remedy: { kind: "runToItsEnd" },
  };
  const why = (endpoint: Endpoint): UnseenReason => whys.get(endpoint) ?? unread;
  const selected = new Set(shares.flat());
  const seenBy = new Map(
    judgeSeen(catalogue, (id) => selected.has(id), seen, why).map((result) => [result.id, result]),
  );
  return shares.flatMap((ids, index) => {
    const own = results.find(({ shard }) => shard.index === index + 1);
    const judged = new Map(own?.clauses.map((result) => [result.id, withoutKnown(result)]));
    return ids.flatMap((id) => {
      const watched = seenBy.get(id);
      // A violation is one, whoever saw it; that there is none only the whole can tell.
      if (watched !== undefined && (watched.outcome === "fail" || own?.shard.watched !== undefined)) {
        return [watched];
      }
      const reason = `shard ${index + 1}/${total} is missing`;
      return (own === undefined ? missing(id, reason, catalogue) : judged.get(id)) ?? [];
    });
  });
}

function missing(id: string, reason: string, { clauses }: Catalogue): readonly ClauseResult[] {
  const fate = { outcome: "notExercised", cause: "environment", reason, cases: 0, violations: [] } as const;
  return clauses
    .filter((clause) => clause.id === id)
    .map(({ section, endpoint, statement }) => ({ id, section, endpoint, statement, ...fate }));
}

/** What was observed by all shards; what the run took for granted is told by each of them. */
function openOf(results: readonly Result[], seen: Seen): readonly OpenEntry[] {
  const told = results.find(({ open }) => open.length > 0)?.open ?? [];
  return told.map((entry) => ({ ...entry, observed: observedOf(entry.id, seen) }));
}

/** Why the whole run did not come to its end. */
function stopOf(results: readonly Result[], { total }: Shard): string | undefined {
  const there = new Set(results.map(({ shard }) => shard.index));
  const absent = Array.from({ length: total }, (_, index) => index + 1).filter((index) => !there.has(index));
  if (absent.length > 0) {
    const names = absent.map((index) => `${index}/${total}`).join(", ");
    return absent.length === 1 ? `shard ${names} is missing` : `shards ${names} are missing`;
  }
  const stopped = results.find(({ shard }) => shard.stopped !== undefined);
  return stopped && `shard ${stopped.shard.index}/${total}: ${stopped.shard.stopped ?? ""}`;
}

/** Everything that was sent, what several shards had to ask included. */
function billOf(results: readonly Result[]): JournalEntry {
  const sum = (count: (result: Result) => number): number =>
    results.reduce((total, result) => total + count(result), 0);
  /** Sums by name of what each result counts by name. */
  const sums = (countsOf: (result: Result) => Readonly<Record<string, number>>): Record<string, number> => {
    const names = new Set(results.flatMap((result) => Object.keys(countsOf(result))));
    return Object.fromEntries([...names].map((name) => [name, sum((result) => countsOf(result)[name] ?? 0)]));
  };
  const timed = (of: "answers" | "ms"): Record<string, number> =>
    sums(({ bill: { answerTimes = {} } }) =>
      Object.fromEntries(Object.entries(answerTimes).map(([name, one]) => [name, one[of]])),
    );
  const ms = timed("ms");
  const isReplayed = results.some(({ bill }) => bill.unrecorded !== undefined);
  const overHttp2 = [...new Set(results.flatMap(({ bill }) => bill.overHttp2 ?? []))];
  return {
    type: "bill",
    requests: sum(({ requests }) => requests),
    bill: {
      perEndpoint: sums(({ bill }) => bill.perEndpoint),
      retries: sum(({ bill }) => bill.retries),
      waitedMs: sum(({ bill }) => bill.waitedMs),
      failures: sums(({ bill }) => bill.failures ?? {}),
      answerTimes: Object.fromEntries(
        Object.entries(timed("answers")).map(([name, size]) => [name, { answers: size, ms: ms[name] ?? 0 }]),
      ),
      ...present({
        unrecorded: isReplayed ? sum(({ bill }) => bill.unrecorded ?? 0) : undefined,
        overHttp2: overHttp2.length === 0 ? undefined : overHttp2,
      }),
    },
  };
}

type Value = (result: Result) => string;

/** What all shards of a run have in common: its value by what it is called; and what a reader does not want to see. */
const SHARED: Readonly<Record<string, Value>> = {
  "the number of shards": ({ shard }) => String(shard.total),
  "the version of the suite": ({ suite }) => suite.version,
  "the seed": ({ seed }) => String(seed),
  "the level": ({ level }) => level,
  // The embedded reference has another port in every run.
  "the target": ({ target, shard }) =>
    shard.embedded === true ? "the embedded reference" : Object.values(target).join(" "),
  "--strict": ({ strict = false }) => (strict ? "given" : "not given"),
};
const SHARED_UNTOLD: Readonly<Record<string, Value>> = {
  "the selected clauses": ({ shard }) => shard.selection,
  "the known deviations": ({ shard }) => JSON.stringify(shard.known),
  "samples, parameters, --cases or --max-pages": ({ shard }) => shard.settings,
};

/** Why results are not the shards of one run, in one line; undefined where they are. */
export function objectionToMerge(shards: readonly ShardResult[]): string | undefined {
  for (const [name, value] of Object.entries({ ...SHARED, ...SHARED_UNTOLD })) {
    const values = new Map(shards.map((shard) => [value(shard.result), shard.name]));
    if (values.size > 1) {
      const told = [...values]
        .slice(0, 2)
        .map(([said, folder]) => folder + (name in SHARED ? `: ${said}` : ""));
      return `these are not shards of one run: they differ in ${name} (${told.join(", ")})`;
    }
  }
  for (const [index, { name, result }] of shards.entries()) {
    const place = result.shard.index;
    const same = shards.slice(0, index).find((other) => other.result.shard.index === place);
    if (same !== undefined) {
      return `${same.name} and ${name} are both shard ${place}/${result.shard.total}: give each shard once`;
    }
  }
  return undefined;
}
