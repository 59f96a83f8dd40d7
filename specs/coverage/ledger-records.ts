// §2.3 to §2.6
import type { Place } from "./place.ts";

/** Tokens, balances, fees, topic messages. */
export const ledgerRecordsPlaces: readonly Place[] = [
  {
    place: "2.3 row admin_key",
    fingerprint: "5ae31a34f50e",
    clauses: ["2.3-admin-key"],
    open: ["2.3-admin-key-shape"],
  },
  {
    place: "2.3 row decimals",
    fingerprint: "c062a0eb1c2e",
    clauses: ["2.3-decimals"],
    open: ["2-integer-writing", "2-extra-members"],
  },
  { place: "2.3 row metadata", fingerprint: "87e63a1fd824", clauses: ["2.3-metadata"] },
  { place: "2.3 row name", fingerprint: "d147ae870f67", clauses: ["2.3-name"] },
  { place: "2.3 row symbol", fingerprint: "086c7f0c969a", clauses: ["2.3-symbol"] },
  { place: "2.3 row token_id", fingerprint: "3a9ff4c12daf", clauses: ["2.3-token-id"] },
  { place: "2.3 row type", fingerprint: "c3939f56bc66", clauses: ["2.3-type"], open: ["2.3-token-types"] },
  { place: "2.3 types not shown", fingerprint: "d964edd834a5", open: ["2.3-token-types"] },
  { place: "2.3 admin_key not shown", fingerprint: "47cc40faf835", open: ["2.3-admin-key-shape"] },
  {
    place: "2.4 top level",
    fingerprint: "d872aa9d40ca",
    clauses: ["2.4-timestamp", "2.4-balances", "2.4-links", "2.4-links-next"],
  },
  {
    place: "2.4 balance entry",
    fingerprint: "9c8a6fe0489b",
    clauses: ["2.4-balance-account", "2.4-balance-balance", "2.4-balance-decimals"],
    open: ["2.4-balance-range"],
  },
  {
    place: "2.4 supply of one token / one token",
    fingerprint: "88da3613870d",
    clauses: ["4.3-unknown-token", "4.3-token-elsewhere"],
    open: ["2.4-balance-range"],
    note: "nothing in a row names the token",
  },
  {
    place: "2.4 supply of one token / across accounts",
    fingerprint: "88da3613870d",
    clauses: ["4.1-balances-no-row-twice", "4.1-balances-no-row-missing"],
  },
  { place: "2.5 top level", fingerprint: "9fafc124a9e3", clauses: ["2.5-fees", "2.5-timestamp"] },
  {
    place: "2.5 fee entry",
    fingerprint: "da89d5a71406",
    clauses: ["2.5-fee-gas", "2.5-fee-transaction-type"],
    open: ["2.5-gas-amounts"],
  },
  { place: "2.6 row chunk_info / object", fingerprint: "38a50c65a9f4", clauses: ["2.6-chunk-info"] },
  {
    place: "2.6 row chunk_info / members",
    fingerprint: "38a50c65a9f4",
    clauses: [
      "2.6-chunk-info-initial-transaction-id",
      "2.6-chunk-info-nonce",
      "2.6-chunk-info-number",
      "2.6-chunk-info-total",
      "2.6-chunk-info-scheduled",
    ],
    open: ["2.6-encodings"],
  },
  { place: "2.6 row consensus_timestamp", fingerprint: "cf8e254e0cf9", clauses: ["2.6-consensus-timestamp"] },
  {
    place: "2.6 row message",
    fingerprint: "6373853c55fe",
    clauses: ["2.6-message"],
    open: ["2.6-encodings"],
  },
  { place: "2.6 row payer_account_id", fingerprint: "04d7caa1d601", clauses: ["2.6-payer-account-id"] },
  {
    place: "2.6 row running_hash",
    fingerprint: "1ac7047a4e97",
    clauses: ["2.6-running-hash"],
    open: ["2.6-encodings"],
  },
  {
    place: "2.6 row running_hash_version",
    fingerprint: "77eaf93e55de",
    clauses: ["2.6-running-hash-version"],
  },
  { place: "2.6 row sequence_number", fingerprint: "f4fde8f73339", clauses: ["2.6-sequence-number"] },
  { place: "2.6 row topic_id", fingerprint: "edf4216c2c04", clauses: ["2.6-topic-id"] },
];
