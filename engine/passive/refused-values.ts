import { getOrInsert } from "../model/model.ts";
import type { SendingClause } from "../clauses/clause.ts";
import { hasEncodedOperator, readRequest } from "../clauses/read-request.ts";
import type { Traffic } from "../http/traffic.ts";
import { documentedMessages, looksMissing, speaksOfInvalidParameter } from "../message/classify.ts";
import type { ApiRequest, ApiResponse } from "../model/exchange.ts";
import type { Reason } from "../model/reason.ts";
import type { ParameterNames } from "../model/settings.ts";

interface WellFormedValue {
  /** The name of the parameter; empty for a value in a path. */
  readonly name: string;
  readonly value: string;
}

/** Values of requests, each with a key such as `tokens.limit`: its endpoint and the key of its parameter. */
type KeyedValues<T> = readonly (readonly [key: string, value: T])[];

/** A well-formed value, and the response to a request with it: `Invalid parameter: …`, another error or a redirect. */
export interface RefusedValue extends WellFormedValue {
  readonly response: ApiResponse;
}

/** A request that got a time-out, a broken connection or a redirect in place of a response at every attempt. */
export interface UnansweredRequest {
  readonly request: ApiRequest;
  readonly why: Reason;
  readonly isTimeOut: boolean;
}

/** Maximum number of values that are kept under one key: a few prove a violation as well as all of them. */
const MOST_REFUSED_VALUES = 4;

/** The key of the value in a path. */
const PATH_KEY = "path";
/** Prefix of the keys of values that got a redirect, or an error other than `Invalid parameter: …`. */
const ERROR_PREFIX = "error ";

/** Whether a response is a redirect (except 304) or an error that neither calls a value invalid nor reports a missing record. */
const isOtherError = (response: ApiResponse): boolean =>
  response.status >= 300 &&
  response.status !== 304 &&
  !speaksOfInvalidParameter(response) &&
  !looksMissing(response);

/**
 * Collects the well-formed values that a service calls invalid in the words of §7.2, and those that get another error or a redirect,
 * whichever clause sent them. At the end of the run, the acceptance clauses test these values too (interpretations 7 and 22): otherwise,
 * a refused value that only another clause sends would go unnoticed. `names`: the names of parameters in the target file or a profile.
 */
export function createRefusedValues(names: ParameterNames) {
  const valuesByKey = new Map<string, RefusedValue[]>();

  function keep(key: string, refused: RefusedValue): void {
    const values = getOrInsert(valuesByKey, key, () => []);
    if (values.length < MOST_REFUSED_VALUES && values.every(({ value }) => value !== refused.value)) {
      values.push(refused);
    }
  }

  const refusedBy = (clause: SendingClause, prefix = ""): readonly RefusedValue[] =>
    (valuesByKey.get(prefix + keyOfClause(clause)) ?? []).filter(({ value }) =>
      isOfAcceptedForm(clause, value),
    );

  return {
    note: (response: ApiResponse): void =>
      refusedValues(response, names).forEach(([key, refused]) => keep(key, refused)),
    /**
     * The reason of the first of `unanswered` in which the value of the clause's parameter is the only well-formed value that the
     * service never served: this value is the likely cause. Undefined if there is no such request.
     */
    whyUnanswered: (
      clause: SendingClause,
      unanswered: readonly UnansweredRequest[],
      traffic: Pick<Traffic, "isUnserved">,
    ): Reason | undefined =>
      unanswered.find(({ request }) => {
        const unserved = wellFormedValues(request, names).filter(([, { name }]) =>
          traffic.isUnserved(request, name),
        );
        return (
          unserved.length === 1 &&
          unserved.some(([key, { value }]) => key === keyOfClause(clause) && isOfAcceptedForm(clause, value))
        );
      })?.why,
    /** The values of the clause's parameter that the service called invalid. */
    of: (clause: SendingClause) => refusedBy(clause),
    /** The values of the clause's parameter that got another error or a redirect: send each again before it fails the clause. */
    errorsOf: (clause: SendingClause) => refusedBy(clause, ERROR_PREFIX),
  };
}

const keyOfClause = ({ endpoint, acceptsParameter = "" }: SendingClause): string =>
  `${endpoint}.${acceptsParameter}`;

/** Whether a value matches the `acceptsForm` of the clause, such as that of a hash; true if the clause has none. */
const isOfAcceptedForm = ({ acceptsForm }: SendingClause, value: string): boolean =>
  acceptsForm?.test(value) !== false;

function refusedValues(response: ApiResponse, names: ParameterNames): KeyedValues<RefusedValue> {
  const isError = isOtherError(response);
  if (!isError && !speaksOfInvalidParameter(response)) return [];
  const messages = documentedMessages(response) ?? [];
  return wellFormedValues(response.request, names)
    .filter(([, { name }]) => isError || name === "" || messages.includes(`Invalid parameter: ${name}`))
    .map(([key, value]) => [`${isError ? ERROR_PREFIX : ""}${key}`, { ...value, response }]);
}

/** The well-formed values of a request that has to be accepted: its path, or the values in its query; empty for any other request. */
function wellFormedValues(sent: ApiRequest, names: ParameterNames): KeyedValues<WellFormedValue> {
  const { endpoint, expects, fromOrigin, target } = sent;
  // A link comes from the service, and a service may refuse a percent-encoded operator.
  if (fromOrigin === true || expects === "refusal" || hasEncodedOperator(target)) return [];
  // The request is classified again: a probe for the name of a parameter is sent as `open`, but is valid if the target knows the name.
  const { path, query, expects: required } = readRequest(sent, names);
  const isValid = required === "success" || required === "missing";
  // The meaning of a repeated parameter is unspecified.
  if (!isValid || new Set(query.map(({ name }) => name)).size < query.length) return [];
  const inQuery = query.flatMap(({ key = "", name, value, validity }) =>
    validity === "valid" ? [[`${endpoint}.${key}`, { name, value }] as const] : [],
  );
  return path?.validity === "valid" && query.length === 0
    ? [[`${endpoint}.${PATH_KEY}`, { name: "", value: path.value }]]
    : inQuery;
}
