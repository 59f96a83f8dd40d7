import type { Catalogue, ClauseInfo } from "../engine/load.ts";
import type { Level, Settings } from "../engine/settings.ts";
import { endpointLabel, ENDPOINT_NAMES, serviceLabel, serviceOf } from "../reports/labels.ts";
import { count, countOf, duration } from "../reports/numbers.ts";
import { table } from "../reports/terminal/table.ts";

/** About how many requests a level makes at most, over all clauses. */
const MOST_REQUESTS: Readonly<Record<Level, number>> = { smoke: 300, standard: 1_500, thorough: 30_000 };

/** The clauses as lines, for `--list` and `clauses`. */
export function clauseLines(clauses: readonly Pick<ClauseInfo, "id" | "endpoint" | "statement">[]): string {
  const width = Math.max(...clauses.map(({ id }) => id.length));
  return clauses.map(({ id, statement }) => `${id.padEnd(width)}  ${statement}\n`).join("");
}

/** The plan of a run: clauses and requests per endpoint, and about how long it takes. */
export function planText(catalogue: Catalogue, selected: readonly ClauseInfo[], settings: Settings): string {
  const exercised = selected.filter((clause) => isExercised(settings, clause));
  const rows = ENDPOINT_NAMES.map((endpoint) => selected.filter((clause) => clause.endpoint === endpoint))
    .filter(([first]) => first !== undefined)
    .map((own) => planRow(catalogue, own, settings));
  const most = requestsFor(catalogue, exercised, settings);
  return [
    ...table([["", "clauses", "requests"], ...rows]),
    "",
    `  ${countOf(selected.length, "clause")}, at most about ${countOf(most, "request")}, ${rate(most, settings)}`,
    "",
  ].join("\n");
}

function planRow(catalogue: Catalogue, own: readonly ClauseInfo[], settings: Settings): readonly string[] {
  const [first] = own;
  if (first === undefined) {
    return [];
  }
  const requests = isExercised(settings, first)
    ? count(requestsFor(catalogue, own, settings))
    : "not exercised";
  return [endpointLabel(first.endpoint), count(own.length), requests];
}

/** The share of the level's requests that falls to some clauses. */
function requestsFor(
  { clauses }: Catalogue,
  some: readonly ClauseInfo[],
  { level, cases }: Settings,
): number {
  const asking = clauses.filter(({ kind }) => kind === "asking").length;
  const share = some.filter(({ kind }) => kind === "asking").length / Math.max(asking, 1);
  const extra = cases === undefined ? 0 : cases * some.filter(({ kind }) => kind === "asking").length;
  return Math.ceil(MOST_REQUESTS[level] * share) + extra;
}

function isExercised({ target }: Settings, { endpoint }: ClauseInfo): boolean {
  return target.urls[serviceOf(endpoint)] !== undefined;
}

function rate(requests: number, { rps }: Settings): string {
  return rps === undefined
    ? "no limit on the rate"
    : `about ${duration((requests / rps) * 1_000)} at ${rps} a second`;
}

/** What a run says before it begins. */
export function introText(settings: Settings, clauses: number, version: string): string {
  const urls = (["status", "base", "verify"] as const).map((service) => {
    return [serviceLabel(service), settings.target.urls[service] ?? "not given: not exercised"] as const;
  });
  const { seed, level, concurrency, rps, cases } = settings;
  const pace = `${concurrency} at a time, ${rps === undefined ? "no limit on the rate" : `${rps} a second`}`;
  const depth = cases === undefined ? "" : `, ${countOf(cases, "case")} per property`;
  return [
    `ledger-conformance ${version}`,
    ...urls.map(([label, url]) => `  ${label.padEnd(16)} ${url}`),
    `  ${countOf(clauses, "clause")}, level ${level}${depth}, ${pace}, seed ${seed}`,
    "",
  ].join("\n");
}
