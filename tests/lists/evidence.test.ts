// The requests that a violation of a list shows, and the bounds that reveal a comparison as text
import { expect, test } from "vitest";
import { adviceFor } from "../../reports/words/advice.ts";
import { valuesOfOtherWidths } from "../../specs/kit/lists/bounds.ts";
import { namesWithSpecialCharacters } from "../../specs/kit/lists/name-search.ts";
import { alarms, checked } from "../run/check-reference.ts";

test("the evidence of a missing row includes the response that has it", async () => {
  const only = ["4.4-token-id-gte"];
  const [result] = await checked({ fault: "tokens-token-id-loses-a-row" }, { only, level: "smoke" });
  const [violation] = result?.violations ?? [];
  expect(violation?.expected).toMatch(
    /^the row with token_id "0\.0\.\d+".*, as \/ledger\/api\/v1\/tokens\?limit=100/,
  );
  const exchanges = violation?.exchanges ?? [];
  expect(exchanges.find(({ beside }) => beside)?.url).toMatch(/tokens\?limit=100/);
  expect(exchanges.find(({ violates }) => violates)?.url).toMatch(/token\.id=[gl]te/);
});

test("links without a limit leave a clause inconclusive, and ask for nothing", async () => {
  const results = await checked({ variant: "opaque-cursor" }, { only: ["4.1-tokens-next-keeps-limit"] });
  expect(alarms(results)).toEqual([]);
  const [limits] = results;
  expect(limits).toMatchObject({ reason: expect.stringMatching(/no visible limit/) });
  expect(limits && adviceFor(limits).text).toBe("Nothing to do: the contract allows this behaviour");
});

test("the names that are searched for contain every special character of all names", () => {
  const names = ["  wide  gap  ", "back\\slash", "a+b & c", "plus + more", "plain name", "a+b"];
  expect(namesWithSpecialCharacters(names)).toStrictEqual(["a+b & c", "wide  gap", "back\\slash"]);
});

test.each([
  ["0.0.1000 0.0.1129", "0.0.999 0.0.10000"],
  ["0 4000 1129", "999 10000"],
  ["0.0.7", "0.0.10"],
  ["0.0.4294967295", "0.0.999999999"],
])("of %s the bounds of other widths are %s", (values, bounds) => {
  const isBound = (value: string): boolean => value.slice(value.lastIndexOf(".") + 1).length <= 10;
  const { fewer, more } = valuesOfOtherWidths(values.split(" "), { isBound });
  expect([fewer ?? [], more ?? []].flat().join(" ")).toBe(bounds);
});
