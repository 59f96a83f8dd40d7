// Consequences: a clause that could not be checked because another clause failed
import { type Endpoint, operations, type ParameterKey } from "../../schemas/operations.ts";
import type { ClauseId, ClauseResult } from "../model/clause-results.ts";
import { type Obstacle, obstacleOf } from "../model/codes.ts";
import { type ApiRequest, type ApiResponse, UnusableResponse } from "../model/exchange.ts";
import { shortened } from "../model/model.ts";
import { type Dependency, type Reason, type Why } from "../model/reason.ts";
import type { ParameterNames } from "../model/settings.ts";
import { keyedParameters } from "./prerequisites.ts";
import { readQuery } from "./read-request.ts";

/** The clauses that must pass before responses of an endpoint can be used to check others. */
interface EndpointClauses {
  /** Requests to the endpoint succeed. */
  readonly success: readonly ClauseId[];
  /** Each value of the path is accepted. */
  readonly path?: readonly ClauseId[];
  /** Several parameters are accepted together; the path of a record counts as one of them. */
  readonly together?: ClauseId;
  /** A record has its identity, or a list has rows with theirs in the requested order and number. */
  readonly shown?: readonly ClauseId[];
  /** Records are found by the identifiers that the service itself shows. */
  readonly found?: readonly ClauseId[];
  /** Links lead to all pages of a list, and the last page has none. */
  readonly links?: readonly ClauseId[];
}

/** The clauses on a query parameter. */
interface ParameterClauses {
  /** Its values are accepted. */
  readonly accepted?: ClauseId;
  /** It selects rows as the contract states. */
  readonly effect?: readonly ClauseId[];
}

/** The clauses on which others depend; specs/depends-on.ts contains it. */
export interface DependencyTable {
  readonly endpoints: Readonly<Record<Endpoint, EndpointClauses>>;
  readonly parameters: Readonly<Record<ParameterKey, ParameterClauses>>;
  /** The clauses on the rows that two parameters select together. */
  readonly pairs: readonly { readonly of: readonly ParameterKey[]; readonly clause: ClauseId }[];
}

/**
 * The data that a clause needs: its own `dependsOn`, and the rows or records of its endpoint. `by`: the response that
 * lacks them. A broken link does not change its rows, and a case that stopped at the link says so itself.
 */
export function dataDependencies(
  {
    dependsOn = [],
    endpoint,
  }: Pick<ApiRequest, "endpoint"> & { readonly dependsOn?: readonly Dependency[] | undefined },
  by?: ApiResponse,
): readonly Dependency[] {
  const data: Dependency = { endpoint, needs: "shown" };
  return [...dependsOn, data, ...(by === undefined ? [{ endpoint, needs: "links" } as const] : [])];
}

/** The ids of the clauses that a dependency names; `names`: the parameter names of the target. */
export function clausesIn(
  dependency: Dependency,
  { endpoints, parameters, pairs }: DependencyTable,
  names: ParameterNames = {},
): readonly string[] {
  if (typeof dependency === "string") {
    return [dependency];
  }
  const { endpoint, needs, target = "" } = dependency;
  const { success, path = [], together, shown = [], links = [], found = [] } = endpoints[endpoint];
  const query = readQuery(operations[endpoint], target, names);
  const sent = keyedParameters(endpoint).filter(({ parameter: { key } }) =>
    query.some((one) => one.key === key),
  );
  if (needs === "effect") {
    const keys = new Set(sent.map(({ key }) => key));
    const both = pairs.filter(({ of }) => of.every((key) => keys.has(key)));
    return [...sent.flatMap(({ key }) => parameters[key].effect ?? []), ...both.map(({ clause }) => clause)];
  }
  const isCombined = sent.length > (operations[endpoint].list === undefined ? 0 : 1);
  const accepted = [isCombined ? together : undefined, ...sent.map(({ key }) => parameters[key].accepted)];
  return {
    success,
    links,
    found,
    shown: [...shown, ...path, ...success],
    acceptance: [...accepted.filter((id) => id !== undefined), ...path, ...success],
  }[needs];
}

/** Maximum number of characters of a request in a reason. */
const LONGEST_REQUEST_NAME = 200;

/**
 * By obstacle, what the request needed: unsuitable data depend on the effect of the parameters that were sent, a refusal
 * on their acceptance. Without a response, no clause explains the obstacle.
 */
const NEEDED = {
  data: "effect",
  service: "acceptance",
  user: "acceptance",
  level: undefined,
  network: undefined,
} as const satisfies Readonly<Record<Obstacle, unknown>>;

/** A reason that names the request, if there is one, and depends on what it needed. */
export function requestReason(
  came: string,
  request: Pick<ApiRequest, "endpoint" | "method" | "target"> | undefined,
  { dependsOn = [], ...why }: Why,
): Reason {
  if (request === undefined) {
    return { ...why, reason: came, dependsOn };
  }
  const { endpoint, method, target } = request;
  const needs = NEEDED[obstacleOf(why.code)];
  return {
    ...why,
    // The quotation mark lets redaction recognise a secret that a service truncated at the end of a link.
    reason: `${came} (request: ${method} ${JSON.stringify(shortened(target, LONGEST_REQUEST_NAME))})`,
    came,
    dependsOn: [...dependsOn, ...(needs === undefined ? [] : [{ endpoint, needs, target }])],
  };
}

/** An unusable response whose message names the request. */
export function withRequestName(request: ApiRequest, unusable: UnusableResponse): UnusableResponse {
  if (unusable.concerns === "run") {
    return unusable;
  }
  const { reason, ...why } = requestReason(unusable.message, request, unusable.why);
  return Object.assign(new UnusableResponse(reason, "request", why), { isTimeOut: unusable.isTimeOut });
}

/** A result with the clauses that may have caused it, which the end of the run resolves. */
export type Draft = ClauseResult & Pick<Reason, "dependsOn">;

/**
 * The results of a run with consequences resolved. A clause that could not be checked because another clause failed is
 * a consequence of it, and its own remedy is removed, because it would not help.
 */
export function withConsequences(
  drafts: readonly Draft[],
  table: DependencyTable,
  names: ParameterNames,
): readonly ClauseResult[] {
  const broken = new Set(drafts.flatMap(({ id, outcome }) => (outcome === "failed" ? [id] : [])));
  return drafts.map(({ dependsOn = [], ...result }) => {
    const { remedy: _remedy, ...rest } = result;
    const { code } = rest;
    const isChecked = code === undefined || obstacleOf(code) === "network";
    const ids = isChecked ? [] : dependsOn.flatMap((one) => clausesIn(one, table, names));
    const follows = ids.find((id) => id !== result.id && broken.has(id));
    return follows === undefined ? result : { ...rest, cause: "contract", follows };
  });
}
