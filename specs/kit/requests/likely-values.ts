// §2.1: filters by time that no, most or all records meet, ids that no known record has, and short ids
import { compareIds, shardAndRealm, shiftedId } from "../../../engine/model/compare.ts";
import type { Inconclusive, Query } from "../../../engine/model/exchange.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import { isSmoke, type Size } from "../../../engine/clauses/size.ts";
import { uniqueValues, type NamedCase } from "../../../generators/cases.ts";
import { ENTITY_ID, TIMESTAMP_PATTERN } from "../../../schemas/formats.ts";
import { sortedIds } from "../lists/lists.ts";
import { inconclusive } from "./check-results.ts";

export const LOWEST_ID = "0.0.0";
export const HIGHEST_ID = "9999999999.9999999999.9999999999";

const DAY = 86_400n;
/** The beginning of 2100, in seconds: later than every record, but within uint32 and, in nanoseconds, within int64. */
const FAR_LATER = 4_102_444_800n;
const LAST_TIME = "lte:9999999999.999999999";

/** Practically every record meets lte with the beginning of 2100 or, if that is later, a day after `time`, in at most ten digits. */
export function farUpperBound(time: string | undefined): string {
  const [seconds = "0"] = time !== undefined && TIMESTAMP_PATTERN.test(time) ? time.split(".") : [];
  const after = BigInt(seconds) + DAY;
  const later = (after > FAR_LATER ? after : FAR_LATER).toString();
  return later.length > 10 ? LAST_TIME : `lte:${later}.000000000`;
}

export const BOUNDS_NEVER_MET: readonly NamedCase<string>[] = [
  { name: "a time before 0", value: "lt:0" },
  { name: "a time after the last timestamp", value: "gt:9999999999.999999999" },
];

/**
 * Timestamp filters that every record meets, whichever of its times they apply to (interpretation 17); none at smoke.
 * @param time the time that the target shows: if it is 0, it does not meet gt:0 and ne:0, which are omitted
 */
export function boundsAlwaysMet(size: Size, time: string | undefined): readonly NamedCase<string>[] {
  const isOfZero = time !== undefined && !/[1-9]/.test(time);
  const bounds = [
    { name: "up to the last timestamp", value: LAST_TIME },
    { name: "before the last timestamp", value: LAST_TIME.replace("lte", "lt") },
    { name: "0 or later", value: "gte:0" },
    { name: "a time after 0", value: "gt:0" },
    { name: "a time other than 0", value: "ne:0" },
  ];
  return isSmoke(size) ? [] : bounds.slice(0, isOfZero ? 3 : undefined);
}

export function boundsMostlyMet(time: string | undefined): readonly NamedCase<string>[] {
  const later = farUpperBound(time);
  const own =
    time !== undefined && TIMESTAMP_PATTERN.test(time)
      ? [{ name: "the returned time", value: `eq:${time}` }]
      : [];
  return [
    { name: "up to a much later time", value: later },
    { name: "before a much later time", value: later.replace("lte", "lt") },
    ...own,
    { name: "0 or later", value: "gte:0" },
  ];
}

/** The acceptance clause sends the filters of the clauses on effects too: it fails if one is refused. */
export function boundsOfEffectClauses(size: Size, time: string | undefined): readonly NamedCase<string>[] {
  return isSmoke(size)
    ? []
    : uniqueValues([...BOUNDS_NEVER_MET, ...boundsAlwaysMet(size, time), ...boundsMostlyMet(time)]);
}

export const lowestListedId = (list: Listing): string => sortedIds(list)[0] ?? "0.0.1";

type Parameter = readonly [name: string | undefined, value: string | undefined];

/** A query of the pairs that have both a name and a value. */
export function queryFrom(...pairs: readonly Parameter[]): Query {
  return pairs.flatMap(([name, value]) =>
    name === undefined || value === undefined ? [] : [[name, value] as const],
  );
}

/** Entity numbers that hardly any ledger has reached, but that fit into 32 bits. */
const UNUSED = [4_294_900_007n, 4_200_000_011n];
const STEP = 100_003n;

/** The shard and realm that all ids among the texts share, and that a short id omits (interpretation 17); otherwise undefined. */
export function commonShardRealm(texts: readonly string[]): string | undefined {
  const [home, ...others] = new Set(texts.filter((text) => ENTITY_ID.test(text)).map(shardAndRealm));
  return others.length === 0 ? home : undefined;
}

/** Inconclusive if the ids among the texts have different shards or realms, or there is no id. */
export function whyShortIdAmbiguous(texts: readonly string[]): Inconclusive | undefined {
  const isKnown = texts.some((text) => ENTITY_ID.test(text));
  return commonShardRealm(texts) === undefined
    ? inconclusive(
        isKnown
          ? "the known ids have different shards or realms, so a short id is ambiguous"
          : "no id is known, so the shard and realm that a short id denotes are unknown",
      )
    : undefined;
}

/** Two ids of no known record, in the shard and realm of the highest known id: if possible, one 100,003 above it and one far away. */
export function unusedIds(known: readonly string[]): readonly string[] {
  const ids = known.filter((id) => ENTITY_ID.test(id)).toSorted(compareIds);
  const highest = ids.at(-1) ?? "0.0.1000";
  const far = UNUSED.map((num) => shardAndRealm(highest) + num.toString());
  return [shiftedId(highest, STEP), ...far]
    .filter((id) => ENTITY_ID.test(id) && !ids.includes(id))
    .slice(0, 2);
}
