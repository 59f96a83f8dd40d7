// Checks the mocks of a client's tests with vitest. Responses of fetch are checked in the same way.
import { matchers } from "ledger-conformance/matchers";
import { expect, test } from "vitest";

expect.extend(matchers);

const mockOfFees = {
  fees: [{ gas: 39_000, transaction_type: "ContractCall" }],
  timestamp: "1700000000.000000001",
};

test("the mock of the network fees matches the contract", async () => {
  await expect({ status: 200, body: mockOfFees }).toMatchContract("networkFees");
});

test("the mock of a rejection matches the contract; an error is checked together with its request", async () => {
  const rejection = {
    status: 400,
    headers: { "content-type": "application/json" },
    body: { _status: { messages: [{ message: "Invalid parameter: token.id" }] } },
  };
  await expect(rejection).toMatchContract("tokens", "/api/v1/tokens?token.id=none");
});
