import { hex, hexDigits } from "../../../reference/data/made-up.ts";
import type { Json } from "../../../reference/json.ts";

type Row = { readonly [name: string]: Json };

export interface Contract extends Row {
  readonly contract_id: string;
  readonly evm_address: string;
  readonly created_timestamp: string | null;
  /** When this version is valid. */
  readonly timestamp: { readonly from: string; readonly to: string | null };
}

function contract(num: number, from: string, more: Row, to: string | null = null): Contract {
  return {
    admin_key: null,
    auto_renew_account: null,
    auto_renew_period: null,
    contract_id: `0.0.${num}`,
    created_timestamp: from,
    deleted: false,
    evm_address: `0x${num.toString(16).padStart(40, "0")}`,
    expiration_timestamp: null,
    file_id: null,
    max_automatic_token_associations: 0,
    memo: "contract memo",
    nonce: null,
    obtainer_id: null,
    permanent_removal: null,
    proxy_account_id: null,
    timestamp: { from, to },
    bytecode: "0x",
    runtime_bytecode: "0x",
    ...more,
  };
}

const CREATED = "1699991000.000000001";
const CHANGED = "1699992000.000000002";

/** Of the first contract, in both versions. */
const FIRST = {
  created_timestamp: CREATED,
  evm_address: hex("contract 8001", 20),
  nonce: 1,
  bytecode: hex("bytecode 8001", 40),
  runtime_bytecode: hex("runtime 8001", 40),
};

/** Versions of contracts, each contract's in turn; the newest contracts have one version. */
export const contracts: readonly Contract[] = [
  contract(
    8001,
    CREATED,
    {
      ...FIRST,
      admin_key: { _type: "ED25519", key: hexDigits("contract key 8001, older", 32) },
      memo: "older",
    },
    CHANGED,
  ),
  contract(8001, CHANGED, {
    ...FIRST,
    admin_key: { _type: "ED25519", key: hexDigits("contract key 8001", 32) },
    auto_renew_account: "0.0.2001",
    auto_renew_period: 7_776_000,
    expiration_timestamp: "1707776000.000000001",
    memo: "first",
  }),
  contract(8002, "1699993000.000000005", { file_id: "0.0.6001", bytecode: hex("bytecode 8002", 16) }),
  contract(8003, "1699995000.000000005", {
    admin_key: { _type: "ECDSA_SECP256K1", key: `02${hexDigits("contract key 8003", 32)}` },
    created_timestamp: "1699994000.000000005",
    deleted: true,
    max_automatic_token_associations: -1,
    memo: "",
    obtainer_id: "0.0.2002",
    permanent_removal: true,
  }),
  contract(8004, "0.000000000", {
    admin_key: { _type: "ProtobufEncoded", key: `32460a22${hexDigits("contract key 8004", 40)}` },
    created_timestamp: null,
    max_automatic_token_associations: null,
    proxy_account_id: "0.0.2003",
  }),
  contract(8005, "1699999100.000000001", {
    admin_key: { _type: "ED25519", key: hexDigits("contract key 8005", 32) },
    evm_address: hex("contract 8005", 20),
    file_id: "0.0.6999",
    nonce: 2,
    runtime_bytecode: "0x6001",
  }),
  ...[8006, 8007, 8008, 8009].map((num) =>
    contract(num, `1699999${num - 7800}.000000009`, {
      admin_key: { _type: "ED25519", key: hexDigits(`contract key ${num}`, 32) },
      evm_address: hex(`contract ${num}`, 20),
      nonce: 1,
      bytecode: hex(`bytecode ${num}`, 24),
      runtime_bytecode: hex(`runtime ${num}`, 24),
    }),
  ),
];
