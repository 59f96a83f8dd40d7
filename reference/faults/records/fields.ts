import { success, type Endpoint } from "../../exchange.ts";
import type { Fault } from "../../fault.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../json.ts";
import { edit, editBody, editFailure, isSuccess, ofText } from "../../rewriting/answer.ts";
import type { Rewriting } from "../../rewriting/ask.ts";
import { nextOf, rowsOf } from "../../rewriting/list.ts";
import type { JsonSchema } from "../../../schemas/json-schema.ts";
import { operations } from "../../../schemas/operations.ts";
import { edited, faultOf, faultsOf, PREFIXES, way, type Way, type Ways } from "../notation.ts";
import { at, behindFirst, inPath, under } from "../where.ts";
import { SPOILINGS } from "./spoiling.ts";

/**
 * The fields that are spoilt, each with the name of how. Steps of a path are members; `*` is every element, `-1` the
 * last one.
 */
const SPOILT: Readonly<Record<Endpoint, string>> = {
  statusSummary: `
    page=missing status=null components=as-list incidents=as-list scheduled_maintenances=missing
    page/id=as-number page/name=null page/url=relative-uri page/time_zone=missing
    page/updated_at=without-offset status/description=missing status/indicator=null
    components/id=as-number incidents/components/-1/name=missing components/status=null
    scheduled_maintenances/components/*/created_at=date-only components/updated_at=epoch
    incidents/components/-1/description=missing components/group=as-text
    scheduled_maintenances/components/*/group_id=as-number
    incidents/components/-1/only_show_if_degraded=null components/position=fraction
    scheduled_maintenances/components/*/showcase=as-number components/start_date=date-only
    incidents/components/-1/page_id=null incidents/id=missing incidents/name=null
    incidents/status=as-object incidents/impact=as-number incidents/created_at=impossible-date
    incidents/updated_at=null incidents/resolved_at=missing incidents/monitoring_at=without-offset
    incidents/incident_updates=null incidents/components=as-object
    incidents/incident_updates/-1/id=as-number
    scheduled_maintenances/incident_updates/0/incident_id=missing
    incidents/incident_updates/-1/status=null scheduled_maintenances/incident_updates/0/body=null
    incidents/incident_updates/-1/created_at=missing
    scheduled_maintenances/incident_updates/0/updated_at=date-only
    incidents/incident_updates/-1/display_at=null scheduled_maintenances/id=null
    scheduled_maintenances/name=as-list scheduled_maintenances/status=missing
    scheduled_maintenances/impact=null scheduled_maintenances/created_at=as-number
    scheduled_maintenances/updated_at=missing scheduled_maintenances/resolved_at=date-only
    scheduled_maintenances/monitoring_at=as-boolean scheduled_maintenances/scheduled_for=without-offset
    scheduled_maintenances/scheduled_until=null scheduled_maintenances/shortlink=spaced-uri
    scheduled_maintenances/incident_updates=missing scheduled_maintenances/components=null`,
  tokens: `
    tokens/*/admin_key=missing tokens/*/admin_key=as-text tokens/*/decimals=as-text
    tokens/-1/decimals=fraction tokens/-1/metadata=null tokens/*/name=null tokens/-1/symbol=missing
    tokens/-1/token_id=eleven-digits tokens/-1/type=null tokens=null links=missing links/next=missing`,
  tokenBalances: `
    timestamp=null timestamp=ten-decimals balances=missing links=null links/next=missing
    balances/-1/account=four-parts balances/*/balance=as-text balances/-1/balance=fraction
    balances/*/decimals=null balances/-1/decimals=missing`,
  networkFees: `
    fees=as-object timestamp=missing timestamp=trailing-dot fees/*/gas=as-text fees/-1/gas=fraction
    fees/-1/transaction_type=missing`,
  topicMessage: `
    chunk_info=null chunk_info/initial_transaction_id=as-object
    chunk_info/initial_transaction_id=two-parts chunk_info/nonce=missing chunk_info/number=as-text
    chunk_info/total=null chunk_info/scheduled=missing consensus_timestamp=as-number message=null
    payer_account_id=two-parts running_hash=missing running_hash_version=as-text sequence_number=fraction
    topic_id=eleven-digits`,
  contractResult: `
    access_list=as-list address=null amount=rounded amount=below-int64 block_gas_used=above-int64
    block_hash=unprefixed block_number=as-text bloom=missing call_result=not-hex chain_id=as-number
    contract_id=eleven-digits created_contract_ids=missing created_contract_ids/-1=two-parts
    error_message=missing failed_initcode=null from=short-address function_parameters=base64
    gas_consumed=missing gas_limit=null gas_price=as-number gas_used=fraction max_fee_per_gas=as-number
    max_priority_fee_per_gas=unprefixed nonce=as-text r=missing s=not-hex result=as-number status=missing
    timestamp=iso-time to=long-address transaction_index=above-int64 type=as-text v=as-text logs=null
    state_changes=missing logs/-1/address=null logs/*/bloom=missing logs/*/contract_id=null
    logs/-1/data=unprefixed logs/*/index=as-text logs/-1/topics/-1=unprefixed logs/0/topics=null
    state_changes/*/address=missing state_changes/-1/contract_id=two-parts state_changes/*/slot=as-number
    state_changes/-1/value_read=not-hex state_changes/-1/value_written=null`,
  contract: `
    admin_key=null admin_key/_type=missing admin_key/key=null auto_renew_account=empty
    auto_renew_period=above-int64 created_timestamp=eleven-seconds deleted=null
    expiration_timestamp=missing file_id=as-number max_automatic_token_associations=above-int32
    max_automatic_token_associations=below-int32 memo=null obtainer_id=missing permanent_removal=as-text
    proxy_account_id=four-parts timestamp=as-text timestamp/from=ten-decimals timestamp/to=null
    bytecode=base64 runtime_bytecode=missing`,
  sessionVerify: `
    contracts=missing unused=null unused=as-object contracts/*/verificationId=as-number
    contracts/*/compiledPath=missing contracts/-1/name=null contracts/*/compilerVersion=missing
    contracts/-1/address=as-object contracts/*/chainId=as-number contracts/*/status=null
    contracts/*/files=missing contracts/*/storageTimestamp=date-only contracts/*/files/found=as-object
    contracts/*/files/found/-1=as-number contracts/*/files/missing=as-object`,
  verify: `
    result=as-object result/*/address=missing result/-1/chainId=as-number result/*/status=null
    result/*/message=missing result/-1/libraryMap=as-text`,
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
function spoilt(path: string, kind: string): Way {
  const spoiling = SPOILINGS[kind];
  if (spoiling === undefined) throw new Error(`nothing is spoilt as ${kind}`);
  return edited(`${path} ${spoiling.says}`, `/${path}`, spoiling.change);
}

function cellFault(endpoint: Endpoint, cell: string): Fault {
  const [path = "", kind = ""] = cell.split("=");
  return faultOf(endpoint, clauseOf(endpoint, path), nameOf(endpoint, path, kind), spoilt(path, kind));
}

const byTransaction = inPath("by transaction id", /-/);
const byHash = inPath("by hash", /^[^-]*$/);
const byAddress = inPath("by address", /[0-9a-f]{40}$/i);
const byId = inPath("by id", /^(?!.*[0-9a-f]{40}$)/is);

const isUnique = (row: Json): row is JsonObject => isObject(row) && row["type"] === "NON_FUNGIBLE_UNIQUE";

const lastAsText = edit("/tokens/-1/decimals", String);
const lastPageAsText: Rewriting = (honest) => (ask) => {
  const answer = honest(ask);
  const isLast = isSuccess(answer) && nextOf(answer.body) === null;
  return isLast ? lastAsText(() => answer)(ask) : answer;
};

const TOKENS: Ways = {
  "2.3-decimals": {
    "decimals-as-text-on-last-page": at(behindFirst, way("decimals end in a text", lastPageAsText)),
  },
  "2.3-metadata": {
    "metadata-null-for-unique": edited("metadata is null where not fungible", "/tokens/*", (row) =>
      isUnique(row) ? { ...row, metadata: null } : row,
    ),
  },
  "2.3-name": { "name-missing-under-desc": at(under("desc"), spoilt("tokens/*/name", "missing")) },
};

const nullWhenEmpty = editBody((body) =>
  rowsOf(body, "balances").length === 0 ? { timestamp: null, balances: [], links: { next: null } } : body,
);

const BALANCES: Ways = {
  "2.4-timestamp": {
    "timestamp-null-when-empty": way("timestamp is null when the list is empty", nullWhenEmpty),
  },
  "2.4-balance-balance": {
    "zero-balance-null": edited("a balance of zero is null", "/balances/*/balance", (balance) =>
      balance === 0n ? null : balance,
    ),
  },
};

const FOURTH = { gas: 12n, transaction_type: "TokenCreate" };
const noFees = success({ fees: [], timestamp: "1700000000.000000000" });

const FEES: Ways = {
  "2.5-fee-transaction-type": {
    "fourth-type": edited("a fourth transaction type has a fee", "/fees", (fees) =>
      isArray(fees) ? [...fees, FOURTH] : fees,
    ),
    "type-misspelt": edited(
      "a transaction type is written in small letters",
      "/fees/-1/transaction_type",
      ofText((type) => type.toLowerCase()),
    ),
    "other-type": edited("a transaction type is another", "/fees/0/transaction_type", () => "CryptoTransfer"),
  },
  "7.4-fees-not-found": {
    "empty-list-at-no-time": way(
      "a time without fees is answered with an empty list",
      editFailure((answer) => (answer.status === 404 ? noFees : answer)),
    ),
  },
};

/** Spoilt fields of records (2.2 to 2.9), and fields that are spoilt in rare places. */
export const fieldFaults: readonly Fault[] = [
  ...Object.values(operations).flatMap(({ endpoint }) =>
    SPOILT[endpoint]
      .trim()
      .split(/\s+/)
      .map((cell) => cellFault(endpoint, cell)),
  ),
  ...faultsOf("contractResult", {
    "2.7-hash": { "hash-base64": at(byTransaction, spoilt("hash", "base64")) },
    "2.7-timestamp": { "by-hash-timestamp-ten-decimals": at(byHash, spoilt("timestamp", "ten-decimals")) },
  }),
  ...faultsOf("contract", {
    "2.8-contract-id": { "contract-id-missing": at(byAddress, spoilt("contract_id", "missing")) },
    "2.8-evm-address": { "evm-address-short-address": at(byId, spoilt("evm_address", "short-address")) },
  }),
  ...faultsOf("tokens", TOKENS),
  ...faultsOf("tokenBalances", BALANCES),
  ...faultsOf("networkFees", FEES),
];
