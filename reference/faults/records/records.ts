import topicMessages from "../../data/topic-messages.json" with { type: "json" };
import { TIMESTAMP_PATTERN } from "../../../schemas/formats.ts";
import { contracts } from "../../data/contracts.ts";
import { MANY_HOLDERS_TOKEN } from "../../data/tokens.ts";
import { invalidParameters, isJsonObject, notFound, textOf, valuesOf } from "../../exchange.ts";
import type { ServerResponse } from "../../exchange.ts";
import { servedRows } from "../../listing.ts";
import { PATH_PLACE, ignoreParameter, ignoreShard, refuseValues } from "../../parameter-rewriting.ts";
import { replaceInValue, replaceNotFound, respondNotFound, showRecord } from "../../parameter-rewriting.ts";
import { showRecordForMissing, truncateTo32Bits } from "../../parameter-rewriting.ts";
import { edit, editFailure, editRequest, editSuccess, isLaterPage, isRepeated } from "../../rewriting.ts";
import { isSuccessResponse, replaceRequest, when, type Condition, type Rewriting } from "../../rewriting.ts";
import { faultsOf, type Fault, type ClauseFaults } from "../../fault.ts";
import { CURSOR, nanoseconds } from "../../service/parameters.ts";

const UINT32 = 2n ** 32n - 1n;
const UINT16 = 2n ** 16n - 1n;
const INT64 = 2n ** 63n - 1n;

/** Whether an id, with or without an operator, has a shard or a realm of more than 16 bits, or a number of more than 32 bits. */
function isWideId(value: string): boolean {
  const [, shard = "0", realm = "0", num = "0"] = /^(?:\w+:)?(?:(\d+)\.(\d+)\.)?(\d+)$/.exec(value) ?? [];
  return BigInt(shard) > UINT16 || BigInt(realm) > UINT16 || BigInt(num) > UINT32;
}

/** Whether a timestamp, with or without an operator, exceeds int64 in nanoseconds. */
const isLateTime = (value: string): boolean => (nanoseconds(value.replace(/^\w+:/, "")) ?? 0n) > INT64;
const LEADING_ZEROS = /^(?:\w+:)?0\d+$/;
const isLateTransaction = (value: string): boolean =>
  BigInt(/^[\d.]+-(\d{1,19})-\d{1,9}$/.exec(value)?.[1] ?? 0) > INT64;
const isEmptyList = (response: ServerResponse): boolean =>
  isSuccessResponse(response) && servedRows(response.body).length === 0;

const INSTANTS = topicMessages.map((message) => message.consensus_timestamp);
const [FIRST_INSTANT = ""] = INSTANTS;
const LAST_INSTANT = INSTANTS.at(-1) ?? "";

/** Returns the latest earlier message if there is none at the requested instant. */
const showLatestBefore = replaceNotFound(({ param }) => {
  const requested = nanoseconds(param) ?? 0n;
  return { param: INSTANTS.findLast((instant) => (nanoseconds(instant) ?? 0n) <= requested) ?? param };
});

const trimDecimals = edit("consensus_timestamp", (instant) => textOf(instant).replace(/\.?0+$/, ""));

/** Rounds timestamps as in a service that stores seconds and nanoseconds in one double. */
const roundTimestamp = edit("consensus_timestamp", (instant) =>
  String(BigInt(Number(textOf(instant).replace(".", "")))).replace(/(\d{9})$/, ".$1"),
);

const ADDRESS_PATTERN = /^(0x)?[0-9a-f]{40}$/i;
const BARE_ADDRESS_PATH = /^[0-9a-f]{40}$/i;
const SURPLUS_ADDRESS_DIGITS = /^((?:0x)?[0-9a-f]{40})[0-9a-f]{2,}$/i;
const ENTITY_NUMBER = /^\d{1,10}$/;
const [FIRST_CONTRACT, SECOND_CONTRACT, , FOURTH_CONTRACT] = contracts();
const DELETED_IDS = contracts()
  .filter(({ versions }) => versions.some(({ deleted }) => deleted === true))
  .map(({ id }) => id);
const SOME_CONTRACT_ID = SECOND_CONTRACT?.id ?? "";
const SOME_ADDRESS = FOURTH_CONTRACT?.address ?? "";

/** For an id that no contract has, returns the contract whose number is higher by `step`. */
const shiftMissingId = (step: number): Rewriting =>
  replaceNotFound(({ param }) => ({
    param: param.replace(/(?<=^0\.0\.)\d+$/, (num) => String(Math.max(Number(num) + step, 0))),
  }));

/** Selects requests with a timestamp that has no operator and begins with 1, as timestamps of contracts do. */
const atPlainTime: Condition = (request) =>
  valuesOf(request, "timestamp").some((value) => /^1[\d.]+$/.test(value));

const LIST_LOOKUPS: ClauseFaults = {
  "4.4-token-id-accepted wide-token-ids-refused": refuseValues("token.id", isWideId),
  "4.4-token-id-accepted token-ids-behind-zeros-refused": refuseValues("token.id", LEADING_ZEROS),
  "4.4-account-id-accepted 4.3-account-id-accepted": {
    "wide-account-ids-refused": refuseValues("account.id", isWideId),
    "account-ids-behind-zeros-refused": refuseValues("account.id", LEADING_ZEROS),
  },
  "4.4-account-id-accepted a-known-account-refused": refuseValues("account.id", /(^|[.:])98$/),
};

const TIMED_LOOKUPS: ClauseFaults = {
  // Refuses listed tokens that have holders.
  "4.3-answers-200 held-token-refused": editSuccess((response) =>
    isEmptyList(response) ? response : invalidParameters(["tokenId"]),
  ),
  "4.3-unknown-token missing-token-shows-others": (handler) => (request) =>
    handler(
      isEmptyList(handler({ ...request, query: [] })) ? { ...request, param: MANY_HOLDERS_TOKEN } : request,
    ),
  "4.3-parameters-of-another-token": {
    "later-pages-of-one-token": when(isLaterPage)(replaceRequest({ param: MANY_HOLDERS_TOKEN })),
    "short-lists-continue-in-another-token": when(({ param }) => param !== MANY_HOLDERS_TOKEN)(
      edit("links/next", (next) =>
        typeof next === "string"
          ? next
              .replace(/(?<=tokens\/)[^/]+/, MANY_HOLDERS_TOKEN)
              .replace(new RegExp(`[?&]${CURSOR}=[^&]*`), "")
          : next,
      ),
    ),
    "ordered-balances-of-one-token": when("order")(replaceRequest({ param: MANY_HOLDERS_TOKEN })),
  },
  "4.3-path-accepted path-id-refused": refuseValues(PATH_PLACE, /^(?!.*\d{11}).*\d{10}/),
  "4.3-path-accepted wide-paths-refused": refuseValues(PATH_PLACE, isWideId),
  "4.3-timestamp-accepted shown-time-refused": refuseValues("timestamp", /:1700172800/),
  "4.3-path-refused path-refusal-names-the-value": editFailure((response, { query, param }) =>
    query.length > 0 ? response : invalidParameters([param]),
  ),
  "4.3-token-elsewhere shard-overlooked": ignoreShard,
  "4.3-token-elsewhere token-in-32-bits": truncateTo32Bits(PATH_PLACE),
  "4.3-timestamp-accepted 4.5-timestamp-accepted 4.8-timestamp-accepted": {
    "late-times-refused": refuseValues("timestamp", isLateTime),
  },
};

const MESSAGE_LOOKUPS: ClauseFaults = {
  "4.6-message-of-that-time": {
    "time-rounded": roundTimestamp,
    "always-the-same": showRecord(TIMESTAMP_PATTERN, FIRST_INSTANT),
    "nanoseconds-lost": showRecord(/^1700000000\.\d{9}$/, "1700000000.000000000"),
  },
  "4.6-time-accepted": {
    "own-form-refused": refuseValues(PATH_PLACE, /\.\d{9}$/),
    "seconds-refused": refuseValues(PATH_PLACE, /^\d{1,10}$/),
    "zero-refused": refuseValues(PATH_PLACE, /^0$/),
    "one-decimal-refused": refuseValues(PATH_PLACE, /\.\d{1,8}$/),
    "a-single-decimal-refused": refuseValues(PATH_PLACE, /\.\d$/),
    "late-times-refused": refuseValues(PATH_PLACE, isLateTime),
  },
  "4.6-time-refused text-not-found": respondNotFound(/[a-z]/i),
  "4.6-time-refused refusal-names-the-value": (handler) => (request) =>
    TIMESTAMP_PATTERN.test(request.param) ? handler(request) : invalidParameters([request.param]),
  "4.6-missing-message missing-shows-another": showRecordForMissing(TIMESTAMP_PATTERN, FIRST_INSTANT),
  "4.6-shortened-time fewer-decimals-show-another": showRecord(/^\d{1,10}\.\d{1,8}$/, LAST_INSTANT),
  "4.6-neighbouring-times latest-before": showLatestBefore,
  "4.6-neighbouring-times seconds-in-32-bits": truncateTo32Bits(PATH_PLACE, /^\d{1,10}(?=\.)/),
  "4.6-forms-of-a-time shown-time-not-found": (handler) => (request) =>
    /\.\d{9}$/.test(request.param) ? trimDecimals(handler)(request) : notFound(),
};

const keepOne = (name: string, at: 0 | -1): Rewriting =>
  editRequest((request) => {
    const kept = request.query.filter(([sent]) => sent === name).at(at);
    return { ...request, query: request.query.filter((pair) => pair[0] !== name || pair === kept) };
  });

const CONTRACT_LOOKUPS: ClauseFaults = {
  "4.8-contract-of-that-name": {
    "id-shows-another": showRecord(/^(\d{1,10}\.){0,2}\d{1,10}$/, SOME_CONTRACT_ID),
    "address-shows-another": showRecord(ADDRESS_PATTERN, SOME_ADDRESS),
    "bare-address-shows-another": showRecord(BARE_ADDRESS_PATH, SOME_ADDRESS),
    "number-shows-another": showRecord(ENTITY_NUMBER, SOME_CONTRACT_ID),
  },
  "4.8-id-or-address-accepted": {
    "short-id-refused": refuseValues(PATH_PLACE, ENTITY_NUMBER),
    "realm-id-refused": refuseValues(PATH_PLACE, /^\d{1,10}\.\d{1,10}$/),
    "wide-ids-refused": refuseValues(PATH_PLACE, (path) => path.length < 39 && isWideId(path)),
    "full-id-refused": refuseValues(PATH_PLACE, /^(\d{1,10}\.){2}\d{1,10}$/),
    "three-digits-refused": refuseValues(PATH_PLACE, /(^|\.)\d{3}$/),
    "bare-address-refused": refuseValues(PATH_PLACE, BARE_ADDRESS_PATH),
    "capital-address-refused": refuseValues(PATH_PLACE, /^(?=.*[A-F])(0x)?[0-9A-Fa-f]{40}$/),
  },
  "4.8-missing-contract missing-shows-another": showRecordForMissing(/./, SOME_CONTRACT_ID),
  "4.8-id-or-address-refused text-accepted": showRecord(/^..[^]*[g-z]/i, SOME_CONTRACT_ID),
  "4.8-malformed-id": {
    "eleven-digits-accepted": showRecord(/(^|\.)\d{11,39}(\.|$)/, SOME_CONTRACT_ID),
    "last-ten-digits-of-a-number": replaceInValue(PATH_PLACE, /^\d{1,20}(\d{10})$/, "$1"),
    "empty-first-part-accepted": replaceInValue(PATH_PLACE, /^\.(?=\d+$)/, ""),
  },
  "4.8-malformed-address": {
    "address-of-39-accepted": showRecord(/^(?=\d*[a-f])[0-9a-f]{39}$/i, SOME_ADDRESS),
    "address-of-41-digits-accepted": replaceInValue(PATH_PLACE, /^(0x[\da-f]{40})[\da-f]$/i, "$1"),
    "surplus-address-digits-overlooked": replaceInValue(PATH_PLACE, SURPLUS_ADDRESS_DIGITS, "$1"),
  },
  "4.8-forms-of-an-id short-id-not-found": respondNotFound(ENTITY_NUMBER),
  "4.8-forms-of-an-address capital-address-not-found": respondNotFound(/^(?=.*[A-F])(0x)?[0-9A-F]{40}$/),
  "4.8-forms-of-an-address addresses-not-found": respondNotFound(/^(0x)?[0-9a-f]{40}$/i),
  "4.8-forms-of-an-address spelled-address-not-found": respondNotFound(/^(0x)?0{24}[0-9a-f]{16}$/i),
  "4.8-doubtful-name": {
    "far-address-shows-another": showRecord(/^(\d+\.){1,2}(0x)?[0-9a-f]{40}$/i, SOME_CONTRACT_ID),
  },
  "4.8-neighbouring-contracts": {
    "id-in-32-bits": truncateTo32Bits(PATH_PLACE),
    "shard-overlooked": ignoreShard,
    "next-for-unknown-id": shiftMissingId(1),
    "last-for-unknown-id": shiftMissingId(-1),
    "number-of-an-address-found": replaceNotFound(({ param }) => ({
      param: param.replace(/^0xf{24}([0-9a-f]{16})$/i, (_, num) => `0.0.${BigInt(`0x${num}`)}`),
    })),
  },
  "4.8-timestamp-repeated repeated-timestamp-shows-another": when(isRepeated("timestamp"))(
    replaceRequest({ param: SOME_CONTRACT_ID }),
  ),
  "4.8-timestamp-repeated repeated-timestamp-of-others-shows-another": when([
    isRepeated("timestamp"),
    ({ param }) => param !== FIRST_CONTRACT?.id,
  ])(replaceRequest({ param: SOME_CONTRACT_ID })),
  "4.8-timestamp-refused first-of-several-timestamps-read": keepOne("timestamp", 0),
  "4.8-timestamp-refused last-of-several-timestamps-read": keepOne("timestamp", -1),
  "4.8-timestamp-before-all timestamp-ignored-by-address": ignoreParameter("timestamp", ADDRESS_PATTERN),
  "4.8-timestamp-before-all timestamp-ignored-by-number": ignoreParameter("timestamp", ENTITY_NUMBER),
  "4.8-timestamp-before-all timestamp-of-a-deleted-ignored": when(({ param }) => DELETED_IDS.includes(param))(
    ignoreParameter("timestamp"),
  ),
  "4.8-timestamp-of-its-own earlier-version-of-another": when(atPlainTime)(
    replaceRequest({ param: SOME_CONTRACT_ID, query: [] }),
  ),
  "2.8-admin-key earlier-version-without-key": when(atPlainTime)(edit("admin_key", () => null)),
  "2.8-timestamp-order period-turned": edit("timestamp", (range) =>
    isJsonObject(range) ? { from: range["to"] ?? null, to: range["from"] ?? null } : range,
  ),
};

/** Faults in looking up the holders of a token, a message and a contract (§2.8, §4.3, §4.6, §4.8). */
export const recordFaults: readonly Fault[] = [
  ...faultsOf(["tokens", "tokenBalances"], LIST_LOOKUPS),
  ...faultsOf(["tokenBalances", "networkFees", "contract"], TIMED_LOOKUPS),
  ...faultsOf(["topicMessage"], MESSAGE_LOOKUPS),
  ...faultsOf(["contractResult"], {
    "4.7-transaction-id-accepted": {
      "late-transactions-refused": refuseValues(PATH_PLACE, isLateTransaction),
      "eleven-digits-of-seconds-refused": refuseValues(PATH_PLACE, /-\d{11}-/),
    },
  }),
  ...faultsOf(["contract"], CONTRACT_LOOKUPS),
];
