// Handlers made of handlers: what variants and faults do to requests and to responses.
import type { Endpoint } from "../schemas/operations.ts";
import { ACCIDENT, isArray, isJsonObject, valuesOf } from "./exchange.ts";
import type { ServerResponse, ServerHeaders, ServerRequest, Handler, Json, JsonObject } from "./exchange.ts";
import { CURSOR } from "./service/parameters.ts";

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
