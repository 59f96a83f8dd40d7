// §2.1, §4.3, §4.4, §4.5: likely values of parameters, bounds that records meet, and requests with an invalid parameter
import type { CaseSource } from "../../../engine/clauses/declare.ts";
import { beforeQuery, requestTo, type ApiRequest, type ApiResponse } from "../../../engine/model/exchange.ts";
import type { RequestSender, Query, Inconclusive } from "../../../engine/model/exchange.ts";
import { documentedMessages } from "../../../engine/message/classify.ts";
import type { Listing, ListInputs } from "../../../engine/clauses/prerequisites.ts";
import { isSmoke, type Size } from "../../../engine/clauses/size.ts";
import { inWords, ofEachFamily, uniqueValues, type Cases } from "../../../generators/cases.ts";
import type { NamedCase } from "../../../generators/cases.ts";
import { invalidTexts } from "../../../generators/formats.ts";
import { operations, type Endpoint, type QueryFormat } from "../../../schemas/operations.ts";
import { listNameOf, LISTS, sortedIds } from "../lists/lists.ts";
import { searchTexts } from "../lists/name-search.ts";
import { requestRefusal, inconclusive, type Refusal } from "./check-results.ts";
import { compareIds, shardAndRealm, shiftedId } from "../../../engine/model/compare.ts";
import { ENTITY_ID, TIMESTAMP_PATTERN } from "../../../schemas/formats.ts";

/** A valid value of a parameter of a list: one that the list shows, or a bound that practically every row meets. */
export function likelyValue(list: Listing, format: QueryFormat): string {
  const values: Readonly<Record<string, string>> = {
    limit: "1",
    order: "asc",
    BalanceFilter: "gte:0",
    TimestampFilter: farUpperBound(list.time),
    name: searchTexts(list)[0]?.value ?? "zqxjkvwzq",
  };
  return values[format] ?? lowestListedId(list);
}

/**
 * Valid values of the other parameters of a list, to be sent together with an invalid value of the parameter `name`. Parameters without a
 * known name or value are omitted, and so are ids together with an invalid name, and a name together with an invalid id (§4.4).
 */
export function companionsOf(list: Listing, { accounts, key, names }: ListInputs, name: string): Query {
  const { endpoint } = LISTS[listNameOf(list)];
  const known: Readonly<Record<string, string | undefined>> = {
    "tokens.accountId": accounts[0],
    "tokens.publicKey": key,
    "tokenBalances.publicKey": key,
    "tokens.name": searchTexts(list)[0]?.value,
  };
  const ordinary = queryFrom(
    ...operations[endpoint].query.map((parameter) => {
      const place = `${endpoint}.${parameter.key}`;
      const value = place in known ? known[place] : likelyValue(list, parameter.format);
      return [names[parameter.key], value] as const;
    }),
  );
  const isId = (sent: string): boolean => [names["tokenId"], names["accountId"]].includes(sent);
  const isName = (sent: string): boolean => sent === names["name"];
  return ordinary.filter(
    ([sent]) => sent !== name && !(isName(name) && isId(sent)) && !(isName(sent) && isId(name)),
  );
}

/**
 * Requests with an invalid value of every query parameter whose name is known: the first request has the first invalid text of each
 * format, the second request the second one, and so on. From the second request on, the path is invalid too. Smoke sends these requests
 * instead of one request per value, because one error may name all invalid parameters. Other levels send only the first request.
 * @param valid makes a request with a valid path
 */
export function requestsWithAllInvalid(
  endpoint: Endpoint,
  names: ListInputs["names"],
  { together = 1 }: Size,
  valid: (query: Query) => ApiRequest,
): readonly ApiRequest[] {
  const { pathParameter, query } = operations[endpoint];
  const length = together + (pathParameter === undefined || together === 1 ? 0 : 1);
  return Array.from({ length }, (_, index) => {
    const malformed = query.map(({ key, format }) => [names[key], invalidTexts(format)[index]] as const);
    const path = pathParameter && invalidTexts(pathParameter.format)[index - 1];
    const sent = queryFrom(...malformed);
    const request = path === undefined ? valid(sent) : requestTo(endpoint, { query: sent, path });
    return { ...request, expects: "refusal" };
  });
}

export interface InvalidValueRequests {
  /** The request with the invalid value, together with valid values of other parameters. */
  readonly invalid: (value: string, others: Query) => ApiRequest;
  /** The same request with a valid value. */
  readonly repaired: (others: Query) => ApiRequest;
  /** Whether an error names the invalid parameter. */
  readonly isNamed: (response: ApiResponse) => boolean;
  /** Valid values of other parameters. */
  readonly companions: Query;
  /** The name of a companion that is not sent together with all others: the contract forbids to combine it with one of them. */
  readonly apart?: string | undefined;
  /** See {@link requestsWithAllInvalid}. */
  readonly together: readonly ApiRequest[];
  readonly size: Size;
}

/** An invalid value, with valid values of `others` if there are any. `together`: a request in which all parameters are invalid. */
export interface InvalidValueCase {
  readonly value: string;
  readonly others: Query;
  readonly together?: ApiRequest | undefined;
}

/**
 * The cases of invalid values: each value alone; the first value of each family in a request of `together`, as many as there are (at smoke,
 * where there are several, no value is sent alone); and the first value with all companions. From standard on also the first value, and one
 * of another family, with each companion by itself; the other value is a number if possible, because a service may check the form and the
 * range of a value separately.
 */
export function invalidValueCases(
  { boundaries, middle }: Cases<string>,
  { companions, apart, together, size }: InvalidValueRequests,
): CaseSource<InvalidValueCase> {
  const caseOf = ({ value, name, ...labels }: NamedCase<string>, others: Query = [], all?: ApiRequest) => ({
    ...labels,
    name: others.length === 0 ? name : `${name}, with ${inWords(others.map(([other]) => other))}`,
    value: { value, others, together: all },
  });
  const most = companions.filter(([name]) => name !== apart);
  const [first, ...further] = ofEachFamily(boundaries, 1);
  const second = further.find(({ value }) => /^-?[\d.]+$/.test(value)) ?? further[0];
  // If an order is among the companions, it is desc when a companion is sent alone, and asc when all are sent together.
  const single = companions.map(([name, value]) => [[name, value === "asc" ? "desc" : value]] as const);
  const sent = (one: NamedCase<string> | undefined, query: Query) =>
    one === undefined ? [] : [caseOf(one, query)];
  return {
    boundaries: together.length > 1 ? [] : boundaries.map((one) => caseOf(one)),
    middle: middle.map((one) => caseOf(one)),
    contexts: [
      ...[first, ...further].flatMap((one, at) =>
        one && together[at] ? [caseOf(one, [], together[at])] : [],
      ),
      ...sent(first, most),
      ...(isSmoke(size) ? [] : single.flatMap((query) => [...sent(first, query), ...sent(second, query)])),
    ],
    smaller: ({ value, others }) =>
      [[], ...others.map((companion) => [companion])]
        .filter(({ length }) => length < others.length)
        .map((fewer) => caseOf({ name: value, value }, fewer)),
  };
}

/**
 * Sends a request with an invalid value and its counterpart with a valid one; returns both responses for `checkRefusal`. If the error
 * names the parameter, the counterpart has no other parameters, so that many cases share it. If the error for several invalid values
 * does not name the parameter, the value is sent alone, and that response is returned. The first error is returned nevertheless if it
 * names no parameter, although the path is valid and the error for the value alone names the parameter.
 */
export async function sendInvalidValue(
  t: RequestSender,
  { invalid, repaired, isNamed }: InvalidValueRequests,
  { value, others, together }: InvalidValueCase,
): Promise<Refusal> {
  const first = await t.get({ ...(together ?? invalid(value, others)), expects: "refusal" });
  if (isNamed(first) || together === undefined) {
    return { refused: first, counterpart: await t.get(repaired(isNamed(first) ? [] : others)) };
  }
  const alone = await requestRefusal(t, invalid(value, []), repaired([]));
  // The error for a malformed path need not name a query parameter.
  const hasValidPath = beforeQuery(first.request.target) === beforeQuery(repaired([]).target);
  return isNamed(alone.refused) && hasValidPath && isNoParameterError(first)
    ? { refused: first, counterpart: alone.counterpart }
    : alone;
}

/** Whether a response is JSON, names no invalid parameter, and has a status other than 403, which a firewall may return. */
function isNoParameterError(response: ApiResponse): boolean {
  const messages = documentedMessages(response) ?? [];
  return (
    response.body.value !== undefined &&
    response.status !== 403 &&
    !messages.some((text) => text.startsWith("Invalid parameter: "))
  );
}

export const LOWEST_ID = "0.0.0";
export const HIGHEST_ID = "9999999999.9999999999.9999999999";

const DAY = 86_400n;
/** The beginning of 2100, in seconds: later than every record, but within uint32 and, in nanoseconds, within int64. */
const FAR_LATER = 4_102_444_800n;
const LAST_TIME = "lte:9999999999.999999999";

/** Practically every record meets lte with the beginning of 2100 or, if that is later, a day after `time`, in at most ten digits. */
export function farUpperBound(time: string | undefined): string {
  const [seconds = "0"] = time !== undefined && TIMESTAMP_PATTERN.test(time) ? time.split(".") : [];
  const after = BigInt(seconds) + DAY;
  const later = (after > FAR_LATER ? after : FAR_LATER).toString();
  return later.length > 10 ? LAST_TIME : `lte:${later}.000000000`;
}

export const BOUNDS_NEVER_MET: readonly NamedCase<string>[] = [
  { name: "a time before 0", value: "lt:0" },
  { name: "a time after the last timestamp", value: "gt:9999999999.999999999" },
];

/**
 * Timestamp filters that every record meets, whichever of its times they apply to (interpretation 17); none at smoke.
 * @param time the time that the target shows: if it is 0, it does not meet gt:0 and ne:0, which are omitted
 */
export function boundsAlwaysMet(size: Size, time: string | undefined): readonly NamedCase<string>[] {
  const isOfZero = time !== undefined && !/[1-9]/.test(time);
  const bounds = [
    { name: "up to the last timestamp", value: LAST_TIME },
    { name: "before the last timestamp", value: LAST_TIME.replace("lte", "lt") },
    { name: "0 or later", value: "gte:0" },
    { name: "a time after 0", value: "gt:0" },
    { name: "a time other than 0", value: "ne:0" },
  ];
  return isSmoke(size) ? [] : bounds.slice(0, isOfZero ? 3 : undefined);
}

export function boundsMostlyMet(time: string | undefined): readonly NamedCase<string>[] {
  const later = farUpperBound(time);
  const own =
    time !== undefined && TIMESTAMP_PATTERN.test(time)
      ? [{ name: "the returned time", value: `eq:${time}` }]
      : [];
  return [
    { name: "up to a much later time", value: later },
    { name: "before a much later time", value: later.replace("lte", "lt") },
    ...own,
    { name: "0 or later", value: "gte:0" },
  ];
}

/** The acceptance clause sends the filters of the clauses on effects too: it fails if one is refused. */
export function boundsOfEffectClauses(size: Size, time: string | undefined): readonly NamedCase<string>[] {
  return isSmoke(size)
    ? []
    : uniqueValues([...BOUNDS_NEVER_MET, ...boundsAlwaysMet(size, time), ...boundsMostlyMet(time)]);
}

export const lowestListedId = (list: Listing): string => sortedIds(list)[0] ?? "0.0.1";

type Parameter = readonly [name: string | undefined, value: string | undefined];

/** A query of the pairs that have both a name and a value. */
export function queryFrom(...pairs: readonly Parameter[]): Query {
  return pairs.flatMap(([name, value]) =>
    name === undefined || value === undefined ? [] : [[name, value] as const],
  );
}

/** Entity numbers that hardly any ledger has reached, but that fit into 32 bits. */
const UNUSED = [4_294_900_007n, 4_200_000_011n];
const STEP = 100_003n;

/** The shard and realm that all ids among the texts share, and that a short id omits (interpretation 17); otherwise undefined. */
export function commonShardRealm(texts: readonly string[]): string | undefined {
  const [home, ...others] = new Set(texts.filter((text) => ENTITY_ID.test(text)).map(shardAndRealm));
  return others.length === 0 ? home : undefined;
}

/** Inconclusive if the ids among the texts have different shards or realms, or there is no id. */
export function whyShortIdAmbiguous(texts: readonly string[]): Inconclusive | undefined {
  const isKnown = texts.some((text) => ENTITY_ID.test(text));
  return commonShardRealm(texts) === undefined
    ? inconclusive(
        isKnown
          ? "the known ids have different shards or realms, so a short id is ambiguous"
          : "no id is known, so the shard and realm that a short id denotes are unknown",
      )
    : undefined;
}

/** Two ids of no known record, in the shard and realm of the highest known id: if possible, one 100,003 above it and one far away. */
export function unusedIds(known: readonly string[]): readonly string[] {
  const ids = known.filter((id) => ENTITY_ID.test(id)).toSorted(compareIds);
  const highest = ids.at(-1) ?? "0.0.1000";
  const far = UNUSED.map((num) => shardAndRealm(highest) + num.toString());
  return [shiftedId(highest, STEP), ...far]
    .filter((id) => ENTITY_ID.test(id) && !ids.includes(id))
    .slice(0, 2);
}
