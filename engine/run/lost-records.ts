// Records that a service returns, and later reports as missing in the same run
import { isRecordEndpoint } from "../discovery/forms.ts";
import type { ExchangeFormatter } from "../evidence/exchange-formatter.ts";
import { describeResponse, hasSuccessBody, looksMissing } from "../message/classify.ts";
import type { ApiResponse } from "../model/exchange.ts";
import { countOf, groupBy } from "../model/model.ts";
import type { Warning } from "../model/results.ts";
import { CURLS_PER_WARNING } from "../passive/passing-errors.ts";

/** Maximum number of requests for records that are remembered. */
const MOST_REMEMBERED = 2_000;

/** Collects, for each request that returned a record, the first later response to an equal request that reports it as missing. */
export function createLostRecords() {
  const found = new Set<string>();
  const lost = new Map<string, ApiResponse>();

  function note(response: ApiResponse): void {
    const { endpoint, target } = response.request;
    if (!isRecordEndpoint(endpoint)) {
      return;
    }
    if (hasSuccessBody(response)) {
      if (found.size < MOST_REMEMBERED) {
        found.add(target);
      }
    } else if (found.has(target) && !lost.has(target) && looksMissing(response)) {
      lost.set(target, response);
    }
  }

  return { note, responses: (): readonly ApiResponse[] => [...lost.values()] };
}

/** The contract does not say whether a service may remove records, so a record that is lost once is a warning (§3, line 191). */
export const lostRecordWarnings = (
  lost: readonly ApiResponse[],
  formatter: ExchangeFormatter,
): readonly Warning[] =>
  groupBy(lost, ({ request }) => request.endpoint).flatMap(([endpoint, missing]) =>
    missing.slice(0, 1).map((first): Warning => {
      const count = countOf(missing.length, "request");
      const message = `${count} returned a record, and ${describeResponse(first)} when it was repeated in the same run`;
      const curls = missing.slice(0, CURLS_PER_WARNING).map((response) => formatter.curl(response));
      return { id: "record-lost", endpoint, message, curls };
    }),
  );
