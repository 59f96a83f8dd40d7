import type { SampleExchange } from "../../engine/evidence/violation.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { describeClause } from "./describe.ts";
import type { WriteTest } from "./writer.ts";

/**
 * Writes the result of a clause for Allure as soon as it is judged, not at the end of the run; never throws: what
 * cannot be written now is made of the result at the end, or is said to be missing then. Allure's writer is loaded
 * with the first clause, so that no request waits for it. `began` is in milliseconds since 1970.
 */
export function liveResults(resultsDir: string) {
  let loading: Promise<WriteTest> | undefined;
  return async (result: ClauseResult, sample: SampleExchange | undefined, began: number): Promise<void> => {
    const judged = Date.now();
    loading ??= import("./writer.ts").then(({ openTestWriter }) => openTestWriter(resultsDir));
    try {
      const write = await loading;
      write(describeClause(result, sample), began, judged);
    } catch {
      // The result itself is in the journal.
    }
  };
}
