import type { ContractEntry } from "../dataset.ts";
import { longZeroAddress } from "../entity-id.ts";
import type { JsonObject } from "../json.ts";
import { hex, hexDigits } from "./made-up.ts";

/** The address of a contract whose address is not made from its number. */
export const CREATED_ADDRESS = `0x${hexDigits("contract/created", 20)}`;

/** The address of a contract that is known by its address alone. */
export const NAMELESS_ADDRESS = `0x${hexDigits("contract/nameless", 20)}`;

const END = "9999999999.999999999";
const INT64_MAX = 9_223_372_036_854_775_807n;
const INT64_MIN = -9_223_372_036_854_775_808n;

type Sketch = {
  readonly id: string | null;
  readonly address?: string;
  /** When each version begins, oldest first. */
  readonly from: readonly [string, ...string[]];
  readonly members?: JsonObject;
};

const SKETCHES: readonly Sketch[] = [
  { id: "0.0.5001", from: ["1600000000.000000001", "1650000000.500000000", "1690000000.999999999"] },
  { id: "0.0.5002", from: ["1600000100.000000000"], members: { deleted: true, obtainer_id: "0.0.98" } },
  {
    id: "0.0.5003",
    from: ["1600000200.000000020"],
    members: { admin_key: { _type: "ED25519", key: hexDigits("c3", 32) } },
  },
  {
    id: "0.0.5004",
    address: CREATED_ADDRESS,
    from: ["1600000300.1", "1700000112.000000449"],
    members: { file_id: null },
  },
  { id: "0.0.50040", from: ["1600000400"], members: { max_automatic_token_associations: 2_147_483_647 } },
  {
    id: "0.0.500400",
    from: ["1600000500.000000001"],
    members: { max_automatic_token_associations: -2_147_483_648 },
  },
  {
    id: "0.0.999",
    from: ["1.000000001"],
    members: { auto_renew_period: INT64_MAX, max_automatic_token_associations: 0 },
  },
  {
    id: "0.0.1000",
    from: ["1600000700.000000001"],
    members: { auto_renew_period: INT64_MIN, memo: 'ünï ✓ "memo" \\ \n' },
  },
  { id: "0.0.9999", from: ["1600000800.000000001"], members: { permanent_removal: true, deleted: true } },
  { id: "0.0.10000", from: ["1600000900.000000001"], members: { permanent_removal: null, bytecode: null } },
  { id: "0.0.10001", from: ["1600001000.000000001"], members: { bytecode: "0x", runtime_bytecode: "0x" } },
  { id: "0.0.4294967295", from: ["1600001100.000000001"], members: bare() },
  {
    id: null,
    address: NAMELESS_ADDRESS,
    from: ["1600001200.000000001"],
    members: { ...bare(), memo: "lazy-created" },
  },
  { id: "0.0.5005", from: ["1600001300.5", "1600001400.5", "1600001500.5", "1600001600.5"] },
];

/** Null wherever a contract may have nothing to say. */
function bare(): JsonObject {
  return {
    auto_renew_account: null,
    auto_renew_period: null,
    created_timestamp: null,
    expiration_timestamp: null,
    file_id: null,
    max_automatic_token_associations: null,
    obtainer_id: null,
    permanent_removal: null,
    proxy_account_id: null,
    bytecode: null,
    runtime_bytecode: null,
  };
}

function version(sketch: Sketch, index: number): ContractEntry["versions"][number] {
  const { id, from, members } = sketch;
  const label = `contract/${id ?? NAMELESS_ADDRESS}`;
  const code = hexDigits(`${label}/code`, 96);
  return {
    admin_key: { _type: "ProtobufEncoded", key: `421050820e${hexDigits(label, 20)}` },
    auto_renew_account: "0.0.98",
    auto_renew_period: 7_776_000,
    contract_id: id,
    created_timestamp: from[0],
    deleted: false,
    evm_address: sketch.address ?? longZeroAddress(id ?? "0.0.0"),
    expiration_timestamp: "1800000000.000000000",
    file_id: "0.0.4999",
    max_automatic_token_associations: -1,
    memo: index === 0 ? "" : `version ${index + 1}`,
    obtainer_id: null,
    permanent_removal: false,
    proxy_account_id: index === 0 ? null : "0.0.3",
    ...members,
    timestamp: { from: from[index] ?? from[0], to: from[index + 1] ?? END },
    bytecode: members?.["bytecode"] === undefined ? hex(`${label}/creation`, 128) : members["bytecode"],
    runtime_bytecode: members?.["runtime_bytecode"] === undefined ? code : members["runtime_bytecode"],
  };
}

/** The contracts, each with its history. */
export function contracts(): readonly ContractEntry[] {
  return SKETCHES.map((sketch) => ({
    id: sketch.id,
    address: sketch.address ?? longZeroAddress(sketch.id ?? "0.0.0"),
    versions: sketch.from.map((_, index) => version(sketch, index)),
  }));
}
