import { describe, expect, test } from "vitest";
import { adviceFor } from "../../reports/words/advice.ts";

describe("advice on a clause that was not tested", () => {
  const clause = { endpoint: "contract" } as const;

  test.each([
    [{ kind: "giveSamples", of: "accountIds" }, { samples: { accountIds: ["0.0.98"] } }],
    [{ kind: "giveParameterName", of: "tokens.limit" }, { parameters: { tokens: { limit: "<name>" } } }],
    [undefined, { samples: { contracts: ["0.0.5001", "0x<20 bytes>"] } }],
  ] as const)("depends on the possible remedy: %j", (remedy, entry) => {
    expect(adviceFor({ ...clause, ...(remedy === undefined ? {} : { remedy }) }).entry).toStrictEqual(entry);
  });

  test("names a clause to fix first, and never one whose violations are known deviations", () => {
    const consequence = { ...clause, consequenceOf: "4.8-answers-200" };
    expect(adviceFor(consequence).text).toBe("Fix 4.8-answers-200 first");
    const { text } = adviceFor(consequence, { known: new Set(["4.8-answers-200"]) });
    expect(text).toBe("Nothing to do: this is a consequence of the known deviation 4.8-answers-200");
  });
});
