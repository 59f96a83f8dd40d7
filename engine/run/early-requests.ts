// Remembers successful requests of a run, and finds the endpoints at which none of them succeeds at the end of the run
import { ignoreUnusable } from "../clauses/prerequisites.ts";
import { hasNextPage, rowsIn } from "../clauses/pagination.ts";
import * as classify from "../message/classify.ts";
import { type ApiRequest, type ApiResponse, queryOf } from "../model/exchange.ts";
import { countOf, getOrInsert, groupBy } from "../model/model.ts";
import type { ResponseCounts } from "../model/results.ts";
import type { Level } from "../model/settings.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import type { RunParts } from "./run-parts.ts";

export interface EarlyRequest {
  readonly request: ApiRequest;
  readonly hadRows: boolean;
}

const MOST_REPEATED_REQUESTS: Readonly<Record<Level, number>> = { smoke: 5, standard: 40, thorough: 200 };
const MOST_SHAPES = 400;

/** All endpoints. Each gets one request, in this order, before any gets a second one: at smoke, at most five get one. */
const REPEATED_ENDPOINTS: readonly Endpoint[] = [
  "topicMessage",
  "contractResult",
  "tokens",
  "tokenBalances",
  "contract",
  "networkFees",
  "statusSummary",
  "sessionVerify",
  "verify",
];

/** Remembers the first successful request of each shape (see {@link requestShape}) to the tested endpoints. */
export function createEarlyRequests(level: Level, endpoints: ReadonlySet<Endpoint>) {
  const byShape = new Map<string, EarlyRequest>();

  function note(response: ApiResponse): void {
    const { request } = response;
    const mustBeAccepted = request.expects === "success" || request.expects === "missing";
    const isOrdinary = request.fromOrigin !== true && request.withoutUserHeaders !== true;
    const isWanted = mustBeAccepted && isOrdinary && endpoints.has(request.endpoint);
    if (isWanted && byShape.size < MOST_SHAPES && classify.isSuccess(response)) {
      // A verification costs the service a compiler run, so one request to each endpoint is enough.
      const shape = request.service === "verify" ? request.endpoint : requestShape(response);
      getOrInsert(byShape, shape, () => ({ request, hadRows: rowsIn(response).length > 0 }));
    }
  }

  /**
   * In reverse order: the first request to each endpoint, then one of each further shape, up to the maximum of the level. Of the requests
   * for a contract, the first one at a time in the past, because a difference in its response gets a warning.
   */
  function select(): readonly EarlyRequest[] {
    const candidates = [...byShape.values()];
    const firstOfEach = REPEATED_ENDPOINTS.flatMap((name) => {
      const toEndpoint = candidates.filter(({ request }) => request.endpoint === name);
      return toEndpoint.find(({ request }) => isContractOfPast(request)) ?? toEndpoint[0] ?? [];
    });
    return [...new Set([...firstOfEach, ...candidates])].slice(0, MOST_REPEATED_REQUESTS[level]).toReversed();
  }

  return { note, select };
}

/** Whether a contract was requested with an upper bound or an exact time in the past, which no later state meets. */
export function isContractOfPast({ endpoint, target }: ApiRequest): boolean {
  const times = endpoint === "contract" ? queryOf(target).getAll("timestamp") : [];
  const now = Date.now() / 1_000;
  return times.some((time) => Number(/^(?:(?:eq|lte?):)?(\d{1,10})(?:\.\d+)?$/.exec(time)?.[1] ?? now) < now);
}

/** The shape of an exchange: its endpoint, its parameters with operators, and the members of its body, marked if null or empty. */
function requestShape({ request, body: { value } }: ApiResponse): string {
  const operatorOf = (text: string): string => /^\w+:/.exec(text)?.[0] ?? "";
  const query = Array.from(queryOf(request.target), ([name, text]) => `${name}=${operatorOf(text)}`);
  const members = Object.entries(classify.isObject(value) ? value : {}).map(
    ([name, member]) => name + (isEmptyMember(member) ? JSON.stringify(member) : ""),
  );
  return [request.endpoint, ...query.toSorted(), ...members.toSorted()].join(" ");
}

const isEmptyMember = (member: unknown): boolean =>
  Array.isArray(member) ? member.length === 0 : member === null || member === "";

/** An early request, and the usable response to it at the end of the run, if there was one. */
export interface ResentRequest extends EarlyRequest {
  readonly response: ApiResponse | undefined;
}

/** Maximum number of failed requests that are sent once more, one after another, before an endpoint counts as ended. */
const SENT_ONCE_MORE = 3;

const mayHaveRows = (page: ApiResponse): boolean => rowsIn(page).length > 0 || hasNextPage(page);

/**
 * Whether a request still succeeds, and a list still has rows or a link. Two errors count as a success: a documented one of the network
 * fees (interpretation 14), and for a verification, which a service may refuse to repeat, any below 500 except 404.
 */
function isServed({ hadRows, request, response }: ResentRequest): boolean {
  if (response === undefined) return false;
  const isSuccessful = classify.hasSuccessBody(response) && (!hadRows || mayHaveRows(response));
  const mayFail =
    request.service === "verify"
      ? response.status < 500 && response.status !== 404
      : request.endpoint === "networkFees" && classify.isDocumentedError(response);
  return isSuccessful || mayFail;
}

const describeResent = ({ response }: ResentRequest): string =>
  response === undefined ? "no usable response" : classify.describeResponse(response);

/** Endpoints at which no early request succeeds any more: the run is incomplete, unless a clause of the endpoint failed. */
export async function findEndedEndpoints(
  resent: readonly ResentRequest[],
  { client, sendAgain, signal }: Pick<RunParts, "client" | "sendAgain" | "signal">,
): Promise<ResponseCounts> {
  // An aborted run, or one with the maximum number of requests, sends nothing: no response is then no sign of an end.
  const isStopped = (): boolean => signal.aborted || client.bounded() !== undefined;
  const ended = await Promise.all(
    groupBy(resent, ({ request }) => request.endpoint).map(async ([endpoint, requests]) => {
      const withRows = requests.filter(({ hadRows }) => hadRows);
      const decisive = withRows.length > 0 ? withRows : requests;
      if (decisive.some(isServed)) return [];
      for (const early of decisive.slice(0, SENT_ONCE_MORE)) {
        const response = isStopped() ? undefined : await sendAgain(early.request).catch(ignoreUnusable);
        if (isStopped() || isServed({ ...early, response })) return [];
      }
      const what = [...new Set(decisive.map(describeResent))].join(" or ");
      const count = countOf(decisive.length, "request");
      const reason = `none at the end of the run: ${count} that had succeeded before returned ${what}`;
      return [[endpoint, { usable: 0, unusable: decisive.length, reason }] as const];
    }),
  );
  return Object.fromEntries(ended.flat());
}

export const withoutEndpoints = (counts: ResponseCounts, endpoints: ReadonlySet<string>): ResponseCounts =>
  Object.fromEntries(Object.entries(counts).filter(([endpoint]) => !endpoints.has(endpoint)));
