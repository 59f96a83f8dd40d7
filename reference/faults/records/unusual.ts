// Faults that show only in records of an unusual shape, and refusals of valid values in undocumented words.
import { contracts } from "../../data/contracts.ts";
import {
  ACCIDENT,
  failure,
  isArray,
  print,
  textOf,
  valuesOf,
  type ServerRequest,
  type JsonObject,
} from "../../exchange.ts";
import { faultsOf, type Fault } from "../../fault.ts";
import {
  respondWith,
  replaceRequest,
  edit,
  hasParameter,
  isSuccessResponse,
  type Change,
  type Rewriting,
  when,
} from "../../rewriting.ts";
import { respondNotFound } from "../../parameter-rewriting.ts";

type UnusualTest = (record: JsonObject, request: ServerRequest) => boolean;

/** Applies a rewriting only to the records that pass a test. */
const inRecords =
  (isMeant: UnusualTest, rewriting: Rewriting): Rewriting =>
  (honest) => {
    const broken = rewriting(honest);
    return (request) => {
      const response = honest(request);
      return isSuccessResponse(response) && isMeant(response.body, request) ? broken(request) : response;
    };
  };

/** Edits the values at a path of the records that pass a test. */
const editIn = (isMeant: UnusualTest, place: string, change: Change): Rewriting =>
  inRecords(isMeant, edit(place, change));

const absent: Change = () => undefined;
const writtenAsText: Change = (value) => print(value);
const isNull =
  (member: string): UnusualTest =>
  (record) =>
    record[member] === null;
const isTrue =
  (member: string): UnusualTest =>
  (record) =>
    record[member] === true;
const isOf =
  (member: string, value: JsonObject[string]): UnusualTest =>
  (record) =>
    record[member] === value;
const isFailedCreate: UnusualTest = ({ failed_initcode: code }) => textOf(code).length > 2;
const hasCreated =
  (least: number): UnusualTest =>
  ({ created_contract_ids: created }) =>
    isArray(created) && created.length >= least;
const byNonce: UnusualTest = (_record, request) => Number(valuesOf(request, "nonce").at(-1) ?? 0) > 0;
const byTransaction: UnusualTest = (_record, { param }) => param.includes("-");

const [, , , CREATED] = contracts();
const CREATED_PATH = new RegExp(`^(0x)?${CREATED?.address.slice(2)}$`, "i");
const isAtPlace =
  (test: RegExp): UnusualTest =>
  (record, request) =>
    record["deleted"] === true && valuesOf(request, "timestamp").some((filter) => test.test(filter));

const chunkOf =
  (number: number): UnusualTest =>
  ({ chunk_info: chunk }) =>
    typeof chunk === "object" && chunk !== null && "number" in chunk && chunk["number"] === number;

/** Faults of records with nulls, of deleted and failed records, and of records requested by address, transaction id or nonce. */
export const unusualFaults: readonly Fault[] = faultsOf({
  "2.7-status": {
    "failed-create-without-status": editIn(isFailedCreate, "status", absent),
    "wrong-nonce-in-another-status": editIn(isOf("result", "WRONG_NONCE"), "status", () => "0x22"),
  },
  "2.7-logs": { "failed-create-logs-null": editIn(isFailedCreate, "logs", () => null) },
  "2.7-from": { "unknown-sender-absent": editIn(isNull("from"), "from", absent) },
  "2.7-block-number": { "unknown-block-absent": editIn(isNull("block_number"), "block_number", absent) },
  "2.7-gas-consumed": {
    "unknown-gas-as-text": editIn(isNull("gas_consumed"), "gas_consumed", writtenAsText),
  },
  "2.7-created-contract-ids": {
    "several-created-as-text": editIn(hasCreated(2), "created_contract_ids", writtenAsText),
  },
  "2.7-v": { "legacy-v-as-text": editIn(isOf("type", 0), "v", writtenAsText) },
  "2.7-max-fee-per-gas": {
    "market-fee-absent": editIn(isOf("type", 2), "max_fee_per_gas", absent),
  },
  "2.7-error-message": {
    "insufficient-gas-message-as-number": editIn(
      isOf("result", "INSUFFICIENT_GAS"),
      "error_message",
      () => 30,
    ),
  },
  "2.7-result": { "result-of-a-nonce-absent": editIn(byNonce, "result", absent) },
  "2.7-gas-used": {
    "gas-of-a-nonce-as-text": editIn(
      (...of) => byNonce(...of) && hasCreated(1)(...of),
      "gas_used",
      writtenAsText,
    ),
  },
  "2.7-timestamp": {
    "failure-by-transaction-id-without-time": editIn(
      (record, request) => byTransaction(record, request) && record["status"] === "0x0",
      "timestamp",
      absent,
    ),
  },
  "4.7-nonce-accepted": {
    "nonces-refused-in-other-words": when(
      hasParameter("nonce", /^[1-9]/),
      respondWith(failure(400, ["Only user transactions"])),
    ),
  },
  "2.8-memo": {
    "deleted-without-memo": editIn(isTrue("deleted"), "memo", absent),
    "empty-memo-null": editIn(isOf("memo", ""), "memo", () => null),
  },
  "2.8-deleted": { "deleted-as-text": editIn(isTrue("deleted"), "deleted", writtenAsText) },
  "2.8-obtainer-id": {
    "obtainer-without-shard": editIn(isTrue("deleted"), "obtainer_id", (id) => id && textOf(id).slice(4)),
  },
  "2.8-auto-renew-period": {
    "no-renewal-as-text": editIn(isNull("auto_renew_period"), "auto_renew_period", writtenAsText),
  },
  "2.8-file-id": { "no-file-absent": editIn(isNull("file_id"), "file_id", absent) },
  "2.8-bytecode": { "no-bytecode-absent": editIn(isNull("bytecode"), "bytecode", absent) },
  "2.8-contract-id": {
    "id-absent-by-address": editIn((_record, { param }) => param.length >= 40, "contract_id", absent),
  },
  "4.8-forms-of-an-address": { "created-address-not-found": respondNotFound(CREATED_PATH) },
  "4.8-timestamp-accepted": {
    "inequality-refused-in-other-words": when(
      hasParameter("timestamp", /^ne:/),
      respondWith(failure(422, ["The operator ne is not supported"])),
    ),
  },
  "4.8-timestamp-of-its-own": {
    "deleted-shows-another-at-its-time": inRecords(
      isAtPlace(/^\d/),
      replaceRequest({ param: CREATED?.id ?? "", query: [] }),
    ),
    "deleted-fails-at-its-time": inRecords(isAtPlace(/^(?:gte:|lte:)?1[56]/), respondWith(ACCIDENT)),
  },
  "2.6-message": { "empty-message-null": editIn(isOf("message", ""), "message", () => null) },
  "2.6-running-hash-version": {
    "second-version-as-text": editIn(isOf("running_hash_version", 2), "running_hash_version", writtenAsText),
  },
  "2.6-chunk-info-total": { "second-chunk-without-total": editIn(chunkOf(2), "chunk_info/total", absent) },
  "4.3-answers-200": {
    "accident-at-the-second-highest-id": when(/^0\.0\.1000000$/, respondWith(ACCIDENT)),
  },
  "2.4-balance-decimals": {
    "decimals-as-text-at-a-high-id": when(/^0\.0\.99999$/, edit("balances/*/decimals", writtenAsText)),
  },
});
