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

test.each([
  [{ kind: "gap", row: '"0.0.7"' }, "/tokens/0", "0.0.7 is neither on this page nor on the one before"],
  [{ kind: "gap", row: '"0.0.7"' }, "/tokens/2/token_id", "0.0.7 is missing at row 3"],
  [{ kind: "gap", row: '"0.0.7"', behind: true }, "/tokens/0/token_id", "0.0.7 is missing at row 1"],
  [{ kind: "repeat", row: '"0.0.21"' }, "/tokens/1", "row 2 came before: 0.0.21"],
  [{ kind: "order" }, "/tokens/3/token_id", "row 4 is out of order: 12"],
  [{ kind: "stray" }, "/tokens/3/token_id", "row 4 does not belong: 12"],
  [{ kind: "limit", limit: 3 }, "/tokens", "more than 3 rows"],
] as const)("%j at %s is told as %s, at its page", async (defect, pointer, told) => {
  const text = await drawn({ defect, pointer });
  expect(text).toMatch(
    /1\. Status 200 .* 5 rows: 0\.0\.10 to 0\.0\.14; next: \/tokens\?page=2 2\. Status 200/,
  );
  expect(text.slice(text.indexOf("3. Status"))).toContain(`this one does not meet the clause ${told} curl`);
});

test("a link that should not be there is named, and so is what is wrong with a single page", async () => {
  expect(await drawn({ pointer: "/links/next", expected: "null" })).toContain(" next: expected null curl");
  const page = { rows: 12, first: '"0.0.1"', last: '"0.0.12"', next: '"/more"' };
  const alone = { exchanges: [], page, pointer: "/tokens", defect: { kind: "limit", limit: 10 } } as const;
  expect(await drawn(alone)).toBe(" The page: 12 rows: 0.0.1 to 0.0.12; next: /more more than 10 rows ");
});
