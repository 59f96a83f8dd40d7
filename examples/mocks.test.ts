// The mocks of a client's tests held to the contract in vitest; a response of fetch can be given in their place.
import { matchers } from "ledger-conformance/matchers";
import { expect, test } from "vitest";

expect.extend(matchers);

const mockOfFees = {
  fees: [{ gas: 39_000, transaction_type: "ContractCall" }],
  timestamp: "1700000000.000000001",
};

test("the mock of the network fees is one that a service could send", async () => {
  await expect({ status: 200, body: mockOfFees }).toMatchContract("networkFees");
});

test("so is the mock of a refusal: with the request, an error can be checked too", async () => {
  const refusal = {
    status: 400,
    headers: { "content-type": "application/json" },
    body: { _status: { messages: [{ message: "Invalid parameter: token.id" }] } },
  };
  await expect(refusal).toMatchContract("tokens", "/api/v1/tokens?token.id=none");
});
