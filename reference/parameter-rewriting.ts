import { operations } from "../schemas/operations.ts";
import { invalidParameters, notFound, setQuery, valuesOf, type ServerRequest } from "./exchange.ts";
import { editRequest, holds, respondWith, when, withQuery } from "./rewriting.ts";
import type { Condition, Rewriting, Where } from "./rewriting.ts";
import { operatorOf } from "./service/parameters.ts";

export const PATH_PLACE = "path";

type RequestTest = RegExp | ((text: string) => boolean);

const fitsPattern = (test: RequestTest, text: string): boolean =>
  test instanceof RegExp ? test.test(text) : test(text);

/** Responds to requests that meet the conditions with a parameter error for `name`. */
export const refuseRequests = (name: string, where: Where): Rewriting =>
  when(where)(respondWith(invalidParameters([name])));

export function refuseValues(place: string, test: RequestTest): Rewriting {
  return (handler) => (request) => {
    const texts = place === PATH_PLACE ? [request.param] : valuesOf(request, place);
    const name = place === PATH_PLACE ? operations[request.endpoint].pathParameter?.name : place;
    return texts.some((text) => fitsPattern(test, text))
      ? invalidParameters([name ?? place])
      : handler(request);
  };
}

export const respondNotFound = (test: RegExp): Rewriting => when(test)(respondWith(notFound()));

/** Maps the values of a parameter; undefined removes the parameter. */
export const replaceValue = (place: string, change: (text: string) => string | undefined): Rewriting =>
  editRequest((request) =>
    place === PATH_PLACE
      ? { ...request, param: change(request.param) ?? "" }
      : withQuery(request, (sent, value) => (sent === place ? change(value) : value)),
  );

export const replaceInValue = (place: string, pattern: RegExp, by: string): Rewriting =>
  replaceValue(place, (text) => text.replace(pattern, by));

export const ignoreValues = (name: string, test: RequestTest): Rewriting =>
  replaceValue(name, (text) => (fitsPattern(test, text) ? undefined : text));

export const ignoreParameter = (name: string, ...where: readonly Condition[]): Rewriting =>
  when(where)(ignoreValues(name, /^/));

export const setDefault = (name: string, value: string): Rewriting =>
  editRequest((request) => (holds(name, request) ? request : setQuery(request, name, value)));

/** Keeps only the lowest 32 bits of the digits that `number` matches in the values of a parameter; by default, of the last number. */
export function truncateTo32Bits(place: string, number = /(?<=^|[.:])\d{1,10}$/): Rewriting {
  const cut = (digits: string) => String(BigInt(digits) % 2n ** 32n);
  return replaceValue(place, (text) => text.replace(number, cut));
}

export const ignoreShard = replaceInValue(PATH_PLACE, /^\d{1,10}\.(?=\d{1,10}\.\d{1,10}(-|$))/, "0.");

export const showRecord = (test: RequestTest, name: string): Rewriting =>
  replaceValue(PATH_PLACE, (text) => (fitsPattern(test, text) ? name : text));

/** Replaces a response with status 404 by the response to the same request with the members that `other` returns. */
export function replaceNotFound(other: (request: ServerRequest) => Partial<ServerRequest>): Rewriting {
  return (handler) => (request) => {
    const response = handler(request);
    return response.status === 404 ? handler({ ...request, ...other(request) }) : response;
  };
}

export const showRecordForMissing = (test: RegExp, name: string): Rewriting =>
  replaceNotFound(({ param }) => ({ param: test.test(param) ? name : param }));

/** Replaces the operator of filters: in `from`, "" stands for a filter without an operator; "" in `to` removes the filters. */
export const replaceOperator = (name: string, from: string, to = ""): Rewriting =>
  replaceValue(name, (value) => {
    const bound = from === "" ? value : value.slice(from.length + 1);
    if (operatorOf(value) !== from || !/^[\d.]+$/.test(bound)) return value;
    return to === "" ? undefined : `${to}:${bound}`;
  });

const TURNED: Readonly<Record<string, string>> = { asc: "desc", desc: "asc" };

export const reverseOrder = replaceValue("order", (text) => TURNED[text] ?? text);
