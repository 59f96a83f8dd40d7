import { describe, expect, it } from "vitest";
import type { Measured } from "../../scripts/sensitivity/measure.ts";
import { sensitivityPage } from "../../scripts/sensitivity/page.ts";
import { complaints } from "../../scripts/sensitivity/verdict.ts";

const found: Measured = {
  fault: "tokens-found",
  description: "tokens/*/name is null",
  endpoint: "tokens",
  intended: "2.3-name",
  outcome: "fail",
  reason: "",
  failed: [
    { id: "2.3-name", endpoint: "tokens" },
    { id: "4.4-name-contained", endpoint: "tokens" },
  ],
  clauses: [],
  broken: [],
  untrue: [],
  requests: 9,
  milliseconds: 9,
};
const survivor: Measured = { ...found, fault: "tokens-survivor", outcome: "pass", failed: [] };
const elsewhere: Measured = {
  ...found,
  fault: "tokens-elsewhere",
  outcome: "inconclusive",
  reason: "no token was found",
  failed: [{ id: "2.5-fees", endpoint: "networkFees" }],
};
const broken: Measured = { ...found, fault: "tokens-broken", broken: ["2.3-type: no such member"] };
const crowded: Measured = {
  ...found,
  fault: "tokens-crowded",
  failed: ["2.3-name", "a", "b", "c", "d", "e", "f"].map((id) => ({ id, endpoint: "tokens" })),
};

const heading = { date: "2025-01-02", version: "1.2.3", level: "standard", seed: 7 } as const;

describe("what is wrong with how a fault was found", () => {
  it("is nothing where the intended clause failed", () => {
    expect(complaints(found)).toEqual([]);
  });

  it("names the fault, the clause, its outcome and the reason", () => {
    expect(complaints(survivor)).toEqual([
      "tokens-survivor: the intended clause 2.3-name says pass; failed: none",
    ]);
    expect(complaints(elsewhere)).toEqual([
      "tokens-elsewhere: the intended clause 2.3-name says inconclusive (no token was found); failed: 2.5-fees",
      "tokens-elsewhere: fails at other endpoints: 2.5-fees",
    ]);
  });

  it("tells a fault of the suite itself", () => {
    expect(complaints(broken)).toEqual([
      "tokens-broken: a fault of the suite itself: 2.3-type: no such member",
    ]);
  });
});

describe("the page", () => {
  const page = sensitivityPage([found, survivor, elsewhere, crowded], heading);

  it("says when and how it was measured", () => {
    expect(page).toContain("- Date: 2025-01-02\n");
    expect(page).toContain("version 1.2.3, level standard, seed 7");
  });

  it("has the survivors first", () => {
    const survivors = page.indexOf("- `tokens-survivor` (tokens/\\*/name is null): `2.3-name` says pass");
    expect(survivors).toBeGreaterThan(page.indexOf("## Survivors"));
    expect(page.indexOf("## Caught by another clause only")).toBeGreaterThan(survivors);
  });

  it("names at most six clauses of a fault, the intended one first", () => {
    expect(page).toContain("- `tokens-found` → **`2.3-name`**, `4.4-name-contained`\n");
    expect(page).toContain("- `tokens-crowded` → **`2.3-name`**, `a`, `b`, `c`, `d`, `e`, 7 in all\n");
  });

  it("says so where nothing slipped through", () => {
    expect(sensitivityPage([found], heading)).toContain("## Survivors\n\nNone.\n");
  });
});
