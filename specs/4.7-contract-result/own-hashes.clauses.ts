// §4.7: the hashes that the service itself shows
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/**
 * A contract result shows its transaction hash (§2.7), and a hash finds a contract result (§4.7). If no shown hash finds a record, the
 * service contradicts itself. A single hash may be unknown to it, unless the user or a list of the service states that it finds a record
 * (interpretation 22).
 */
export const ownHashesFound = kit.sequence({
  id: "4.7-own-hash-found",
  statement: "of the hashes that contract results show, at least one finds a contract result",
  contract: [255],
  interpretations: [22],
  needs: { found: "transactions", samples: "contractResultSamples" },
  about: "one of at least two transactions",
  run: async (t) => {
    const requests = kit
      .spread(t.found, 3)
      .map(({ identifier }) => kit.recordRequest(kit.RESULT, identifier));
    const models = (await t.all(requests)).filter(
      (model) =>
        kit.hasSuccessBody(model) && kit.TRANSACTION_HASH_PATTERN.test(kit.memberText(model, "hash") ?? ""),
    );
    const hashes = [...new Set(models.map((model) => kit.memberText(model, "hash") ?? ""))];
    const isStated = (hash: string): boolean =>
      t.samples.some(
        ({ identifier, fromUser, listed }) =>
          (fromUser || listed !== undefined) && kit.bareHex(identifier) === kit.bareHex(hash),
      );
    const shown = await t.all(hashes.map((hash) => kit.recordRequest(kit.RESULT, hash, "missing")));
    const other = shown.find((response) => !kit.hasSuccessBody(response) && !kit.looksMissing(response));
    if (other !== undefined) {
      return kit.inconclusive(`a request by hash returned ${kit.describeResponse(other)}`, other);
    }
    if (shown.some(kit.hasSuccessBody)) {
      return shown.some((response) => kit.memberText(response, "hash") !== undefined)
        ? []
        : kit.inconclusive("no record that was found by its hash shows a hash");
    }
    if (hashes.length < 2 && !hashes.some(isStated)) {
      return kit.inconclusive("fewer than two transactions have a hash of 32 bytes");
    }
    const message = "no hash finds a record, although the service returns the hash for the transaction id";
    return shown.slice(0, 1).map((response) => ({
      ...kit.wholeResponse(response, message, "the record that the transaction id returns"),
      compared: models.slice(0, 1),
    }));
  },
  passes: [
    [examples.RESULT_A, examples.RESULT_B, examples.RESULT_A, examples.RESULT_B],
    [examples.RESULT_A, examples.RESULT_B, examples.NO_RESULT, examples.RESULT_B],
  ],
  fails: {
    "no record for any hash": [examples.RESULT_A, examples.RESULT_B, examples.NO_RESULT, examples.NO_RESULT],
  },
});
