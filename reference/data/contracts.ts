import type { ContractEntry } from "../dataset.ts";
import type { JsonObject } from "../exchange.ts";
import { longZeroAddress } from "../service/parameters.ts";
import { madeUpHex, madeUpDigits, INT64_MAX, INT64_MIN, nulls } from "./pseudo-random.ts";

/** The address of a contract, which is not derived from the number in the id of the contract. */
export const CREATED_ADDRESS = `0x${madeUpDigits("contract/created", 20)}`;

const NAMELESS_ADDRESS = `0x${madeUpDigits("contract/nameless", 20)}`;

const CONTRACT_END = "9999999999.999999999";

const BARE_CONTRACT = nulls(
  "auto_renew_account auto_renew_period created_timestamp expiration_timestamp file_id obtainer_id " +
    "max_automatic_token_associations permanent_removal proxy_account_id bytecode runtime_bytecode",
);

/** A contract: its id; the start of each version, oldest first; members that differ from the default; its address, if not long-zero. */
type ContractSketch = readonly [
  id: string | null,
  from: readonly [string, ...string[]],
  members?: JsonObject,
  address?: string,
];

const CONTRACT_SKETCHES: readonly ContractSketch[] = [
  ["0.0.5001", ["1600000000.000000001", "1650000000.500000000", "1690000000.999999999"]],
  ["0.0.5002", ["1600000100.000000000"], { deleted: true, obtainer_id: "0.0.98" }],
  ["0.0.5003", ["1600000200.000000020"], { admin_key: { _type: "ED25519", key: madeUpDigits("c3", 32) } }],
  ["0.0.5004", ["1600000300.1", "1700000112.000000449"], { file_id: null }, CREATED_ADDRESS],
  ["0.0.50040", ["1600000400"], { max_automatic_token_associations: 2_147_483_647 }],
  ["0.0.500400", ["1600000500.000000001"], { max_automatic_token_associations: -2_147_483_648 }],
  ["0.0.999", ["1.000000001"], { auto_renew_period: INT64_MAX, max_automatic_token_associations: 0 }],
  ["0.0.1000", ["1600000700.000000001"], { auto_renew_period: INT64_MIN, memo: 'ünï ✓ "memo" \\ \n' }],
  ["0.0.9999", ["1600000800.000000001"], { permanent_removal: true, deleted: true }],
  ["0.0.10000", ["1600000900.000000001"], { permanent_removal: null, bytecode: null }],
  ["0.0.10001", ["1600001000.000000001"], { bytecode: "0x", runtime_bytecode: "0x" }],
  ["0.0.4294967295", ["1600001100.000000001"], BARE_CONTRACT],
  [null, ["1600001200.000000001"], { ...BARE_CONTRACT, memo: "lazy-created" }, NAMELESS_ADDRESS],
  ["0.0.5005", ["1600001300.5", "1600001400.5", "1600001500.5", "1600001600.5"]],
];

function contractEntry([id, from, members, givenAddress]: ContractSketch): ContractEntry {
  const label = `contract/${id ?? NAMELESS_ADDRESS}`;
  const address = givenAddress ?? longZeroAddress(id ?? "0.0.0");
  const versions = from.map((begin, index) => ({
    admin_key: { _type: "ProtobufEncoded", key: `421050820e${madeUpDigits(label, 20)}` },
    auto_renew_account: "0.0.98",
    auto_renew_period: 7_776_000,
    contract_id: id,
    created_timestamp: from[0],
    deleted: false,
    evm_address: address,
    expiration_timestamp: "1800000000.000000000",
    file_id: "0.0.4999",
    max_automatic_token_associations: -1,
    memo: index === 0 ? "" : `version ${index + 1}`,
    obtainer_id: null,
    permanent_removal: false,
    proxy_account_id: index === 0 ? null : "0.0.3",
    timestamp: { from: begin, to: from[index + 1] ?? CONTRACT_END },
    bytecode: madeUpHex(`${label}/creation`, 128),
    runtime_bytecode: madeUpDigits(`${label}/code`, 96),
    ...members,
  }));
  return { id, address, versions };
}

export const contracts = (): readonly ContractEntry[] => CONTRACT_SKETCHES.map(contractEntry);
