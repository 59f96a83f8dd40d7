// Handlers made of handlers: what variants and faults do to requests and to responses.
import { operations, type Endpoint } from "../schemas/operations.ts";
import {
  ACCIDENT,
  invalidParameters,
  isArray,
  isJsonObject,
  notFound,
  setQuery,
  valuesOf,
} from "./exchange.ts";
import type { ServerResponse, ServerHeaders, ServerRequest, Handler, Json, JsonObject } from "./exchange.ts";
import { CURSOR, operatorOf } from "./service/parameters.ts";

export type Rewriting = (handler: Handler) => Handler;

/** Some of the requests: those that a query parameter is sent in, whose path has a form, or that a function tells. */
export type Condition = string | RegExp | ((request: ServerRequest) => boolean);

/** Requests that meet one condition, or each of several. */
export type Where = Condition | readonly Condition[];

/** Whether a request is one of those. */
export function holds(condition: Condition, request: ServerRequest): boolean {
  if (typeof condition === "string") return valuesOf(request, condition).length > 0;
  return condition instanceof RegExp ? condition.test(request.param) : condition(request);
}

/** The rewriting for some requests only, which meet each condition. */
export function when(conditions: Where, rewriting: Rewriting): Rewriting {
  const all = [conditions].flat();
  return (handler) => {
    const rewritten = rewriting(handler);
    return (request) => (all.every((one) => holds(one, request)) ? rewritten(request) : handler(request));
  };
}

/** The last value of a query parameter; none where it is not sent. */
export function lastOf(request: ServerRequest, name: string): string {
  return valuesOf(request, name).at(-1) ?? "";
}

/** Requests whose last value of a query parameter is this one, or has this form. */
export const hasParameter =
  (name: string, value: string | RegExp): Condition =>
  (request) =>
    typeof value === "string" ? lastOf(request, name) === value : value.test(lastOf(request, name));

export const atPlace =
  (...endpoints: readonly Endpoint[]): Condition =>
  ({ endpoint }) =>
    endpoints.includes(endpoint);

export const isAscending = hasParameter("order", "asc");
export const desc = hasParameter("order", "desc");
export const withoutLimit: Condition = (request) => !holds("limit", request);
export const behindFirst: Condition = CURSOR;
export const repeatsRows =
  (name: string): Condition =>
  (request) =>
    valuesOf(request, name).length > 1;

/** Two parameters and nothing else, on whatever page. */
export const parameterAlone =
  (...two: readonly [string, string]): Condition =>
  ({ query }) => {
    const names = new Set(query.map(([name]) => name).filter((name) => name !== CURSOR));
    return names.size === 2 && two.every((name) => names.has(name));
  };

/** The handler that is asked something else than what was asked. */
export function editRequest(change: (request: ServerRequest) => ServerRequest): Rewriting {
  return (handler) => (request) => handler(change(request));
}

/** Whatever is asked, this is asked instead. */
export function replacedRequest(instead: Partial<ServerRequest>): Rewriting {
  return editRequest((request) => ({ ...request, ...instead }));
}

/** The request with some query parameters changed; undefined takes one out. */
export function withQuery(
  request: ServerRequest,
  change: (name: string, value: string) => string | undefined,
): ServerRequest {
  const query = request.query.flatMap(([name, value]) => {
    const changed = change(name, value);
    return changed === undefined ? [] : [[name, changed] as const];
  });
  return { ...request, query };
}

export const editedResponses =
  (response: ServerResponse): Rewriting =>
  () =>
  () =>
    response;

export function editResponse(
  change: (response: ServerResponse, request: ServerRequest) => ServerResponse,
): Rewriting {
  return (handler) => (request) => change(handler(request), request);
}

type Success = { readonly status: number; readonly headers: ServerHeaders; readonly body: JsonObject };

/** Whether a response is a success with a JSON object. */
export function isSuccessResponse(response: ServerResponse): response is Success {
  return response.status === 200 && "body" in response && isJsonObject(response.body);
}

export function editSuccess(
  change: (response: Success, request: ServerRequest) => ServerResponse,
): Rewriting {
  return editResponse((response, request) =>
    isSuccessResponse(response) ? change(response, request) : response,
  );
}

export const accidentalError = editSuccess(() => ACCIDENT);

export function editFailure(
  change: (response: ServerResponse, request: ServerRequest) => ServerResponse,
): Rewriting {
  return editResponse((response, request) =>
    isSuccessResponse(response) ? response : change(response, request),
  );
}

export function editBody(change: (body: JsonObject, request: ServerRequest) => Json): Rewriting {
  return editSuccess((response, request) => ({ ...response, body: change(response.body, request) }));
}

/** What answers equal requests differently each time: a request that shows it need not show it again. */
export const UNSTEADY = new WeakSet<Rewriting>();

export function unsteady(rewriting: Rewriting): Rewriting {
  UNSTEADY.add(rewriting);
  return rewriting;
}

/** A member of a success that counts the requests. */
export const numbered = (name: string): Rewriting =>
  unsteady((handler) => {
    let times = 0;
    return editBody((body) => ({ ...body, [name]: (times += 1) }))(handler);
  });

/** Makes another value of a value; undefined takes it out. */
export type Change = (value: Json) => Json | undefined;

/** One value is another one. */
export const replacedValue =
  (from: Json, to: Json): Change =>
  (value) =>
    value === from ? to : value;

/**
 * What stands at a place of success bodies, changed. The place is a path of member names; `*` is every
 * member or element, `-1` the last element. Where there is no such place, nothing changes.
 */
export function edit(path: string, change: Change): Rewriting {
  return editBody((body) => changedAt(body, path.split("/").filter(Boolean), change) ?? null);
}

export const editFees = (change: (fees: readonly Json[]) => Json): Rewriting =>
  edit("fees", (fees) => (isArray(fees) ? change(fees) : fees));

/** The value with what stands at a place of it changed. */
export function changedAt(value: Json, [step, ...rest]: readonly string[], change: Change): Json | undefined {
  if (step === undefined) return change(value);
  const changed = (name: string, inner: Json, isLast: boolean): readonly Json[] => {
    const isMeant = step === "*" || step === name || (step === "-1" && isLast);
    return [isMeant ? changedAt(inner, rest, change) : inner].filter((one) => one !== undefined);
  };
  if (isArray(value)) {
    return value.flatMap((one, index) => changed(String(index), one, index === value.length - 1));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) =>
    changed(name, member, false).map((one) => [name, one] as const),
  );
  return Object.fromEntries(members);
}

/** Makes another value, of the same kind, of a value in a member of that name. */
export type ValueChange = (value: Json, name: string) => Json;

/** Every value in a value, innermost first, changed. */
export function changedEverywhere<T extends Json>(value: T, change: ValueChange, name?: string): T;
export function changedEverywhere(value: Json, change: ValueChange, name = ""): Json {
  if (isArray(value)) {
    return change(
      value.map((element) => changedEverywhere(element, change, name)),
      name,
    );
  }
  if (!isJsonObject(value)) return change(value, name);
  const members = Object.entries(value).map(([member, inner]): [string, Json] => [
    member,
    changedEverywhere(inner, change, member),
  ]);
  return change(Object.fromEntries(members), name);
}

// What goes wrong with the text of a parameter.

/** Stands for the parameter in the path where a query parameter has its name. */
export const PATH_PLACE = "path";

type RequestTest = RegExp | ((text: string) => boolean);

const fitsPattern = (test: RequestTest, text: string): boolean =>
  test instanceof RegExp ? test.test(text) : test(text);

/** Requests are refused that have to be accepted. */
export function refusedWhen(name: string, where: Where): Rewriting {
  return when(where, editedResponses(invalidParameters([name])));
}

/** Texts are refused that have to be accepted. */
export function refusedIn(place: string, test: RequestTest): Rewriting {
  return (honest) => (request) => {
    const texts = place === PATH_PLACE ? [request.param] : valuesOf(request, place);
    const name = place === PATH_PLACE ? operations[request.endpoint].pathParameter?.name : place;
    return texts.some((text) => fitsPattern(test, text))
      ? invalidParameters([name ?? place])
      : honest(request);
  };
}

/** A text in the path finds nothing. */
export function missingPath(test: RegExp): Rewriting {
  return when(test, editedResponses(notFound()));
}

/** A text is taken for another one; for none at all where there is no other. */
export function taken(place: string, change: (text: string) => string | undefined): Rewriting {
  return editRequest((request) =>
    place === PATH_PLACE
      ? { ...request, param: change(request.param) ?? "" }
      : withQuery(request, (sent, value) => (sent === place ? change(value) : value)),
  );
}

/** What an expression finds in a text is taken for something else. */
export function readAs(place: string, found: RegExp, by: string): Rewriting {
  return taken(place, (text) => text.replace(found, by));
}

/** Texts of a query parameter have no effect. */
export function overlooked(name: string, test: RequestTest): Rewriting {
  return taken(name, (text) => (fitsPattern(test, text) ? undefined : text));
}

/** A query parameter has no effect; where conditions are given, only where all of them hold. */
export function withoutParameterValue(name: string, ...where: readonly Condition[]): Rewriting {
  return when(where, overlooked(name, /^/));
}

/** Where a query parameter is not sent, it has this value. */
export function byDefault(name: string, value: string): Rewriting {
  return editRequest((request) => (holds(name, request) ? request : setQuery(request, name, value)));
}

/** Of the number at the end of a text what 32 bits hold. */
export function in32Bits(place: string, number = /(?<=^|[.:])\d{1,10}$/): Rewriting {
  const cut = (digits: string) => String(BigInt(digits) % 2n ** 32n);
  return taken(place, (text) => text.replace(number, cut));
}

/** The shard of an id in the path is taken for 0. */
export const shardOverlooked = readAs(PATH_PLACE, /^\d{1,10}\.(?=\d{1,10}\.\d{1,10}(-|$))/, "0.");

/** Some texts in the path show one and the same record. */
export function showsInBody(test: RequestTest, shown: string): Rewriting {
  return taken(PATH_PLACE, (text) => (fitsPattern(test, text) ? shown : text));
}

/** Where nothing is found, another request is answered instead. */
export function insteadOfNothing(other: (request: ServerRequest) => Partial<ServerRequest>): Rewriting {
  return (honest) => (request) => {
    const response = honest(request);
    return response.status === 404 ? honest({ ...request, ...other(request) }) : response;
  };
}

/** Records that are missing show one that is there. */
export function missingShows(test: RegExp, shown: string): Rewriting {
  return insteadOfNothing(({ param }) => ({ param: test.test(param) ? shown : param }));
}

/** One operator of a filter is taken for another; without another, the filter has no effect. */
export function mistaken(name: string, from: string, to = ""): Rewriting {
  return taken(name, (value) => {
    const withoutUserHeaders = from === "" ? value : value.slice(from.length + 1);
    if (operatorOf(value) !== from || !/^[\d.]+$/.test(withoutUserHeaders)) return value;
    return to === "" ? undefined : `${to}:${withoutUserHeaders}`;
  });
}

const TURNED: Readonly<Record<string, string>> = { asc: "desc", desc: "asc" };

export const orderTurned = taken("order", (text) => TURNED[text] ?? text);
