// §4.7: the hashes that the service itself shows
import { spread } from "../../engine/clauses/clause.ts";
import { sequence } from "../../engine/clauses/declare.ts";
import { describeResponse, isServed, looksMissing, wholeResponse } from "../../engine/message/classify.ts";
import { TRANSACTION_HASH_PATTERN } from "../../schemas/formats.ts";
import { NO_RESULT, RESULT_A, RESULT_B, sampledAs } from "../examples/responses.ts";
import { RESULT, SEVERAL_TRANSACTIONS } from "../kit/records/contract-results.ts";
import { recordRequest, memberText } from "../kit/records/records.ts";
import { inconclusive } from "../kit/requests/check-results.ts";

/**
 * A contract result shows its transaction hash (§2.7, line 135), and a hash finds a contract result (§4.7, line 255). If none of
 * the hashes that the service shows finds a record, the service contradicts itself; a single hash may be unknown to it
 * (interpretation 22).
 */
export const ownHashesFound = sequence({
  id: "4.7-own-hash-found",
  statement: "a hash in the record of a transaction finds a record",
  cites: ["4.7 hash", 22],
  ...SEVERAL_TRANSACTIONS,
  run: async (t) => {
    const requests = spread(t.found, 3).map(({ asked }) => recordRequest(RESULT, asked));
    const models = (await t.all(requests)).filter(
      (model) => isServed(model) && TRANSACTION_HASH_PATTERN.test(memberText(model, "hash") ?? ""),
    );
    const hashes = [...new Set(models.map((model) => memberText(model, "hash") ?? ""))];
    if (hashes.length < 2) {
      return inconclusive("fewer than two transactions have a hash of 32 bytes");
    }
    const shown = await t.all(hashes.map((hash) => recordRequest(RESULT, hash, "missing")));
    const other = shown.find((response) => !isServed(response) && !looksMissing(response));
    if (shown.some(isServed) || other !== undefined) {
      return other === undefined ? [] : inconclusive(`a hash gets ${describeResponse(other)}`, other);
    }
    const message = "no hash finds a record, although the service returns the hash for the transaction id";
    return shown.slice(0, 1).map((response) => ({
      ...wholeResponse(response, message, "the record that the transaction id returns"),
      beside: models.slice(0, 1),
    }));
  },
  proves: { have: { found: ["0.0.1-1-1", "0.0.1-2-1"].map((asked) => sampledAs(asked, RESULT_A)) } },
  passes: [
    [RESULT_A, RESULT_B, RESULT_A, RESULT_B],
    [RESULT_A, RESULT_B, NO_RESULT, RESULT_B],
  ],
  fails: { "no record for any hash": [RESULT_A, RESULT_B, NO_RESULT, NO_RESULT] },
});
