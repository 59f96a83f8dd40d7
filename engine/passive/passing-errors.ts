import { hasSuccessBody, isDocumentedError, looksMissing } from "../message/classify.ts";
import type { ApiRequest, ApiResponse } from "../model/exchange.ts";
import { countOf, groupBy, uniqueBy } from "../model/model.ts";
import type { Warning } from "../model/results.ts";
import { operations } from "../../schemas/operations.ts";

/** Maximum number of requests that are shown with one warning. */
export const CURLS_PER_WARNING = 2;

/**
 * Collects the errors with a status from 500 that a service returns to requests that succeed at another time (interpretation 22). They
 * fail no clause, because the repeated request succeeds: without a warning, a service that fails under load would leave no trace.
 */
export function createPassingErrors() {
  const served = new Set<string>();
  const errors: { readonly key: string; readonly request: ApiRequest; readonly status: number }[] = [];

  function note(response: ApiResponse): void {
    const { request, status } = response;
    const key = [request.method, request.target, request.body, request.withoutUserHeaders].join(" ");
    if (hasSuccessBody(response)) {
      served.add(key);
    } else if (status >= 500 && !isDocumentedError(response) && !looksMissing(response)) {
      errors.push({ key, request, status });
    }
  }

  function warnings(curl: (request: ApiRequest) => string): readonly Warning[] {
    const passing = errors.filter(({ key }) => served.has(key));
    return groupBy(passing, ({ request }) => request.endpoint).map(([endpoint, group]) => {
      const about = [...new Set(group.map(({ status }) => status))].join(", ");
      const { method, path } = operations[endpoint];
      const message =
        `${method} ${path} returned status ${about} in ${countOf(group.length, "response")} ` +
        `to requests that succeeded at another time`;
      const shown = uniqueBy(group, ({ key }) => key).slice(0, CURLS_PER_WARNING);
      return {
        id: "passing-errors",
        endpoint,
        about,
        message,
        curls: shown.map(({ request }) => curl(request)),
      };
    });
  }

  return { note, warnings };
}
