// Equal requests that got different responses in one run: an error and a success, or a record and later no record
import { isRecordEndpoint } from "../discovery/forms.ts";
import { describeResponse, hasSuccessBody, isDocumentedError, looksMissing } from "../message/classify.ts";
import type { ApiRequest, ApiResponse } from "../model/exchange.ts";
import { countOf, groupBy, uniqueBy } from "../model/model.ts";
import type { Warning } from "../model/results.ts";
import { operations } from "../../schemas/operations.ts";

export const CURLS_PER_WARNING = 2;

/** Collects undocumented 5xx to requests that succeed at another time: without a warning, an overload would leave no trace (interpretation 22). */
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
      const curls = shown.map(({ request }) => curl(request));
      return { id: "passing-errors", endpoint, about, message, curls };
    });
  }

  return { note, warnings };
}

const MOST_REMEMBERED = 2_000;

/** Collects the first response that reports a record as missing which an equal request returned before. */
export function createLostRecords() {
  const found = new Set<string>();
  const lost = new Map<string, ApiResponse>();

  function note(response: ApiResponse): void {
    const { endpoint, target } = response.request;
    if (!isRecordEndpoint(endpoint)) return;
    if (hasSuccessBody(response)) {
      if (found.size < MOST_REMEMBERED) found.add(target);
    } else if (found.has(target) && !lost.has(target) && looksMissing(response)) {
      lost.set(target, response);
    }
  }

  return { note, responses: (): readonly ApiResponse[] => [...lost.values()] };
}

/** The contract does not say whether a service may remove records, so a record that is lost once is a warning (§3, line 191). */
export const lostRecordWarnings = (
  lost: readonly ApiResponse[],
  curl: (response: ApiResponse) => string,
): readonly Warning[] =>
  groupBy(lost, ({ request }) => request.endpoint).map(([endpoint, missing]) => {
    const count = countOf(missing.length, "request");
    const [first] = missing;
    const message = `${count} returned a record and later, in the same run, an error such as ${describeResponse(first)}`;
    return { id: "record-lost", endpoint, message, curls: missing.slice(0, CURLS_PER_WARNING).map(curl) };
  });
