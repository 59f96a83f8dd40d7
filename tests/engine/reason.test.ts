import { describe, expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import { type Reason } from "../../engine/model/exchange.ts";
import { noEffect } from "../../engine/discovery/parameter-probe.ts";
import { naming, toldOf } from "../../engine/model/reason.ts";
import { answer, errorBody } from "../../specs/fixtures/answers.ts";
import { reasonsOf } from "../../reports/words/tally.ts";

const [first, second] = ["1", "2"].map((limit) => call("tokens", { query: [["limit", limit]] }));
const refused = (ask = call("tokens")) => naming("answered 503: busy", ask, { obstacle: "network" });

function inconclusive(id: string, reason: Reason) {
  const told = { id, section: "4.4", endpoint: "tokens", statement: "", cases: 1, violations: [] } as const;
  return { ...told, outcome: "inconclusive", ...toldOf(reason) } as const;
}

describe("the reason of a clause that was not judged", () => {
  test("says that an assumed name takes no value where it does, not that it has no effect", () => {
    const refusal = answer("tokens", 400, errorBody("Invalid parameter: limit"), { query: [["limit", "1"]] });
    expect(noEffect("tokens.limit", "limit").message).toContain('"limit" has no effect');
    expect(noEffect("tokens.limit", "limit", refusal).message).toMatch(
      /"limit" does not take a value: status 400 with the error "Invalid parameter: limit".* \(request: GET "\/api\/v1\/tokens\?limit=1"\)$/,
    );
  });

  test("is told once for clauses that other requests of the same fate were in the way of", () => {
    const groups = reasonsOf([
      inconclusive("4.4-a", refused(first)),
      inconclusive("4.4-b", refused(second)),
      inconclusive("4.4-c", { reason: "no sample", obstacle: "user" }),
    ]);
    expect(groups.map(({ ids }) => ids)).toEqual([["4.4-a", "4.4-b"], ["4.4-c"]]);
    expect(groups.map(({ reason }) => reason)).toEqual(["answered 503: busy", "no sample"]);
  });
});
