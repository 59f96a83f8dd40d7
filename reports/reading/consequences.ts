import type { ClauseResult, Violation } from "../../engine/model/clause-results.ts";
import { isObject } from "../../engine/message/classify.ts";
import { readQuery } from "../../engine/clauses/read-request.ts";
import { tried } from "../../engine/model/cannot-run.ts";
import type { ParameterNames } from "../../engine/model/settings.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { placeInfo } from "../../schemas/places.ts";
import { partOf } from "../words/labels.ts";

/** A broken clause, with what its data and its evidence say of it. */
export interface BrokenClause {
  readonly clause: ClauseResult;
  readonly violation: Violation;
  readonly sort: Sort;
  /** The parameters that the clause names, by key. */
  readonly keys: readonly string[];
  /** What it is on: the parameters that it names, or the one in the path, or else those that were sent. */
  readonly on: ReadonlySet<string>;
  /** The parameters of the request that shows it, by key; of a walk, of the one with which it began. */
  readonly sent: ReadonlySet<string>;
  /** Those that select rows: neither the order nor the size of pages is one. */
  readonly selecting: ReadonlySet<string>;
  /** Whether rows came by an id without shard or realm, and the clause says so. */
  readonly short: "none" | "sent" | "stated";
  /** It shows behind the first page of that walk. */
  readonly behind: boolean;
  /** The clause is on the order of rows. */
  readonly ordered: boolean;
  /** The clause is on pages and the links between them. */
  readonly pages: boolean;
  /** It is on a form, of the request or of its answer, and on no meaning: what has one needs the form. */
  readonly isStated: boolean;
}

/** What sort of rule is broken. A sort that stands in front may be why one behind it is broken, and never the other way. */
const SORTS = ["answer", "row", "refused", "errorBody", "law", "lenient"] as const;
type Sort = (typeof SORTS)[number];

/** What the data of a clause and one of its violations say. */
export function brokenOf(
  clause: ClauseResult,
  violation: Violation,
  names: ParameterNames = {},
): BrokenClause {
  const { endpoint, cites = [] } = clause;
  const cited = cites.flatMap((place) => placeInfo(place) ?? []);
  const own = cited.flatMap(({ section, fact }) => (section === operations[endpoint].section ? [fact] : []));
  const keys = keysIn(own, endpoint);
  const pages = cited.some(({ section }) => section === "4.1");
  const { first, behind } = walkOf(violation);
  const start = first?.url ?? violation.request.url;
  const read = readQuery(operations[endpoint], start, names);
  const sent = new Set([...read.map(({ name, key = name }) => key), ...membersOf(violation, endpoint)]);
  const isShort =
    violation.served === true && read.some(({ key, value }) => isId(key, endpoint) && !value.includes("."));
  const others = own.length > 0 || sent.size === 0 ? ["path"] : sent;
  return {
    clause,
    violation,
    sort: sortOf(clause, violation, own),
    keys,
    on: new Set(keys.length > 0 || pages ? keys : others),
    sent,
    selecting: new Set([...sent].filter((key) => key !== "limit" && key !== "order")),
    short: !isShort ? "none" : cited.some(({ fact }) => fact.endsWith(" short")) ? "stated" : "sent",
    behind,
    ordered: keys.includes("order") || own.some((fact) => fact.endsWith(" order")),
    pages,
    isStated: cited.some(({ fact }) => STATED.test(fact)) || violation.actual === violation.fault,
  };
}

/** Facts on what is accepted, on pages that one parameter has, and on what a missing record gets. */
const STATED = / form$| pages$|^missing message$/;

/** The keys of the parameters that facts of the document are on. */
function keysIn(facts: readonly string[], endpoint: Endpoint): readonly string[] {
  const { query, requestBody } = operations[endpoint];
  const all = [...query.map(({ key }) => key), ...Object.keys(requestBody?.properties ?? {})];
  const firsts = new Set(facts.map((fact) => fact.split(" ")[0]));
  return all.filter((key) => firsts.has(key));
}

function sortOf({ field }: ClauseResult, violation: Violation, facts: readonly string[]): Sort {
  const { expects, served, pointer } = violation;
  if (field !== undefined) {
    return "row";
  }
  if (facts.includes("response")) {
    return "answer";
  }
  if (served === true) {
    return expects === "refusal" ? "lenient" : "law";
  }
  return expects === "refusal" || expects === "open" ? "errorBody" : pointer === "" ? "refused" : "law";
}

/** The exchange of the first page of the walk that a violation shows, and whether the place is on a later page. */
export function walkOf({ exchanges = [] }: Violation) {
  const at = exchanges.findIndex(({ breaks }) => breaks === true);
  const first = exchanges.slice(0, at + 1).findLast(({ page }) => page?.follows !== true);
  return { first, behind: exchanges[at]?.page?.follows === true };
}

const isId = (key: string | undefined, endpoint: Endpoint): boolean =>
  operations[endpoint].query.some((one) => one.key === key && one.format === "EntityIdFilter");

/** The required members that a body has. */
function membersOf({ request: { body } }: Violation, endpoint: Endpoint): readonly string[] {
  const sent = body === null ? undefined : tried((): unknown => JSON.parse(body));
  const { required = [] } = operations[endpoint].requestBody ?? {};
  return isObject(sent) ? required.filter((name) => (sent[name] ?? null) !== null) : [];
}

/**
 * How soon a broken clause is looked at: the plainest first. Of the same sort, the body of errors comes before what one
 * error should have said, and what shows under few conditions (parameters that select, a link that led there) before what
 * shows under many.
 */
export function plainness(broken: BrokenClause): readonly number[] {
  const { sort, selecting, keys, violation, pages, isStated, short, ordered } = broken;
  // A page that is out of order within lost the order: that rows come twice, or not at all, follows.
  const defect = violation.defect?.kind;
  const isTurned = defect === "order" && !/\/0\/[^/]*$/.test(violation.pointer);
  // What a clause on a filter sees of the order, one on the order says.
  const isAside = defect === "order" && !pages && !ordered;
  // A row that is on none of several pages may have been lost by a link.
  const isLost = defect === "gap" && violation.exchanges?.some(({ page }) => page?.follows === true) === true;
  const isLinked = (broken.behind && !(pages && isTurned)) || isLost || violation.pointer === "/links/next";
  const named = pages && keys.length === 0 ? selecting : new Set(keys);
  const unnamed = [...selecting].filter((key) => !named.has(key)).length;
  return sort === "row"
    ? [SORTS.indexOf(sort), violation.pointer.split("/").length]
    : [
        SORTS.indexOf(sort),
        isOfErrors(broken) ? 0 : 1,
        // What is doubtful to send explains least.
        violation.expects === "open" ? 1 : 0,
        // That an id is short is no condition of what is to be refused in any form.
        selecting.size + (isLinked ? 1 : 0) + (short === "none" || sort === "lenient" ? 0 : 1),
        // Rows of a first page say more of the parameters than of the pages behind links.
        pages && !isLinked ? 1 : 0,
        // A clause says more of its conditions than one that does not name them.
        unnamed + (isLinked && !pages ? 1 : 0) + (short === "sent" ? 1 : 0) + (isAside ? 2 : 0),
        // Where a row is shown that the request does not select, or too many are, others come twice, in no order, or not at all.
        defect === "stray" || defect === "limit" || (pages && isTurned) ? 0 : 1,
        // What must succeed is plainer than what may find nothing: where the wrong record comes for a known name, one comes for
        // any. Of refusals, one of a form says more.
        sort === "refused" || violation.expects === "success" ? 0 : 1,
        isStated ? 0 : 1,
        keys.length,
      ];
}

type Rule = (why: BrokenClause, then: BrokenClause) => boolean;

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((one) => all.has(one));
const meets = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((one) => others.has(one));

/** On the body of errors, and on no parameter of its own. */
const isOfErrors = ({ keys, clause }: BrokenClause): boolean =>
  keys.length === 0 && partOf(clause.section) === "7";
const isSameRequest: Rule = ({ violation: { request: a } }, { violation: { request: b } }) =>
  a.method === b.method && a.url === b.url && a.body === b.body;
const isLaw: Rule = (why, then) => why.sort === "law" && then.sort === "law";

/** Instead of a list something else came, by a status of success or one that speaks of nothing found. */
const isNoList = ({ sort, clause: { endpoint }, violation: { response } }: BrokenClause): boolean =>
  operations[endpoint].list !== undefined &&
  (sort === "refused" || sort === "answer") &&
  (response.status < 300 || response.status === 404);

/** The same wrong answer came: no JSON for the same reason, or the same in place of a success. */
const sameAnswer: Rule = ({ violation: a }, { violation: b }) =>
  a.fault !== undefined || b.fault !== undefined
    ? a.fault === b.fault
    : a.pointer === "" && b.pointer === "" && a.actual === b.actual;

/** The rules by which one clause is broken because another one is; each compares data, none reads an id. */
const RULES: Readonly<Record<string, Rule>> = {
  "what is refused alone is refused beside other parameters": (why, then) =>
    (why.sort === "answer" || why.sort === "refused") &&
    then.violation.expects !== "refusal" &&
    isWithin(why.sent, then.sent) &&
    sameAnswer(why, then),
  "a list without rows is answered as if there were no such list": (why, then) =>
    [why, then].every(isNoList) && sameAnswer(why, then),
  "a list or a lookup goes by the member of a row": (why, then) =>
    why.sort === "row" && then.sort === "law" && goesBy(why, then),
  "each refusal has the body of errors, and comes from one place where it is the same whatever is malformed":
    (why, then) =>
      why.sort === "errorBody" && then.sort === "errorBody" && (isOfErrors(why) || sameAnswer(why, then)),
  "a parameter that is read wrongly is refused wrongly": (why, then) =>
    then.sort === "lenient" && meets(why.on, then.on) && (why.sort === "lenient" || why.sort === "law"),
  "a body that lacks one member is served, and so is one that lacks more": (why, then) =>
    why.sort === "lenient" &&
    then.sort === "lenient" &&
    operations[then.clause.endpoint].requestBody !== undefined &&
    then.sent.size !== why.sent.size &&
    (isWithin(then.sent, why.sent) || isWithin(why.sent, then.sent)),
  "a record is looked up by its name first": (why, then) =>
    isLaw(why, then) &&
    operations[why.clause.endpoint].list === undefined &&
    isWithin(why.sent, then.sent) &&
    (meets(why.on, then.on) || why.on.has("path") || isSameRequest(why, then)),
  "pages, order and filters of a list show the same rows": (why, then) =>
    isLaw(why, then) && operations[why.clause.endpoint].list !== undefined && showsIn(why, then),
};

/** Whether one broken clause may be why another one is: both of one endpoint, by the rules on their data. */
export function mayCause(why: BrokenClause, then: BrokenClause): boolean {
  return why.clause.endpoint === then.clause.endpoint && Object.values(RULES).some((rule) => rule(why, then));
}

/** Whether what is wrong with the rows of one request of a list shows in those of another one. */
const showsIn: Rule = (why, then) => {
  const [kind, other] = [why, then].map(({ violation: { defect } }) => defect?.kind);
  const isMixed = then.keys.length > 1 || then.pages;
  const isOfOrder = kind === "order" && other === "order" && why.keys.includes("order");
  if (isOfOrder && !then.keys.includes("order")) {
    return true;
  }
  if (!isWithin(why.selecting, then.selecting)) {
    return false;
  }
  if (why.pages && why.keys.length === 0) {
    return then.behind || (other !== "stray" && other !== "limit");
  }
  return (
    kind === other ||
    other === "order" ||
    meets(why.on, isMixed ? then.sent : then.on) ||
    (isMixed && why.selecting.size > 0)
  );
};

/** Whether a clause goes by the member of a row: it tells rows or records apart, or a parameter is compared with it. */
function goesBy(
  { violation: { pointer } }: BrokenClause,
  { clause, on, sent, violation }: BrokenClause,
): boolean {
  const { list, query } = operations[clause.endpoint];
  const member = pointer.split("/").findLast((step) => !/^\d+$/.test(step));
  if (list === undefined) {
    return violation.pointer === pointer;
  }
  const compared = query.flatMap(({ key, compares }) => (compares === member ? [key] : []));
  return (
    member === list.rows || member === list.identity || compared.some((key) => on.has(key) || sent.has(key))
  );
}
