// Consequences: a clause that could not be checked because another clause failed
import { type Endpoint, operations } from "../../schemas/operations.ts";
import type { ClauseId, ClauseResult } from "../model/clause-results.ts";
import { type Obstacle, obstacleOf, type Dependency, type Reason, type Why } from "../model/reason.ts";
import { type ApiRequest, type ApiResponse, UnusableResponse } from "../model/exchange.ts";
import { UNSERVED_SYMPTOM } from "../model/exchange.ts";
import { shortened } from "../model/model.ts";
import type { ParameterNames } from "../model/settings.ts";
import type { SendingClause } from "./clause.ts";
import { valuesIn } from "../message/sent-values.ts";
import { keyedParameters } from "./prerequisites.ts";
import { readQuery } from "./read-request.ts";

/**
 * The clauses of one endpoint whose failure may be why other clauses cannot be checked, by what they test. `success`: requests succeed;
 * `together`: parameters and the path are accepted together; `data`: identifying members, order and number of rows; `lookup`: records are
 * found by identifiers that the service itself shows; `links`: links lead to all pages of a list, and the last page has none.
 */
type EndpointClauses = { readonly success: readonly ClauseId[] } & {
  readonly [Subject in "together" | "data" | "lookup" | "links"]?: readonly ClauseId[];
};

/** The clauses on which other clauses depend, by endpoint. The table is in specs/depends-on.ts. */
export type DependencyTable = Readonly<Record<Endpoint, EndpointClauses>>;

interface Dependencies {
  readonly dependsOn: DependencyTable;
  readonly sending: readonly SendingClause[];
}

/** The dependencies that explain a lack of suitable records: `dependsOn`, the data and, unless one response (`by`) lacked them, the links. */
export function dataDependencies(
  clause: Pick<ApiRequest, "endpoint"> & { readonly dependsOn?: readonly Dependency[] | undefined },
  by?: ApiResponse,
): readonly Dependency[] {
  const { dependsOn = [], endpoint } = clause;
  const data: Dependency = { endpoint, needs: "data" };
  return [...dependsOn, data, ...(by === undefined ? [{ endpoint, needs: "links" } as const] : [])];
}

/** The ids of the clauses that a dependency stands for. `names`: the parameter names of the target. */
export function clausesIn(
  dependency: Dependency,
  { dependsOn, sending }: Dependencies,
  names: ParameterNames = {},
): readonly string[] {
  if (typeof dependency === "string") return [dependency];
  const { endpoint, needs, target = "" } = dependency;
  const { success, together = [], data = [], links = [], lookup = [] } = dependsOn[endpoint];
  const sentKeys = new Set(readQuery(operations[endpoint], target, names).map(({ key = "" }) => key));
  const keyed = keyedParameters(endpoint).filter(({ parameter }) => sentKeys.has(parameter.key));
  const keys = new Set(keyed.map(({ key }) => key));
  const clausesOfEndpoint = sending.filter((clause) => clause.endpoint === endpoint);
  const accepting = (parameter: string): readonly string[] =>
    clausesOfEndpoint.filter(({ acceptsParameter }) => acceptsParameter === parameter).map(({ id }) => id);
  const effects = clausesOfEndpoint.filter(({ effectOf }) => effectOf?.every((key) => keys.has(key)));
  const isCombined = keyed.length > (operations[endpoint].list === undefined ? 0 : 1);
  const accepted = keyed.flatMap(({ parameter }) => accepting(parameter.key));
  return {
    success,
    links,
    lookup,
    data: [...data, ...accepting("path"), ...success],
    acceptance: [...(isCombined ? together : []), ...accepted, ...accepting("path"), ...success],
    effect: effects.map(({ id }) => id),
  }[needs];
}

const LONGEST_REQUEST_NAME = 200;

/** By obstacle: whether clauses on the effect, or on the acceptance, of the parameters of a request may be the reason. */
const NEEDED: Readonly<Partial<Record<Obstacle, "effect" | "acceptance">>> = {
  data: "effect",
  network: "acceptance",
  service: "acceptance",
  user: "acceptance",
};

/** A reason that names the request, if there is one, and depends on the clauses on its parameters. */
export function requestReason(
  text: string,
  request: Pick<ApiRequest, "endpoint" | "method" | "target"> | undefined,
  { dependsOn = [], ...why }: Why,
): Reason {
  if (request === undefined) return { ...why, reason: text, dependsOn };
  const { endpoint, method, target } = request;
  const needs = NEEDED[obstacleOf(why.code)];
  return {
    ...why,
    reason: `${text} (request: ${method} ${JSON.stringify(shortened(target, LONGEST_REQUEST_NAME))})`,
    commonReason: text,
    dependsOn: [...dependsOn, ...(needs === undefined ? [] : [{ endpoint, needs, target }])],
  };
}

/** The error for a prerequisite that the target lacks, with the reason and the request whose response shows it. */
export const unavailable = (...why: Parameters<typeof requestReason>): UnusableResponse =>
  new UnusableResponse("missing", requestReason(...why));

export const withRequestName = (request: ApiRequest, unusable: UnusableResponse): UnusableResponse =>
  unusable.kind === "ended"
    ? unusable
    : new UnusableResponse(unusable.kind, requestReason(unusable.message, request, unusable.why));

/** The result of a clause with the dependencies that may explain it, which {@link withConsequences} resolves at the end of the run. */
export type Draft = ClauseResult & Pick<Reason, "dependsOn">;

/** Whether the request of a dependency has a value with which, according to the symptoms of a clause, every request gets an error. */
const isOfUnservedValue = (dependency: Dependency, symptoms: readonly string[] = []): boolean =>
  typeof dependency !== "string" &&
  dependency.target !== undefined &&
  valuesIn({ endpoint: dependency.endpoint, target: dependency.target }).some((value) =>
    symptoms.includes(`${UNSERVED_SYMPTOM}${value}`),
  );

/** Sets `consequenceOf` of each unchecked clause that depends on a failed one, and removes its remedy, which would not help. */
export function withConsequences(
  drafts: readonly Draft[],
  clauses: Dependencies,
  names: ParameterNames,
): readonly ClauseResult[] {
  const failedIds = new Set(drafts.flatMap(({ id, outcome }) => (outcome === "failed" ? [id] : [])));
  const symptomsOf = new Map(
    drafts.map(({ id, violations }) => [id, violations.flatMap(({ symptoms = [] }) => symptoms)]),
  );
  return drafts.map(({ dependsOn = [], ...result }) => {
    const { remedy: _remedy, ...rest } = result;
    const { code } = result;
    const isByNetwork = code !== undefined && obstacleOf(code) === "network";
    const ids = (code === undefined ? [] : dependsOn).flatMap((dependency) =>
      clausesIn(dependency, clauses, names).filter(
        (id) => !isByNetwork || isOfUnservedValue(dependency, symptomsOf.get(id)),
      ),
    );
    const consequenceOf = ids.find((id) => id !== result.id && failedIds.has(id));
    return consequenceOf === undefined ? result : { ...rest, consequenceOf };
  });
}
