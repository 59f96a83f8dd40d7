import { getOrInsert } from "../model/model.ts";
import type { SendingClause } from "../clauses/clause.ts";
import { hasEncodedOperator, readRequest, type ReadRequest } from "../clauses/read-request.ts";
import { documentedMessages, speaksOfInvalidParameter } from "../message/classify.ts";
import type { ApiResponse } from "../model/exchange.ts";
import type { ParameterNames } from "../model/settings.ts";

/** A well-formed value with the exchange in which the service called it invalid, or returned a server error. */
export interface RefusedValue {
  /** The name of its parameter; empty for the value in a path. */
  readonly name: string;
  readonly value: string;
  readonly request: ReadRequest;
  readonly response: ApiResponse;
}

/** Maximum number of refused values of one parameter: a few prove a violation as well as all of them. */
const MOST_REFUSED_VALUES = 4;

/** In place of a parameter's key: the value in the path. */
const PATH_KEY = "path";
/** Prefix of the keys under which values that got a server error are kept. */
const ERROR_PREFIX = "error ";

/** Whether a response is a server error, and not a refusal with a status from 500. */
const isServiceFault = (response: ApiResponse): boolean =>
  response.status >= 500 && !speaksOfInvalidParameter(response);

/**
 * Collects the well-formed values that a service calls invalid in the words of §7.2, and those that get a status from 500,
 * whichever clause sent them. The acceptance clauses report these values together with those that they sent themselves
 * (interpretations 7 and 22); without the collection, a value that only another clause sends would be refused unnoticed.
 *
 * `names` are the names of parameters that the target file gives, by endpoint and key.
 */
export function createRefusedValues(names: ParameterNames) {
  const valuesByKey = new Map<string, RefusedValue[]>();

  function keep(key: string, refused: RefusedValue): void {
    const values = getOrInsert(valuesByKey, key, () => []);
    if (values.length < MOST_REFUSED_VALUES && values.every(({ value }) => value !== refused.value)) {
      values.push(refused);
    }
  }

  const refusedBy = (
    { endpoint, acceptsParameter = "", acceptsForm }: SendingClause,
    prefix = "",
  ): readonly RefusedValue[] =>
    (valuesByKey.get(`${prefix}${endpoint}.${acceptsParameter}`) ?? []).filter(
      ({ value }) => acceptsForm?.test(value) !== false,
    );

  return {
    note: (response: ApiResponse): void =>
      refusedValues(response, names).forEach(([key, refused]) => keep(key, refused)),
    /** Exchanges in which the service called a value of the clause's parameter invalid. */
    of: (clause: SendingClause) => refusedBy(clause),
    /** Exchanges with a value of its parameter that got a status from 500: send the value again before it counts. */
    errorsOf: (clause: SendingClause) => refusedBy(clause, ERROR_PREFIX),
  };
}

/** The refused values of one exchange, each under the endpoint and the key of its parameter. */
function refusedValues(
  response: ApiResponse,
  names: ParameterNames,
): readonly (readonly [key: string, refused: RefusedValue])[] {
  const { endpoint, expects, fromOrigin, target } = response.request;
  const isError = isServiceFault(response);
  const isRefused = isError || speaksOfInvalidParameter(response);
  // A link comes from the service, and a service may refuse a percent-encoded operator.
  if (!isRefused || fromOrigin === true || expects === "refusal" || hasEncodedOperator(target)) {
    return [];
  }
  // The request is classified again: a probe for the name of a parameter is sent as `open`, but is valid if the target knows the name.
  const request = readRequest(response.request, names);
  const { path, query } = request;
  const isValid = request.expects === "success" || request.expects === "missing";
  // The meaning of a repeated parameter is unspecified.
  if (!isValid || new Set(query.map(({ name }) => name)).size < query.length) {
    return [];
  }
  const keyPrefix = `${isError ? ERROR_PREFIX : ""}${endpoint}`;
  const messages = documentedMessages(response) ?? [];
  const inQuery = query.flatMap(({ key = "", name, value, validity }) =>
    validity === "valid" && (isError || messages.includes(`Invalid parameter: ${name}`))
      ? [[`${keyPrefix}.${key}`, { name, value, request, response }] as const]
      : [],
  );
  return path?.validity === "valid" && query.length === 0
    ? [...inQuery, [`${keyPrefix}.${PATH_KEY}`, { name: "", value: path.value, request, response }]]
    : inQuery;
}
