import type { Violation } from "../../engine/model/clause-results.ts";
import { tried } from "../../engine/model/cannot-run.ts";
import { operations } from "../../schemas/operations.ts";
import { isOfErrors, type BrokenClause } from "./broken.ts";

type Rule = (why: BrokenClause, then: BrokenClause) => boolean;

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((one) => all.has(one));
const meets = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((one) => others.has(one));

const isSameRequest: Rule = ({ violation: { request: a } }, { violation: { request: b } }) =>
  a.method === b.method && a.url === b.url && a.body === b.body;
const isLaw: Rule = (why, then) => why.sort === "law" && then.sort === "law";

/** Instead of a list something else came, by a status of success or one that speaks of nothing found. */
const isNoList = ({ sort, clause: { endpoint }, violation: { response } }: BrokenClause): boolean =>
  operations[endpoint].list !== undefined &&
  (sort === "refused" || sort === "answer") &&
  (response.status < 300 || response.status === 404);

/** The same wrong response came: no JSON for the same reason, or the same in place of a success. */
const sameAnswer: Rule = ({ violation: a }, { violation: b }) =>
  a.fault !== undefined || b.fault !== undefined
    ? a.fault === b.fault
    : a.pointer === "" && b.pointer === "" && a.actual === b.actual;

/** All that is wrong is the status: a record or a list came, and the request did not have to be refused. */
export const isOtherStatus = ({ violation }: BrokenClause): boolean =>
  violation.served === true &&
  violation.expects !== "refusal" &&
  violation.pointer === "" &&
  violation.response.status !== 200;

/** Bodies of errors that differ in their texts alone. */
const sameForm: Rule = ({ violation: a }, { violation: b }) => formOf(a) === formOf(b);

function formOf({ response: { body } }: Violation): string {
  const value = tried((): unknown => JSON.parse(body));
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === "string" ? "" : inner)) ?? "";
}

/** Both responses show the same rows, as far as a result keeps them: the parameters that differ had no effect. */
export const sameRows: Rule = ({ violation: a }, { violation: b }) => {
  const [one, other] = [a, b].map(
    ({ response }) => response.body.replace(/…$/, "").split('"links"')[0] ?? "",
  );
  const length = Math.min(one?.length ?? 0, other?.length ?? 0);
  return length > SHORTEST && one?.slice(0, length) === other?.slice(0, length);
};

/** The parameter whose malformed value is served is the one without effect: with the same operator, where it has one. */
function isUnread({ own, sent, conditions }: BrokenClause, then: BrokenClause): boolean {
  const keys = own.flatMap((one) => {
    const [, kind = "", key] = /^(\w+)(?: (?!behind)(\w+))?/.exec(one) ?? [];
    return (
      { limit: ["limit"], order: ["order"], start: ["order"] }[kind] ??
      (key === undefined ? [...sent] : [key])
    );
  });
  return keys.some(
    (key) =>
      then.on.has(key) &&
      (key === "limit" ||
        key === "order" ||
        [...conditions].some((one) => one.startsWith(key) && then.conditions.has(one))),
  );
}

/** A filter has no effect beside another parameter, and a malformed value of that filter is served beside it. */
const ignoresBeside: Rule = (why, then) =>
  why.selecting.size > 1 &&
  isWithin(why.selecting, then.selecting) &&
  why.symptoms.some((one) => one.startsWith("ignored ") && then.on.has(one.slice("ignored ".length)));

/** Characters of rows that must agree. */
const SHORTEST = 60;

/** The rules by which one clause is broken because another one is; each compares members of results, none reads an id. */
const RULES: Readonly<Record<string, Rule>> = {
  "what is refused alone is refused beside other parameters": (why, then) =>
    (why.sort === "answer" || why.sort === "refused") &&
    then.violation.expects !== "refusal" &&
    isWithin(why.sent, then.sent) &&
    (isWithin(why.conditions, then.conditions) || meets(why.cases, then.values)) &&
    sameAnswer(why, then),
  "successes have one status, which is not 200": (why, then) =>
    [why, then].every(isOtherStatus) && why.violation.response.status === then.violation.response.status,
  "whatever record is missing gets one response": (why, then) =>
    [why, then].every(({ sort, violation }) => sort === "refused" && violation.expects === "missing") &&
    sameAnswer(why, then),
  "a list without rows is answered as if there were no such list": (why, then) =>
    [why, then].every(isNoList) && sameAnswer(why, then),
  "a list or a lookup goes by the member of a row": (why, then) =>
    why.sort === "row" && then.sort === "law" && goesBy(why, then),
  "each refusal has the body of errors, and comes from one place where it is the same whatever is malformed":
    (why, then) =>
      why.sort === "errorBody" &&
      then.sort === "errorBody" &&
      (sameAnswer(why, then) || (isOfErrors(why) && sameForm(why, then))),
  "a parameter that is not read is not refused": (why, then) =>
    then.sort === "lenient" &&
    why.sort === "law" &&
    (ignoresBeside(why, then) || (sameRows(why, then) && isUnread(why, then))),
  "one malformed value is served by every clause that sends it": (why, then) =>
    then.sort === "lenient" &&
    why.sort === "lenient" &&
    meets(why.on, then.on) &&
    meets(why.cases, then.cases),
  "a body that lacks one member is served, and so is one that lacks more": (why, then) =>
    why.sort === "lenient" &&
    then.sort === "lenient" &&
    operations[then.clause.endpoint].requestBody !== undefined &&
    then.sent.size < why.sent.size &&
    isWithin(then.sent, why.sent),
  "what is no record lacks the members of one": (why, then) =>
    why.violation.pointer === "" &&
    then.clause.field !== undefined &&
    then.violation.served !== true &&
    why.violation.response.body === then.violation.response.body,
  "a link that leads nowhere leads to wrong pages": (why, then) =>
    isLaw(why, then) &&
    why.violation.pointer === "/links/next" &&
    !why.behind &&
    then.behind &&
    isWithin(why.conditions, then.conditions),
  "a record is looked up by its name first": (why, then) =>
    isLaw(why, then) &&
    operations[why.clause.endpoint].list === undefined &&
    isWithin(why.conditions, then.conditions) &&
    (meets(why.on, then.on) || why.on.has("path") || isSameRequest(why, then)),
  "pages, order and filters of a list show the same rows": (why, then) =>
    isLaw(why, then) && operations[why.clause.endpoint].list !== undefined && showsIn(why, then),
};

/** Whether the evidence of one broken clause holds what is wrong by another one: both of one endpoint. */
export function mayCause(why: BrokenClause, then: BrokenClause): boolean {
  return why.clause.endpoint === then.clause.endpoint && Object.values(RULES).some((rule) => rule(why, then));
}

/** Whether two broken clauses are on one parameter, though neither has evidence of the other. */
export function mayBeRelated(why: BrokenClause, then: BrokenClause): boolean {
  return (
    why.clause.endpoint === then.clause.endpoint &&
    meets(new Set(why.keys), new Set(then.keys)) &&
    (why.sort === then.sort || then.sort === "lenient")
  );
}

/**
 * Whether the pages of one request show a symptom of another request, which sent no other parameters. Rows of a first page that
 * are not selected, or are missing, depend on the operators: on that of the filter that leaves the rows out, where one does,
 * else on all. A filter without any effect has none with any operator. A symptom behind a link shows behind a link.
 */
const showsIn: Rule = (why, then) => {
  if (!canFollow(why, then) || !isWithin(why.selecting, then.selecting)) {
    return false;
  }
  const isIgnored = then.symptoms.some((one) => one.startsWith("ignored ") && why.symptoms.includes(one));
  const sameOperators = (key: string | undefined): boolean =>
    [...why.conditions].every(
      (one) => then.conditions.has(one) || (key !== undefined && one.split(" ")[0] !== key),
    );
  return (
    isIgnored ||
    why.own
      .filter((one) => isAmong(one, then))
      .some((one) => {
        const [, kind, key] = /^(\w+)(?: (?!behind)(\w+))?$/.exec(one) ?? [];
        return !/^(stray|gap|refused)$/.test(kind ?? "") || sameOperators(key);
      })
  );
};

/**
 * What a clause is on may come of the cause at all: too many rows, and rows of a first page that are not selected, come of
 * nothing else; an order on a first page comes of no link.
 */
function canFollow({ own: causes, symptoms }: BrokenClause, { own, symptoms: all }: BrokenClause): boolean {
  const isOn = (names: readonly string[], pattern: RegExp) => names.some((name) => pattern.test(name));
  return isOn(own, /^limit/)
    ? isOn(causes, /^limit/)
    : isOn(own, /^stray(?!.* behind)/)
      ? isOn(causes, /^stray(?!.* behind)/)
      : !isOn(all, /^order$/) || isOn(symptoms, /^(order|start|stray|limit|ignored)(?!.* behind)/);
}

function isAmong(symptom: string, { symptoms }: BrokenClause): boolean {
  return symptoms.some((other) => other === symptom || other === `${symptom} behind`);
}

/** Whether a clause goes by the member of a row: it tells rows or records apart, or its evidence is on what is compared with it. */
function goesBy(
  { violation: { pointer } }: BrokenClause,
  { clause, sent, violation, symptoms }: BrokenClause,
): boolean {
  const { list, query } = operations[clause.endpoint];
  const member = pointer.split("/").findLast((step) => !/^\d+$/.test(step));
  if (list === undefined) {
    return violation.pointer === pointer;
  }
  const compared = query.flatMap(({ key, compares }) => (compares === member ? [key] : []));
  return (
    member === list.rows ||
    member === list.identity ||
    compared.some((key) => symptoms.includes(`stray ${key}`) || (symptoms.includes("gap") && sent.has(key)))
  );
}
