// Compares the reasons that a run gives with the exchanges that the server recorded.
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { type Obstacle, obstacleOf } from "../../engine/model/codes.ts";
import { isNotChecked } from "../../reports/words/labels.ts";

/** A request as it came to a server, with the status of its response where the server knows that. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status?: number;
}

/** A request that a reason quotes. It must have been sent and have had one of these statuses. */
interface Quoted {
  readonly method: string;
  readonly url: string;
  readonly statuses: readonly number[];
  /** The reason quotes only the beginning of the request. */
  readonly cut?: boolean;
}

/** Holds each reason of a run: none blames another than `allowed`, each request that it names was sent and answered so. */
export function untrueReasons(
  clauses: readonly ClauseResult[],
  exchanges: readonly Exchange[],
  allowed: readonly Obstacle[],
): readonly string[] {
  const broken = new Set(clauses.filter(isBroken).map(({ id }) => id));
  const sent = logOf(exchanges);
  return [
    ...clauses.filter(isNotChecked).flatMap((clause) => names(clause, allowed, broken)),
    ...clauses.flatMap(contradictorySamples),
    ...clauses.flatMap((clause) =>
      quotesOf(clause).flatMap((quote) =>
        sent(quote) ? [] : [`${clause.id} quotes what was not so: ${JSON.stringify(quote)}`],
      ),
    ),
  ];
}

const isBroken = ({ outcome }: ClauseResult): boolean => outcome === "failed" || outcome === "known";

function names(
  { id, reason = "", code, consequenceOf, remedy }: ClauseResult,
  allowed: readonly Obstacle[],
  broken: ReadonlySet<string>,
): readonly string[] {
  const own = code === undefined ? undefined : obstacleOf(code);
  const obstacle = consequenceOf === undefined ? own : "service";
  const wrong = [
    ...(obstacle !== undefined && allowed.includes(obstacle) ? [] : [`blames ${obstacle ?? "nobody"}`]),
    ...(consequenceOf === undefined || broken.has(consequenceOf)
      ? []
      : [`consequenceOf ${consequenceOf}, which is kept`]),
    ...(consequenceOf === undefined || remedy === undefined
      ? []
      : [`consequenceOf ${consequenceOf}, and tells the user`]),
  ];
  return wrong.map((what) => `${id} ${what}: ${reason}`);
}

/** The request of a violation must not also be the sample of a passing case. A repeated verification may get another response. */
const contradictorySamples = ({ id, sample = "", violations }: ClauseResult): readonly string[] =>
  violations.some(({ curl }) => curl === sample && !curl.includes(" -X POST "))
    ? [`${id} has one request as sample and as violation: ${sample}`]
    : [];

/** Every request that a result names. */
function quotesOf({ reason = "", sample, violations, outcome }: ClauseResult): readonly Quoted[] {
  const [, method, target] = / \(request: (GET|POST) ("(?:[^"\\]|\\.)*")/.exec(reason) ?? [];
  const said = [...reason.matchAll(/(?:answered|status) (\d{3})\b/g)].map(([, status]) => Number(status));
  const named: string = target === undefined ? "" : JSON.parse(target);
  return [
    ...(method === undefined || outcome === "failed" || outcome === "known"
      ? []
      : [{ method, url: named.replace(/…$/, ""), statuses: said, cut: named.endsWith("…") }]),
    ...(sample === undefined ? [] : [lineOf(sample, [])]),
    ...violations.flatMap(({ curl, response, exchanges = [] }) => [
      lineOf(curl, [response.status]),
      ...exchanges.map((exchange) => lineOf(exchange.curl, [exchange.status])),
    ]),
  ];
}

/** The request of a curl line. */
function lineOf(curl: string, statuses: readonly number[]): Quoted {
  const [, url = ""] = /'(https?:\/\/(?:[^']|'\\'')*)'/.exec(curl) ?? [];
  const path = url.replaceAll("'\\''", "'").replace(/^https?:\/\/[^/?]+/, "");
  return { method: / (?:-d|--data\S*) /.test(curl) ? "POST" : "GET", url: path, statuses };
}

/** Whether the server received a request and returned one of the statuses that the reason names. */
function logOf(exchanges: readonly Exchange[]): (quoted: Quoted) => boolean {
  const sent = new Map<string, Set<number | undefined>>();
  for (const { method, url, status } of exchanges) {
    const key = `${method} ${url}`;
    sent.set(key, (sent.get(key) ?? new Set()).add(status));
  }
  return ({ method, url, statuses, cut }) =>
    [...sent].some(([key, responded]) => {
      // A reason names what is below the URL of the service.
      const place = key.startsWith(`${method} `) ? key.indexOf(url) : -1;
      const isThere = place !== -1 && (cut === true || key.endsWith(url));
      return (
        isThere &&
        (statuses.length === 0 ||
          responded.has(undefined) ||
          statuses.some((status) => responded.has(status)))
      );
    });
}
