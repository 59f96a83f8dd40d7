// API tests of Playwright, each response checked by the contract: npx playwright test
import { expect, test } from "@playwright/test";
import { reference } from "ledger-conformance";
import { matchers } from "ledger-conformance/matchers";

expect.extend(matchers);

// Put your own URL here; the reference stands in for it.
let server;
test.beforeAll(async () => {
  server = await reference.start();
});
test.afterAll(async () => {
  await server.close();
});

test("the status page keeps the contract", async ({ request }) => {
  const response = await request.get(`${server.statusUrl}/api/v2/summary.json`);
  await expect(response).toKeepContract("statusSummary");
});

test("so does a token list with a filter, and its response tells the request", async ({ request }) => {
  const response = await request.get(`${server.baseUrl}/api/v1/tokens`, {
    params: { "token.id": "0.0.1001" },
  });
  await expect(response).toKeepContract("tokens");
});
