import type { ClauseResult, ReportedViolation } from "../../engine/model/clause-results.ts";
import { isLink } from "../../engine/clauses/pagination.ts";
import { isObject } from "../../engine/message/classify.ts";
import { readQuery, type ReadParameter } from "../../engine/clauses/read-request.ts";
import { tryOrUndefined } from "../../engine/model/cannot-run.ts";
import { beforeQuery, decoded } from "../../engine/model/exchange.ts";
import type { ParameterNames } from "../../engine/model/settings.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { contractLines } from "../../schemas/contract-lines.ts";
import { partOf } from "../words/labels.ts";

/** A failed clause with the facts that its data and one of its violations show. */
export type FailedClause = ReturnType<typeof failedClauseOf>;

/**
 * The sorts of failed clauses. A clause can be the cause only of clauses with the same or a later sort.
 * - `response`: every success of an endpoint is wrong, such as its status, media type or JSON;
 * - `row`: a field of a success is wrong;
 * - `refused`: a valid request gets no success;
 * - `errorBody`: the error for an invalid or an ambiguous request is not the documented one;
 * - `sequence`: a success has the wrong record, rows or link;
 * - `lenient`: an invalid request gets a success.
 */
export const SORTS = ["response", "row", "refused", "errorBody", "sequence", "lenient"] as const;
type Sort = (typeof SORTS)[number];

export function failedClauseOf(
  clause: ClauseResult,
  violation: ReportedViolation,
  names: ParameterNames = {},
) {
  const { endpoint, contract = [], parameters: keys = [], aspect } = clause;
  const sections = new Set(contract.map((line) => contractLines.get(line)));
  const isAboutPages = sections.has("4.1");
  const request = requestFacts(violation, endpoint, names);
  const { query, sent, isOnLaterPage } = request;
  const others = sections.has(operations[endpoint].section) || sent.size === 0 ? ["path"] : sent;
  return {
    ...request,
    /** `ownSymptoms` that the clause checks, and all `symptoms` of its pages (`symptomsOf` in specs/kit/lists/compare.ts). */
    ...symptomsIn(violation, isOnLaterPage),
    clause,
    violation,
    sort: sortOf(clause, violation),
    /** Keys of the parameters, or members of the request body, that the clause tests. */
    keys,
    /**
     * The parameters that the clause tests. If it tests none: nothing for a clause about pages; `path` if the section of its endpoint
     * states the clause, or no parameter was sent; otherwise the sent parameters.
     */
    concerns: new Set(keys.length > 0 || isAboutPages ? keys : others),
    cases: new Set(violation.cases),
    /** Whether an id without shard and realm was sent. */
    hasShortId: query.some(({ key, value }) => isId(key, endpoint) && !value.includes(".")),
    involvesLink: isLinked(violation, query.find(({ key }) => key === "limit")?.value),
    isAboutOrder: keys.includes("order") || aspect === "order",
    isAboutPages,
    /** Whether the clause is about the form of requests or errors (`form`), or the violation is a body that is not JSON. */
    isAboutForm: aspect === "form" || violation.actual === violation.fault,
  };
}

/** The facts of the request that shows a violation; for a paged list, of the request for its first page. */
function requestFacts(violation: ReportedViolation, endpoint: Endpoint, names: ParameterNames) {
  const { first, isOnLaterPage } = firstPageOf(violation);
  const firstUrl = first?.url ?? violation.request.url;
  // Parameters that only links have are cursors: they do not select rows.
  const readOf = (url: string) =>
    readQuery(operations[endpoint], url, names).filter(({ key }) => key !== undefined);
  const query = readOf(firstUrl);
  const sent = new Set([
    ...query.map(({ name, key = name }) => key),
    ...violatedMembers(violation, endpoint),
  ]);
  const pageKeys = new Set(readOf(violation.request.url).map(({ name, key = name }) => key));
  return {
    firstUrl,
    isOnLaterPage,
    query,
    /** The keys of the sent parameters, and the required members in the request body. */
    sent,
    /** The sent parameters that select rows: all except limit and order. */
    selecting: new Set([...sent].filter((key) => key !== "limit" && key !== "order")),
    /**
     * The selecting parameters with their operators, as `tokenId gte`, and the form of the path, as `path 0.0.0`. An id without
     * shard and realm adds `tokenId gte short`: a fault with full ids is visible with short ids too, but not the reverse.
     */
    conditions: new Set([...conditionsIn(query, endpoint), ...pathForm(firstUrl, endpoint)]),
    values: new Set(query.map(({ value }) => value)),
    /** The selecting parameters with their values, such as `name=ebb`. */
    criteria: new Set(criteriaIn(query)),
    /** The beginning of the rows of the first page, as text. */
    rows: rowsText((isOnLaterPage ? first?.body : undefined) ?? violation.response.body),
    /** If a link drops parameters or should be null, and leads to a first page: the path and the filters of that page. */
    restartsAt: restartOf(violation, endpoint, names, isOnLaterPage && !isSubset(sent, pageKeys)),
    /** The keys of the parameters in the request for the violating page. */
    pageKeys,
    /** The reported responses to other requests, except pages of the violating list: each with the conditions of its request. */
    comparedResponses: (violation.exchanges ?? []).flatMap(({ url, body, violates, page }) =>
      violates === true || page?.isFromLink === true || url === firstUrl
        ? []
        : [{ conditions: new Set(conditionsIn(readOf(url), endpoint)), rows: rowsText(body) }],
    ),
  };
}

/** The first page to which a wrong link leads; undefined without such a link, or if the link has an unknown parameter: it may be a cursor. */
function restartOf(
  { pointer, actual, request: { url } }: ReportedViolation,
  endpoint: Endpoint,
  names: ParameterNames,
  dropsParameters: boolean,
): string | undefined {
  const next = pointer === "/links/next" ? tryOrUndefined((): unknown => JSON.parse(actual)) : undefined;
  const page = isLink(next) && URL.canParse(next, url) ? new URL(next, url).href : dropsParameters ? url : "";
  const read = readQuery(operations[endpoint], page, names);
  return page === "" || read.some(({ key }) => key === undefined)
    ? undefined
    : JSON.stringify([beforeQuery(page), criteriaIn(read)]);
}

const criteriaIn = (read: readonly ReadParameter[]): readonly string[] =>
  read.flatMap(({ key, name, value }) =>
    key === "limit" || key === "order" ? [] : [`${key ?? name}=${value}`],
  );

function sortOf({ field, aspect }: ClauseResult, violation: ReportedViolation): Sort {
  const { expects, served, pointer, seen } = violation;
  if (field !== undefined) return served === true ? "row" : "sequence";
  // If only some requests of a success clause fail, the clause about their form explains more.
  if (aspect === "response" || (aspect === "success" && seen?.responses === seen?.of)) return "response";
  if (served === true) return expects === "refusal" ? "lenient" : "sequence";
  return expects === "refusal" || expects === "open" ? "errorBody" : pointer === "" ? "refused" : "sequence";
}

/** The exchange of the first page of the paged list that a violation shows, and whether the place is on a later page. */
export function firstPageOf({ exchanges = [] }: Pick<ReportedViolation, "exchanges">) {
  const at = exchanges.findIndex(({ violates }) => violates === true);
  const first = exchanges.slice(0, at + 1).findLast(({ page }) => page?.isFromLink !== true);
  return { first, isOnLaterPage: exchanges[at]?.page?.isFromLink === true };
}

/** Whether the violation is at a link, a page of the list was requested by a link, or rows are missing after a full page without a link. */
function isLinked(violation: ReportedViolation, limit?: string): boolean {
  const { exchanges = [], symptoms = [], pointer, rowFault } = violation;
  const { first } = firstPageOf(violation);
  const pages = exchanges.slice(exchanges.findIndex((one) => one === first));
  const last = exchanges.find(({ violates }) => violates === true)?.page;
  return (
    pointer === "/links/next" ||
    pages.some(({ page }) => page?.isFromLink === true) ||
    symptoms.some((name) => name.endsWith(" later")) ||
    (rowFault?.kind === "gap" && last?.next === "null" && String(last.rows) === limit)
  );
}

const conditionsIn = (read: readonly ReadParameter[], endpoint: Endpoint): readonly string[] =>
  read.flatMap(({ key, name, value }) => {
    if (key === "limit" || key === "order") return [];
    const [, operator = "eq"] = /(eq|ne|gte?|lte?)/.exec(value) ?? [];
    const isFilter = operations[endpoint].query.some(
      (one) => one.key === key && one.format.endsWith("Filter"),
    );
    const condition = isFilter ? `${key} ${operator}` : (key ?? name);
    return isId(key, endpoint) && !value.includes(".") ? [condition, `${condition} short`] : [condition];
  });

/** The rows in a body, as text: the body up to `links`, or the beginning that a result stores, without brackets at the end. */
export const rowsText = (body: string): string =>
  (body.replace(/…$/, "").split('"links"', 1)[0] ?? "").replace(/[\]},\s]{1,200}$/, "");

/** The form of the value in the path of a record, with `0` for digits, `f` for 32 or more hex digits, and `ff` for 65 or more. */
function pathForm(url: string, endpoint: Endpoint): readonly string[] {
  const { pathParameter, list } = operations[endpoint];
  const value = decoded(beforeQuery(url).split("/").at(-1) ?? "") ?? "";
  const form = value
    .replace(/[0-9a-f]{65,}/gi, "ff")
    .replace(/[0-9a-f]{32,}/gi, "f")
    .replace(/\d+/g, "0");
  return pathParameter === undefined || list !== undefined ? [] : [`path ${form}`];
}

function symptomsIn({ rowFault, pointer, symptoms, served }: ReportedViolation, isOnLaterPage: boolean) {
  // If no rows are expected, every row is stray.
  const kind = rowFault?.kind ?? (pointer === "" && served === true ? "stray" : undefined);
  const plain = kind === undefined ? [] : [`${kind}${isOnLaterPage ? " later" : ""}`];
  const all = symptoms ?? plain;
  const own = all.filter((name) =>
    kind === undefined
      ? pointer === "/links/next" && /^(end|link)/.test(name)
      : name.startsWith(kind) || (kind === "order" && name === "start"),
  );
  return { ownSymptoms: own.length > 0 ? own : plain, symptoms: [...all, ...plain] };
}

export const isId = (key: string | undefined, endpoint: Endpoint): boolean =>
  operations[endpoint].query.some((one) => one.key === key && one.format === "EntityIdFilter");

/** The required members of the request body that were sent with a value other than null. */
function violatedMembers({ request: { body } }: ReportedViolation, endpoint: Endpoint): readonly string[] {
  const sent = body === null ? undefined : tryOrUndefined((): unknown => JSON.parse(body));
  const { required = [] } = operations[endpoint].requestBody ?? {};
  return isObject(sent) ? required.filter((name) => (sent[name] ?? null) !== null) : [];
}

export const isOfErrors = ({ keys, clause }: FailedClause): boolean =>
  keys.length === 0 && partOf(clause.section) === "7";

/** Whether the evidence of one failed clause (`effect`) shows the violation of another one (`cause`). */
export type CauseRule = (cause: FailedClause, effect: FailedClause) => boolean;

export const isSubset = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((one) => all.has(one));
export const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  isSubset(one, other) && isSubset(other, one);
export const intersects = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((one) => others.has(one));

export const sharesCondition = (key: string, cause: FailedClause, effect: FailedClause): boolean =>
  [...cause.conditions].some((one) => one.split(" ")[0] === key && effect.conditions.has(one));

export const isAtFirstRow = ({ violation: { pointer } }: FailedClause): boolean =>
  /\/0\/[^/]*$/.test(pointer);

export const onAnyPage = (symptom: string): string => symptom.replace(/ later$/, "");

export const ordersOf = ({ query }: FailedClause): ReadonlySet<string> =>
  new Set(query.flatMap(({ key, value }) => (key === "order" ? [value] : [])));
