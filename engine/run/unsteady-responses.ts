// Equal requests that got different responses in one run: an error and a success, or a record and later no record
import { isRecordEndpoint } from "../discovery/forms.ts";
import { describeResponse, hasSuccessBody, isDocumentedError, looksMissing } from "../message/classify.ts";
import type { ApiRequest, ApiResponse } from "../model/exchange.ts";
import { countOf, groupBy, uniqueBy } from "../model/model.ts";
import type { Warning } from "../model/results.ts";
import { operations } from "../../schemas/operations.ts";

const CURLS_PER_WARNING = 2;

type CurlOf = (request: ApiRequest) => string;

/** A warning with the curl lines of the first requests. */
export const warningWith = (
  warning: Omit<Warning, "curls">,
  requests: readonly ApiRequest[],
  curl: CurlOf,
): Warning => ({ ...warning, curls: requests.slice(0, CURLS_PER_WARNING).map((request) => curl(request)) });

interface UnsteadyError {
  readonly key: string;
  readonly request: ApiRequest;
  readonly status: number;
}

/**
 * Collects undocumented 5xx to requests that succeed at another time: without a warning, an overload would leave no trace
 * (interpretation 22). Collects the first response, too, that reports a record as missing which an equal request returned before.
 */
export function createUnsteadyResponses() {
  const served = new Set<string>();
  const errors: UnsteadyError[] = [];
  const lost = new Map<string, ApiResponse>();

  function note(response: ApiResponse): void {
    const { request, status } = response;
    const key = [request.method, request.target, request.body, request.withoutUserHeaders].join(" ");
    if (hasSuccessBody(response)) {
      served.add(key);
    } else if (looksMissing(response)) {
      const isLost = isRecordEndpoint(request.endpoint) && served.has(key) && !lost.has(key);
      if (isLost) lost.set(key, response);
    } else if (status >= 500 && !isDocumentedError(response)) {
      errors.push({ key, request, status });
    }
  }

  function errorWarnings(curl: CurlOf): readonly Warning[] {
    const passing = errors.filter(({ key }) => served.has(key));
    return groupBy(passing, ({ request }) => request.endpoint).map(([endpoint, group]) => {
      const about = [...new Set(group.map(({ status }) => status))].join(", ");
      const { method, path } = operations[endpoint];
      const message =
        `${method} ${path} returned status ${about} in ${countOf(group.length, "response")} ` +
        `to requests that succeeded at another time`;
      const requests = uniqueBy(group, ({ key }) => key).map(({ request }) => request);
      return warningWith({ id: "passing-errors", endpoint, about, message }, requests, curl);
    });
  }

  /** The contract does not say whether a service may remove records, so a record that is lost once is a warning (§3, line 191). */
  const lostWarnings = (curl: CurlOf): readonly Warning[] =>
    groupBy([...lost.values()], ({ request }) => request.endpoint).map(([endpoint, missing]) => {
      const count = countOf(missing.length, "request");
      const [first] = missing;
      const message = `${count} returned a record and later, in the same run, an error such as ${describeResponse(first)}`;
      const requests = missing.map(({ request }) => request);
      return warningWith({ id: "record-lost", endpoint, message }, requests, curl);
    });

  return {
    note,
    lost: (): readonly ApiResponse[] => [...lost.values()],
    warnings: (curl: CurlOf): readonly Warning[] => [...errorWarnings(curl), ...lostWarnings(curl)],
  };
}
