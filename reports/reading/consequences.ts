import type { ReportedViolation } from "../../engine/model/clause-results.ts";
import { shardAndRealm } from "../../engine/model/compare.ts";
import { beforeQuery } from "../../engine/model/exchange.ts";
import { tryOrUndefined } from "../../engine/model/cannot-run.ts";
import { operations } from "../../schemas/operations.ts";
import { isId, isOfErrors, onAnyPage, ordersOf, isSameSet, isSubset, intersects } from "./failed-clauses.ts";
import type { FailedClause, CauseRule } from "./failed-clauses.ts";
import { isCompared, isSortedByMember, showsSamePages, usesMember } from "./same-pages.ts";
import { servesUnread, withoutEffect } from "./ignored-parameters.ts";

const isSameRequest: CauseRule = ({ violation: { request: a } }, { violation: { request: b } }) =>
  a.method === b.method && a.url === b.url && a.body === b.body;
const isSequence: CauseRule = (why, then) => why.sort === "sequence" && then.sort === "sequence";

/** Whether the response is not a list although its status code is a success or 404. */
const isNoList = ({ sort, clause: { endpoint }, violation: { response } }: FailedClause): boolean =>
  operations[endpoint].list !== undefined &&
  (sort === "refused" || sort === "response") &&
  (response.status < 300 || response.status === 404);

/** Whether two responses are wrong in the same way: with the same fault of their JSON, or with equal `actual` descriptions. */
const sameResponse: CauseRule = ({ violation: a }, { violation: b }) =>
  a.fault !== undefined || b.fault !== undefined
    ? a.fault === b.fault && (b.pointer === "" || (b.rowFault === undefined && b.actual.includes("\uFFFD")))
    : a.pointer === "" && b.pointer === "" && a.actual === b.actual;

const isRows = ({ clause: { endpoint }, violation: { pointer } }: FailedClause): boolean =>
  pointer === `/${operations[endpoint].list?.rows ?? ""}`;

/** Whether only the status code is wrong: the body is a record or a list, and the request is valid. */
export const isOtherStatus = ({ violation }: FailedClause): boolean =>
  violation.served === true &&
  violation.expects !== "refusal" &&
  violation.pointer === "" &&
  violation.response.status !== 200;

/** Whether the violation concerns the path of an existing record, and not its parameters. */
const isOfAnyRecord = ({ concerns, violation: { expects } }: FailedClause): boolean =>
  concerns.has("path") && expects !== "missing";

const showsSameRecord: CauseRule = ({ violation: a }, { violation: b }) =>
  a.response.body === b.response.body && beforeQuery(a.request.url) !== beforeQuery(b.request.url);

/** Whether two error bodies differ only in their texts. */
const sameForm: CauseRule = ({ violation: a }, { violation: b }) => errorForm(a) === errorForm(b);

function errorForm({ response: { body } }: ReportedViolation): string {
  const value = tryOrUndefined((): unknown => JSON.parse(body));
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === "string" ? "" : inner)) ?? "";
}

/** The rules by which one failed clause is the consequence of another; each compares members of results and reads no id. */
const RULES: Readonly<Record<string, CauseRule>> = {
  "a value that is refused alone is refused with other parameters too": (why, then) =>
    (why.sort === "response" || why.sort === "refused") &&
    then.violation.expects !== "refusal" &&
    isSubset(why.sent, then.sent) &&
    (isSubset(why.conditions, then.conditions) || intersects(why.cases, then.values)) &&
    sameResponse(why, then),
  "parameters that are refused together are refused with other values too": (why, then) =>
    why.sort === "refused" &&
    why.violation.expects === "success" &&
    why.sent.size > 1 &&
    (then.sort === "refused" || then.sort === "errorBody") &&
    isSubset(why.sent, then.sent) &&
    sameResponse(why, then),
  "all successes have the same status other than 200": (why, then) =>
    [why, then].every(isOtherStatus) && why.violation.response.status === then.violation.response.status,
  "a request with a server error has the same error with further parameters": (why, then) =>
    [why, then].every(({ violation: { response } }) => response.status >= 500) &&
    isSubset(why.sent, then.sent) &&
    sameForm(why, then),
  "every missing record gets the same response": (why, then) =>
    [why, then].every(({ sort, violation }) => sort === "refused" && violation.expects === "missing") &&
    sameResponse(why, then),
  "empty lists are replaced by the same response": (why, then) =>
    [why, then].every(isNoList) && sameResponse(why, then),
  "a list or a lookup uses an invalid member of a row": (why, then) =>
    why.sort === "row" && then.sort === "sequence" && usesMember(why, then),
  "rows are sorted by an invalid member": (why, then) => why.sort === "row" && isSortedByMember(why, then),
  "error bodies are the same whichever parameter is malformed": (why, then) =>
    why.sort === "errorBody" &&
    then.sort === "errorBody" &&
    (sameResponse(why, then) || (isOfErrors(why) && sameForm(why, then))),
  "a malformed value of a parameter without effect is accepted": (why, then) =>
    then.sort === "lenient" && why.sort === "sequence" && servesUnread(why, then),
  "the same malformed value is accepted in every request": (why, then) =>
    then.sort === "lenient" &&
    why.sort === "lenient" &&
    ((intersects(why.concerns, then.concerns) && intersects(why.cases, then.cases)) ||
      (why.concerns.size > 1 && isSubset(why.concerns, then.sent))),
  "a body that lacks one member is accepted, and so is a body that lacks several": (why, then) =>
    why.sort === "lenient" &&
    then.sort === "lenient" &&
    operations[then.clause.endpoint].requestBody !== undefined &&
    then.sent.size < why.sent.size &&
    isSubset(then.sent, why.sent),
  "a body that is not a record lacks its members": (why, then) =>
    why.violation.pointer === "" &&
    why.violation.served !== true &&
    then.clause.field !== undefined &&
    (then.violation.served !== true || isRows(then)) &&
    why.violation.response.body === then.violation.response.body,
  "every response of an endpoint is malformed in the same way": (why, then) =>
    why.violation.fault !== undefined &&
    why.violation.fault === then.violation.fault &&
    sameResponse(why, then),
  "links of several requests lead to one first page": (why, then) =>
    why.restartsAt !== undefined && why.restartsAt === then.restartsAt,
  "a wrong lookup affects every clause on the record": (why, then) =>
    isSequence(why, then) &&
    operations[why.clause.endpoint].list === undefined &&
    ((isSubset(why.conditions, then.conditions) &&
      (intersects(why.concerns, then.concerns) || isOfAnyRecord(why) || isSameRequest(why, then))) ||
      showsSameRecord(why, then)),
  "clauses on pages, order and filters receive the same wrong rows": (why, then) =>
    isSequence(why, then) && operations[why.clause.endpoint].list !== undefined && showsSamePages(why, then),
};

const EVERY_RULE = Object.values(RULES);

/** Whether a rule makes one failed clause the consequence of another one of the same endpoint. */
export function mayCause(why: FailedClause, then: FailedClause): boolean {
  return why.clause.endpoint === then.clause.endpoint && EVERY_RULE.some((rule) => rule(why, then));
}

/**
 * The conditions under which two failed clauses may have one cause, although the evidence of neither shows it: one fault can
 * have several effects.
 */
const RELATIONS: Readonly<Record<string, CauseRule>> = {
  "requests with one parameter, one order or the same parameters show one kind of symptom": (why, then) =>
    isSequence(why, then) &&
    (lacksRowsOf(why, then) ||
      (intersects(kindsOf(why), kindsOf(then)) && LIKE_REQUESTS.some((rule) => rule(why, then)))),
  "neither violation occurs again when its request is sent alone": (why, then) =>
    [why, then].every(({ violation: { reproducible } }) => reproducible === false),
  "a parameter of a record is misread, and its malformed values are accepted": (why, then) =>
    why.sort === "sequence" &&
    then.sort === "lenient" &&
    operations[why.clause.endpoint].list === undefined &&
    why.keys.length > 0 &&
    isSameSet(why.concerns, then.concerns),
  "pages are wrong where a filter of another clause is sent, or with any filter": (why, then) =>
    isSequence(why, then) &&
    then.isAboutPages &&
    !then.ownSymptoms.some((symptom) => (why.involvesLink ? /^stray / : /^stray (?!behind)/).test(symptom)) &&
    ((why.isAboutPages && why.selecting.size === 0 && then.selecting.size > 0) ||
      // Missing rows do not explain a wrong link that must be null whatever the rows are.
      ((then.ownSymptoms.length > 0 || !why.ownSymptoms.includes("gap")) &&
        intersects(why.selecting, then.selecting))),
  "a parameter that has no effect together with others is not validated either": (why, then) =>
    why.sort === "sequence" &&
    then.sort === "lenient" &&
    isSubset(why.sent, then.sent) &&
    withoutEffect(why).some((key) => then.concerns.has(key) && [...why.sent].some((other) => other !== key)),
  "a filter returns rows of another shard or realm than its value": (why, then) =>
    intersects(elsewhereIn(why), elsewhereIn(then)),
  "one clause compares its rows with those of an operator that another clause finds wrong": (why, then) =>
    isSequence(why, then) &&
    intersects(namedBy(why), namedBy(then)) &&
    (comparesWith(why, then) || comparesWith(then, why)),
  "rows have no order by their identity where the identity of a row is wrong": (why, then) =>
    why.sort === "row" && isIdentity(why) && then.violation.rowFault?.kind === "order" && !isIdentity(then),
  "a record is returned for an ambiguous name, and for malformed ones": (why, then) =>
    why.sort === "sequence" &&
    why.violation.expects === "open" &&
    then.sort === "lenient" &&
    [why, then].every(({ concerns }) => concerns.has("path")),
  "one parameter is refused with several values": (why, then) =>
    [why, then].every(({ sort }) => sort === "refused") &&
    intersects(why.concerns, then.sent) &&
    sameResponse(why, then),
  "a request is refused by one clause and has wrong rows in another": (why, then) =>
    why.sort === "refused" &&
    then.sort === "sequence" &&
    intersects(why.concerns, then.concerns) &&
    why.violation.request.url === then.violation.request.url,
};

const EVERY_RELATION = Object.values(RELATIONS);

/** Whether two failed clauses of one endpoint may have one cause, although the evidence of neither shows it. */
export const mayBeRelated: CauseRule = (why, then) =>
  why.clause.endpoint === then.clause.endpoint && EVERY_RELATION.some((rule) => rule(why, then));

/** Conditions, each sufficient, under which the requests of two clauses with the same kind of symptom are similar. */
const LIKE_REQUESTS: readonly CauseRule[] = [
  // The filter that excludes the stray rows of one request has no effect in the other one.
  (why, then) =>
    then.ownSymptoms.some((one) => one.startsWith("stray ") && why.symptoms.includes(ignoredBy(one))),
  (why, then) => !losesFilter(then) && intersects(comparedIn(why), comparedIn(then)),
  (why, then) =>
    [why, then].every((one) => kindsOf(one).has("order")) &&
    (intersects(ordersOf(why), ordersOf(then)) || ordersOf(then).size === 0),
  (why, then) => [why, then].every(({ sent }) => sent.size > 1) && isSameSet(why.selecting, then.selecting),
];

/** The filters by an id with a shard and realm that no returned row has. */
const elsewhereIn = ({ query, clause: { endpoint }, rows }: FailedClause): ReadonlySet<string> =>
  new Set(
    query.flatMap(({ key = "", value }) => {
      const home = shardAndRealm(value.replace(/^\w+:/, ""));
      const isElsewhere = isId(key, endpoint) && /^\d+\.\d+\.$/.test(home) && !rows.includes(`"${home}`);
      return isElsewhere && rows.includes(`"${operations[endpoint].list?.identity ?? ""}"`) ? [key] : [];
    }),
  );

/** Whether one clause compares its rows with a response to the filters that the other clause sent. */
const comparesWith: CauseRule = ({ beside }, { conditions }) =>
  conditions.size > 0 && beside.some((one) => isSameSet(one.conditions, conditions));

/** Whether a violation is at the member that identifies the rows of its list. */
const isIdentity = ({ clause: { endpoint }, violation: { pointer } }: FailedClause): boolean =>
  pointer.endsWith(`/${operations[endpoint].list?.identity ?? ""}`);

/**
 * Whether a request without filters lacks rows that the other clause then reports as missing or, where it compares two
 * responses, as not expected.
 */
const lacksRowsOf: CauseRule = (why, then) =>
  why.selecting.size === 0 &&
  (why.involvesLink
    ? why.ownSymptoms.some((one) => onAnyPage(one) === "gap") && then.ownSymptoms.includes("stray")
    : why.symptoms.includes("gap") && then.ownSymptoms.some((one) => one === "stray" || one === "gap"));

/**
 * The kinds of the symptoms that a clause checks. The symptom `start` counts as `order`: a list that begins with another row
 * than expected may be in another order. The symptom `stray` without a filter counts as `gap`: such a row is not expected
 * because the response with which it is compared lacks it.
 */
const kindsOf = ({ ownSymptoms, symptoms }: FailedClause): ReadonlySet<string> =>
  new Set(
    [...ownSymptoms, ...symptoms.filter((one) => one === "start")]
      .map(onAnyPage)
      .map((one) => ({ start: "order", stray: "gap" })[one] ?? one),
  );

/** Whether the link to the page of a stray row lacks the filter that excludes the row. */
const losesFilter = ({ ownSymptoms, pageKeys }: FailedClause): boolean =>
  ownSymptoms.some((one) => {
    const [, key] = /^stray (\w+) behind$/.exec(one) ?? [];
    return key !== undefined && !pageKeys.has(key);
  });

/** The symptom `ignored KEY` for the filter that excludes a stray row (`stray KEY`). */
const ignoredBy = (stray: string): string => onAnyPage(stray).replace("stray", "ignored");

/**
 * The parameters that a clause names. A parameter whose values the rows show is followed by the kind of its operator, because a
 * service may implement equality separately.
 */
const comparedIn = (one: FailedClause): ReadonlySet<string> =>
  new Set(
    [...namedBy(one)].flatMap((key) => {
      const operators = [...one.conditions].filter(
        (condition) => condition.startsWith(`${key} `) && isCompared(condition, one),
      );
      return operators.length === 0
        ? [key]
        : operators.map((condition) =>
            / (eq|ne)\b/.test(condition) ? `${key} equal` : `${key} above or below`,
          );
    }),
  );

/** The parameters that a clause names, or else the sent parameters that select rows. */
const namedBy = ({ keys, selecting }: FailedClause): ReadonlySet<string> =>
  keys.length > 0 ? new Set(keys) : selecting;
