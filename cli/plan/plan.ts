import type { Catalogue, ClauseInfo } from "../../engine/clauses/catalogue.ts";
import type { Endpoint, Samples, Service, Settings } from "../../engine/model/settings.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES } from "../../schemas/operations.ts";
import { endpointLabel, serviceLabel, serviceOf } from "../../reports/words/labels.ts";
import { count, countOf, duration } from "../../reports/words/numbers.ts";
import { table } from "../../reports/terminal/table.ts";
import { askerOf, askersIn, OBSERVER, sharedBy, sumOf, union, type Shared } from "./requests.ts";
import { present } from "../../engine/model/model.ts";
import { isLocal, paceOf } from "../../engine/target/settings.ts";

/** The samples, one at least, without which an endpoint is asked for less. */
const SAMPLES: Readonly<Partial<Record<Endpoint, readonly (keyof Samples)[]>>> = {
  tokenBalances: ["tokenIds", "accountIds", "publicKeys"],
  tokens: ["accountIds", "publicKeys"],
  topicMessage: ["topicMessageTimestamps"],
  contractResult: ["contractResults"],
  contract: ["contracts"],
  sessionVerify: ["verifications"],
  verify: ["verifications"],
};

/** What a run says where no target is given, or where the reference is asked for. */
const EMBEDDED = "judges its own embedded reference, and no service of yours";

/** The clauses as lines, for `--list` and `clauses`. */
export function clauseLines(clauses: readonly Pick<ClauseInfo, "id" | "endpoint" | "statement">[]): string {
  const width = Math.max(...clauses.map(({ id }) => id.length));
  return clauses.map(({ id, statement }) => `${id.padEnd(width)}  ${statement}\n`).join("");
}

/** What a run says first: its targets, how much is asked, how fast. */
export function introText(settings: Settings, version: string, embedded = false): string {
  const { target, seed, level, cases, share, clauseIds } = settings;
  const depth = cases === undefined ? "" : `, ${countOf(cases, "case")} per property`;
  const shard =
    share &&
    `${share.index} of ${share.total}: ${count(clauseIds.length)} of ${countOf(share.selection.length, "clause")}`;
  const lines = {
    ...Object.fromEntries(
      SERVICE_NAMES.map((name) => [serviceLabel(name), target.urls[name] ?? "not given: not exercised"]),
    ),
    Level: `${level}${depth}, seed ${seed}`,
    ...present({ Shard: shard }),
    Pace: paceText(settings),
  };
  return [
    `ledger-conformance ${version}${embedded ? `: ${EMBEDDED}` : ""}`,
    ...Object.entries(lines).map(([label, text]) => `  ${label.padEnd(16)} ${text}`),
    "",
    "",
  ].join("\n");
}

export function plannedRequests(
  catalogue: Catalogue,
  selected: readonly ClauseInfo[],
  settings: Settings,
): number {
  return Math.round(sumOf(requestsOf(catalogue, selected, settings)));
}

/** The plan of a run: clauses and requests per endpoint and service, and about how long they take. */
export function planText(catalogue: Catalogue, selected: readonly ClauseInfo[], settings: Settings): string {
  const shared = requestsOf(catalogue, selected, settings);
  const rows = SERVICE_NAMES.flatMap((service) => serviceRows(service, selected, shared, settings));
  const all = Math.round(sumOf(shared));
  return [
    ...table([["Plan", "clauses", "requests"], ...rows]),
    "",
    `  ${countOf(selected.length, "clause")}, about ${countOf(all, "request")}, ${timeText(all, settings)}`,
    "",
    "",
  ].join("\n");
}

/** A row for each endpoint that is judged, or asked for the sake of another. */
function serviceRows(
  service: Service,
  selected: readonly ClauseInfo[],
  shared: readonly Shared[],
  { target }: Settings,
): readonly (readonly string[])[] {
  return ENDPOINT_NAMES.filter((endpoint) => serviceOf(endpoint) === service)
    .map((endpoint) => ({
      endpoint,
      clauses: selected.filter((clause) => clause.endpoint === endpoint).length,
      requests: Math.round(sumOf(shared.filter((one) => one.endpoint === endpoint))),
    }))
    .filter(({ clauses, requests }) => clauses + requests > 0)
    .map(({ endpoint, clauses, requests }) => [
      endpointLabel(endpoint),
      count(clauses),
      target.urls[service] === undefined ? "not exercised" : count(requests),
    ]);
}

/** What some clauses ask of the target: what they asked of the reference, where it has what they need. */
function requestsOf(
  catalogue: Catalogue,
  selected: readonly ClauseInfo[],
  { target, level, cases, share }: Settings,
): readonly Shared[] {
  const found = new Set<keyof Samples>(target.recipes?.map(({ sample }) => sample));
  const isBare = (endpoint: Endpoint): boolean =>
    SAMPLES[endpoint]?.every((kind) => target.samples[kind] === undefined && !found.has(kind)) ?? false;
  const bare = new Set<string>([
    ...catalogue.asking.filter(({ endpoint }) => isBare(endpoint)).map(askerOf),
    ...ENDPOINT_NAMES.filter(isBare),
    ...(ENDPOINT_NAMES.every((endpoint) => SAMPLES[endpoint] === undefined || isBare(endpoint))
      ? [OBSERVER]
      : []),
  ]);
  const askers = askersIn(selected, catalogue, level, share);
  return (["sampled", "bare"] as const)
    .flatMap((given) => {
      const those = askers.filter((asker) => bare.has(asker) === (given === "bare"));
      return union(those, sharedBy({ level, given, cases }));
    })
    .filter(({ endpoint }) => target.urls[serviceOf(endpoint)] !== undefined);
}

/** How long at least: the rate, or as fast as the target answers. */
function timeText(requests: number, { rps }: Settings): string {
  return rps === undefined
    ? "as fast as they are answered"
    : `at least ${duration((requests / rps) * 1_000)} at ${rateOf(rps)} a second`;
}

/** The pace, and why it is this one where nobody chose it. The shares of a run divide the rate among them. */
function paceText({ target, concurrency, rps, share }: Settings): string {
  const usual = paceOf(target);
  const shares = share?.total ?? 1;
  // Without the last digits, which dividing may change.
  const together = rps === undefined ? undefined : Number((rps * shares).toPrecision(12));
  const chosen = concurrency !== usual.concurrency || together !== usual.rps;
  const where = isLocal(target) ? "as usual on this machine" : "as usual for a machine that others share";
  const rate = rps === undefined ? "no limit on the rate" : `${rateOf(rps)} requests a second`;
  const divided =
    together === undefined || share === undefined
      ? ""
      : `; ${rateOf(together)} a second divided by ${shares} shards`;
  return `${concurrency} at a time, ${rate} (${chosen ? "as given" : where}${divided})`;
}

/** A rate with no more digits than a reader needs. */
const rateOf = (rps: number): string => String(Number(rps.toPrecision(3)));
