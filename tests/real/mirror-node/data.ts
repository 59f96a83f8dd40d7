// Bodies in the forms of the REST module of hiero-ledger/hiero-mirror-node on made-up data (its exchanges were recorded
// on loopback), and of test mocks of hiero-ledger/hiero-mirror-node-explorer. Values are our own.
import { base64, hexDigits } from "../../../reference/data/made-up.ts";
import type { Json } from "../../../reference/json.ts";

export { contracts, type Contract } from "./contracts.ts";
export { executions, type Execution } from "./executions.ts";

export type Row = { readonly [name: string]: Json };

/** More than a page of the largest size, of tokens and of holders. */
const TOKENS = 133;
const HOLDERS = 140;
const FIRST_TOKEN = 3001;
const FIRST_ACCOUNT = 2001;
const SECONDS = 1_700_000_000;

const NAMES = [
  "USD Coin",
  "Wrapped HBAR",
  "ab",
  "abc",
  "Ünïcödé Tökèn",
  "100% Pure_Token",
  "a".repeat(100),
  "HashPack Token",
  "Space  Token ",
  'Token "quoted"',
  "NFT Collection é",
];

function adminKey(index: number): Json {
  const kinds = [
    { _type: "ED25519", key: hexDigits(`token key ${index}`, 32) },
    { _type: "ECDSA_SECP256K1", key: `02${hexDigits(`token key ${index}`, 32)}` },
    { _type: "ProtobufEncoded", key: `32480a221220${hexDigits(`token key ${index}`, 68)}` },
    null,
  ];
  return kinds[index % kinds.length] ?? null;
}

export interface Token extends Row {
  readonly token_id: string;
  readonly name: string;
}

export const tokens: readonly Token[] = Array.from({ length: TOKENS }, (_, index) => ({
  admin_key: adminKey(index),
  metadata: index % 4 === 0 ? base64(`metadata ${index}`, 12) : "",
  name: NAMES[index] ?? `Test Token ${String(index + 1).padStart(3, "0")}`,
  symbol: `TT${index + 1}`,
  token_id: `0.0.${FIRST_TOKEN + index}`,
  type: index % 5 === 4 ? "NON_FUNGIBLE_UNIQUE" : "FUNGIBLE_COMMON",
  decimals: index % 5 === 4 ? 0 : (index % 9) + 1,
}));

/** What an account holds of a token. */
export interface Holding {
  readonly num: number;
  readonly balance: number | bigint;
  readonly key: string;
}

function keyOf(num: number): string {
  return hexDigits(`account key ${num}`, 32);
}

/** Some balances are equal, and one is the largest that there is. */
const many: readonly Holding[] = Array.from({ length: HOLDERS }, (_, index) => ({
  num: FIRST_ACCOUNT + index,
  balance: index === 99 ? 2n ** 63n - 1n : (index % 17) * 1_000 + (index % 3),
  key: keyOf(FIRST_ACCOUNT + index),
}));

/** Holders by token: one token with many, some with few, most with none. */
export const holdings: ReadonlyMap<string, readonly Holding[]> = new Map([
  ["0.0.3001", many],
  ["0.0.3002", many.slice(10, 50)],
  ["0.0.3003", many.slice(0, 2)],
]);

export const accountKeys: readonly { readonly account: string; readonly key: string }[] = many
  .slice(0, 20)
  .map(({ num, key }) => ({ account: `0.0.${num}`, key }));

/** When balances were written down, and of how many holders. */
export const snapshots = [40, 60, 90, 120, HOLDERS].map((holders, index) => ({
  at: `${SECONDS + index * 900}.123456789`,
  holders,
}));

const feesOf = (call: number, create: number, ethereum: number): readonly Row[] => [
  { gas: call, transaction_type: "ContractCall" },
  { gas: create, transaction_type: "ContractCreate" },
  { gas: ethereum, transaction_type: "EthereumTransaction" },
];

/** Files of fees and of exchange rates, the oldest first. */
export const feeFiles = [
  { at: `${SECONDS - 1_000}.000000300`, fees: feesOf(1, 1, 1) },
  { at: `${SECONDS - 1_000}.000000400`, fees: feesOf(49, 65, 56) },
];
export const rateFiles = [{ at: `${SECONDS - 1_000}.000000350` }];

export interface Message extends Row {
  readonly consensus_timestamp: string;
  readonly topic_id: string;
}

/** A chunk of a message in several. */
function chunk(number: number, more: Row): Json {
  const id = {
    account_id: "0.0.2001",
    nonce: null,
    scheduled: null,
    transaction_valid_start: `${SECONDS + 5}.123456789`,
  };
  return { initial_transaction_id: { ...id, ...more }, number, total: 3 };
}

/** Times of messages, the oldest first, and their chunks; an empty one among them. */
const MESSAGES: readonly (readonly [at: string, topic: number, chunk?: Json])[] = [
  ["999.000000007", 7000],
  ["1234567890.900800350", 7000],
  [`${SECONDS + 10}.000000001`, 7000],
  [`${SECONDS + 10}.123456789`, 7000, chunk(1, {})],
  [`${SECONDS + 11}.000000000`, 7000, chunk(2, { nonce: 0, scheduled: false })],
  [`${SECONDS + 12}.500000000`, 7000, chunk(3, { nonce: 3, scheduled: true })],
  [`${SECONDS + 13}.000000100`, 7000],
  [`${SECONDS + 14}.000000001`, 7001],
  [`${SECONDS + 14}.000000002`, 7001],
  [`${SECONDS + 15}.999999999`, 7001],
  [`${SECONDS + 16}.100000000`, 7000],
  [`${SECONDS + 17}.000000009`, 7001],
];

export const messages: readonly Message[] = MESSAGES.map(([at, topic, its = null], index) => ({
  chunk_info: its,
  consensus_timestamp: at,
  message: index === 6 ? "" : base64(`message ${index}`, 9),
  payer_account_id: "0.0.2001",
  running_hash: base64(`running hash ${index}`, 48),
  running_hash_version: 3,
  sequence_number: index + 1,
  topic_id: `0.0.${topic}`,
}));
