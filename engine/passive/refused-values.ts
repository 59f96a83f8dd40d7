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

/** Values of requests, each under the endpoint and the key of its parameter. */
type KeyedValues<T> = readonly (readonly [key: string, value: T])[];

/** A well-formed value with the exchange in which the service called it invalid, or returned an error or a redirect. */
export interface RefusedValue extends WellFormedValue {
  readonly response: ApiResponse;
}

/** A request that got no response of the service at any attempt, and why. */
export interface UnansweredRequest {
  readonly request: ApiRequest;
  readonly why: Reason;
  readonly isTimeOut: boolean;
}

/** Maximum number of refused values of one parameter: a few prove a violation as well as all of them. */
const MOST_REFUSED_VALUES = 4;

/** In place of a parameter's key: the value in the path. */
const PATH_KEY = "path";
/** Prefix of the keys under which values that got another error, or a redirect, are kept. */
const ERROR_PREFIX = "error ";

/** Whether a response is a redirect (except 304) or an error that neither calls a value invalid nor reports a missing record. */
const isOtherError = (response: ApiResponse): boolean =>
  response.status >= 300 &&
  response.status !== 304 &&
  !speaksOfInvalidParameter(response) &&
  !looksMissing(response);

/**
 * Collects the well-formed values that a service calls invalid in the words of §7.2, and the values that get another error or a
 * redirect, whichever clause sent them. The acceptance clauses report these values together with the values that they sent themselves
 * (interpretations 7 and 22): otherwise, a refused value that only another clause sends would go unnoticed. `names`: the names of
 * parameters that the target file or a profile gives.
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
     * The reason of the first unanswered request in which the value of the clause's parameter, and no other value, was never accepted:
     * this value is the likely cause. Undefined if there is no such request.
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
    /** Exchanges in which the service called a value of the clause's parameter invalid. */
    of: (clause: SendingClause) => refusedBy(clause),
    /** Exchanges in which a value of the clause's parameter got another error or a redirect: repeat each before it fails the clause. */
    errorsOf: (clause: SendingClause) => refusedBy(clause, ERROR_PREFIX),
  };
}

const keyOfClause = ({ endpoint, acceptsParameter = "" }: SendingClause): string =>
  `${endpoint}.${acceptsParameter}`;

/** Whether a value has the form that the clause is about: a hash or a transaction id, for example. */
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

/** The well-formed values of a request that has to be accepted; empty for any other request. */
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
