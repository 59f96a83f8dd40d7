// A success body under another status than 200 is described by its status: the record or the list is there.
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { SendingClause } from "../../engine/clauses/clause.ts";
import { hasSuccessBody } from "../../engine/message/classify.ts";
import { isInconclusive } from "../../engine/model/exchange.ts";
import { run } from "../../lib/run.ts";
import { FAKE_TARGET } from "../../specs/examples/target.ts";
import { testReference } from "../tools/own.ts";
import { responsesIn } from "./example-responses.ts";

const { sending } = await loadCatalogue();

async function textsOf({ passes }: SendingClause): Promise<readonly string[]> {
  const texts = passes.flatMap(({ content, check }) =>
    responsesIn(content).flatMap((response, at) =>
      hasSuccessBody(response)
        ? [
            check(FAKE_TARGET, (place, of) =>
              place === at || place >= of ? { ...response, status: 203 } : undefined,
            ),
          ]
        : [],
    ),
  );
  return (await Promise.all(texts)).flatMap((checkResult) =>
    isInconclusive(checkResult)
      ? [checkResult.reason]
      : checkResult.map(({ message, expected, actual }) => `${message}: ${expected}, ${actual}`),
  );
}

/** Texts that are untrue of a response that shows the record or the list. */
const UNTRUE =
  /not found by|finds no record|not accepted|neither a success|not succeed|refused as|as an error/;

const ownClauses = sending.filter(({ family }) => family === undefined);

test.each(ownClauses)(
  "$id does not call a success with status 203 an absence or an error",
  async (clause) => {
    expect((await textsOf(clause)).filter((text) => UNTRUE.test(text))).toStrictEqual([]);
  },
);

test("a status that is a known deviation still fails the clause on the status of a plain request", async () => {
  const { target } = await testReference({ fault: "fees-status-203" });
  const { clauses } = await run(target, {
    level: "smoke",
    seed: 1,
    only: ["4.5-success-status", "4.5-answers-200"],
    known: [{ clause: "4.5-success-status", reason: "the proxy changes the status" }],
  });
  expect(
    clauses.filter(({ outcome }) => outcome !== "notTested").map(({ id, outcome }) => [id, outcome]),
  ).toEqual([
    ["4.5-answers-200", "failed"],
    ["4.5-success-status", "known"],
  ]);
});
