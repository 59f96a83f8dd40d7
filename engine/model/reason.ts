import { schemaNameOf, operations } from "../../schemas/operations.ts";
import type { Cause, ClauseResult } from "./clause-results.ts";
import { ROW_OPERATORS } from "./compare.ts";
import { type ApiRequest, queryOf, type Reason, UnusableResponse, type Why } from "./exchange.ts";
import { present, shortened } from "./model.ts";

/** Characters of a request that a reason names. */
const LONGEST_REQUEST_NAME = 200;

/** What came, with the request that it came for, if any, and the clauses that are broken where it should have been served. */
export function requestReason(
  came: string,
  request: Pick<ApiRequest, "endpoint" | "method" | "target"> | undefined,
  { dependsOn = [], ...why }: Why,
): Reason {
  if (request === undefined) {
    return { ...why, reason: came, dependsOn };
  }
  const { method, target } = request;
  return {
    ...why,
    // In quotes: what a service left of a secret at the end of a link is hidden before one.
    reason: `${came} (request: ${method} ${JSON.stringify(shortened(target, LONGEST_REQUEST_NAME))})`,
    came,
    dependsOn: [...dependsOn, ...dependenciesIn(request, why)],
  };
}

/** Of what did not come nobody knows what is broken; what a success shows is no matter of acceptance, but of the filters. */
function dependenciesIn(
  request: Pick<ApiRequest, "endpoint" | "target">,
  { obstacle }: Pick<Why, "obstacle">,
): readonly string[] {
  if (obstacle === "data") {
    const sent = parametersOf(request);
    return sent.flatMap((key) => effectClauses(request.endpoint, key, sent));
  }
  return obstacle === "service" || obstacle === "user" ? acceptanceClauses(request) : [];
}

/** The clauses that say which rows a parameter selects, alone and beside others. */
function effectClauses(
  endpoint: ApiRequest["endpoint"],
  key: string,
  others: readonly string[],
): readonly string[] {
  const { section } = operations[endpoint];
  const rules = [...ROW_OPERATORS, "of-holders", "same-rows", ...others.map((other) => `with-${other}`)];
  return [`${section}-${key}`, ...rules.map((rule) => `${section}-${key}-${rule}`)];
}

/** The parameters of a request, as they are called in the ids of clauses. */
function parametersOf({ endpoint, target }: Pick<ApiRequest, "endpoint" | "target">): readonly string[] {
  const sent = queryOf(target);
  const asked = operations[endpoint].query.filter((parameter) => sent.has(schemaNameOf(parameter)));
  return asked.map(({ key }) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}

/** The clauses that say that such a request is served: those on its parameters, on its path, and on the endpoint. */
function acceptanceClauses(request: Pick<ApiRequest, "endpoint" | "target">): readonly string[] {
  const { endpoint } = request;
  const { section } = operations[endpoint];
  const [parameters, paths] = [parametersOf(request), RECORD_WORDS[endpoint]?.paths ?? []];
  // A record's path is one parameter, beside which another stands.
  const isRecord = paths.length > 0 && endpoint !== "tokenBalances";
  const together = parameters.length > (isRecord ? 0 : 1) ? ["together"] : [];
  const asked = [...together, ...parameters, ...paths];
  return [...asked.map((what) => `${section}-${what}-accepted`), ...endpointClauses(endpoint)];
}

/** The clauses that say that an endpoint answers at all. */
export function endpointClauses(endpoint: ApiRequest["endpoint"]): readonly string[] {
  const { section } = operations[endpoint];
  return [successClause(endpoint), `${section}-success-status`];
}

/** The id of the clause that says that requests to an endpoint succeed. */
export const successClause = (endpoint: ApiRequest["endpoint"]): string =>
  `${operations[endpoint].section}-answers-200`;

/** The clauses that say that a list has a link to its next page, and that the links come to an end. */
export function linkClauses(endpoint: ApiRequest["endpoint"]): readonly string[] {
  const { section, recordSection, list } = operations[endpoint];
  const rows = [section, recordSection].flatMap((place) => [`${place}-links`, `${place}-links-next`]);
  return [...rows, ...["pages-end", "next-null-at-end"].map((rule) => `4.1-${list?.rows ?? ""}-${rule}`)];
}

/** The clauses on what an endpoint shows without which its data give no case: the rows of a list, the names of a record. */
export function shownClauses(endpoint: ApiRequest["endpoint"]): readonly string[] {
  const { section, recordSection, list } = operations[endpoint];
  if (list === undefined) {
    const { names, rules } = RECORD_WORDS[endpoint] ?? { names: [], rules: [] };
    return [
      ...names.map((name) => `${recordSection}-${name}`),
      ...rules.map((rule) => `${section}-${rule}`),
      ...acceptanceClauses({ endpoint, target: "" }),
    ];
  }
  const { rows, identity } = list;
  const id = identity.replaceAll("_", "-");
  return [
    `${section}-${rows}`,
    `${recordSection}-${rows}`,
    `${recordSection}-${id}`,
    `${recordSection}-${rows.slice(0, -1)}-${id}`,
    ...linkClauses(endpoint),
    ...["order-sorted", "limit-at-most"].map((what) => `${section}-${what}`),
    ...endpointClauses(endpoint),
  ];
}

/** The clauses without which the data give a clause no case: those that it names itself, and those of its endpoint. */
export function caseDependencies({
  dependsOn = [],
  endpoint,
}: Pick<ApiRequest, "endpoint"> & { readonly dependsOn?: readonly string[] }): readonly string[] {
  return [...dependsOn, ...shownClauses(endpoint)];
}

/** By endpoint, in the words of ids: the names that a record shows of itself, the rules by which it is found, the forms of a path. */
const RECORD_WORDS: Readonly<
  Partial<Record<ApiRequest["endpoint"], Readonly<Record<"names" | "rules" | "paths", readonly string[]>>>>
> = {
  tokenBalances: { names: [], rules: [], paths: ["path"] },
  topicMessage: { names: ["consensus-timestamp"], rules: ["message-of-that-time"], paths: ["time"] },
  contractResult: {
    names: ["hash"],
    rules: ["record-of-that-hash", "neighbouring-transaction-ids"],
    paths: ["hash", "transaction-id"],
  },
  contract: {
    names: ["contract-id", "evm-address"],
    rules: ["contract-of-that-name", "forms-of-an-address"],
    paths: ["id-or-address"],
  },
};

/** The reason that an error tells, with what it knows beside its message. */
export function reasonFor({ message, why }: Error & { readonly why: Why }): Reason {
  return { reason: message, ...why };
}

/** The cause of interface.md that an obstacle stands for. */
export function causeOf({
  obstacle,
  follows,
  remedy,
}: Pick<Reason, "obstacle" | "remedy"> & { readonly follows?: string }): Cause {
  if (obstacle === "service") {
    return follows === undefined ? "environment" : "contract";
  }
  const isOfTarget = remedy?.kind === "giveCredentials" || remedy?.kind === "correctUrl";
  return obstacle === "network" || isOfTarget ? "environment" : "data";
}

/** A result with the clauses that may have caused it, which the end of the run resolves. */
export type Draft = ClauseResult & Pick<Reason, "dependsOn">;

/** Adds to a reason the cause that its obstacle stands for. */
export function reasonWithCause<T extends Partial<Reason>>(why: T): T & Pick<ClauseResult, "cause"> {
  const { obstacle, remedy } = why;
  return obstacle === undefined ? why : { ...why, cause: causeOf({ obstacle, ...present({ remedy }) }) };
}

/**
 * The results of a run. A clause that was not checked since another one is broken follows that one, and nobody but the
 * service can mend it.
 */
export function withConsequences(drafts: readonly Draft[]): readonly ClauseResult[] {
  const broken = new Set(drafts.flatMap(({ id, outcome }) => (outcome === "failed" ? [id] : [])));
  return drafts.map(({ dependsOn = [], ...result }) => {
    const follows = dependsOn.find((id) => id !== result.id && broken.has(id));
    const { outcome, obstacle, remedy: _remedy, ...rest } = result;
    const isChecked = outcome === "passed" || outcome === "failed" || obstacle === "network";
    return follows === undefined || isChecked
      ? result
      : { ...rest, outcome, obstacle: "service", cause: causeOf({ obstacle: "service", follows }), follows };
  });
}

/** An unusable response whose message names the request. */
export function withRequestName(request: ApiRequest, unusable: UnusableResponse): UnusableResponse {
  if (unusable.concerns === "run") {
    return unusable;
  }
  const { reason, ...why } = requestReason(unusable.message, request, unusable.why);
  return Object.assign(new UnusableResponse(reason, "request", why), { isTimeOut: unusable.isTimeOut });
}
