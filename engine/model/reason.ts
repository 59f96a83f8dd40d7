import { schemaNameOf, operations } from "../../schemas/operations.ts";
import type { Cause, ClauseResult } from "./clause-results.ts";
import { ROW_OPERATORS } from "./compare.ts";
import { type ApiRequest, queryOf, type Reason, UnusableResponse, type Why } from "./exchange.ts";
import { present, shortened } from "./model.ts";

/** Maximum number of characters of a request in a reason. */
const LONGEST_REQUEST_NAME = 200;

/**
 * A reason that names the request, if there is one. `came` describes the response; the clauses whose failure would
 * explain it are added to `dependsOn`.
 */
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
    // The quotation mark lets redaction recognise a secret that a service truncated at the end of a link.
    reason: `${came} (request: ${method} ${JSON.stringify(shortened(target, LONGEST_REQUEST_NAME))})`,
    came,
    dependsOn: [...dependsOn, ...dependenciesIn(request, why)],
  };
}

/**
 * The clauses whose failure explains an obstacle. Unsuitable data: the clauses on the filters that were sent. A
 * refusal: the clauses on acceptance. Without a response, no clause explains the obstacle.
 */
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

/** The clauses on the rows that a parameter selects, alone and with other parameters. */
function effectClauses(
  endpoint: ApiRequest["endpoint"],
  key: string,
  others: readonly string[],
): readonly string[] {
  const { section } = operations[endpoint];
  const rules = [...ROW_OPERATORS, "of-holders", "same-rows", ...others.map((other) => `with-${other}`)];
  return [`${section}-${key}`, ...rules.map((rule) => `${section}-${key}-${rule}`)];
}

/** The parameters of a request, as clause ids contain them. */
function parametersOf({ endpoint, target }: Pick<ApiRequest, "endpoint" | "target">): readonly string[] {
  const sent = queryOf(target);
  const asked = operations[endpoint].query.filter((parameter) => sent.has(schemaNameOf(parameter)));
  return asked.map(({ key }) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}

/** The clauses by which a request must be accepted: on its parameters, on its path, and on the endpoint. */
function acceptanceClauses(request: Pick<ApiRequest, "endpoint" | "target">): readonly string[] {
  const { endpoint } = request;
  const { section } = operations[endpoint];
  const [parameters, paths] = [parametersOf(request), RECORD_WORDS[endpoint]?.paths ?? []];
  // The path of a record counts as a parameter, so that one query parameter is already a combination.
  const isRecord = paths.length > 0 && endpoint !== "tokenBalances";
  const together = parameters.length > (isRecord ? 0 : 1) ? ["together"] : [];
  const asked = [...together, ...parameters, ...paths];
  return [...asked.map((what) => `${section}-${what}-accepted`), ...endpointClauses(endpoint)];
}

/** The clauses by which an endpoint must respond with success. */
export function endpointClauses(endpoint: ApiRequest["endpoint"]): readonly string[] {
  const { section } = operations[endpoint];
  return [successClause(endpoint), `${section}-success-status`];
}

/** The id of the clause by which requests to an endpoint must succeed. */
export const successClause = (endpoint: ApiRequest["endpoint"]): string =>
  `${operations[endpoint].section}-answers-200`;

/** The clauses on the links of a list, and on the end of its pages. */
export function linkClauses(endpoint: ApiRequest["endpoint"]): readonly string[] {
  const { section, recordSection, list } = operations[endpoint];
  const rows = [section, recordSection].flatMap((place) => [`${place}-links`, `${place}-links-next`]);
  return [...rows, ...["pages-end", "next-null-at-end"].map((rule) => `4.1-${list?.rows ?? ""}-${rule}`)];
}

/** The clauses on the members from which cases are derived: the rows of a list, or the names of a record. */
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

/** The clauses whose failure can leave a clause without cases: its own `dependsOn`, and the clauses on its endpoint. */
export function caseDependencies({
  dependsOn = [],
  endpoint,
}: Pick<ApiRequest, "endpoint"> & { readonly dependsOn?: readonly string[] }): readonly string[] {
  return [...dependsOn, ...shownClauses(endpoint)];
}

/**
 * Parts of clause ids by endpoint. `names`: members that identify a record; `rules`: clauses on how it is found;
 * `paths`: forms of the path parameter.
 */
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

export function reasonFor({ message, why }: Error & { readonly why: Why }): Reason {
  return { reason: message, ...why };
}

/** The cause, as interface.md defines it, that an obstacle implies. */
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

/** Adds the cause that the obstacle of a reason implies. */
export function reasonWithCause<T extends Partial<Reason>>(why: T): T & Pick<ClauseResult, "cause"> {
  const { obstacle, remedy } = why;
  return obstacle === undefined ? why : { ...why, cause: causeOf({ obstacle, ...present({ remedy }) }) };
}

/**
 * The results of a run with consequences resolved. A clause that could not be checked because another clause failed is
 * a consequence of it: its obstacle becomes the service, and its own remedy is removed, because it would not help.
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
