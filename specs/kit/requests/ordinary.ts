// §2.1, §7: ordinary values for controls: ones that the target showed itself, or neighbours of them
import { compareIds, shardAndRealm, shiftedId } from "../../../engine/model/compare.ts";
import type { Query, ApiResponse } from "../../../engine/model/exchange.ts";
import type { Listing, Size } from "../../../engine/clauses/prerequisites.ts";
import { uniqueValues, type NamedCase } from "../../../generators/cases.ts";
import { ENTITY_ID, TIMESTAMP_PATTERN } from "../../../schemas/formats.ts";
import { sortedIds } from "../lists/lists.ts";
import { memberText } from "../records/records.ts";

/** The ends of all ids: requested beside ordinary ones, and checked where they are answered. */
export const LOWEST_ID = "0.0.0";
export const HIGHEST_ID = "9999999999.9999999999.9999999999";

const DAY = 86_400n;
/** In the year 2100: after all that is recorded, before the ends of int64 in nanoseconds and of uint32 in seconds. */
const FAR_LATER = 4_102_444_800n;
const LAST_TIME = "lte:9999999999.999999999";

/** A bound on times that hardly a record does not meet. */
export function untilLater(time: string | undefined): string {
  const [seconds = "0"] = time !== undefined && TIMESTAMP_PATTERN.test(time) ? time.split(".") : [];
  const after = BigInt(seconds) + DAY;
  const later = (after > FAR_LATER ? after : FAR_LATER).toString();
  return later.length > 10 ? LAST_TIME : `lte:${later}.000000000`;
}

/** Such a bound for the time that a response shows. */
export function untilAfter(response: ApiResponse): string {
  return untilLater(memberText(response, "timestamp"));
}

/** Bounds on times that no record can meet. */
export const NEVER_MET: readonly NamedCase<string>[] = [
  { name: "before 0", value: "lt:0" },
  { name: "after the last timestamp", value: "gt:9999999999.999999999" },
];

/** From the time 0 on: what is of that time itself is not later. */
function fromZero(time: string | undefined): readonly NamedCase<string>[] {
  const isOfZero = time !== undefined && !/[1-9]/.test(time);
  return [
    { name: "0 or later", value: "gte:0" },
    ...(isOfZero ? [] : [{ name: "later than 0", value: "gt:0" }]),
  ];
}

/**
 * Bounds that every record meets, whichever of its times a filter goes by (interpretation 17), by the time that the target speaks of;
 * the most telling first. None at smoke.
 */
export function alwaysMet({ contexts }: Size, time: string | undefined): readonly NamedCase<string>[] {
  return contexts === 0 ? [] : [{ name: "up to the last timestamp", value: LAST_TIME }, ...fromZero(time)];
}

/** Bounds in both directions, and the time that is shown: most records meet them. Not ne, which some services do not take. */
export function mostly(time: string | undefined): readonly NamedCase<string>[] {
  const later = untilLater(time);
  const own =
    time !== undefined && TIMESTAMP_PATTERN.test(time)
      ? [{ name: "the time shown", value: `eq:${time}` }]
      : [];
  return [
    { name: "up to far later", value: later },
    { name: "before far later", value: later.replace("lte", "lt") },
    ...own,
    { name: "0 or later", value: "gte:0" },
  ];
}

/** The bounds that other clauses send, for which a refusal is told by the clause on what is accepted; see {@link NEVER_MET}. */
export function boundsElsewhere(size: Size, time: string | undefined): readonly NamedCase<string>[] {
  return size.contexts === 0 ? [] : uniqueValues([...NEVER_MET, ...alwaysMet(size, time), ...mostly(time)]);
}

/** An id that the list shows. */
export function shownId(list: Listing): string {
  return sortedIds(list)[0] ?? "0.0.1";
}

type Parameter = readonly [name: string | undefined, value: string | undefined];

/** The parameters that have a name at the target, and a value. */
export function queryFrom(...pairs: readonly Parameter[]): Query {
  return pairs.flatMap(([name, value]) =>
    name === undefined || value === undefined ? [] : [[name, value] as const],
  );
}

/** Numbers that hardly a ledger has come to, and that fit into 32 bits. */
const UNUSED = [4_294_900_007n, 4_200_000_011n];
const STEP = 100_003n;

/** Shard and realm that all these ids share: those that a short id leaves out (interpretation 17). Other texts count for nothing. */
export function homeOf(texts: readonly string[]): string | undefined {
  const [home, ...others] = new Set(texts.filter((text) => ENTITY_ID.test(text)).map(shardAndRealm));
  return others.length === 0 ? home : undefined;
}

export const NO_HOME = "no shard and realm is known that all ids have in common: a short id is ambiguous";

/** Two ids that nothing known has: one close to the highest that is known, one elsewhere in its shard and realm. */
export function unusedIds(known: readonly string[]): readonly string[] {
  const ids = known.filter((id) => ENTITY_ID.test(id)).toSorted(compareIds);
  const highest = ids.at(-1) ?? "0.0.1000";
  const far = UNUSED.map((num) => shardAndRealm(highest) + num.toString());
  return [shiftedId(highest, STEP), ...far]
    .filter((id) => ENTITY_ID.test(id) && !ids.includes(id))
    .slice(0, 2);
}
