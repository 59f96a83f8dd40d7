// §4.3, §4.4, §4.5: requests with an invalid parameter, alone and together with valid values of other parameters
import type { ApiRequest, RequestSender, Query, ApiResponse } from "../../../engine/model/exchange.ts";
import { requestTo, queryOf } from "../../../engine/model/exchange.ts";
import { documentedMessages, isSuccess } from "../../../engine/message/classify.ts";
import type { Listing, ListInputs } from "../../../engine/clauses/prerequisites.ts";
import type { Size } from "../../../engine/clauses/size.ts";
import { malformedAt } from "../../../generators/formats.ts";
import { operations, type Endpoint } from "../../../schemas/operations.ts";
import { queryFrom, shownId, untilLater } from "./ordinary.ts";
import { searchTexts } from "../lists/name-search.ts";
import { requestRefusal, isRefusedByName, type Refusal } from "./refusals.ts";

/** Picks one of several ways to send a value by `turn`, so that consecutive values use all of them. */
export function pickByTurn<T>(ways: readonly [T, ...T[]], turn: number): T {
  return ways[turn % ways.length] ?? ways[0];
}

/**
 * Valid values of the other parameters of a list, to send together with an invalid one: values that the list showed, or bounds
 * that every row meets. A name is never combined with an id (§4.4, line 233).
 */
export function companionsOf(list: Listing, { accounts, key, names }: ListInputs, name: string): Query {
  const { filter, limit, order } = list.names;
  const ordinary = queryFrom(
    [filter, shownId(list)],
    [limit, "1"],
    [order, "asc"],
    [names["accountId"] === filter ? undefined : names["accountId"], accounts[0]],
    [names["publicKey"], key],
    [names["balance"], "gte:0"],
    [names["timestamp"], untilLater(list.time)],
    [names["name"], searchTexts(list)[0]?.value],
  );
  const isId = (sent: string): boolean => [names["tokenId"], names["accountId"]].includes(sent);
  const isName = (sent: string): boolean => sent === names["name"];
  return ordinary.filter(
    ([sent]) => sent !== name && !(isName(name) && isId(sent)) && !(isName(sent) && isId(name)),
  );
}

/** One request with an invalid value of every parameter of an endpoint, picked by `turn`. A response may name each of them. */
function malformedTogether(endpoint: Endpoint, names: ListInputs["names"], turn: number): ApiRequest {
  const { pathParameter, query } = operations[endpoint];
  const path =
    pathParameter === undefined
      ? undefined
      : (malformedAt(pathParameter.format, turn) ?? malformedAt(pathParameter.format, 0));
  const malformed = query.map(({ key, format }) => [names[key], malformedAt(format, turn)] as const);
  const sent = { query: queryFrom(...malformed), ...(path === undefined ? {} : { path }) };
  return requestTo(endpoint, { ...sent, expects: "refusal" });
}

/** How an invalid value of a parameter is sent, and the repaired request. */
export interface Sending {
  readonly request: (query: Query) => ApiRequest;
  /** The parameter with a valid value. */
  readonly repaired: Query[number];
  /** Valid values of other parameters that may be sent in the same request. */
  readonly companions: Query;
  /** The name of a companion that may not be combined with all others. */
  readonly apart?: string | undefined;
  /** A request with invalid values of all parameters, which is sent first if the level has one for this turn. */
  readonly together?: ((turn: number, ways: number) => ApiRequest | undefined) | undefined;
}

/** The turn in which an invalid value is sent with valid values of all other parameters. */
const WITH_ALL_TURN = 1;

/**
 * Invalid values of all parameters in one request, which saves requests: at smoke in every turn but the one with all companions,
 * at standard after the turns with each companion, at thorough never.
 */
export const togetherAt =
  (endpoint: Endpoint, names: ListInputs["names"], { contexts }: Size): Sending["together"] =>
  (turn, ways) =>
    (contexts === 0 && turn !== WITH_ALL_TURN) || (contexts === 1 && turn >= ways)
      ? malformedTogether(endpoint, names, turn)
      : undefined;

/** Whether the response to several invalid values is no parameter error at all: no message begins with "Invalid parameter: ". */
function isNoParameterError(response: ApiResponse): boolean {
  const isJson = response.body.value !== undefined && response.status !== 403;
  const messages = documentedMessages(response) ?? [];
  return isSuccess(response) || (isJson && !messages.some((text) => text.startsWith("Invalid parameter: ")));
}

/** Whether the response to several invalid values is no parameter error, although each value alone returns one that names it. */
async function isRefusedApart(
  t: RequestSender,
  { request }: Sending,
  response: ApiResponse,
): Promise<boolean> {
  if (operations[response.request.endpoint].pathParameter !== undefined || !isNoParameterError(response)) {
    return false;
  }
  for (const one of queryOf(response.request.target)) {
    const alone = await t.get({ ...request([one]), expects: "refusal" });
    if (!isRefusedByName(alone, { name: one[0] })) {
      return false;
    }
  }
  return true;
}

/**
 * Sends an invalid value and its repaired twin, and returns the two responses to check.
 * 1. The value goes out with invalid values of all parameters, if the level has such a request for this `turn`, and with
 *    companions: `turn` picks none, all, or one of them. If a response names the parameter, this response and the twin are
 *    returned.
 * 2. Otherwise the value is sent alone. The response with companions is returned in place of the one alone if the parameter is
 *    named alone, and the companions succeed with the repaired value: only then is it certain that the service overlooks the
 *    invalid value.
 * 3. The response to invalid values of all parameters is returned if it is no parameter error although each value alone returns
 *    one. This is not done for endpoints with a path parameter, whose error may come first.
 */
export async function sendFaulty(
  t: RequestSender,
  sending: Sending,
  malformed: Query[number],
  turn: number,
): Promise<Refusal> {
  const { request, repaired, companions, apart, together } = sending;
  const most = companions.filter(([sent]) => sent !== apart);
  const ways: readonly [Query, ...Query[]] = [[], most, ...companions.map((companion) => [companion])];
  const beside = pickByTurn(ways, turn);
  const [alone, twin] = [request([malformed]), request([repaired])];
  const faulty = { name: malformed[0] };
  const all = together?.(turn, ways.length);
  // A format may have too few invalid values for every turn.
  const among = all !== undefined && queryOf(all.target).has(malformed[0]) ? all : undefined;
  const both = beside.length === 0 ? [] : [request([...beside, malformed])];
  const responses: ApiResponse[] = [];
  for (const one of [...(among === undefined ? [] : [among]), ...both]) {
    const response = await t.get({ ...one, expects: "refusal" });
    if (isRefusedByName(response, faulty)) {
      // The value is not sent again: if a failure is being confirmed, this correct response must count.
      return { refused: response, twin: await t.get(twin) };
    }
    responses.push(response);
  }
  const refusal = await requestRefusal(t, alone, twin);
  const [first, last] = [responses[0], responses.at(-1)];
  if (among !== undefined && first !== undefined && (await isRefusedApart(t, sending, first))) {
    return { ...refusal, refused: first };
  }
  if (last === undefined || both.length === 0 || !isRefusedByName(refusal.refused, faulty)) {
    return refusal;
  }
  // If a companion is refused too, the response does not concern the invalid value.
  const served = await t.get(request([...beside, repaired]));
  if (!isSuccess(refusal.twin) || !isSuccess(served)) {
    return refusal;
  }
  // The smallest request that shows the fault has one companion.
  for (const companion of beside.length > 1 ? beside : []) {
    const smaller = await t.get({ ...request([companion, malformed]), expects: "refusal" });
    const valid = isRefusedByName(smaller, faulty) ? undefined : await t.get(request([companion, repaired]));
    if (valid !== undefined && isSuccess(valid)) {
      return { refused: smaller, twin: valid };
    }
  }
  return { refused: last, twin: served };
}
