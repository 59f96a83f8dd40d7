import { contracts } from "../../data/contracts.ts";
import { SERVER_ERROR, failure, isArray, isJsonObject, success, textOf, valuesOf } from "../../exchange.ts";
import type { JsonObject, ServerRequest } from "../../exchange.ts";
import { nextOf, servedRows } from "../../listing.ts";
import { refuseValues, respondNotFound } from "../../parameter-rewriting.ts";
import { edit, editBody, editFailure, editFees, hasParameter, isDescending } from "../../rewriting.ts";
import { isLaterPage, isSuccessResponse, lastOf, replaceMember, replaceRequest } from "../../rewriting.ts";
import { respondWith, when, type Rewriting } from "../../rewriting.ts";
import { faultsByEndpoint, type Fault, type ClauseFaults } from "../../fault.ts";
import { invalidate } from "./invalid-fields.ts";

const keepOnlyField = (name: string): Rewriting => editBody((body) => ({ [name]: body[name] ?? null }));

const omitNulls: Rewriting = editBody((body) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
);

const lastDecimalsAsText: Rewriting = (handler) => (request) => {
  const response = handler(request);
  const isLast = isSuccessResponse(response) && nextOf(response.body) === null;
  return isLast ? edit("tokens/-1/decimals", String)(() => response)(request) : response;
};

const FOURTH = { gas: 12n, transaction_type: "TokenCreate" };
const EMPTY_FEES = success({ fees: [], timestamp: "1700000000.000000000" });
const EMPTY_BALANCES = { timestamp: null, balances: [], links: { next: null } };

/** Invalid fields that show only in some records, and fields that are missing together (§2.2 to §2.9). */
export const fieldFaults: readonly Fault[] = faultsByEndpoint({
  contractResult: {
    "2.7-block-hash nulls-left-out": omitNulls,
    "2.7-gas-limit gas-used-alone": keepOnlyField("gas_used"),
    "2.7-result null-result-for-a-hash-with-a-nonce": when([/^(0x)?[0-9a-f]{64}$/i, "nonce"])(
      invalidate("result", "null"),
    ),
    "2.7-hash hash-base64": when(/-/)(invalidate("hash", "base64")),
    "2.7-timestamp by-hash-timestamp-ten-decimals": when(/^[^-]*$/)(invalidate("timestamp", "ten-decimals")),
  },
  topicMessage: { "2.6-topic-id text-alone": keepOnlyField("message") },
  statusSummary: { "2.2-page status-alone": keepOnlyField("status") },
  contract: {
    "2.8-memo id-alone": keepOnlyField("contract_id"),
    "2.8-proxy-account-id nulls-left-out": omitNulls,
    "2.8-contract-id contract-id-missing": when(/[0-9a-f]{40}$/i)(invalidate("contract_id", "missing")),
    "2.8-evm-address evm-address-short-address": when(/^(?!.*[0-9a-f]{40}$)/is)(
      invalidate("evm_address", "short-address"),
    ),
  },
  tokens: {
    "2.3-decimals decimals-as-text-on-last-page": when(isLaterPage)(lastDecimalsAsText),
    "2.3-metadata metadata-null-for-unique": edit("tokens/*", (row) =>
      isJsonObject(row) && row["type"] === "NON_FUNGIBLE_UNIQUE" ? { ...row, metadata: null } : row,
    ),
    "2.3-name name-missing-under-desc": when(isDescending)(invalidate("tokens/*/name", "missing")),
  },
  tokenBalances: {
    "2.4-timestamp timestamp-null-when-empty": editBody((body) =>
      servedRows(body).length === 0 ? EMPTY_BALANCES : body,
    ),
    "2.4-balance-balance zero-balance-null": edit("balances/*/balance", replaceMember(0n, null)),
  },
  networkFees: {
    "2.5-fee-transaction-type": {
      "fourth-type": editFees((fees) => [...fees, FOURTH]),
      "type-misspelt": edit("fees/-1/transaction_type", (type) => textOf(type).toLowerCase()),
      "other-type": edit("fees/0/transaction_type", () => "CryptoTransfer"),
    },
    "2.5-fee-gas oldest-gas-as-text": edit("fees/*/gas", replaceMember(912, "912")),
    "4.5-timestamp-earlier times-before-another-refused": refuseValues("timestamp", /^lt:16/),
    "7.4-fees-not-found empty-list-at-no-time": editFailure((response) =>
      response.status === 404 ? EMPTY_FEES : response,
    ),
  },
});

/** A description of unusual records: members that they have, or a test that they pass. */
type Unusual = JsonObject | ((record: JsonObject, request: ServerRequest) => boolean);

const rewriteIn =
  (unusual: Unusual, rewriting: Rewriting): Rewriting =>
  (handler) => {
    const isMeant = (record: JsonObject, request: ServerRequest): boolean =>
      typeof unusual === "function"
        ? unusual(record, request)
        : Object.entries(unusual).every(([member, value]) => record[member] === value);
    const broken = rewriting(handler);
    return (request) => {
      const response = handler(request);
      return isSuccessResponse(response) && isMeant(response.body, request) ? broken(request) : response;
    };
  };

type UnusualRecordRow = readonly [key: string, unusual: Unusual, path: string, kind: string];

/** Replaces a field of unusual records by an invalid value; `kind` is a key of `INVALID_VALUES`. */
const inUnusualRecords = (rows: readonly UnusualRecordRow[]): ClauseFaults =>
  Object.fromEntries(
    rows.map(([key, unusual, path, kind]) => [key, rewriteIn(unusual, invalidate(path, kind))]),
  );

const isFailedCreate: Unusual = ({ failed_initcode: code }) => textOf(code).length > 2;
const createdIn = ({ created_contract_ids: created }: JsonObject): number =>
  isArray(created) ? created.length : 0;
const hasSeveral: Unusual = (record) => createdIn(record) > 1;
const OUT_OF_GAS = { result: "INSUFFICIENT_GAS" };
const byNonce: Unusual = (_record, request) => Number(lastOf(request, "nonce")) > 0;
const isCreatingChild: Unusual = (record, request) =>
  Number(lastOf(request, "nonce")) > 0 && createdIn(record) > 0;
const isFailureById: Unusual = ({ status }, { param }) => param.includes("-") && status === "0x0";
const byAddress: Unusual = (_record, { param }) => param.length >= 40;

const [, , , CREATED] = contracts();
const CREATED_PATH = new RegExp(`^(0x)?${CREATED?.address.slice(2)}$`, "i");
/** Selects deleted contracts that are requested with a timestamp filter that passes the test. */
const isDeletedAt =
  (test: RegExp): Unusual =>
  (record, request) =>
    record["deleted"] === true && valuesOf(request, "timestamp").some((filter) => test.test(filter));

const isSecondChunk: Unusual = ({ chunk_info: chunk }) => isJsonObject(chunk) && chunk["number"] === 2;

/** Faults of records with nulls, of deleted and failed records, and of records requested by address, transaction id or nonce. */
export const unusualFaults: readonly Fault[] = faultsByEndpoint({
  contractResult: {
    ...inUnusualRecords([
      ["2.7-status failed-create-without-status", isFailedCreate, "status", "missing"],
      ["2.7-logs failed-create-logs-null", isFailedCreate, "logs", "null"],
      ["2.7-from unknown-sender-absent", { from: null }, "from", "missing"],
      ["2.7-block-number unknown-block-absent", { block_number: null }, "block_number", "missing"],
      ["2.7-gas-consumed unknown-gas-as-text", { gas_consumed: null }, "gas_consumed", "as-text"],
      ["2.7-created-contract-ids several-created-as-text", hasSeveral, "created_contract_ids", "as-text"],
      ["2.7-v legacy-v-as-text", { type: 0 }, "v", "as-text"],
      ["2.7-max-fee-per-gas market-fee-absent", { type: 2 }, "max_fee_per_gas", "missing"],
      ["2.7-error-message insufficient-gas-message-as-number", OUT_OF_GAS, "error_message", "as-number"],
      ["2.7-result result-of-a-nonce-absent", byNonce, "result", "missing"],
      ["2.7-gas-used gas-of-a-nonce-as-text", isCreatingChild, "gas_used", "as-text"],
      ["2.7-timestamp failure-by-transaction-id-without-time", isFailureById, "timestamp", "missing"],
    ]),
    "2.7-status wrong-nonce-in-another-status": rewriteIn(
      { result: "WRONG_NONCE" },
      edit("status", () => "0x22"),
    ),
    "4.7-nonce-accepted nonces-refused-in-other-words": when(hasParameter("nonce", /^[1-9]/))(
      respondWith(failure(400, ["Only user transactions"])),
    ),
  },
  contract: {
    ...inUnusualRecords([
      ["2.8-memo deleted-without-memo", { deleted: true }, "memo", "missing"],
      ["2.8-memo empty-memo-null", { memo: "" }, "memo", "null"],
      ["2.8-deleted deleted-as-text", { deleted: true }, "deleted", "as-text"],
      [
        "2.8-auto-renew-period no-renewal-as-text",
        { auto_renew_period: null },
        "auto_renew_period",
        "as-text",
      ],
      ["2.8-file-id no-file-absent", { file_id: null }, "file_id", "missing"],
      ["2.8-bytecode no-bytecode-absent", { bytecode: null }, "bytecode", "missing"],
      ["2.8-contract-id id-absent-by-address", byAddress, "contract_id", "missing"],
    ]),
    "2.8-obtainer-id obtainer-without-shard": rewriteIn(
      { deleted: true },
      edit("obtainer_id", (id) => id && textOf(id).slice(4)),
    ),
    "4.8-forms-of-an-address created-address-not-found": respondNotFound(CREATED_PATH),
    "4.8-timestamp-accepted inequality-refused-in-other-words": when(hasParameter("timestamp", /^ne:/))(
      respondWith(failure(422, ["The operator ne is not supported"])),
    ),
    "4.8-timestamp-of-its-own deleted-shows-another-at-its-time": rewriteIn(
      isDeletedAt(/^\d/),
      replaceRequest({ param: CREATED?.id ?? "", query: [] }),
    ),
    "4.8-timestamp-of-its-own deleted-fails-at-its-time": rewriteIn(
      isDeletedAt(/^(?:gte:|lte:)?1[56]/),
      respondWith(SERVER_ERROR),
    ),
  },
  topicMessage: {
    ...inUnusualRecords([
      ["2.6-message empty-message-null", { message: "" }, "message", "null"],
      [
        "2.6-running-hash-version second-version-as-text",
        { running_hash_version: 2 },
        "running_hash_version",
        "as-text",
      ],
      ["2.6-chunk-info-total second-chunk-without-total", isSecondChunk, "chunk_info/total", "missing"],
    ]),
    "2.6-sequence-number sequence-number-as-text-at-a-shortened-time": when(/^\d{1,10}(\.\d{1,8})?$/)(
      invalidate("sequence_number", "as-text"),
    ),
  },
  tokenBalances: {
    "4.3-answers-200 server-error-at-the-second-highest-id": when(/^0\.0\.1000000$/)(
      respondWith(SERVER_ERROR),
    ),
    "2.4-balance-decimals decimals-as-text-at-a-high-id": when(/^0\.0\.99999$/)(
      invalidate("balances/*/decimals", "as-text"),
    ),
  },
});
