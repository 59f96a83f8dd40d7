import { compareSections, type Catalogue, type ClauseInfo } from "../../engine/load.ts";
import type { Endpoint, Level } from "../../engine/settings.ts";
import { compareTexts } from "../../engine/watched.ts";
import { ENDPOINT_NAMES, serviceOf } from "../../reports/labels.ts";
import { requestsFor } from "./clause-requests.ts";

/** One share of a run. */
export interface Part {
  /** In the order of the selection. */
  readonly clauses: readonly ClauseInfo[];
  /** Endpoints whose clauses that only watch are here. */
  readonly homes: readonly Endpoint[];
  /** About how many requests it sends, discovery not counted. */
  readonly requests: number;
}

/** Clauses that stay together, because they share requests. */
interface Bundle {
  readonly clauses: ClauseInfo[];
  requests: number;
}

/** What it takes to look for the records of an endpoint. */
const DISCOVERY = 5;

/**
 * Splits a selection into shares of about as many requests: the same ones for the same clauses, number of shares and
 * level, on every machine. Neighbours in the document stay together, so that few shares ask an endpoint. All of
 * verification is in one share: its requests must not meet each other. Undefined where there is not enough to split.
 */
export function split(
  selected: readonly ClauseInfo[],
  { asking }: Pick<Catalogue, "asking">,
  total: number,
  level: Level,
): readonly Part[] | undefined {
  const bundles = bundlesOf(selected, familiesOf(asking), level);
  if (bundles.length < total) {
    return undefined;
  }
  const cuts = fairCuts(
    bundles.map(({ requests }) => requests),
    total,
  );
  const shares = cuts.map((from, index) => bundles.slice(from, cuts[index + 1]));
  const homes = homesOf(selected, shares);
  return shares.map((own, index) => {
    const mine = new Set(own.flatMap(({ clauses }) => clauses));
    return {
      clauses: selected.filter((clause) =>
        clause.kind === "asking" ? mine.has(clause) : homes.get(clause.endpoint) === index,
      ),
      homes: ENDPOINT_NAMES.filter((endpoint) => homes.get(endpoint) === index),
      requests: Math.round(requestsIn(own)),
    };
  });
}

/** About how many requests some clauses send, discovery not counted. */
export function requestsOf(
  clauses: readonly ClauseInfo[],
  asking: Catalogue["asking"],
  level: Level,
): number {
  return requestsIn(bundlesOf(clauses, familiesOf(asking), level));
}

/** The share that looks for what the document leaves open: the lightest one. */
export function observerAmong(parts: readonly Part[]): number {
  const least = Math.min(...parts.map(({ requests }) => requests));
  return parts.findIndex(({ requests }) => requests === least);
}

function familiesOf(asking: Catalogue["asking"]): ReadonlyMap<string, string> {
  return new Map(asking.map(({ id, family = id }) => [id, family]));
}

function bundlesOf(
  selected: readonly ClauseInfo[],
  families: ReadonlyMap<string, string>,
  level: Level,
): readonly Bundle[] {
  const bundles = new Map<string, Bundle>();
  const put = (key: string, clause: ClauseInfo, requests: number): void => {
    const bundle = bundles.get(key) ?? { clauses: [], requests: 0 };
    bundles.set(key, bundle);
    bundle.clauses.push(clause);
    bundle.requests += requests;
  };
  for (const endpoint of ENDPOINT_NAMES) {
    const own = selected.filter((clause) => clause.endpoint === endpoint).toSorted(byPlace);
    const asked = own.filter(({ kind }) => kind === "asking");
    const counted = new Set<string>();
    for (const clause of asked) {
      const family = families.get(clause.id) ?? clause.id;
      const requests = counted.has(family) ? 0 : requestsFor(family, level);
      counted.add(family);
      put(serviceOf(endpoint) === "verify" ? "verify" : family, clause, requests);
    }
    // Where nothing asks, what only watches needs the records all the same.
    for (const [index, clause] of (asked.length === 0 ? own : []).entries()) {
      put(serviceOf(endpoint) === "verify" ? "verify" : endpoint, clause, index === 0 ? DISCOVERY : 0);
    }
  }
  return [...bundles.values()];
}

/** By section and id, so that the order of files says nothing. */
function byPlace(a: ClauseInfo, b: ClauseInfo): number {
  return compareSections(a.section, b.section) || compareTexts(a.id, b.id);
}

function requestsIn(bundles: readonly Bundle[]): number {
  return bundles.reduce((sum, { requests }) => sum + requests, 0);
}

/** Which share watches an endpoint: the one that asks it most. */
function homesOf(
  selected: readonly ClauseInfo[],
  shares: readonly (readonly Bundle[])[],
): ReadonlyMap<Endpoint, number> {
  const homes = new Map<Endpoint, number>();
  for (const endpoint of new Set(selected.map((clause) => clause.endpoint))) {
    const weights = shares.map((bundles) =>
      bundles.some(({ clauses }) => clauses.some((clause) => clause.endpoint === endpoint))
        ? 1 + requestsIn(bundles.filter(({ clauses: [first] }) => first?.endpoint === endpoint))
        : 0,
    );
    homes.set(endpoint, weights.indexOf(Math.max(...weights)));
  }
  return homes;
}

/**
 * Where to cut a row of weights into pieces, none empty, so that the heaviest piece is as light as it can be. Gives the
 * index at which each piece begins.
 */
export function fairCuts(weights: readonly number[], pieces: number): readonly number[] {
  const sums = weights.reduce((all, weight) => [...all, (all.at(-1) ?? 0) + weight], [0]);
  const weigh = (from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);
  /** The best way to cut what begins at an index into so many pieces: the heaviest, and the begin of each. */
  let best = weights.map((_, from) => ({ heaviest: weigh(from, weights.length), begins: [from] }));
  for (let count = 2; count <= pieces; count += 1) {
    const rest = best;
    best = weights.map((_, from) => {
      let found = { heaviest: Number.POSITIVE_INFINITY, begins: [from] };
      for (let to = from + 1; to <= weights.length - count + 1; to += 1) {
        const first = weigh(from, to);
        const then = rest[to];
        if (first >= found.heaviest || then === undefined) {
          break;
        }
        const heaviest = Math.max(first, then.heaviest);
        if (heaviest < found.heaviest) {
          found = { heaviest, begins: [from, ...then.begins] };
        }
      }
      return found;
    });
  }
  return best[0]?.begins ?? [];
}
