import { success, type Endpoint } from "../../exchange.ts";
import { faultOf, faultsOf, PREFIXES, type Fault, type Ways } from "../../fault.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../json.ts";
import { edit, editBody, editFailure, isSuccess, ofText, type Change } from "../../rewriting/answer.ts";
import { behindFirst, inPath, under, when, type Rewriting } from "../../rewriting/ask.ts";
import { nextOf, rowsOf } from "../../rewriting/list.ts";
import type { JsonSchema } from "../../../schemas/json-schema.ts";
import { operations } from "../../../schemas/operations.ts";

import SPOILT from "./spoilt.json" with { type: "json" };

/** Ways to spoil a value, whatever the value is, by the name that they have in the names of faults. */
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
  // It has gone through a double.
  rounded: (value) => (typeof value === "bigint" ? BigInt(Number(value)) : value),

  unprefixed: ofText((text) => text.replace(/^0x/, "") || "00"),
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

/** The clause on a field: it is called after the section and the record that the schema puts it in. */
function clauseOf(endpoint: Endpoint, path: string): string {
  const { success: whole, section, recordSection } = operations[endpoint];
  const rowsAreMain = Object.values(whole.properties ?? {}).some(({ items }) => items?.$comment === "main");
  let own: string = rowsAreMain ? section : recordSection;
  let record: JsonSchema = whole;
  let here: JsonSchema | undefined = whole;
  let field = "";
  for (const step of path.split("/")) {
    if (here?.items !== undefined) here = here.items;
    else {
      if (here?.properties !== undefined) record = here;
      if (record !== whole && record.$comment === "main") own = recordSection;
      field = step;
      here = here?.properties?.[step];
    }
    if (here === undefined) throw new Error(`no schema has a field at ${path}`);
  }
  const kebab = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const words = [record.$comment === "main" ? "" : (record.title ?? ""), kebab(field)];
  return [own, ...words.flatMap((word) => word.split(/[-_]/)).filter((word) => word !== "")].join("-");
}

function nameOf(endpoint: Endpoint, path: string, kind: string): string {
  const words = path.split("/").flatMap((step) => (step === "*" ? [] : [step === "-1" ? "last" : step]));
  const own = words[0] === PREFIXES[endpoint] ? words.slice(1) : words;
  return [...own, kind].join("-").replaceAll("_", "-").replaceAll(/-+/g, "-").toLowerCase();
}

/** A field is spoilt, whatever its value is. */
function spoilt(path: string, kind: string): Rewriting {
  const spoiling = SPOILINGS[kind];
  if (spoiling === undefined) throw new Error(`nothing is spoilt as ${kind}`);
  return edit(`/${path}`, spoiling);
}

const isUnique = (row: Json): row is JsonObject => isObject(row) && row["type"] === "NON_FUNGIBLE_UNIQUE";

const lastAsText = edit("/tokens/-1/decimals", String);
const lastPageAsText: Rewriting = (honest) => (ask) => {
  const answer = honest(ask);
  const isLast = isSuccess(answer) && nextOf(answer.body) === null;
  return isLast ? lastAsText(() => answer)(ask) : answer;
};

const TOKENS: Ways = {
  "2.3-decimals": { "decimals-as-text-on-last-page": when(behindFirst, lastPageAsText) },
  "2.3-metadata": {
    "metadata-null-for-unique": edit("/tokens/*", (row) =>
      isUnique(row) ? { ...row, metadata: null } : row,
    ),
  },
  "2.3-name": { "name-missing-under-desc": when(under("desc"), spoilt("tokens/*/name", "missing")) },
};

const nullWhenEmpty = editBody((body) =>
  rowsOf(body).length === 0 ? { timestamp: null, balances: [], links: { next: null } } : body,
);

const BALANCES: Ways = {
  "2.4-timestamp": { "timestamp-null-when-empty": nullWhenEmpty },
  "2.4-balance-balance": {
    "zero-balance-null": edit("/balances/*/balance", (balance) => (balance === 0n ? null : balance)),
  },
};

const noFees = success({ fees: [], timestamp: "1700000000.000000000" });

const FEES: Ways = {
  "2.5-fee-transaction-type": {
    "fourth-type": edit("/fees", (fees) =>
      isArray(fees) ? [...fees, { gas: 12n, transaction_type: "TokenCreate" }] : fees,
    ),
    "type-misspelt": edit(
      "/fees/-1/transaction_type",
      ofText((type) => type.toLowerCase()),
    ),
    "other-type": edit("/fees/0/transaction_type", () => "CryptoTransfer"),
  },
  "7.4-fees-not-found": {
    "empty-list-at-no-time": editFailure((answer) => (answer.status === 404 ? noFees : answer)),
  },
};

/**
 * Spoilt fields of records (2.2 to 2.9): those of `spoilt.json`, by path, each as `SPOILINGS` names it, where `*` is every
 * element and `-1` the last one; and fields that are spoilt in rare places.
 */
export const fieldFaults: readonly Fault[] = [
  ...Object.values(operations).flatMap(({ endpoint }) =>
    Object.entries<readonly string[]>(SPOILT[endpoint]).flatMap(([path, kinds]) =>
      kinds.map((kind) =>
        faultOf(endpoint, clauseOf(endpoint, path), nameOf(endpoint, path, kind), spoilt(path, kind)),
      ),
    ),
  ),
  ...faultsOf("contractResult", {
    "2.7-hash": { "hash-base64": when(inPath(/-/), spoilt("hash", "base64")) },
    "2.7-timestamp": {
      "by-hash-timestamp-ten-decimals": when(inPath(/^[^-]*$/), spoilt("timestamp", "ten-decimals")),
    },
  }),
  ...faultsOf("contract", {
    "2.8-contract-id": {
      "contract-id-missing": when(inPath(/[0-9a-f]{40}$/i), spoilt("contract_id", "missing")),
    },
    "2.8-evm-address": {
      "evm-address-short-address": when(
        inPath(/^(?!.*[0-9a-f]{40}$)/is),
        spoilt("evm_address", "short-address"),
      ),
    },
  }),
  ...faultsOf("tokens", TOKENS),
  ...faultsOf("tokenBalances", BALANCES),
  ...faultsOf("networkFees", FEES),
];
