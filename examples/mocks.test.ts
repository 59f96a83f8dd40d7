// The mocks of a client's tests, and a service's answers, held to the contract in vitest.
import { reference } from "ledger-conformance";
import { matchers } from "ledger-conformance/matchers";
import { afterAll, beforeAll, expect, test } from "vitest";

expect.extend(matchers);

/** What the tests of a client have a stand-in answer. */
const mockOfTokens = {
  tokens: [
    {
      admin_key: null,
      decimals: 8,
      metadata: "",
      name: "Example Dollar",
      symbol: "EXD",
      token_id: "0.0.1001",
      type: "FUNGIBLE_COMMON",
    },
  ],
  links: { next: null },
};

test("the mock of the token list is one that a service could answer", async () => {
  await expect(mockOfTokens).toKeepContract("tokens");
});

test("so is the mock of a refusal: with the request, an error can be judged too", async () => {
  const refusal = {
    status: 400,
    headers: { "content-type": "application/json" },
    body: { _status: { messages: [{ message: "Invalid parameter: token.id" }] } },
  };
  await expect(refusal).toKeepContract("tokens", "/api/v1/tokens?token.id=none");
});

// Put your own URL here; the reference stands in for it.
let server: Awaited<ReturnType<typeof reference.start>>;
beforeAll(async () => {
  server = await reference.start();
});
afterAll(async () => {
  await server.close();
});

test("an answer of fetch tells its URL by itself, and can be read afterwards", async () => {
  const response = await fetch(`${server.baseUrl}/api/v1/network/fees`);
  await expect(response).toKeepContract("networkFees");
  expect(await response.json()).toHaveProperty("fees");
});
