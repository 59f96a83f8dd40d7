// The example target, for examples that do not override its prerequisites
import type { FakeInputs } from "../../engine/clauses/clause.ts";
import { ADDRESS_A, CONTRACT_A, HASH_A, HASH_B, RESULT_A } from "./responses.ts";
import { sampledAs, successOf, VERIFIED_CONTRACT } from "./responses.ts";
import { feesOf, listOfIds } from "./pages.ts";

const NO_MATERIAL = { names: {}, accounts: [] } as const;
const EXAMPLE_TIME = "1700000000.000000001";
const IDS = [9, 10, 100] as const;
const HOLDERS = listOfIds("balances", ...IDS);
const EXAMPLE_TOKENS = [sampledAs("0.0.9", successOf("tokenBalances"))];
const EXAMPLE_MESSAGES = [sampledAs(EXAMPLE_TIME, successOf("topicMessage"))];
const EXAMPLE_HASHES = [HASH_A, HASH_B].map((hash) => sampledAs(hash, RESULT_A));
const TRANSACTIONS = ["0.0.1-1-1", "0.0.1-2-1"].map((id) => sampledAs(id, RESULT_A));
const EXAMPLE_CONTRACTS = ["0.0.5001", ADDRESS_A].map((name) => sampledAs(name, CONTRACT_A));

export const FAKE_TARGET: FakeInputs = {
  size: { ...HOLDERS.size, values: 1, families: 1, pages: 1, records: 2, shapes: 2 },
  seed: 1,
  baseUrl: true,
  missing: {},
  tokens: listOfIds("tokens", ...IDS),
  balances: { ...HOLDERS, rows: HOLDERS.rows.map((row) => ({ ...row, balance: 5 })) },
  tokenMaterial: NO_MATERIAL,
  balanceMaterial: NO_MATERIAL,
  feeNames: {},
  tokenWithHolders: "0.0.9",
  tokenSamples: EXAMPLE_TOKENS,
  searchedTokens: EXAMPLE_TOKENS,
  fees: feesOf([{ gas: 1, transaction_type: "ContractCall" }]),
  someTime: EXAMPLE_TIME,
  topicMessages: EXAMPLE_MESSAGES,
  topicMessageSamples: EXAMPLE_MESSAGES,
  hashes: EXAMPLE_HASHES,
  transactions: TRANSACTIONS,
  contractResults: EXAMPLE_HASHES,
  contractResultSamples: EXAMPLE_HASHES,
  contracts: EXAMPLE_CONTRACTS,
  contractSamples: EXAMPLE_CONTRACTS,
  verifications: [VERIFIED_CONTRACT],
  someVerification: { sample: VERIFIED_CONTRACT, fromUser: true },
  accountIds: ["0.0.98", "0.0.99"],
  givenAccounts: [],
  givenKeys: ["ab"],
  holderKeys: [],
};
