import { parseJson } from "../message/body.ts";
import { isObject } from "../message/classify.ts";
import type { ParameterNames } from "../model/settings.ts";
import {
  schemaNameOf,
  operations,
  type Endpoint,
  type Operation,
  type ParameterKey,
  type QueryParameter,
} from "../../schemas/operations.ts";
import { type ApiRequest, decoded, type Expectation, queryOf } from "../model/exchange.ts";
import { EVM_ADDRESS } from "../../schemas/formats.ts";
import { validityOf, type Validity } from "../../schemas/validity.ts";
import { isAmbiguousAddress } from "../../schemas/verification.ts";
import { inQuotes } from "../secrets/escape.ts";

export interface ReadParameter {
  readonly name: string;
  readonly value: string;
  /** Key of the parameter; absent if the contract has no parameter of this name. */
  readonly key?: string;
  readonly validity: Validity;
  /** The contract, the target file or a profile states the name, so that the parameter must have its effect. */
  readonly nameStated: boolean;
}

/** A fault of the body of a verification request; the names are the keys of the result of `invalidBodies` in generators/. */
export type BodyFault = "body" | "noAddress" | "address" | "format" | "noChain" | "chain";

/** A request, classified by the contract: its parameters, and the expected response. */
export interface ReadRequest {
  readonly path?: { readonly value: string; readonly validity: Validity };
  readonly query: readonly ReadParameter[];
  readonly bodyFaults?: readonly BodyFault[];
  readonly expects: Expectation;
  /** Why the contract does not determine the response; absent unless `expects` is `open`. */
  readonly openReason?: string;
}

/** The names of the contract, or else the assumed names, of all parameters, by endpoint and key: `tokens.limit`. */
export const DEFAULT_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(operations).flatMap(({ endpoint, query }) =>
    query.map((parameter) => [`${endpoint}.${parameter.key}`, schemaNameOf(parameter)]),
  ),
);

/** The parameter names among prerequisites (`tokens.limit`), by endpoint and key as in a target file. */
export function namesIn(prerequisites: Readonly<Record<string, unknown>>): ParameterNames {
  const names: Record<string, Record<string, string>> = {};
  for (const [path, name] of Object.entries(prerequisites)) {
    const [endpoint = "", key] = path.split(".");
    if (key !== undefined && typeof name === "string") {
      names[endpoint] = { ...names[endpoint], [key]: name };
    }
  }
  return names;
}

/** Whether the colon after an operator is percent-encoded, as many client libraries send it. */
export const hasEncodedOperator = (target: string): boolean => /=(?:eq|ne|gte?|lte?)%3A/i.test(target);

/** Names that the target file or a profile states, by endpoint and key; null: the service has no such parameter. */
const namesOfTarget = (names: ParameterNames): ReadonlyMap<string, Readonly<Record<string, string | null>>> =>
  new Map(Object.entries(names));

/** The name of a parameter in `names` or, if that has none, the name of the contract or the assumed name. */
export const nameOfParameter = (
  endpoint: Endpoint,
  parameter: QueryParameter,
  names: ParameterNames,
): string => namesOfTarget(names).get(endpoint)?.[parameter.key] ?? schemaNameOf(parameter);

/** Whether the contract or `names` states the name of a parameter, such as `tokens.limit`. */
export function isNameStated(parameter: ParameterKey, names: ParameterNames): boolean {
  const namesByEndpoint = namesOfTarget(names);
  return Object.values(operations).some(({ endpoint, query }) =>
    query.some(
      (one) =>
        `${endpoint}.${one.key}` === parameter &&
        ("shownName" in one || typeof namesByEndpoint.get(endpoint)?.[one.key] === "string"),
    ),
  );
}

/** Classifies a request that was sent or recorded; `names`: the parameter names of the target. */
export function readRequest(
  { endpoint, target, body }: Pick<ApiRequest, "endpoint" | "target" | "body">,
  names: ParameterNames,
): ReadRequest {
  const operation = operations[endpoint];
  const [prefix = "", suffix = ""] = operation.path.split(/\{\w+\}/);
  const [rawPath = ""] = target.slice(prefix.length).split("?");
  const path = rawPath.endsWith(suffix) ? rawPath.slice(0, rawPath.length - suffix.length) : rawPath;
  const value = decoded(path) ?? path;
  const { pathParameter } = operation;
  const pathValue =
    pathParameter === undefined ? {} : { path: { value, validity: validityOf(pathParameter.format, value) } };
  const query = readQuery(operation, target, names);
  const bodyFaults = bodyFaultsOf(operation, body);
  const expected = expectationOf(operation, pathValue.path?.validity, query, bodyFaults);
  return { query, ...pathValue, ...expected, ...(bodyFaults.length === 0 ? {} : { bodyFaults }) };
}

export function readQuery(
  operation: Operation,
  target: string,
  names: ParameterNames,
): readonly ReadParameter[] {
  const givenNames = namesOfTarget(names).get(operation.endpoint) ?? {};
  // Parameters with a given name come last, so that they replace another parameter whose assumed name is equal.
  const isGiven = ({ key }: { readonly key: string }) => typeof givenNames[key] === "string";
  const ordered = operation.query.toSorted((a, b) => Number(isGiven(a)) - Number(isGiven(b)));
  const parametersByName = new Map(
    ordered.map((parameter) => [nameOfParameter(operation.endpoint, parameter, names), parameter]),
  );
  return Array.from(queryOf(target), ([name, value]): ReadParameter => {
    const parameter = parametersByName.get(name);
    if (parameter === undefined) return { name, value, validity: "ambiguous", nameStated: false };
    const { key, format } = parameter;
    const nameStated = "shownName" in parameter || isGiven(parameter);
    return { name, value, key, validity: validityOf(format, value), nameStated };
  });
}

function expectationOf(
  operation: Operation,
  path: Validity | undefined,
  query: readonly ReadParameter[],
  bodyFaults: readonly BodyFault[],
): Pick<ReadRequest, "expects" | "openReason"> {
  const openReason = openReasonOf(operation, path, query);
  if (openReason !== undefined) return { expects: "open", openReason };
  const isRefused = path === "invalid" || bodyFaults.length > 0 || hasNameWithFilter(operation, query);
  if (isRefused || query.some(({ validity }) => validity === "invalid")) return { expects: "refusal" };
  // An assumed name, a public key, a timestamp or an absent record may prevent a success.
  const isCertainKey = (key?: string): boolean => key !== "publicKey" && key !== "timestamp";
  const isPlain = query.every(({ nameStated, key }) => nameStated && isCertainKey(key));
  const isCertain = isPlain && path === undefined && operation.service !== "verify";
  return { expects: isCertain ? "success" : "missing" };
}

function openReasonOf(
  operation: Operation,
  path: Validity | undefined,
  query: readonly ReadParameter[],
): string | undefined {
  if (path === "ambiguous") return "the path parameter is ambiguous";
  for (const { name, key, validity, nameStated } of query) {
    if (key === undefined)
      return `the contract states no parameter ${inQuotes(name, 60)} of ${operation.path}`;
    if (validity === "ambiguous" && key !== "publicKey") {
      return `the value of ${JSON.stringify(name)} is ambiguous`;
    }
    if (validity === "invalid" && !nameStated) {
      return `the name ${JSON.stringify(name)} is assumed: give it in parameters of a target file`;
    }
    const repeated = query.filter((other) => other.key === key).length > 1;
    if (repeated && operation.endpoint !== "contract") return `${JSON.stringify(name)} is repeated`;
  }
  return undefined;
}

const hasNameWithFilter = ({ endpoint }: Operation, query: readonly ReadParameter[]): boolean =>
  endpoint === "tokens" && (hasBoth(query, "name", "tokenId") || hasBoth(query, "name", "accountId"));

/** Whether a request has two parameters, given by their keys, both under a stated name. */
export const hasBoth = (query: readonly ReadParameter[], one: string, other: string): boolean =>
  [one, other].every((key) => query.some((sent) => sent.key === key && sent.nameStated));

/** The faults that make a POST body invalid under every interpretation (interpretation 10). */
function bodyFaultsOf({ service }: Operation, body: string | undefined): readonly BodyFault[] {
  if (service !== "verify" || body === undefined) return [];
  const value = parseJson(body);
  if (!isObject(value)) return ["body"];
  const { address, chainId } = value;
  const isText = typeof address === "string";
  const isForm = isText && (EVM_ADDRESS.test(address) || isAmbiguousAddress(address));
  const isId = typeof chainId === "string" || typeof chainId === "number";
  return [
    ...(isForm ? [] : ([address === undefined ? "noAddress" : isText ? "format" : "address"] as const)),
    ...(isId ? [] : ([chainId === undefined ? "noChain" : "chain"] as const)),
  ];
}
