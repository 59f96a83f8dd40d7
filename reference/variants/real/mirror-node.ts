// The deviations of the mirror node 0.160.
import * as values from "./values.ts";
import type { Endpoint } from "../../../schemas/operations.ts";
import { usualDataset } from "../../dataset.ts";
import { failure, invalidParameters, setQuery, textOf, valuesOf } from "../../exchange.ts";
import type { Handler, ServerRequest, ServerResponse } from "../../exchange.ts";
import { servedRows, wholeList, withNext, withRows } from "../../listing.ts";
import { isSuccessResponse } from "../../rewriting.ts";
import { ignoreValues, replaceInValue, replaceValue } from "../../parameter-rewriting.ts";
import { nanoseconds, LEDGER_PREFIX } from "../../service/parameters.ts";
import type { Deviating } from "../../variant.ts";
import { mirrorDataset, otherLists } from "./mirror-data.ts";
import { END_OF_TIME, mirrorQuery, filterTimes } from "./values.ts";

const UNAVAILABLE_RESPONSE = failure(503, ["Service unavailable"]);
const isServerResponse = (parsed: ServerRequest | ServerResponse): parsed is ServerResponse =>
  "status" in parsed;

/** Sets the link of a page: a full page has one even if no row follows, any other page has none. */
function linkedPage(response: ServerResponse, request: ServerRequest, parsed: ServerRequest): ServerResponse {
  if (!isSuccessResponse(response)) return response;
  const isOfTokens = request.endpoint === "tokens";
  const [identity, cursor] = isOfTokens ? ["token_id", "token.id"] : ["account", "account.id"];
  const rows = servedRows(response.body);
  const last = rows.at(-1)?.[identity];
  const isFull = rows.length >= Number(valuesOf(parsed, "limit").at(-1) ?? 25);
  if (!isFull || typeof last !== "string") return { ...response, body: withNext(response.body, null) };
  const isUp = (valuesOf(parsed, "order").at(-1) ?? (isOfTokens ? "asc" : "desc")) === "asc";
  const onward = isUp ? /^gte?:/ : /^lte?:/;
  // If the cursor has a filter for one value (eq or ne), the link leads to the same page again.
  const loops = valuesOf(parsed, cursor).some((value) => /^(?:\d|eq:|ne:)/.test(value));
  const remaining = request.query.filter(([name, value]) => loops || name !== cursor || !onward.test(value));
  const query = loops ? remaining : [...remaining, [cursor, `${isUp ? "gt" : "lt"}:${last}`] as const];
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%3A", ":")}`);
  return { ...response, body: withNext(response.body, `${LEDGER_PREFIX}${request.path}?${text.join("&")}`) };
}

const FILTERS_TOGETHER = [
  ["account.id", "account.id and name cannot be used together"],
  ["token.id", "token.id and name can not be used together. Use a more specific name instead."],
] as const;

/** The error for a name together with an id, if both are sent. It precedes errors about invalid values, except about empty ones. */
function mirrorRefusal(request: ServerRequest): ServerResponse | undefined {
  const names = valuesOf(request, "name");
  if (names.length === 0 || names.includes("")) return undefined;
  const [other, sentence] = FILTERS_TOGETHER.find(([name]) => valuesOf(request, name).length > 0) ?? [];
  if (other === undefined || sentence === undefined) return undefined;
  return valuesOf(request, other).includes("") ? invalidParameters([other]) : failure(400, [sentence]);
}

/** Searches by name: % and _ are wildcards unless a backslash precedes them. There is only one page. */
function searchByPattern(handler: Handler, parsed: ServerRequest): ServerResponse {
  const nameless = setQuery(parsed, "name", undefined);
  const response = handler(nameless);
  if (!isSuccessResponse(response)) return response;
  const patterns = valuesOf(parsed, "name").map((part) => {
    const signs = [...part.matchAll(/\\?(.)/gsu)].map(([match, sign = ""]) =>
      match === "%" ? ".*" : match === "_" ? "." : sign.replace(/[$()*+./?[\\\]^{|}]/, String.raw`\$&`),
    );
    return new RegExp(signs.join(""), "isu");
  });
  const rows = wholeList(handler, nameless).filter(({ name }) =>
    patterns.every((pattern) => pattern.test(textOf(name))),
  );
  const page = rows.slice(0, Number(valuesOf(parsed, "limit").at(-1) ?? 25));
  return { ...response, body: withNext(withRows(response.body, page), null) };
}

function mirrorTokensHandler(handler: Handler): Handler {
  return (request) => {
    const parsed =
      mirrorRefusal(request) ??
      mirrorQuery(request, {
        // account.id takes a single id without an operator.
        "account.id": (text) => values.mirrorEntityId(text, true),
        limit: values.limit,
        name: values.name,
        order: values.mirrorOrder,
        publickey: values.mirrorKey,
        "token.id": values.mirrorIdFilter,
        type: values.type,
      });
    if (isServerResponse(parsed)) return parsed;
    if (valuesOf(parsed, "account.id").length > 1) return invalidParameters(["account.id"]);
    return valuesOf(parsed, "name").length > 0
      ? searchByPattern(handler, parsed)
      : linkedPage(handler(parsed), request, parsed);
  };
}

/** Whether filters find the newest snapshot: there is none, or an exact time or upper bound less than 60 days after the snapshot. */
function isInTime(times: ReturnType<typeof filterTimes>): boolean {
  const MONTHS = 60n * 86_400n * 10n ** 9n;
  const newest = nanoseconds("1700172800.5") ?? 0n;
  const bounds = times.filter(({ operator }) => !/^(?:gte?|ne):/.test(operator)).map(({ at }) => at);
  return times.length === 0 || bounds.some((at) => at < newest + MONTHS);
}

const bounded = replaceValue("timestamp", (value) => value.replace(/^(?:eq:)?(?=\d)/, "lte:"));

function mirrorBalancesHandler(handler: Handler): Handler {
  return (request) => {
    // 0x before an id is ignored.
    const named = request.param.replace(/^0x(?![\da-fA-F]{40}$)/, "");
    const param = values.mirrorEntityId(named, true);
    if (typeof param !== "string") return invalidParameters(["tokenid"]);
    const parsed = mirrorQuery(request, {
      "account.balance": values.mirrorBalance,
      "account.id": values.mirrorIdFilter,
      "account.publickey": values.mirrorKey,
      limit: values.limit,
      order: values.mirrorOrder,
      timestamp: values.time,
    });
    if (isServerResponse(parsed)) return parsed;
    const times = filterTimes(parsed.query);
    if (times.some(({ operator, at }) => operator === "ne:" && at >= END_OF_TIME))
      return UNAVAILABLE_RESPONSE;
    const response = bounded(handler)({ ...parsed, param });
    if (!isSuccessResponse(response)) return response;
    const rows = isInTime(times) ? servedRows(response.body) : [];
    const { timestamp = null } = rows.length === 0 ? {} : response.body;
    const body = { ...response.body, balances: rows, timestamp };
    return linkedPage({ ...response, body }, request, parsed);
  };
}

/** Network fees are served by another service, whose errors have a detail and no names of parameters. */
function mirrorFeesHandler(handler: Handler): Handler {
  return (request) => {
    const time: values.Read = (text) => (/^\w+:\w+:/.test(text) ? undefined : values.time(text));
    const parsed = mirrorQuery(request, { order: values.mirrorOrder, timestamp: time });
    const times = isServerResponse(parsed) ? [] : filterTimes(parsed.query);
    if (isServerResponse(parsed) || times.some(({ operator }) => operator === "ne:")) return FEES_REFUSED;
    if (times.some(({ at }) => at >= END_OF_TIME)) return UNAVAILABLE_RESPONSE;
    const response = bounded(handler)(parsed);
    return isSuccessResponse(response) ? response : FEES_MISSING;
  };
}

const detailed = (status: number, message: string, detail: string): ServerResponse => ({
  ...failure(status, []),
  body: { _status: { messages: [{ message, detail }] } },
});
const FEES_REFUSED = detailed(400, "Bad Request", "Invalid parameter");
const FEES_MISSING = detailed(404, "Not Found", "File 0.0.111 not found");

const mirrorMessageHandler =
  (handler: Handler): Handler =>
  (request) => {
    const parsed = mirrorQuery(request, {});
    if (isServerResponse(parsed)) return parsed;
    const at = nanoseconds(request.param);
    if (at === undefined) return invalidParameters(["consensus_timestamp"]);
    return at >= END_OF_TIME ? UNAVAILABLE_RESPONSE : handler(parsed);
  };

const NO_TRANSACTION_ID = failure(400, [
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
]);
/** From this second on, the end of the searched period exceeds 64 bits of nanoseconds. */
const LAST_SECONDS = 9_223_371_000n;

/** The identifier by which the reference finds the result, or an error, also for a `nonce` with an operator. */
function resultName(param: string, nonce: string): string | ServerResponse {
  if (/^(?:0x)?[\da-fA-F]{64}$/.test(param)) return param;
  const [, payer = "", seconds = "0", nanos = ""] =
    /^(\d+\.\d+\.\d+)-(\d{1,19})-(\d{1,9})$/.exec(param) ?? [];
  if (payer === "" || BigInt(seconds) >= END_OF_TIME) return NO_TRANSACTION_ID;
  const id = values.mirrorEntityId(payer, false) ?? failure(400, [`Invalid entity ID "${payer}"`]);
  if (typeof id !== "string") return id;
  // The database does not support the operator, although parameter validation accepts it.
  return BigInt(seconds) >= LAST_SECONDS || nonce.includes(":")
    ? UNAVAILABLE_RESPONSE
    : `${id}-${seconds}-${nanos}`;
}

/** Handles requests for contract results: with parsing and errors of the mirror node, and status 206 if `call_result` is `0x`. */
function mirrorResultHandler(handler: Handler): Handler {
  return (request) => {
    const parsed = mirrorQuery(request, { nonce: values.nonce });
    if (isServerResponse(parsed)) return parsed;
    const param = resultName(request.param, valuesOf(parsed, "nonce").at(-1) ?? "");
    if (typeof param !== "string") return param;
    const response = replaceInValue("nonce", /eq:/, "")(handler)({ ...parsed, param });
    return isSuccessResponse(response) && response.body["call_result"] === "0x"
      ? { ...response, status: 206 }
      : response;
  };
}

/** Ignores lower bounds, because the validity of the current version of a contract does not end. */
const unbounded = ignoreValues("timestamp", /^gte?:/);

function mirrorContractHandler(handler: Handler): Handler {
  return (request) => {
    const bareAddress = /^(\d{1,5}\.){1,2}([\da-fA-F]{40})$/.exec(request.param)?.[2];
    const isAddress = bareAddress !== undefined || /^(?:0x)?[\da-fA-F]{40}$/.test(request.param);
    const id = isAddress ? request.param : values.mirrorEntityId(request.param, false);
    if (id === undefined) return invalidParameters(["contractid"]);
    if (typeof id !== "string") return id;
    const parsed = mirrorQuery(request, { timestamp: values.time });
    if (isServerResponse(parsed)) return parsed;
    if (filterTimes(parsed.query).some(({ at }) => at >= END_OF_TIME)) return UNAVAILABLE_RESPONSE;
    // Shard and realm before an address are ignored.
    return unbounded(bounded(handler))({ ...parsed, param: bareAddress ?? id });
  };
}

const HANDLERS: Readonly<Partial<Record<Endpoint, (handler: Handler) => Handler>>> = {
  tokens: mirrorTokensHandler,
  tokenBalances: mirrorBalancesHandler,
  networkFees: mirrorFeesHandler,
  topicMessage: mirrorMessageHandler,
  contractResult: mirrorResultHandler,
  contract: mirrorContractHandler,
};

export const mirrorNode: Deviating = {
  description: "behaves as the mirror node 0.160 does, with its deviations",
  profile: "hiero-mirror-node",
  dataset: mirrorDataset,
  carrier: () => otherLists(mirrorDataset(usualDataset())),
  service: (handler) => (request) => (HANDLERS[request.endpoint]?.(handler) ?? handler)(request),
};
