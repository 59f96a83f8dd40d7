import type { Catalogue, ClauseInfo } from "../../engine/clauses/catalogue.ts";
import type { Endpoint, Level } from "../../engine/model/settings.ts";
import { compareTexts } from "../../engine/model/compare.ts";
import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { compareSections } from "../../schemas/places.ts";
import { serviceOf } from "../../reports/words/labels.ts";
import { askerOf, askersIn, sharedBy, sumOf, union, type Asker, type Shared } from "../plan/requests.ts";

export interface ShardPart {
  /** In the order of the selection. */
  readonly clauses: readonly ClauseInfo[];
  /** Endpoints whose clauses that only watch are here. */
  readonly homes: readonly Endpoint[];
  /** About how many requests it sends, without those that are only observed. */
  readonly requests: number;
}

/** Clauses that stay together, because they are judged on the same answers. */
interface Bundle {
  readonly clauses: ClauseInfo[];
  readonly askers: Asker[];
}

type Asked = ReadonlyMap<Asker, readonly Shared[]>;

/**
 * Splits a selection into shares of about as many requests: the same ones for the same clauses, number of shares and
 * level, on every machine. What asks the same stays together, as far as it can. All of verification is in one share:
 * its requests must not meet each other. Undefined where there is not enough to split.
 */
export function split(
  selected: readonly ClauseInfo[],
  catalogue: Pick<Catalogue, "asking" | "clauses">,
  total: number,
  level: Level,
): readonly ShardPart[] | undefined {
  const asked = sharedBy({ level, given: "sampled" });
  const bundles = besideTheirLike(bundlesOf(selected, catalogue), asked);
  if (bundles.length < total) {
    return undefined;
  }
  const cuts = fairCuts(weigher(bundles.map(({ askers }) => union(askers, asked))), bundles.length, total);
  const shares = cuts.map((from, index) => bundles.slice(from, cuts[index + 1]));
  const homes = homesOf(selected, shares, asked);
  return shares.map((own, index) => {
    const mine = new Set(own.flatMap((bundle) => bundle.clauses));
    const clauses = selected.filter((clause) =>
      clause.kind === "asking" ? mine.has(clause) : homes.get(clause.endpoint) === index,
    );
    const here = ENDPOINT_NAMES.filter((endpoint) => homes.get(endpoint) === index);
    const askers = askersIn(clauses, catalogue, level, { homes: here, observes: false, selection: [] });
    return { clauses, homes: here, requests: Math.round(sumOf(union(askers, asked))) };
  });
}

/** The share that looks for what the document leaves open: the lightest one. */
export function observerAmong(parts: readonly ShardPart[]): number {
  const least = Math.min(...parts.map(({ requests }) => requests));
  return parts.findIndex(({ requests }) => requests === least);
}

/** By place in the document. Where nothing asks an endpoint, what only watches needs its records all the same. */
function bundlesOf(
  selected: readonly ClauseInfo[],
  { asking }: Pick<Catalogue, "asking">,
): readonly Bundle[] {
  const families = new Map<string, Asker>(asking.map((clause) => [clause.id, askerOf(clause)]));
  const bundles = new Map<string, Bundle>();
  for (const endpoint of ENDPOINT_NAMES) {
    const own = selected.filter((clause) => clause.endpoint === endpoint).toSorted(byPlace);
    const asked = own.filter(({ kind }) => kind === "asking");
    for (const clause of asked.length === 0 ? own : asked) {
      const asker = families.get(clause.id) ?? endpoint;
      const key = serviceOf(endpoint) === "verify" ? "verify" : asker;
      const bundle = bundles.get(key) ?? { clauses: [], askers: [] };
      bundles.set(key, bundle);
      bundle.clauses.push(clause);
      bundle.askers.push(asker);
    }
  }
  return [...bundles.values()];
}

/** By section and id, so that the order of files says nothing. */
const byPlace = (a: ClauseInfo, b: ClauseInfo): number =>
  compareSections(a.section, b.section) || compareTexts(a.id, b.id);

/**
 * The bundles in an order in which each comes as soon as most of what it asks is asked already. What nearly all of them
 * ask, as to find the records of a list, counts little: it draws none to another.
 */
function besideTheirLike(bundles: readonly Bundle[], asked: Asked): readonly Bundle[] {
  const users = new Map<Shared, number>();
  for (const shared of [...asked.values()].flat()) {
    users.set(shared, (users.get(shared) ?? 0) + 1);
  }
  const rest = bundles.map((bundle) => ({ bundle, asks: union(bundle.askers, asked) }));
  const met = new Set<Shared>();
  const ordered: Bundle[] = [];
  const likeness = ({ asks }: (typeof rest)[number]): number =>
    asks.reduce((sum, one) => sum + (met.has(one) ? one.requests / (users.get(one) ?? 1) : 0), 0) /
    Math.max(sumOf(asks), 1);
  while (rest.length > 0) {
    const all = rest.map(likeness);
    const [next] = rest.splice(all.indexOf(Math.max(...all)), 1);
    next?.asks.forEach((one) => met.add(one));
    ordered.push(...(next === undefined ? [] : [next.bundle]));
  }
  return ordered;
}

/** Which share watches an endpoint: the one that asks it most. */
function homesOf(
  selected: readonly ClauseInfo[],
  shares: readonly (readonly Bundle[])[],
  asked: Asked,
): ReadonlyMap<Endpoint, number> {
  const homes = new Map<Endpoint, number>();
  for (const endpoint of new Set(selected.map((clause) => clause.endpoint))) {
    const weights = shares.map((bundles) => {
      const own = bundles.filter(({ clauses }) => clauses.some((clause) => clause.endpoint === endpoint));
      return own.length === 0 ? 0 : 1 + sumOf(own.flatMap(({ askers }) => union(askers, asked)));
    });
    homes.set(endpoint, weights.indexOf(Math.max(...weights)));
  }
  return homes;
}

/** What it costs to ask for the items from one up to another, its end excluded, whose requests are partly the same. */
function weigher(items: readonly (readonly Shared[])[]): (from: number, to: number) => number {
  const weights = items.map((_, from) => {
    const met = new Set<Shared>();
    return items.slice(from).reduce(
      (sums, item) => {
        const fresh = item.filter((shared) => !met.has(shared));
        fresh.forEach((shared) => met.add(shared));
        return [...sums, (sums.at(-1) ?? 0) + sumOf(fresh)];
      },
      [0],
    );
  });
  return (from, to) => weights[from]?.[to - from] ?? 0;
}

/** So high that the heaviest piece decides, and among cuts that are alike in it the others do. */
const POWER = 12;

/**
 * Cuts a row of items into pieces, none empty: the sum of a high power of their weights is the least. Gives the index at
 * which each piece begins.
 */
export function fairCuts(
  weigh: (from: number, to: number) => number,
  length: number,
  pieces: number,
): readonly number[] {
  const starts = Array.from({ length }, (_, from) => from);
  /** The best way to cut what begins at an index into so many pieces: its sum, and the begin of each. */
  let best = starts.map((from) => ({ sum: weigh(from, length) ** POWER, begins: [from] }));
  for (let count = 2; count <= pieces; count += 1) {
    const rest = best;
    best = starts.map((from) => {
      let found = { sum: Number.POSITIVE_INFINITY, begins: [from] };
      for (let to = from + 1; to <= length - count + 1; to += 1) {
        const then = rest[to];
        const sum = weigh(from, to) ** POWER + (then?.sum ?? Number.POSITIVE_INFINITY);
        if (then !== undefined && sum < found.sum) {
          found = { sum, begins: [from, ...then.begins] };
        }
      }
      return found;
    });
  }
  return best[0]?.begins ?? [];
}
