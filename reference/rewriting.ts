// A rewriting turns a handler into another handler. Faults and variants are rewritings of requests and of responses.
import type { Endpoint } from "../schemas/operations.ts";
import { SERVER_ERROR, isArray, isJsonObject, mapMembers, valuesOf } from "./exchange.ts";
import type { Handler, Json, JsonObject, ServerHeaders, ServerRequest, ServerResponse } from "./exchange.ts";
import { CURSOR } from "./service/parameters.ts";

export type Rewriting = (handler: Handler) => Handler;

/** Selects requests: by the name of a query parameter that is sent, by a pattern of the path parameter, or by a predicate. */
export type Condition = string | RegExp | ((request: ServerRequest) => boolean);

export type Where = Condition | readonly Condition[];

export function holds(condition: Condition, request: ServerRequest): boolean {
  if (typeof condition === "string") return valuesOf(request, condition).length > 0;
  return condition instanceof RegExp ? condition.test(request.param) : condition(request);
}

export const meetsEvery = (conditions: Where, request: ServerRequest): boolean =>
  [conditions].flat().every((one) => holds(one, request));

export const when =
  (where: Where) =>
  (rewriting: Rewriting): Rewriting =>
  (handler) => {
    const rewritten = rewriting(handler);
    return (request) => (meetsEvery(where, request) ? rewritten(request) : handler(request));
  };

/** The last value of a query parameter; "" if it is not sent. */
export const lastOf = (request: ServerRequest, name: string): string => valuesOf(request, name).at(-1) ?? "";

/** Selects requests by the last value of a query parameter: an exact value, or a pattern. */
export const hasParameter =
  (name: string, value: string | RegExp): Condition =>
  (request) =>
    typeof value === "string" ? lastOf(request, name) === value : value.test(lastOf(request, name));

export function isEndpoint(...endpoints: readonly Endpoint[]): Condition {
  return ({ endpoint }) => endpoints.includes(endpoint);
}

export const isAscending = hasParameter("order", "asc");
export const isDescending = hasParameter("order", "desc");
export const withoutLimit: Condition = (request) => !holds("limit", request);
export const isLaterPage: Condition = CURSOR;
export function isRepeated(name: string): Condition {
  return (request) => valuesOf(request, name).length > 1;
}

/** Selects requests with exactly these two parameters, on any page. */
export const hasOnlyParameters =
  (...two: readonly [string, string]): Condition =>
  ({ query }) => {
    const names = new Set(query.map(([name]) => name).filter((name) => name !== CURSOR));
    return names.size === 2 && two.every((name) => names.has(name));
  };

export function editRequest(change: (request: ServerRequest) => ServerRequest): Rewriting {
  return (handler) => (request) => handler(change(request));
}

export const replaceRequest = (instead: Partial<ServerRequest>): Rewriting =>
  editRequest((request) => ({ ...request, ...instead }));

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

export function respondWith(response: ServerResponse): Rewriting {
  return () => () => response;
}

type ResponseChange<R = ServerResponse> = (response: R, request: ServerRequest) => ServerResponse;

export function editResponse(change: ResponseChange): Rewriting {
  return (handler) => (request) => change(handler(request), request);
}

type Success = { readonly status: number; readonly headers: ServerHeaders; readonly body: JsonObject };

export const isSuccessResponse = (response: ServerResponse): response is Success =>
  response.status === 200 && "body" in response && isJsonObject(response.body);

export const editSuccess = (change: ResponseChange<Success>): Rewriting =>
  editResponse((response, request) => (isSuccessResponse(response) ? change(response, request) : response));

export const respondWithServerError = editSuccess(() => SERVER_ERROR);

export const editFailure = (change: ResponseChange): Rewriting =>
  editResponse((response, request) => (isSuccessResponse(response) ? response : change(response, request)));

export const editBody = (change: (body: JsonObject, request: ServerRequest) => Json): Rewriting =>
  editSuccess((response, request) => ({ ...response, body: change(response.body, request) }));

/** Edits success bodies by the number of the response to equal requests, counted from 1. */
export function editByCount(change: (body: JsonObject, count: number) => Json): Rewriting {
  return (handler) => {
    const counts = new Map<string, number>();
    return editBody((body, { path, query }) => {
      const request = JSON.stringify([path, query]);
      const count = (counts.get(request) ?? 0) + 1;
      counts.set(request, count);
      return change(body, count);
    })(handler);
  };
}

/** Rewritings that may respond differently to equal requests, so that a failure may not occur again. */
export const UNSTEADY = new WeakSet<Rewriting>();

export function markUnsteady(rewriting: Rewriting): Rewriting {
  UNSTEADY.add(rewriting);
  return rewriting;
}

/** A rewriting with a memory: `step` returns the response, and the memory for the next request. */
export const withMemory = <T>(
  start: T,
  step: (memory: T, request: ServerRequest, handler: Handler) => readonly [ServerResponse, T],
): Rewriting =>
  markUnsteady((handler) => {
    let memory = start;
    return (request) => {
      const [response, next] = step(memory, request, handler);
      memory = next;
      return response;
    };
  });

/** Maps a value; undefined removes it. */
export type Change = (value: Json) => Json | undefined;

export function replaceMember(from: Json, to: Json): Change {
  return (value) => (value === from ? to : value);
}

/**
 * Edits the values at a path of success bodies. The steps of the path are separated by `/`: the name of a member, `*` for
 * every member or element, `-1` for the last element; "" is the whole body. A path that matches nothing changes nothing.
 */
export const edit = (path: string, change: Change): Rewriting =>
  editBody((body) => changedAt(body, path.split("/").filter(Boolean), change) ?? null);

export const editFees = (change: (fees: readonly Json[]) => Json): Rewriting =>
  edit("fees", (fees) => (isArray(fees) ? change(fees) : fees));

/** A copy of a value with the values at a path mapped; see `edit` for the notation of paths. */
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

/** Maps a value to a value of the same type; `name` is the member that holds it. */
export type ValueChange = (value: Json, name: string) => Json;

/** A copy of a value with every value in it mapped, innermost first. */
export function changedEverywhere<T extends Json>(value: T, change: ValueChange, name?: string): T;
export function changedEverywhere(value: Json, change: ValueChange, name = ""): Json {
  if (isArray(value)) {
    const elements = value.map((element) => changedEverywhere(element, change, name));
    return change(elements, name);
  }
  const changeMember = (inner: Json, member: string): Json => changedEverywhere(inner, change, member);
  return change(isJsonObject(value) ? mapMembers(value, changeMember) : value, name);
}
