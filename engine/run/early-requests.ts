// Requests that succeeded at the beginning of a run, for its last round
import { isObject, isSuccess } from "../message/classify.ts";
import { type ApiRequest, queryOf, type ApiResponse } from "../model/exchange.ts";
import type { Endpoint, Level } from "../model/settings.ts";

/** Requests of the last round. */
const MOST_REPEATED_REQUESTS: Readonly<Record<Level, number>> = { smoke: 8, standard: 40, thorough: 200 };
/** Maximum number of shapes that are remembered. */
const MOST_SHAPES = 400;

/**
 * The endpoints of the last round, those with the most informative records first. Verifications are left out, because each
 * costs the service a compiler run.
 */
const REPEATED_ENDPOINTS: readonly Endpoint[] = [
  "topicMessage",
  "contractResult",
  "tokens",
  "tokenBalances",
  "contract",
  "networkFees",
  "statusSummary",
];

/** Remembers the first request of each endpoint, combination of parameters and shape of its record. */
export function createEarlyRequests() {
  const byShape = new Map<string, ApiRequest>();

  function note(response: ApiResponse): void {
    const { request } = response;
    const isMeant = request.expects === "success" || request.expects === "missing";
    const isOrdinary =
      request.fromOrigin !== true &&
      request.withoutUserHeaders !== true &&
      REPEATED_ENDPOINTS.includes(request.endpoint);
    if (isMeant && isOrdinary && byShape.size < MOST_SHAPES && isSuccess(response)) {
      const shape = requestShape(response);
      byShape.set(shape, byShape.get(shape) ?? request);
    }
  }

  /** One request of each of these endpoints, then one of each further shape; the latest first. */
  function chosen(level: Level, endpoints: ReadonlySet<Endpoint>): readonly ApiRequest[] {
    const all = [...byShape.values()].filter(({ endpoint }) => endpoints.has(endpoint));
    const ofEach = REPEATED_ENDPOINTS.flatMap((name) => all.find(({ endpoint }) => endpoint === name) ?? []);
    return [...new Set([...ofEach, ...all])].slice(0, MOST_REPEATED_REQUESTS[level]).toReversed();
  }

  return { note, chosen };
}

/** Distinguishes requests and their records by the parameters with their operators, and which members are null or empty. */
function requestShape({ request, body: { value } }: ApiResponse): string {
  const query = [...queryOf(request.target)].map(
    ([name, text]) => `${name}=${/^\w+:/.exec(text)?.[0] ?? ""}`,
  );
  const members = isObject(value)
    ? Object.entries(value).map(([name, member]) => name + shapeOfMember(member))
    : [];
  return [request.endpoint, ...query.toSorted(), ...members.toSorted()].join(" ");
}

function shapeOfMember(member: unknown): string {
  if (Array.isArray(member)) {
    return member.length === 0 ? ":[]" : ":[…]";
  }
  return member === null || member === "" ? `:${JSON.stringify(member)}` : "";
}
