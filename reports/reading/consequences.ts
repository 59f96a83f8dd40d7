import { shardAndRealm } from "../../engine/model/compare.ts";
import { operations } from "../../schemas/operations.ts";
import { isId, isOfErrors, onAnyPage, ordersOf, isSameSet } from "./failed-clauses.ts";
import { isSubset, intersects } from "./failed-clauses.ts";
import type { FailedClause, CauseRule } from "./failed-clauses.ts";
import { showsSamePages, usesMember } from "./same-pages.ts";
import { ignoresMalformed, isCompared, withoutEffect } from "./ignored-parameters.ts";

const isSequence: CauseRule = (cause, effect) => cause.sort === "sequence" && effect.sort === "sequence";

/** Whether two responses are wrong in the same way: with the same fault of their JSON, or with equal `actual` descriptions. */
const sameResponse: CauseRule = ({ violation: a }, { violation: b }) =>
  a.fault !== undefined || b.fault !== undefined
    ? a.fault === b.fault && (b.pointer === "" || (b.rowFault === undefined && b.actual.includes("\uFFFD")))
    : a.pointer === "" && b.pointer === "" && a.actual === b.actual;

/** Whether only the status code is wrong: the body is a record or a list, and the request is valid. */
export const isOtherStatus = ({ violation }: FailedClause): boolean =>
  violation.served === true &&
  violation.expects !== "refusal" &&
  violation.pointer === "" &&
  violation.response.status !== 200;

/** Whether the violation concerns the path of an existing record, and not its parameters. */
const isOfAnyRecord = ({ concerns, violation: { expects } }: FailedClause): boolean =>
  concerns.has("path") && expects !== "missing";

/** The rules by which one failed clause is the consequence of another; each compares members of results and reads no id. */
const RULES: Readonly<Record<string, CauseRule>> = {
  "a request with all parameters of another one gets the same wrong response": (cause, effect) =>
    (cause.sort === "response" || cause.sort === "refused") &&
    isSubset(cause.sent, effect.sent) &&
    sameResponse(cause, effect) &&
    (cause.sent.size > 1 ||
      (effect.violation.expects !== "refusal" &&
        (isSubset(cause.conditions, effect.conditions) || intersects(cause.cases, effect.values)))),
  "all successes have the same status other than 200": (cause, effect) =>
    [cause, effect].every(isOtherStatus) &&
    cause.violation.response.status === effect.violation.response.status,
  "a request with a server error has one with further parameters": (cause, effect) =>
    [cause, effect].every(({ violation: { response } }) => response.status >= 500) &&
    isSubset(cause.sent, effect.sent),
  "every response of an endpoint is malformed in the same way": (cause, effect) =>
    effect.sort !== "lenient" && cause.violation.fault !== undefined && sameResponse(cause, effect),
  "every missing record gets the same response": (cause, effect) =>
    [cause, effect].every(({ sort, violation }) => sort === "refused" && violation.expects === "missing") &&
    sameResponse(cause, effect),
  "a list or a lookup uses an invalid member of a row": (cause, effect) =>
    cause.sort === "row" && effect.sort === "sequence" && usesMember(cause, effect),
  "error bodies are the same whichever parameter is malformed": (cause, effect) =>
    [cause, effect].every(({ sort }) => sort === "errorBody") &&
    (isOfErrors(cause) || sameResponse(cause, effect)),
  "a malformed value of a parameter without effect is accepted": (cause, effect) =>
    effect.sort === "lenient" && cause.sort === "sequence" && ignoresMalformed(cause, effect),
  "both accept one kind of malformed value, or one combination of parameters": (cause, effect) =>
    effect.sort === "lenient" &&
    cause.sort === "lenient" &&
    ((intersects(cause.concerns, effect.concerns) && intersects(cause.cases, effect.cases)) ||
      (cause.concerns.size > 1 && isSubset(cause.concerns, effect.sent))),
  "a body that lacks one member is accepted, and so is a body that lacks several": (cause, effect) =>
    cause.sort === "lenient" &&
    effect.sort === "lenient" &&
    operations[effect.clause.endpoint].requestBody !== undefined &&
    effect.sent.size < cause.sent.size &&
    isSubset(effect.sent, cause.sent),
  "a body that is not a record lacks its members": (cause, effect) =>
    cause.violation.pointer === "" &&
    cause.violation.served !== true &&
    effect.clause.field !== undefined &&
    cause.violation.response.body === effect.violation.response.body,
  "links of several requests lead to one first page": (cause, effect) =>
    cause.restartsAt !== undefined && cause.restartsAt === effect.restartsAt,
  "links that keep other parameters lack the same filter": (cause, effect) =>
    [cause, effect].every(({ sent, pageKeys }) => intersects(sent, pageKeys)) &&
    intersects(lostFilters(cause), lostFilters(effect)),
  "a wrong lookup affects every clause on the record": (cause, effect) =>
    isSequence(cause, effect) &&
    operations[cause.clause.endpoint].list === undefined &&
    ((isSubset(cause.conditions, effect.conditions) &&
      (intersects(cause.concerns, effect.concerns) || isOfAnyRecord(cause))) ||
      cause.violation.response.body === effect.violation.response.body),
  "clauses on pages, order and filters receive the same wrong rows": (cause, effect) =>
    isSequence(cause, effect) &&
    operations[cause.clause.endpoint].list !== undefined &&
    showsSamePages(cause, effect),
};

const EVERY_RULE = Object.values(RULES);

/** Whether a rule makes one failed clause the consequence of another one of the same endpoint. */
export const mayCause = (cause: FailedClause, effect: FailedClause): boolean =>
  cause.clause.endpoint === effect.clause.endpoint &&
  (cause.violation.reproducible !== false || effect.violation.reproducible !== true) &&
  EVERY_RULE.some((rule) => rule(cause, effect));

/** Conditions under which two failed clauses may have one cause although the evidence of neither shows it. */
const RELATIONS: Readonly<Record<string, CauseRule>> = {
  "similar requests show one kind of symptom, or a list without filters lacks rows as well": (
    cause,
    effect,
  ) =>
    isSequence(cause, effect) &&
    (lacksRowsOf(cause, effect) ||
      (intersects(kindsOf(cause), kindsOf(effect)) && LIKE_REQUESTS.some((rule) => rule(cause, effect)))),
  "neither violation occurs again when its request is sent alone": (cause, effect) =>
    [cause, effect].every(({ violation: { reproducible } }) => reproducible === false),
  "a parameter of a record is misread, and its malformed values are accepted": (cause, effect) =>
    cause.sort === "sequence" &&
    effect.sort === "lenient" &&
    operations[cause.clause.endpoint].list === undefined &&
    cause.keys.length > 0 &&
    isSameSet(cause.concerns, effect.concerns),
  "pages are wrong where a filter of another clause is sent, or with any filter": (cause, effect) =>
    isSequence(cause, effect) &&
    effect.isAboutPages &&
    ((cause.isAboutPages && cause.selecting.size === 0 && effect.selecting.size > 0) ||
      (intersects(cause.selecting, effect.selecting) &&
        (cause.isAboutPages || effect.ownSymptoms.every((one) => /^(end|link)/.test(one))))),
  "a parameter that has no effect together with others is not validated either": (cause, effect) =>
    cause.sort === "sequence" &&
    effect.sort === "lenient" &&
    isSubset(cause.sent, effect.sent) &&
    withoutEffect(cause).some(
      (key) => effect.concerns.has(key) && [...cause.sent].some((other) => other !== key),
    ),
  "a filter returns rows of another shard or realm than its value": (cause, effect) =>
    intersects(elsewhereIn(cause), elsewhereIn(effect)),
  "a record is returned for several names, of which one may be ambiguous": (cause, effect) =>
    (cause.sort === "lenient" || (cause.sort === "sequence" && cause.violation.expects === "open")) &&
    effect.sort === "lenient" &&
    [cause, effect].every(({ concerns }) => concerns.has("path")),
  "two lookups return a record with another value of one member": (cause, effect) =>
    isSequence(cause, effect) &&
    operations[cause.clause.endpoint].list === undefined &&
    cause.violation.pointer !== "" &&
    cause.violation.pointer === effect.violation.pointer,
  "one parameter is refused with several values": (cause, effect) =>
    [cause, effect].every(({ sort }) => sort === "refused") &&
    intersects(cause.concerns, effect.sent) &&
    sameResponse(cause, effect),
  "one request gets an error in one clause, and wrong rows or a wrong record in another": (cause, effect) =>
    cause.sort === "refused" &&
    effect.sort === "sequence" &&
    intersects(cause.concerns, effect.concerns) &&
    cause.violation.request.url === effect.violation.request.url,
};

const EVERY_RELATION = Object.values(RELATIONS);

/** Whether two failed clauses of one endpoint may have one cause, although the evidence of neither shows it. */
export const mayBeRelated: CauseRule = (cause, effect) =>
  cause.clause.endpoint === effect.clause.endpoint && EVERY_RELATION.some((rule) => rule(cause, effect));

/** Conditions, each sufficient, under which the requests of two clauses with the same kind of symptom are similar. */
const LIKE_REQUESTS: readonly CauseRule[] = [
  // The filter that excludes the stray rows of one request has no effect in the other request.
  (cause, effect) =>
    effect.ownSymptoms.some((one) => one.startsWith("stray ") && cause.symptoms.includes(ignoredBy(one))),
  (cause, effect) => lostFilters(effect).size === 0 && intersects(comparedIn(cause), comparedIn(effect)),
  (cause, effect) =>
    [cause, effect].every((one) => kindsOf(one).has("order")) &&
    (intersects(ordersOf(cause), ordersOf(effect)) || ordersOf(effect).size === 0),
  (cause, effect) =>
    [cause, effect].every(({ sent }) => sent.size > 1) && isSameSet(cause.selecting, effect.selecting),
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

/** Whether a request without filters lacks rows that the other clause reports as missing or, if it compares responses, as stray. */
const lacksRowsOf: CauseRule = (cause, effect) =>
  cause.selecting.size === 0 &&
  (cause.involvesLink
    ? effect.ownSymptoms.some((one) => one === "stray" || (effect.involvesLink && onAnyPage(one) === "gap"))
    : cause.symptoms.includes("gap") && effect.ownSymptoms.some((one) => one === "stray" || one === "gap"));

/**
 * The kinds of the symptoms that a clause checks. The symptom `start` counts as `order`: a list that begins with another row than
 * expected may be in another order, unless rows are stray. The symptom `stray` without a filter counts as `gap`: such a row is not
 * expected because the response with which it is compared lacks it.
 */
const kindsOf = ({ ownSymptoms, symptoms }: FailedClause): ReadonlySet<string> => {
  const hasStray = symptoms.some((one) => one.startsWith("stray"));
  return new Set(
    [...ownSymptoms, ...symptoms.filter((one) => one === "start" && !hasStray)]
      .map(onAnyPage)
      .map((one) => ({ start: "order", stray: "gap" })[one] ?? one),
  );
};

/** The filters that exclude stray rows and that the link to the page of these rows lacks. */
const lostFilters = ({ ownSymptoms, pageKeys }: FailedClause): ReadonlySet<string> =>
  new Set(
    ownSymptoms.flatMap((one) => {
      const [, key] = /^stray (\w+) later$/.exec(one) ?? [];
      return key !== undefined && !pageKeys.has(key) ? [key] : [];
    }),
  );

/** The symptom `ignored KEY` for the filter that excludes a stray row (`stray KEY`). */
const ignoredBy = (stray: string): string => onAnyPage(stray).replace("stray", "ignored");

/** The parameters of {@link namedBy}. If rows show the values of one, `equal` or `above or below` is added: equality may be separate code. */
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
