// One answer, and clauses one by one, with node:test and nothing else: node --test
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { clauses, judge, openSession, reference } from "ledger-conformance";

// Put your own URL here; the reference stands in for it.
const server = await reference.start();
after(() => server.close());

test("an answer keeps the contract", async () => {
  const url = `${server.baseUrl}/api/v1/tokens?token.id=0.0.1001`;
  const { verdict, message } = await judge("tokens", url, await fetch(url));
  assert.equal(verdict, "kept", message);
});

describe("the clauses on network fees", async () => {
  let session;
  before(async () => {
    session = await openSession(server.target, { level: "smoke", seed: 1 });
  });
  after(() => session.close());

  for (const { id, statement } of await clauses({ only: ["4.5"] })) {
    test(`${id}: ${statement}`, async (context) => {
      const { outcome, reason } = await clauses(id).run(session);
      if (outcome === "inconclusive" || outcome === "notExercised") {
        context.skip(reason);
        return;
      }
      assert.equal(outcome, "pass", reason);
    });
  }
});
