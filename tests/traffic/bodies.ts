/** Bodies that are right, as small as they can be. */
export const FEES = {
  fees: [{ gas: 3, transaction_type: "ContractCall" }],
  timestamp: "1700000000.000000001",
};

export const TOKENS = {
  tokens: [
    {
      admin_key: null,
      decimals: 2,
      metadata: "",
      name: "Gold Coin",
      symbol: "GC",
      token_id: "0.0.5",
      type: "FUNGIBLE_COMMON",
    },
  ],
  links: { next: null },
};

export const MESSAGE = {
  chunk_info: {
    initial_transaction_id: "0.0.10-1700000000-000000001",
    nonce: 0,
    number: 1,
    scheduled: false,
    total: 1,
  },
  consensus_timestamp: "1700000000.000000001",
  message: "aGVsbG8=",
  payer_account_id: "0.0.10",
  running_hash: "aGVsbG8=",
  running_hash_version: 3,
  sequence_number: 1,
  topic_id: "0.0.7",
};
