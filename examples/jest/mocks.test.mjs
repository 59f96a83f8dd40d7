// Checks the mocks of a client's tests with jest: NODE_OPTIONS=--experimental-vm-modules npx jest
import { matchers } from "ledger-conformance/matchers";

expect.extend(matchers);

const mockOfFees = {
  fees: [{ gas: 39_000, transaction_type: "ContractCall" }],
  timestamp: "1700000000.000000001",
};

test("the mock of the network fees matches the contract", async () => {
  await expect({ status: 200, body: mockOfFees }).toMatchContract("networkFees");
});

test("a wrong mock fails with the clause and the pointer", async () => {
  const wrong = { ...mockOfFees, timestamp: 1_700_000_000 };
  await expect(expect({ status: 200, body: wrong }).toMatchContract("networkFees")).rejects.toThrow(
    /2\.5-timestamp.*\/timestamp/s,
  );
});
