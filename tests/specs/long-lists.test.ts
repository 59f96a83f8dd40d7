import { describe, expect, test } from "vitest";
import { type Listing } from "../../engine/clauses/prerequisites.ts";
import { SIZES } from "../../engine/clauses/size.ts";
import { recordingSender, requestTo, isInconclusive } from "../../engine/model/exchange.ts";
import { responseOf } from "../../specs/examples/responses.ts";
import { checkPagesBy } from "../../specs/kit/lists/page-rules.ts";
import { violationRuleOf } from "../../specs/4.1-lists/filters.clauses.ts";
import { sendFilter } from "../../specs/kit/lists/requests.ts";
import { tokenIdFilter } from "../../specs/kit/lists/lists.ts";

const rows = [7, 8, 9].map((num) => ({ token_id: `0.0.${num}` }));

/** A list that was not read to its end. */
const long: Listing = {
  request: (query, expects = "success") => requestTo("tokens", { query, expects }),
  rows,
  pages: [],
  largest: [],
  pageRows: 3,
  names: {},
  complete: false,
  member: "tokens",
  identity: "token_id",
  size: SIZES.standard,
};

async function checked(bound: string, selected: readonly object[]) {
  const used = { filter: tokenIdFilter, operator: "none", bound } as const;
  const t = recordingSender((request) =>
    Promise.resolve({ ...responseOf("tokens", 200, { tokens: selected, links: { next: null } }), request }),
  );
  const pagesRead = await sendFilter(t, long, "token.id", used);
  const checkResult = checkPagesBy(violationRuleOf(tokenIdFilter))(pagesRead);
  return isInconclusive(checkResult) ? "undecided" : checkResult.map(({ message }) => message);
}

describe("a list that was not read to its end", () => {
  test("checks a selection by the value of a row that was read", async () => {
    expect(await checked("0.0.8", rows.slice(1, 2))).toStrictEqual([]);
    expect(await checked("0.0.8", [])).toStrictEqual(["a row that the request selects is on no page"]);
  });

  test("is inconclusive for a value that no read row has", async () => {
    expect(await checked("0.0.70", [])).toBe("undecided");
  });
});
