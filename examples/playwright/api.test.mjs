// Checks each response of API tests with Playwright: npx playwright test
import { expect, test } from "@playwright/test";
import { reference } from "ledger-conformance";
import { matchers } from "ledger-conformance/matchers";

expect.extend(matchers);

// Replace the reference with the URL of your service.
let server;
test.beforeAll(async () => {
  server = await reference.start();
});
test.afterAll(async () => {
  await server.close();
});

test("the status page matches the contract", async ({ request }) => {
  const response = await request.get(`${server.statusUrl}/api/v2/summary.json`);
  await expect(response).toMatchContract("statusSummary");
});

test("a token list with a filter matches the contract", async ({ request }) => {
  const response = await request.get(`${server.baseUrl}/api/v1/tokens`, {
    params: { "token.id": "0.0.1001" },
  });
  await expect(response).toMatchContract("tokens");
});
