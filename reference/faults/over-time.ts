import { TRANSACTION_ID } from "../../schemas/formats.ts";
import { setQuery, type JsonObject, type ServerRequest, type ServerResponse } from "../exchange.ts";
import { servedRows } from "../listing.ts";
import { ignoreParameter, refuseRequests } from "../parameter-rewriting.ts";
import { edit, editBody, editByCount, editRequest, hasParameter, holds, isAscending } from "../rewriting.ts";
import { isSuccessResponse, lastOf, markUnsteady, meetsEvery, when, withMemory } from "../rewriting.ts";
import { withQuery, type Condition, type Rewriting, type Where } from "../rewriting.ts";
import { faultsByEndpoint, type Fault } from "../fault.ts";
import { reversedRows } from "./lists/pages.ts";

const breakOnce = (n: number, where: Where, rewriting: Rewriting): Rewriting =>
  withMemory(0, (count, request, handler) => {
    const isMet = meetsEvery(where, request);
    return [
      isMet && count === n - 1 ? rewriting(handler)(request) : handler(request),
      count + (isMet ? 1 : 0),
    ];
  });

const breakAfter = (n: number, where: Where, rewriting: Rewriting): Rewriting =>
  withMemory(0, (previousCount, request, handler) => {
    const count = previousCount + (meetsEvery(where, request) ? 1 : 0);
    return [count >= n ? rewriting(handler)(request) : handler(request), count];
  });

const hasNoParameter: Condition = ({ query }) => query.length === 0;
const isSingleParameter: Condition = ({ query }) => query.length === 1;
const raiseLimit = editRequest((request) =>
  withQuery(request, (name, value) => (name === "limit" ? String(Number(value) + 1) : value)),
);
const short = hasParameter("limit", /^([1-9]|[1-4]\d)$/);
const shortPage = [isSingleParameter, short];
/** Ignores a filter in the second request for a single id or number: any other row shows that the filter was ignored. */
const ignoreFilterOnce = (name: string): Rewriting =>
  breakOnce(2, hasParameter(name, /^(eq:)?[\d.]*\d$/), ignoreParameter(name));

const withoutIds: Condition = (request) => !holds("token.id", request) && !holds("account.id", request);

/** Reverses the rows of the first response with several rows to a request that meets the conditions. */
const reverseOnce = (where: Where): Rewriting =>
  withMemory(false, (isOver, request, handler) => {
    const response = handler(request);
    const hasRows = isSuccessResponse(response) && servedRows(response.body).length > 1;
    const isTurned = !isOver && hasRows && meetsEvery(where, request);
    return [isTurned ? reversedRows(handler)(request) : response, isOver || isTurned];
  });

/** Edits each record except the first response to equal requests; `times` is the number of the response, counted from 1. */
const editRepeated = (change: (record: JsonObject, times: number) => JsonObject): Rewriting =>
  markUnsteady(editByCount((record, times) => (times === 1 ? record : change(record, times))));

/** Imitates a cache that ignores the path: from the n-th request on, every success is the first record that was requested. */
const repeatFirst = (n: number): Rewriting =>
  withMemory({ met: 1, first: "" }, ({ met: count, first }, request, handler) => {
    const response = handler(request);
    const param = first === "" && isSuccessResponse(response) ? request.param : first;
    const isCached = count >= n && param !== "" && isSuccessResponse(response);
    return [isCached ? handler({ ...request, param }) : response, { met: count + 1, first: param }];
  });

/** Returns a message of another time once: as the third message that is found by a time with nine decimals. */
const anotherOnce = withMemory(0, (count, request, handler) => {
  const isMet = /\.\d{9}$/.test(request.param) && isSuccessResponse(handler(request));
  const another = edit("consensus_timestamp", () => "1600000000.123456789");
  return [isMet && count === 2 ? another(handler)(request) : handler(request), count + (isMet ? 1 : 0)];
});

const keepParameter = (name: string, where: Where = []): Rewriting =>
  withMemory("", (previousValue, request, handler) => {
    const ownValue = lastOf(request, name);
    const isKept = ownValue === "" && previousValue !== "" && meetsEvery(where, request);
    return [handler(isKept ? setQuery(request, name, previousValue) : request), ownValue];
  });

const keepForGood = (name: string): Rewriting =>
  withMemory("", (kept, request, handler) => {
    const value = lastOf(request, name) || kept;
    return [handler(value === "" ? request : setQuery(request, name, value)), value];
  });

/** Repeats the error of the previous request in place of a success. */
const keepError = withMemory<ServerResponse | undefined>(undefined, (previousError, request, handler) => {
  const response = handler(request);
  return isSuccessResponse(response) ? [previousError ?? response, undefined] : [response, response];
});

/** After a request that finds no record, requests with the same key find none either: `miss` turns them into requests that find none. */
const loseAfterMiss = (keyOf: (request: ServerRequest) => string, miss: Rewriting): Rewriting =>
  withMemory<readonly string[]>([], (lost, request, handler) => {
    const key = keyOf(request);
    const response = (lost.includes(key) ? miss(handler) : handler)(request);
    return [response, response.status === 404 ? [...lost, key] : lost];
  });

const editEachThird = (change: (record: JsonObject) => JsonObject): Rewriting =>
  editRepeated((record, times) => (times % 3 === 0 ? change(record) : record));

/** Faults that show only once, only after some requests, or only after another request. */
export const timeFaults: readonly Fault[] = faultsByEndpoint({
  tokens: {
    "4.4-rows-after-another": {
      "token-id-of-the-request-before": keepParameter("token.id", hasNoParameter),
      "account-id-of-the-request-before": keepParameter("account.id", hasNoParameter),
    },
    "4.4-rows-in-order-of-name": {
      "name-order-turned-once": reverseOnce([hasParameter("name", /^.{3,}$/), "order", withoutIds]),
    },
    "4.4-rows-meet-token-id token-id-overlooked-once": ignoreFilterOnce("token.id"),
    "4.4-rows-meet-name name-overlooked-once": breakOnce(
      2,
      [hasParameter("name", /^\w{3,}$/), withoutIds],
      ignoreParameter("name"),
    ),
    "4.4-rows-within-limit limit-exceeded-once": breakOnce(1, shortPage, raiseLimit),
    "4.4-rows-within-limit limit-grows-after-sixty-requests": breakAfter(60, short, raiseLimit),
    "4.4-order-accepted order-refused-once": breakOnce(
      1,
      [isAscending, isSingleParameter],
      refuseRequests("order", "order"),
    ),
  },
  tokenBalances: {
    "4.3-rows-after-another account-id-of-the-request-before": keepParameter("account.id", hasNoParameter),
    "4.3-rows-within-limit limit-exceeded-once": breakOnce(1, shortPage, raiseLimit),
    "4.3-rows-meet-account-id account-id-overlooked-once": ignoreFilterOnce("account.id"),
    "4.3-rows-meet-balance balance-overlooked-once": ignoreFilterOnce("account.balance"),
  },
  topicMessage: {
    "4.6-message-after-another": {
      "error-of-the-request-before": keepError,
      "lost-after-a-missing-time-of-its-second": loseAfterMiss(
        ({ param }) => param.slice(0, 10),
        editRequest((request) => ({ ...request, param: "1000000000.000000001" })),
      ),
    },
    "4.6-message-unchanged": {
      "sequence-number-counts-requests": editRepeated((record, times) => ({
        ...record,
        sequence_number: times,
      })),
      "sequence-number-differs-at-each-third-response": editEachThird((record) => ({
        ...record,
        sequence_number: 99,
      })),
      "text-of-a-cache-is-cut": editRepeated((record) => ({ ...record, message: "" })),
      "text-is-cut-for-a-shortened-time": when(({ param }) => !/\.\d{9}$/.test(param))(
        editBody((record) => ({ ...record, message: "" })),
      ),
    },
    "4.6-message-of-that-time": { "cache-without-the-path": repeatFirst(20), "another-once": anotherOnce },
  },
  contractResult: {
    "4.7-result-after-another": {
      "nonce-of-the-request-before": keepParameter("nonce"),
      "nonce-of-the-last-request-with-one": keepForGood("nonce"),
    },
    "4.7-result-unchanged": {
      "gas-used-counts-requests": editRepeated((record, times) => ({ ...record, gas_used: times })),
      "amount-differs-at-each-third-response": editEachThird((record) => ({ ...record, amount: 99 })),
      "block-of-a-cache-is-another": editRepeated((record) =>
        record["block_number"] === null ? record : { ...record, block_number: 7 },
      ),
      "gas-consumed-of-a-transaction-is-another": when(TRANSACTION_ID)(
        edit("gas_consumed", (gas) => (typeof gas === "number" ? gas + 1 : gas)),
      ),
      "timestamp-of-a-transaction-is-another": when(TRANSACTION_ID)(
        edit("timestamp", (time) =>
          typeof time === "string" ? time.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)) : time,
        ),
      ),
    },
    "4.7-record-of-that-hash cache-without-the-path": repeatFirst(30),
  },
  contract: {
    "4.8-contract-after-another": {
      "timestamp-of-the-request-before": keepParameter("timestamp"),
      "timestamp-of-the-last-request-with-one": keepForGood("timestamp"),
      "lost-after-a-time-without-it": loseAfterMiss(
        ({ param }) => param,
        editRequest((request) => setQuery(request, "timestamp", "lt:0")),
      ),
    },
  },
  networkFees: {
    "4.5-default-order order-of-the-request-before-by-default": keepParameter("order"),
    "4.5-order-at-time order-of-the-request-before-at-a-time": keepParameter("order", "timestamp"),
  },
});
