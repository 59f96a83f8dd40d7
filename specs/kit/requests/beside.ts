// §4.3, §4.4, §4.5: a malformed parameter beside a well-formed one
import type { ApiRequest, RequestSender, Query, ApiResponse } from "../../../engine/model/exchange.ts";
import { requestTo, queryOf } from "../../../engine/model/exchange.ts";
import { documentedMessages, isSuccess } from "../../../engine/message/classify.ts";
import type { Listing, Material, Size } from "../../../engine/clauses/prerequisites.ts";
import { malformedAt } from "../../../generators/formats.ts";
import { operations, type Endpoint } from "../../../schemas/operations.ts";
import { queryFrom, shownId, untilLater } from "./ordinary.ts";
import { searchTexts } from "../lists/name-search.ts";
import { requestRefusal, isRefusedByName, type Refusal } from "./refusals.ts";

/** The place among some ways to send a value: each of them has its turn. */
export function inTurnOf<T>(ways: readonly [T, ...T[]], turn: number): T {
  return ways[turn % ways.length] ?? ways[0];
}

/**
 * Ordinary values of the other parameters of a list, which a malformed one may be sent beside, those that every list has
 * first: ones that it showed, bounds that all rows meet. A name is not combined with ids (§4.4).
 */
export function companionsOf(list: Listing, { accounts, key, names }: Material, name: string): Query {
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

/** A malformed value of every parameter of an endpoint, those of one turn, in one request: a response may name each of them. */
function malformedTogether(endpoint: Endpoint, names: Material["names"], turn: number): ApiRequest {
  const { pathParameter, query } = operations[endpoint];
  const path =
    pathParameter === undefined
      ? undefined
      : (malformedAt(pathParameter.format, turn) ?? malformedAt(pathParameter.format, 0));
  const malformed = query.map(({ key, format }) => [names[key], malformedAt(format, turn)] as const);
  const sent = { query: queryFrom(...malformed), ...(path === undefined ? {} : { path }) };
  return requestTo(endpoint, { ...sent, expects: "refusal" });
}

/** How a parameter is sent, malformed or not. */
export interface Sending {
  readonly request: (query: Query) => ApiRequest;
  /** The parameter with an ordinary value. */
  readonly repaired: Query[number];
  /** Ordinary values of other parameters, which may stand beside it. */
  readonly companions: Query;
  /** One of them that does not stand beside all others. */
  readonly apart?: string | undefined;
  /** Asked first where a level sends it: the same value among malformed ones of other parameters. */
  readonly together?: ((turn: number, ways: number) => ApiRequest | undefined) | undefined;
}

/** The turn in which a malformed value stands beside ordinary values of all other parameters. */
const BESIDE_ALL = 1;

/**
 * Malformed values of all parameters in one request: at smoke in each turn but the one beside all, at standard once a value has
 * stood beside each ordinary one, at thorough never.
 */
export const togetherAt =
  (endpoint: Endpoint, names: Material["names"], { contexts }: Size): Sending["together"] =>
  (turn, ways) =>
    (contexts === 0 && turn !== BESIDE_ALL) || (contexts === 1 && turn >= ways)
      ? malformedTogether(endpoint, names, turn)
      : undefined;

/** Several malformed values at once are an error of parameters too: some message is of its form, whatever it names. */
function isNoParameterError(response: ApiResponse): boolean {
  const isJson = response.body.value !== undefined && response.status !== 403;
  const messages = documentedMessages(response) ?? [];
  return isSuccess(response) || (isJson && !messages.some((text) => text.startsWith("Invalid parameter: ")));
}

/** Whether a response to several malformed values is no such error, although each of them alone is refused by its name. */
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
 * Sends a malformed value beside ordinary values of other parameters: `turn` picks none of them, all, or one after the
 * other. Where no response names the parameter, also alone. If it is named alone, and not beside values that are served where
 * it is repaired, what came beside them is checked; the same for what came among malformed values where that is no error of
 * parameters at all (not on a path, where another error may come first). For a value that a response names among malformed ones of
 * all parameters, only the repaired request is sent besides.
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
  const beside = inTurnOf(ways, turn);
  const [alone, twin] = [request([malformed]), request([repaired])];
  const faulty = { name: malformed[0] };
  const all = together?.(turn, ways.length);
  // A name has no malformed value for each turn.
  const among = all !== undefined && queryOf(all.target).has(malformed[0]) ? all : undefined;
  const both = beside.length === 0 ? [] : [request([...beside, malformed])];
  const responses: ApiResponse[] = [];
  for (const one of [...(among === undefined ? [] : [among]), ...both]) {
    const response = await t.get({ ...one, expects: "refusal" });
    if (isRefusedByName(response, faulty)) {
      // Not sent again: where it is repeated for being in doubt, what came right must count.
      return { refused: response, twin: await t.get(twin) };
    }
    responses.push(response);
  }
  const refusal = await requestRefusal(t, alone, twin);
  const [first, came] = [responses[0], responses.at(-1)];
  if (among !== undefined && first !== undefined && (await isRefusedApart(t, sending, first))) {
    return { ...refusal, refused: first };
  }
  if (came === undefined || both.length === 0 || !isRefusedByName(refusal.refused, faulty)) {
    return refusal;
  }
  // That a companion is refused says nothing of the malformed value.
  const served = await t.get(request([...beside, repaired]));
  return isSuccess(refusal.twin) && isSuccess(served) ? { refused: came, twin: served } : refusal;
}
