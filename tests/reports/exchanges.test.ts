// The pages of a list, drawn: what is wrong stands where it is
import { expect, test } from "vitest";
import type { Violation } from "../../engine/model/clause-results.ts";
import { exchangeList } from "../../reports/html/exchanges.ts";
import { violation, walkExchanges } from "./samples.ts";

/** What the drawing says of a walk of three pages, the last of which is wrong. */
async function drawn(changes: Partial<Violation>): Promise<string> {
  const shown = violation({ pointer: "/tokens/0/token_id", exchanges: walkExchanges(3), ...changes });
  const markup = String(await exchangeList(shown));
  return markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&quot;", "")
    .replaceAll(/\s+/g, " ");
}

test("pages stand in the order of sending, and what is wrong stands at its page", async () => {
  const text = await drawn({ message: "a row comes twice", expected: "each row once" });
  expect(text).toMatch(
    /1\. Status 200 .* 5 rows: 0\.0\.10 to 0\.0\.14; next: \/tokens\?page=2 2\. Status 200/,
  );
  expect(text).toMatch(
    /3\. Status 200 this one does not meet the clause a row comes twice: expected each row once curl/,
  );
});

test("a single page is told in a line", async () => {
  const page = { rows: 12, first: '"0.0.1"', last: '"0.0.12"', next: '"/more"' };
  expect(await drawn({ exchanges: [], page })).toBe(" The page: 12 rows: 0.0.1 to 0.0.12; next: /more ");
});
