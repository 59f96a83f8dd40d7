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

test("the mock of a missing message matches the contract; an error is checked together with its request", async () => {
  const missing = {
    status: 404,
    headers: { "content-type": "application/json" },
    body: { _status: { messages: [{ message: "Not found" }] } },
  };
  await expect(missing).toMatchContract("topicMessage", "/api/v1/topics/messages/1700000000.000000001");
});
