// §4.3, §4.4, §4.5: requests with an invalid parameter, alone and together with valid values of other parameters
import * as api from "../api.ts";
import { invalidTexts } from "../../../generators/formats.ts";
import { queryFrom, shownId, untilLater } from "./ordinary.ts";
import { searchTexts } from "../lists/name-search.ts";
import { isRefusedByName, requestRefusal, type Refusal } from "./refusals.ts";

/**
 * Valid values of the other parameters of a list, to send together with an invalid one: values that the list showed, or bounds
 * that every row meets. A name is never combined with an id (§4.4, line 233).
 */
export function companionsOf(
  list: api.Listing,
  { accounts, key, names }: api.ListInputs,
  name: string,
): api.Query {
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

/**
 * Requests with invalid values of all parameters of a list, and of its path. The first has the first value of each, the second the
 * second, and so on. Smoke sends them in place of each value alone, because an error may name all parameters; other levels send one.
 */
export function malformedTogether(
  endpoint: api.Endpoint,
  names: api.ListInputs["names"],
  { together = 1 }: api.Size,
): readonly api.ApiRequest[] {
  const { pathParameter, query } = api.operations[endpoint];
  return Array.from({ length: together }, (_, index) => {
    const malformed = query.map(({ key, format }) => [names[key], invalidTexts(format)[index]] as const);
    const path = pathParameter && invalidTexts(pathParameter.format)[index];
    return api.requestTo(endpoint, {
      query: queryFrom(...malformed),
      ...api.present({ path }),
      expects: "refusal",
    });
  });
}

/** How an invalid value is sent. */
export interface Sending {
  /** The request with the invalid value, beside valid values of other parameters. */
  readonly invalid: (value: string, beside: api.Query) => api.ApiRequest;
  /** The same request with a valid value. */
  readonly repaired: (beside: api.Query) => api.ApiRequest;
  /** The name that an error must contain. */
  readonly isNamed: (response: api.ApiResponse) => boolean;
  /** Valid values of other parameters. */
  readonly companions: api.Query;
  /** The name of a companion that may not be combined with all others. */
  readonly apart?: string | undefined;
  /** See {@link malformedTogether}. */
  readonly together: readonly api.ApiRequest[];
  readonly size: api.Size;
}

/** How an invalid value of a query parameter is sent. */
export const parameterSending = (
  request: (query: api.Query) => api.ApiRequest,
  repaired: api.Query[number],
): Pick<Sending, "invalid" | "repaired" | "isNamed"> => ({
  invalid: (value, beside) => request([...beside, [repaired[0], value]]),
  repaired: (beside) => request([...beside, repaired]),
  isNamed: (response) => isRefusedByName(response, { name: repaired[0] }),
});

/** An invalid value, and valid values of other parameters, or a request with invalid values of all parameters. */
export interface FaultyValue {
  readonly value: string;
  readonly beside: api.Query;
  readonly together?: api.ApiRequest | undefined;
}

/**
 * Each invalid value alone; the first one also beside all companions. From standard on, two values beside each companion: the first one,
 * and one of another family, a number if possible, because a service may check the form of a value and its range in different places.
 */
export function faultyValues(
  { boundaries, middle }: api.Cases<string>,
  { companions, apart, together, size }: Sending,
): api.CaseSource<FaultyValue> {
  const caseOf = (
    { value, name, ...labels }: api.NamedCase<string>,
    beside: api.Query = [],
    all?: api.ApiRequest,
  ) => ({
    ...labels,
    name: beside.length === 0 ? name : `${name}, with ${api.inWords(beside.map(([other]) => other))}`,
    value: { value, beside, together: all },
  });
  const most = companions.filter(([name]) => name !== apart);
  const [first, ...others] = api.ofEachFamily(boundaries, 1);
  const second = others.find(({ value }) => /^-?[\d.]+$/.test(value)) ?? others[0];
  // All companions have the one order, each of them alone has the other.
  const single = companions.map(([name, value]) => [[name, value === "asc" ? "desc" : value]] as const);
  const sent = (one: api.NamedCase<string> | undefined, query: api.Query) =>
    one === undefined ? [] : [caseOf(one, query)];
  return {
    boundaries: together.length > 1 ? [] : boundaries.map((one) => caseOf(one)),
    middle: middle.map((one) => caseOf(one)),
    contexts: [
      ...[first, ...others].flatMap((one, at) =>
        one && together[at] ? [caseOf(one, [], together[at])] : [],
      ),
      ...sent(first, most),
      ...(api.isSmoke(size)
        ? []
        : single.flatMap((query) => [...sent(first, query), ...sent(second, query)])),
    ],
    smaller: ({ value, beside }) =>
      [[], ...beside.map((companion) => [companion])]
        .filter(({ length }) => length < beside.length)
        .map((fewer) => caseOf({ name: value, value }, fewer)),
  };
}

/**
 * Sends an invalid value and its repaired twin, and returns the two responses to check. If the first response names the parameter, the
 * twin is the request with the valid value alone, which many cases share.
 */
export async function sendFaulty(
  t: api.RequestSender,
  { invalid, repaired, isNamed }: Sending,
  { value, beside, together }: FaultyValue,
): Promise<Refusal> {
  const first = await t.get({ ...(together ?? invalid(value, beside)), expects: "refusal" });
  if (isNamed(first) || together === undefined) {
    return { refused: first, twin: await t.get(repaired(isNamed(first) ? [] : beside)) };
  }
  const alone = await requestRefusal(t, invalid(value, []), repaired([]));
  return isNamed(alone.refused) && isNoParameterError(first) ? { refused: first, twin: alone.twin } : alone;
}

/** Whether the error for several invalid values names no parameter. A malformed path may get an error of another kind. */
function isNoParameterError(response: api.ApiResponse): boolean {
  const messages = api.documentedMessages(response) ?? [];
  return (
    api.operations[response.request.endpoint].pathParameter === undefined &&
    response.body.value !== undefined &&
    response.status !== 403 &&
    !messages.some((text) => text.startsWith("Invalid parameter: "))
  );
}
