import { getOrInsert } from "../model/model.ts";
import type { SendingClause } from "../clauses/clause.ts";
import { readRequest } from "../clauses/read-request.ts";
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

const PATH_KEY = "path";
/** Prefix of the keys of values that got a redirect, or an error other than `Invalid parameter: …`. */
const ERROR_PREFIX = "error ";

/** Whether a response is a redirect (except 304) or an error that neither calls a value invalid nor reports a missing record. */
function isOtherError(response: ApiResponse): boolean {
  const { status } = response;
  const isError = status >= 300 && status !== 304;
  return isError && !speaksOfInvalidParameter(response) && !looksMissing(response);
}

/** Collects well-formed values that a service refuses, whichever clause sent them: acceptance clauses test them too (interpretation 7). */
export function createRefusedValues(names: ParameterNames) {
  const valuesByKey = new Map<string, RefusedValue[]>();

  function keep(key: string, refused: RefusedValue): void {
    const values = getOrInsert(valuesByKey, key, () => []);
    if (values.length < MOST_REFUSED_VALUES && values.every(({ value }) => value !== refused.value)) {
      values.push(refused);
    }
  }

  function refusedBy(clause: SendingClause, prefix = ""): readonly RefusedValue[] {
    const values = valuesByKey.get(prefix + keyOfClause(clause)) ?? [];
    return values.filter(({ value }) => isOfAcceptedForm(clause, value));
  }

  return {
    note: (response: ApiResponse): void =>
      refusedValues(response, names).forEach(([key, refused]) => keep(key, refused)),
    /** The reason of the first unanswered request in which the value of the clause's parameter is the only one that was never served. */
    whyUnanswered: (
      clause: SendingClause,
      unanswered: readonly UnansweredRequest[],
      traffic: Pick<Traffic, "isUnserved">,
    ): Reason | undefined =>
      unanswered.find(({ request }) => {
        const values = wellFormedValues(request, names);
        const [first, ...others] = values.filter(([, { name }]) => traffic.isUnserved(request, name));
        if (first === undefined || others.length > 0) return false;
        return first[0] === keyOfClause(clause) && isOfAcceptedForm(clause, first[1].value);
      })?.why,
    /** The values of the clause's parameter that the service called invalid. */
    of: (clause: SendingClause) => refusedBy(clause),
    /** The values that got another error or a redirect. An error may be accidental, so send each again before it fails the clause. */
    errorsOf: (clause: SendingClause) => refusedBy(clause, ERROR_PREFIX),
  };
}

const keyOfClause = ({ endpoint, acceptsParameter = "" }: SendingClause): string =>
  `${endpoint}.${acceptsParameter}`;

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

/** The values of a request that has to be accepted: its path, or the values in its query; empty for any other request. */
function wellFormedValues(sent: ApiRequest, names: ParameterNames): KeyedValues<WellFormedValue> {
  const { endpoint, expects, fromOrigin } = sent;
  // A link comes from the service.
  if (fromOrigin === true || expects === "refusal") return [];
  // A probe for the name of a parameter is sent as `open`, but is valid if the target knows the name.
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
