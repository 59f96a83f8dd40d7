import { hasSuccessBody, isShownError, looksMissing } from "../message/classify.ts";
import type { ApiRequest, ApiResponse } from "../model/exchange.ts";
import { countOf, getOrInsert, groupBy } from "../model/model.ts";
import type { Warning } from "../model/results.ts";
import { operations } from "../../schemas/operations.ts";

/** Maximum number of requests that are shown with one warning. */
export const CURLS_PER_WARNING = 2;

interface RequestOutcomes {
  readonly request: ApiRequest;
  isServed: boolean;
  /** The statuses of the errors, one for each response. */
  readonly errors: number[];
}

/**
 * Collects the errors with a status from 500 that a service returns to requests that it serves at another time (interpretation 22). They
 * fail no clause, because the repeated request succeeds: without a warning, a service that fails under load would leave no trace.
 */
export function createPassingErrors() {
  const outcomesByRequest = new Map<string, RequestOutcomes>();

  function note(response: ApiResponse): void {
    const { request, status } = response;
    const key = [request.method, request.target, request.body, request.withoutUserHeaders].join(" ");
    const outcomes = getOrInsert(outcomesByRequest, key, () => ({ request, isServed: false, errors: [] }));
    if (hasSuccessBody(response)) {
      outcomes.isServed = true;
    } else if (status >= 500 && !isShownError(response) && !looksMissing(response)) {
      outcomes.errors.push(status);
    }
  }

  function warnings(curl: (request: ApiRequest) => string): readonly Warning[] {
    const passing = [...outcomesByRequest.values()].filter((one) => one.isServed && one.errors.length > 0);
    return groupBy(passing, ({ request }) => request.endpoint).map(([endpoint, group]) => {
      const errors = group.flatMap((one) => one.errors);
      const about = [...new Set(errors)].join(", ");
      const { method, path } = operations[endpoint];
      const message =
        `${method} ${path} returned status ${about} in ${countOf(errors.length, "response")} ` +
        `to requests that it served at another time`;
      const curls = group.slice(0, CURLS_PER_WARNING).map(({ request }) => curl(request));
      return { id: "passing-errors", endpoint, about, message, curls };
    });
  }

  return { note, warnings };
}
