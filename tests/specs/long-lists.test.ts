import { describe, expect, test } from "vitest";
import { type Listing, SIZES } from "../../engine/clauses/prerequisites.ts";
import { asking, call, isUndecided } from "../../engine/model/exchange.ts";
import { answer } from "../../specs/fixtures/answers.ts";
import { judgeBy } from "../../specs/laws/lists/blame.ts";
import { blameOf } from "../../specs/lists/filters.clauses.ts";
import { acceptedBound, askFilter } from "../../specs/laws/lists/filters.ts";
import { tokenIdFilter } from "../../specs/laws/lists/lists.ts";

const rows = [7, 8, 9].map((num) => ({ token_id: `0.0.${num}` }));

/** A list that was not read to its end. */
const long: Listing = {
  ask: (query, expects = "success") => call("tokens", { query, expects }),
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

async function judged(bound: string, selected: readonly object[]) {
  const used = { filter: tokenIdFilter, operator: "none", bound } as const;
  const asker = asking((ask) =>
    Promise.resolve({ ...answer("tokens", 200, { tokens: selected, links: { next: null } }), ask }),
  );
  const walked = await askFilter(asker, long, "token.id", used);
  const judgement = judgeBy(blameOf(tokenIdFilter))(walked);
  return isUndecided(judgement) ? "undecided" : judgement.map(({ message }) => message);
}

describe("of a list that is longer than what was read", () => {
  test("a row that was shown is selected by its own value", async () => {
    expect(await judged("0.0.8", rows.slice(1, 2))).toStrictEqual([]);
    expect(await judged("0.0.8", [])).toStrictEqual(["a row that the request selects is on no page"]);
  });

  test("nothing is known of a value that no shown row has", async () => {
    expect(await judged("0.0.70", [])).toBe("undecided");
  });
});

test.each([["0.0.5", 1] as const, ["0.1.5", 0] as const])(
  "a short id beside %s has %d meanings",
  (known, many) => {
    expect(acceptedBound(long, tokenIdFilter, "gt", [known])).toHaveLength(many);
  },
);
