import { isShownError, webPageIn } from "../message/classify.ts";
import { UnusableResponse, type ApiRequest, type ApiResponse } from "../model/exchange.ts";
import { operations } from "../../schemas/operations.ts";
import type { ResponseCounts } from "../model/results.ts";
import type { Endpoint } from "../model/settings.ts";
import { createReachability, hasFixedPath } from "./reached.ts";

export type ResponseCounter = ReturnType<typeof createResponseCounter>;

/**
 * Counts, by endpoint, the usable and unusable responses to requests that have to succeed. An endpoint without a usable response
 * was not tested, and makes the run incomplete (interpretation 22).
 */
export function createResponseCounter() {
  const reached = createReachability();
  const tallies = new Map<Endpoint, { usable: number; unusable: number; reason?: string }>();

  function note(request: ApiRequest, received: ApiResponse | UnusableResponse): void {
    reached.note(request, received);
    if (!mustSucceed(request, received)) {
      return;
    }
    const tally = tallies.get(request.endpoint) ?? { usable: 0, unusable: 0 };
    tallies.set(request.endpoint, tally);
    const reason =
      received instanceof UnusableResponse
        ? received.message
        : (webPageIn(received) ?? missingPathReason(received));
    if (reason === undefined) {
      tally.usable += 1;
    } else {
      tally.unusable += 1;
      tally.reason ??= reason;
    }
  }

  return {
    note,
    hasServed: reached.hasServed,
    isCertain: reached.isCertain,
    unreached: reached.unreached,
    /** The counts of every endpoint to which a request was sent that had to succeed. */
    responded: (): ResponseCounts => Object.fromEntries(tallies),
    /** The counts of the endpoints without a usable response. */
    unanswered: (): ResponseCounts =>
      Object.fromEntries([...tallies].filter(([, { usable }]) => usable === 0)),
  };
}

/**
 * Why a 404 shows that a path does not exist. The path of a list or of the summary always exists in a conforming service, so a
 * 404 in a form that the contract does not show comes from something else under the URL.
 */
function missingPathReason(response: ApiResponse): string | undefined {
  return hasFixedPath(response.request.endpoint) && response.status === 404 && !isShownError(response)
    ? "status 404 with a body that the contract does not document"
    : undefined;
}

/**
 * Whether a request has to get a usable response. The request for a record does if the record has a known origin (a sample or a
 * list). A record that is only mentioned may be missing (interpretation 13): a "Not found" is a usable response, and of such a
 * record so is a web page in place of it.
 */
function mustSucceed(
  { endpoint, expects, origin }: ApiRequest,
  received: ApiResponse | UnusableResponse,
): boolean {
  const isCertain = operations[endpoint].list !== undefined || hasFixedPath(endpoint);
  return expects === "success"
    ? origin !== undefined || isCertain
    : origin !== undefined &&
        (isCertain || received instanceof UnusableResponse || webPageIn(received) === undefined);
}
