import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Catalogue, ClauseInfo } from "../../engine/clauses/catalogue.ts";
import type { Endpoint, Level, Share } from "../../engine/model/settings.ts";
import { sizeOf } from "../../engine/discovery/levels.ts";
import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { packageInfo } from "../../engine/target/package-info.ts";

/** What asks for requests: a clause, a family of clauses, an endpoint whose answers are watched, or {@link OBSERVER}. */
export type Asker = string;

/** What the document leaves open is observed. */
export const OBSERVER: Asker = "open";

/** Whether the target file gives samples of every kind, or none. */
export type SampleSupply = "sampled" | "bare";

/** Requests that a run sends once for all of some askers. */
export interface Shared {
  readonly endpoint: Endpoint;
  readonly requests: number;
}

/** By endpoint, between commas: a number of requests, and the indexes of the askers that share them. */
export type CountTexts = Readonly<Partial<Record<Endpoint, string>>>;

/** What was measured on the embedded reference; `npm run measure-requests` writes it. */
export interface MeasuredRequests {
  readonly askers: readonly Asker[];
  readonly levels: Readonly<Record<Level, MeasuredLevel>>;
  /** What each further generated case per property adds. */
  readonly further: CountTexts;
}

/** With samples, without, and what it adds to those with samples that one case per property is generated exactly. */
export type MeasuredLevel = Readonly<Record<SampleSupply | "counted", CountTexts>>;

interface Depth {
  readonly level: Level;
  readonly given: SampleSupply;
  /** Generated cases per property, where they are counted. */
  readonly cases?: number | undefined;
}

export const measuredFile = (): string => join(packageInfo().root, "cli", "plan", "measured-requests.json");

/** The name under which the requests of a clause were measured. */
export const askerOf = ({ id, family = id }: { readonly id: string; readonly family?: string }): Asker =>
  family;

/** All that asks in a run over some clauses, or in a share of one. */
export function askersIn(
  clauses: readonly ClauseInfo[],
  { asking, clauses: all }: Pick<Catalogue, "asking" | "clauses">,
  level: Level,
  share?: Pick<Share, "homes" | "observes" | "selection">,
): readonly Asker[] {
  const ids = new Set(clauses.map(({ id }) => id));
  const whole = (share?.selection ?? clauses).length === all.length;
  return [
    ...asking.filter(({ id }) => ids.has(id)).map(askerOf),
    ...(share?.homes ?? clauses.map(({ endpoint }) => endpoint)),
    ...(whole && share?.observes !== false && level !== "smoke" ? [OBSERVER] : []),
  ];
}

/** What each asker asks, as far as it was measured; what several of them have in common is one object. */
export function sharedBy({ level, given, cases }: Depth): ReadonlyMap<Asker, readonly Shared[]> {
  const { askers, levels, further } = measured();
  const all = new Map<Asker, Shared[]>(askers.map((asker) => [asker, []]));
  const add = (texts: CountTexts, times = 1): void => {
    for (const endpoint of ENDPOINT_NAMES) {
      for (const text of texts[endpoint]?.split(", ") ?? []) {
        const [requests = 0, ...indexes] = text.split(" ").map(Number);
        const shared = { endpoint, requests: requests * times };
        indexes.forEach((index) => all.get(askers[index] ?? "")?.push(shared));
      }
    }
  };
  add(levels[level][given]);
  if (cases !== undefined && cases !== sizeOf(level).chance) {
    add(levels[level].counted);
    add(further, cases - 1);
  }
  return all;
}

const measured = (): MeasuredRequests => JSON.parse(readFileSync(measuredFile(), "utf8"));

export const union = (askers: readonly Asker[], all: ReturnType<typeof sharedBy>): readonly Shared[] => [
  ...new Set(askers.flatMap((asker) => all.get(asker) ?? [])),
];

export const sumOf = (shared: readonly Shared[]): number =>
  shared.reduce((sum, { requests }) => sum + requests, 0);
