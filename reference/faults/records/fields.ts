import SPOILT from "./spoilt.json" with { type: "json" };
import { ENDPOINT_NAMES, type Endpoint } from "../../../schemas/operations.ts";
import { isJsonObject, success, textOf } from "../../exchange.ts";
import { faultOf, faultsOf, FAULT_PREFIXES, type Fault } from "../../fault.ts";
import { nextOf, servedRows } from "../../listing.ts";
import {
  isLaterPage,
  isDescending,
  edit,
  editBody,
  editFailure,
  editFees,
  isSuccessResponse,
  replaceMember,
  when,
  type Change,
  type Rewriting,
} from "../../rewriting.ts";
import { refuseValues } from "../../parameter-rewriting.ts";

/** Invalid replacements of a value, by their name in the names of faults. */
const SPOILINGS: Readonly<Record<string, Change>> = {
  missing: () => undefined,
  null: () => null,
  "as-number": () => 7,
  "as-boolean": () => true,
  "as-list": (value) => [value],
  "as-object": (value) => ({ value }),
  "as-text": String,
  fraction: () => 0.5,

  "above-int64": () => 2n ** 63n,
  "below-int64": () => -(2n ** 63n) - 1n,
  "above-int32": () => 2 ** 31,
  "below-int32": () => -(2 ** 31) - 1,
  // A double cannot hold every integer.
  rounded: (value) => (typeof value === "bigint" ? BigInt(Number(value)) : value),

  unprefixed: (value) => (typeof value === "string" ? value.replace(/^0x/, "") || "00" : value),
  "not-hex": () => "0x12g4",
  base64: () => "q83v/+==",

  "eleven-digits": () => "0.0.12345678901",
  "two-parts": () => "0.5001",
  "four-parts": () => "0.0.0.5001",
  empty: () => "",
  "short-address": () => "a".repeat(38),
  "long-address": () => `0x${"0".repeat(64)}`,

  "ten-decimals": () => "1700000000.0000000001",
  "eleven-seconds": () => "17000000000.5",
  "trailing-dot": () => "1700000000.",
  "iso-time": () => "2024-02-03T16:55:47Z",

  "date-only": () => "2024-02-03",
  "without-offset": () => "2024-02-03T16:55:47",
  epoch: () => "1706979347",
  "impossible-date": () => "2024-02-30T16:55:47Z",
  "relative-uri": () => "/status/page",
  "spaced-uri": () => "https://status.example.test/a page",
};

function spoilt(path: string, kind: string): Rewriting {
  const spoiling = SPOILINGS[kind];
  if (spoiling === undefined) throw new Error(`nothing is spoilt as ${kind}`);
  return edit(path, spoiling);
}

function spoiltFields(endpoint: Endpoint): readonly Fault[] {
  return Object.entries<readonly string[]>(SPOILT[endpoint]).flatMap(([path, [clause = "", ...kinds]]) => {
    const words = path.split("/").flatMap((step) => (step === "*" ? [] : [step === "-1" ? "last" : step]));
    const own = words[0] === FAULT_PREFIXES[endpoint] ? words.slice(1) : words;
    const nameOf = (kind: string) => [...own, kind].join("-").replaceAll(/[_-]+/g, "-").toLowerCase();
    return kinds.map((kind) => faultOf(clause, nameOf(kind), spoilt(path, kind)));
  });
}

/** Omits every member of a record but one. */
const fieldAlone = (name: string): Rewriting => editBody((body) => ({ [name]: body[name] ?? null }));

/** Imitates a serializer that omits null members. */
const nullsLeftOut: Rewriting = editBody((body) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
);

/** Returns decimals as text in the last row of the last page. */
const lastAsText: Rewriting = (honest) => (request) => {
  const response = honest(request);
  const isLast = isSuccessResponse(response) && nextOf(response.body) === null;
  return isLast ? edit("tokens/-1/decimals", String)(() => response)(request) : response;
};

const FOURTH = { gas: 12n, transaction_type: "TokenCreate" };
const EMPTY_FEES = success({ fees: [], timestamp: "1700000000.000000000" });
const EMPTY_BALANCES = { timestamp: null, balances: [], links: { next: null } };

/**
 * Invalid fields of records (2.2 to 2.9). `spoilt.json` maps the path of a field to its clause and to names of `SPOILINGS`;
 * in a path `*` is every element and `-1` the last one. Faults that show only in some records are listed here.
 */
export const fieldFaults: readonly Fault[] = [
  ...ENDPOINT_NAMES.flatMap(spoiltFields),
  ...faultsOf({
    "2.7-block-hash": { "nulls-left-out": nullsLeftOut },
    "2.7-gas-limit": { "gas-used-alone": fieldAlone("gas_used") },
    "2.7-hash": { "hash-base64": when(/-/, spoilt("hash", "base64")) },
    "2.7-timestamp": {
      "by-hash-timestamp-ten-decimals": when(/^[^-]*$/, spoilt("timestamp", "ten-decimals")),
    },
    "2.6-topic-id": { "text-alone": fieldAlone("message") },
    "2.2-page": { "status-alone": fieldAlone("status") },
    "2.8-memo": { "id-alone": fieldAlone("contract_id") },
    "2.8-proxy-account-id": { "nulls-left-out": nullsLeftOut },
    "2.8-contract-id": { "contract-id-missing": when(/[0-9a-f]{40}$/i, spoilt("contract_id", "missing")) },
    "2.8-evm-address": {
      "evm-address-short-address": when(/^(?!.*[0-9a-f]{40}$)/is, spoilt("evm_address", "short-address")),
    },
    "2.3-decimals": { "decimals-as-text-on-last-page": when(isLaterPage, lastAsText) },
    "2.3-metadata": {
      "metadata-null-for-unique": edit("tokens/*", (row) =>
        isJsonObject(row) && row["type"] === "NON_FUNGIBLE_UNIQUE" ? { ...row, metadata: null } : row,
      ),
    },
    "2.3-name": { "name-missing-under-desc": when(isDescending, spoilt("tokens/*/name", "missing")) },
    "2.4-timestamp": {
      "timestamp-null-when-empty": editBody((body) =>
        servedRows(body).length === 0 ? EMPTY_BALANCES : body,
      ),
    },
    "2.4-balance-balance": { "zero-balance-null": edit("balances/*/balance", replaceMember(0n, null)) },
    "2.5-fee-transaction-type": {
      "fourth-type": editFees((fees) => [...fees, FOURTH]),
      "type-misspelt": edit("fees/-1/transaction_type", (type) => textOf(type).toLowerCase()),
      "other-type": edit("fees/0/transaction_type", () => "CryptoTransfer"),
    },
    "2.5-fee-gas": { "oldest-gas-as-text": edit("fees/*/gas", replaceMember(912, "912")) },
    "4.5-timestamp-earlier": { "times-before-another-refused": refuseValues("timestamp", /^lt:16/) },
    "7.4-fees-not-found": {
      "empty-list-at-no-time": editFailure((response) => (response.status === 404 ? EMPTY_FEES : response)),
    },
  }),
];
