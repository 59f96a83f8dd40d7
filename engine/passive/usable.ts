import { isShownError, webPageIn } from "../message/classify.ts";
import { UnusableResponse, type ApiRequest, type ApiResponse } from "../model/exchange.ts";
import { operations } from "../../schemas/operations.ts";
import type { ResponseCounts } from "../model/results.ts";
import type { Endpoint } from "../model/settings.ts";
import { createReached, isWithoutName } from "./reached.ts";

export type Usable = ReturnType<typeof createUsable>;

/** Counts usable responses to what must succeed, by endpoint: one that gave none was not checked. */
export function createUsable() {
  const reached = createReached();
  const tallies = new Map<Endpoint, { usable: number; unusable: number; reason?: string }>();

  function note(request: ApiRequest, came: ApiResponse | UnusableResponse): void {
    reached.note(request, came);
    if (!mustSucceed(request, came)) {
      return;
    }
    const tally = tallies.get(request.endpoint) ?? { usable: 0, unusable: 0 };
    tallies.set(request.endpoint, tally);
    const reason = came instanceof UnusableResponse ? came.message : (webPageIn(came) ?? whyNowhere(came));
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
    responded: (): ResponseCounts => Object.fromEntries(tallies),
    /** The endpoints that gave no usable one. */
    unanswered: (): ResponseCounts =>
      Object.fromEntries([...tallies].filter(([, { usable }]) => usable === 0)),
  };
}

/** A path without a name in it is there: where an error of a form of its own says that it is not, it is another one. */
function whyNowhere(response: ApiResponse): string | undefined {
  return isWithoutName(response.request.endpoint) && response.status === 404 && !isShownError(response)
    ? "answered 404, in a form that the document does not show"
    : undefined;
}

/**
 * A record must be there where a sample vouches for it, whose origin is known. What is only mentioned, or a token that the
 * list shows, may have none (interpretation 13), which is said in a way that is usable; of contracts a web page too.
 */
function mustSucceed(
  { endpoint, expects, origin }: ApiRequest,
  came: ApiResponse | UnusableResponse,
): boolean {
  const isThere = operations[endpoint].list !== undefined || isWithoutName(endpoint);
  return expects === "success"
    ? origin !== undefined || isThere
    : origin !== undefined && (isThere || came instanceof UnusableResponse || webPageIn(came) === undefined);
}
