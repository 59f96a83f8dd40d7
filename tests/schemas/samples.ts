const at = "2024-01-01T00:00:00.000Z";
const address = `0x${"a1".repeat(20)}`;

const component = {
  id: "c",
  name: "Mainnet",
  status: "operational",
  created_at: at,
  updated_at: at,
  description: null,
  group: false,
  group_id: null,
  only_show_if_degraded: false,
  position: 1,
  showcase: true,
  start_date: null,
  page_id: "p",
};

const incidentUpdate = {
  id: "u",
  incident_id: "i",
  status: "resolved",
  body: "",
  created_at: at,
  updated_at: at,
  display_at: at,
};

const incident = {
  id: "i",
  name: "Slow",
  status: "resolved",
  impact: "minor",
  created_at: at,
  updated_at: at,
  resolved_at: at,
  monitoring_at: null,
  incident_updates: [incidentUpdate],
  components: [component],
};

const statusSummary = {
  page: { id: "p", name: "Page", url: "https://status.example.test", time_zone: "UTC", updated_at: at },
  status: { description: "All well", indicator: "none" },
  components: component,
  incidents: incident,
  scheduled_maintenances: {
    ...incident,
    scheduled_for: at,
    scheduled_until: at,
    shortlink: "https://status.example.test/m",
  },
};

const token = {
  admin_key: null,
  decimals: 8,
  metadata: "",
  name: "Coin",
  symbol: "C",
  token_id: "0.0.1",
  type: "FUNGIBLE_COMMON",
};

const contractResult = {
  access_list: "0x",
  address,
  amount: 0,
  block_gas_used: 1,
  block_hash: "0xab",
  block_number: 0,
  bloom: "0x",
  call_result: null,
  chain_id: "0x127",
  contract_id: "0.0.1",
  created_contract_ids: ["0.0.1", null],
  error_message: null,
  failed_initcode: "0x",
  from: address,
  function_parameters: "0x08e",
  gas_consumed: 1,
  gas_limit: 1,
  gas_price: "0x",
  gas_used: 1,
  hash: `0x${"b2".repeat(32)}`,
  max_fee_per_gas: null,
  max_priority_fee_per_gas: null,
  nonce: 0,
  r: null,
  s: null,
  result: "SUCCESS",
  status: "0x1",
  timestamp: "1700000000.000000001",
  to: null,
  transaction_index: 0,
  type: 2,
  v: 0,
  logs: [{ address: "", bloom: "", contract_id: "0.0.1", data: "0x", index: 0, topics: ["0xab"] }],
  state_changes: [
    { address: "", contract_id: "0.0.1", slot: "0x", value_read: "0x00", value_written: "0x01" },
  ],
};

const contract = {
  admin_key: { _type: "ED25519", key: "ab" },
  auto_renew_account: null,
  auto_renew_period: 7_776_000,
  contract_id: "0.0.1",
  created_timestamp: "1.5",
  deleted: false,
  evm_address: address,
  expiration_timestamp: null,
  file_id: "0.0.2",
  max_automatic_token_associations: -1,
  memo: "",
  obtainer_id: null,
  permanent_removal: null,
  proxy_account_id: null,
  timestamp: { from: "1", to: "2.000000001" },
  bytecode: "0x",
  runtime_bytecode: "abcd",
};

const topicMessage = {
  chunk_info: {
    initial_transaction_id: "0.0.1-1700000000-000000001",
    nonce: 0,
    number: 1,
    total: 1,
    scheduled: false,
  },
  consensus_timestamp: "1700000000.000000001",
  message: "",
  payer_account_id: "0.0.1",
  running_hash: "",
  running_hash_version: 3,
  sequence_number: 1,
  topic_id: "0.0.1",
};

const session = {
  contracts: [
    {
      verificationId: "1",
      compiledPath: "a.sol",
      name: "A",
      compilerVersion: "0.8.0",
      address,
      chainId: "295",
      status: "perfect",
      files: { found: ["a.sol"], missing: [] },
      storageTimestamp: at,
    },
  ],
  unused: ["b.sol"],
};

/** A body of each kind that keeps every row of its tables, by the title of its schema. */
export const samples = {
  "status-summary": statusSummary,
  token,
  tokens: { tokens: [token], links: { next: null } },
  "token-balances": {
    timestamp: "1",
    balances: [{ account: "0.0.1", balance: 5, decimals: 0 }],
    links: { next: "/x" },
  },
  "network-fees": { fees: [{ gas: 1, transaction_type: "ContractCall" }], timestamp: "1.5" },
  "topic-message": topicMessage,
  "contract-result": contractResult,
  contract,
  session,
  direct: { result: [{ address, chainId: "295", status: "perfect", message: "", libraryMap: {} }] },
  "verification-request": { address, chainId: "295", apiKey: "k" },
  error: { _status: { messages: [{ message: "Not found" }] } },
} as const;
