import type { ReportedViolation } from "../../engine/model/clause-results.ts";
import { tried } from "../../engine/model/cannot-run.ts";
import { operations } from "../../schemas/operations.ts";
import { isOfErrors, type BrokenClause } from "./failed-clauses.ts";
import { isWithin, meets, type CauseRule } from "./comparing.ts";
import { showsSamePages } from "./same-pages.ts";
import { servesUnread } from "./unread.ts";

const isSameRequest: CauseRule = ({ violation: { request: a } }, { violation: { request: b } }) =>
  a.method === b.method && a.url === b.url && a.body === b.body;
const isSequence: CauseRule = (why, then) => why.sort === "law" && then.sort === "law";

/** Instead of a list something else came, by a status of success or one that speaks of nothing found. */
const isNoList = ({ sort, clause: { endpoint }, violation: { response } }: BrokenClause): boolean =>
  operations[endpoint].list !== undefined &&
  (sort === "refused" || sort === "answer") &&
  (response.status < 300 || response.status === 404);

/** The same wrong response came: no JSON for the same reason, or the same in place of a success. */
const sameResponse: CauseRule = ({ violation: a }, { violation: b }) =>
  a.fault !== undefined || b.fault !== undefined
    ? a.fault === b.fault
    : a.pointer === "" && b.pointer === "" && a.actual === b.actual;

/** All that is wrong is the status: a record or a list came, and the request did not have to be refused. */
export const isOtherStatus = ({ violation }: BrokenClause): boolean =>
  violation.served === true &&
  violation.expects !== "refusal" &&
  violation.pointer === "" &&
  violation.response.status !== 200;

/** It is wrong by the path alone, for records that exist. */
const isOfAnyRecord = ({ on, violation: { expects } }: BrokenClause): boolean =>
  on.has("path") && expects !== "missing";

/** Both look for a record by a name of one kind: with or without 0x. */
const sameName: CauseRule = ({ conditions: a }, { conditions: b }) =>
  [...a].join().replace("0x", "") === [...b].join().replace("0x", "");

/** Bodies of errors that differ in their texts alone. */
const sameForm: CauseRule = ({ violation: a }, { violation: b }) => errorForm(a) === errorForm(b);

function errorForm({ response: { body } }: ReportedViolation): string {
  const value = tried((): unknown => JSON.parse(body));
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === "string" ? "" : inner)) ?? "";
}

/** The rules by which one clause is broken because another one is; each compares members of results, none reads an id. */
const RULES: Readonly<Record<string, CauseRule>> = {
  "what is refused alone is refused beside other parameters": (why, then) =>
    (why.sort === "answer" || why.sort === "refused") &&
    then.violation.expects !== "refusal" &&
    isWithin(why.sent, then.sent) &&
    (isWithin(why.conditions, then.conditions) || meets(why.cases, then.values)) &&
    sameResponse(why, then),
  "successes have one status, which is not 200": (why, then) =>
    [why, then].every(isOtherStatus) && why.violation.response.status === then.violation.response.status,
  "the service fails whatever else is wrong with the request": (why, then) =>
    [why, then].every(({ violation: { response } }) => response.status >= 500) &&
    isWithin(why.sent, then.sent) &&
    sameForm(why, then),
  "whatever record is missing gets one response": (why, then) =>
    [why, then].every(({ sort, violation }) => sort === "refused" && violation.expects === "missing") &&
    sameResponse(why, then),
  "a record comes for a name that has none": (why, then) =>
    [why, then].every(
      ({ on, violation: { expects, served } }) => expects === "missing" && served === true && on.has("path"),
    ) && sameName(why, then),
  "a list without rows is answered as if there were no such list": (why, then) =>
    [why, then].every(isNoList) && sameResponse(why, then),
  "a list or a lookup goes by the member of a row": (why, then) =>
    why.sort === "row" && then.sort === "law" && goesBy(why, then),
  "each refusal has the body of errors, and comes from one place where it is the same whatever is malformed":
    (why, then) =>
      why.sort === "errorBody" &&
      then.sort === "errorBody" &&
      (sameResponse(why, then) || (isOfErrors(why) && sameForm(why, then))),
  "a parameter that is not read is not refused": (why, then) =>
    then.sort === "lenient" && why.sort === "law" && servesUnread(why, then),
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
    isSequence(why, then) &&
    why.violation.pointer === "/links/next" &&
    !why.behind &&
    then.behind &&
    isWithin(why.conditions, then.conditions),
  "a record is looked up by its name first": (why, then) =>
    isSequence(why, then) &&
    operations[why.clause.endpoint].list === undefined &&
    isWithin(why.conditions, then.conditions) &&
    (meets(why.on, then.on) || isOfAnyRecord(why) || isSameRequest(why, then)),
  "pages, order and filters of a list show the same rows": (why, then) =>
    isSequence(why, then) && operations[why.clause.endpoint].list !== undefined && showsSamePages(why, then),
};

const EVERY_RULE = Object.values(RULES);

/** Whether the evidence of one broken clause holds what is wrong by another one: both of one endpoint. */
export function mayCause(why: BrokenClause, then: BrokenClause): boolean {
  return why.clause.endpoint === then.clause.endpoint && EVERY_RULE.some((rule) => rule(why, then));
}

/** Whether two broken clauses are on one parameter, though neither has evidence of the other. */
export function mayBeRelated(why: BrokenClause, then: BrokenClause): boolean {
  return (
    why.clause.endpoint === then.clause.endpoint &&
    meets(new Set(why.keys), new Set(then.keys)) &&
    (why.sort === then.sort || then.sort === "lenient")
  );
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
