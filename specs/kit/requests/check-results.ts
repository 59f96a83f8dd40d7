// Checks that clauses of all sections share: violations about whole responses, inconclusive results, errors for invalid requests and for
// missing records (§7.1, §7.2, §7.4 to §7.6), and checks of recorded exchanges
import type { ClauseId } from "../../../engine/model/clause-results.ts";
import { describeResponse, hasSuccessBody, isSuccess } from "../../../engine/message/classify.ts";
import { looksMissing, codeIn, wholeResponse, documentedMessages } from "../../../engine/message/classify.ts";
import { lacksSignatures, wrongStatusViolation, describeKind } from "../../../engine/message/classify.ts";
import { isInconclusive, decoded, type ApiRequest } from "../../../engine/model/exchange.ts";
import type { ApiResponse, CheckResult, RequestSender } from "../../../engine/model/exchange.ts";
import type { Inconclusive, Violation } from "../../../engine/model/exchange.ts";
import { operations } from "../../../schemas/operations.ts";
import { ROW_OPERATORS, type Operator } from "../../../engine/model/compare.ts";
import type { RecordedCheck } from "../../../engine/clauses/declare.ts";
import { hasBoth, type BodyFault, type ReadParameter } from "../../../engine/clauses/read-request.ts";
import type { ReadRequest } from "../../../engine/clauses/read-request.ts";

/** A violation about a whole response if `wrong`, else none. `compared`: the responses with which it is compared, as evidence. */
export const violationIf = (
  wrong: boolean,
  response: ApiResponse,
  message: string,
  expected: string,
  compared: readonly ApiResponse[] = [],
): readonly Violation[] => (wrong ? [{ ...wholeResponse(response, message, expected), compared }] : []);

/**
 * The result of a check that cannot decide.
 * @param by the response that prevents a decision and gives the code ({@link codeIn}); without it, the code is `dataUnsuitable`
 * @param known members that replace the derived ones, except the reason
 */
export function inconclusive(reason: string, by?: ApiResponse, known?: Partial<Inconclusive>): Inconclusive {
  const met = by === undefined ? { code: "dataUnsuitable" as const } : { by, code: codeIn(by) };
  const isOther = by !== undefined && hasSuccessBody(by) && !isSuccess(by);
  return { ...met, ...known, reason: isOther ? `a success has status ${by.status}, not 200` : reason };
}

export function inconclusiveWithout(what: string, response: ApiResponse): Inconclusive {
  return inconclusive(`${what} does not succeed: ${describeResponse(response)}`, response);
}

/** The first result that is no pass; later checks are not called. If there is none, a pass. */
export function firstViolation(...checks: readonly (() => CheckResult)[]): CheckResult {
  for (const check of checks) {
    const checkResult = check();
    if (isInconclusive(checkResult) || checkResult.length > 0) return checkResult;
  }
  return [];
}

type RecordLists = readonly (readonly unknown[])[];

/** Inconclusive if all lists are empty; otherwise undefined. */
export const noRows = (...lists: RecordLists): Inconclusive | undefined =>
  lists.every(({ length }) => length === 0) ? inconclusive("the list has no rows") : undefined;

/** As `checkResult`, but a pass is inconclusive if all lists are empty: nothing was compared. */
export function unlessNoRows(checkResult: CheckResult, ...lists: RecordLists): CheckResult {
  return (isPass(checkResult) ? noRows(...lists) : undefined) ?? checkResult;
}

const isPass = (checkResult: CheckResult): boolean =>
  !isInconclusive(checkResult) && checkResult.length === 0;

/** As `checkResult`, but a pass is inconclusive if no response shows the `subject` of the clause. */
export const ifShown = (checkResult: CheckResult, isShown: boolean, subject: string): CheckResult =>
  isPass(checkResult) && !isShown ? inconclusive(`no response shows ${subject}`) : checkResult;

export async function inSequence<T, A>(
  items: readonly T[],
  request: (item: T) => Promise<A>,
): Promise<readonly A[]> {
  const responses: A[] = [];
  for (const item of items) {
    responses.push(await request(item));
  }
  return responses;
}

export async function sendBoth(
  t: RequestSender,
  one: ApiRequest,
  other: ApiRequest,
): Promise<readonly [ApiResponse, ApiResponse]> {
  const [first, second] = await t.all([one, other]);
  if (first === undefined || second === undefined) throw new Error("one of two requests had no response");
  return [first, second];
}

/** Any response but a success or a missing record is inconclusive: the acceptance clause checks it. */
export const checkUnlessRefused = (response: ApiResponse): CheckResult =>
  isSuccess(response) || looksMissing(response) ? [] : refusedElsewhere(response);

/** The acceptance clause on the value reports that it is refused. */
export const refusedElsewhere = (response: ApiResponse): Inconclusive =>
  inconclusive(`a well-formed value returned ${describeResponse(response)}`, response, {
    code: "otherClause",
  });

/** Inconclusive because the response violates another clause, as `what` describes. */
export function failsClause(clause: ClauseId, what: string, response: ApiResponse): Inconclusive {
  return inconclusive(`${what}: see ${clause}`, response, { code: "otherClause", dependsOn: [clause] });
}

/** `counterpart`: the response to the same request with a valid value. */
export type Refusal = Readonly<Record<"refused" | "counterpart", ApiResponse>>;

export async function requestRefusal(
  t: RequestSender,
  refused: ApiRequest,
  counterpart: ApiRequest,
): Promise<Refusal> {
  const malformed: ApiRequest = { ...refused, expects: "refusal" };
  const [response, repaired] = await sendBoth(t, malformed, counterpart);
  return { refused: response, counterpart: repaired };
}

export function isRefusedByName(response: ApiResponse, faulty: NameInError): boolean {
  return !isSuccess(response) && namesParameter(response, faulty);
}

/**
 * The name that an error must contain; `any`: any text but a value of the request, for a path or for a refused combination (interpretation
 * 22).
 */
export type NameInError = { readonly name: string } | "any";

/**
 * Checks that the response is no success and, on endpoints with the documented error body (§7.6), names the parameter (§7.2). The status
 * code is never checked (§7.7). Inconclusive if the counterpart does not succeed: the endpoint may refuse every request.
 */
export function checkRefusal({ refused, counterpart }: Refusal, faulty: NameInError): CheckResult {
  return isSuccess(counterpart)
    ? checkRefused(refused, faulty)
    : inconclusiveWithout("the same request with a valid value", counterpart);
}

/** As {@link checkRefusal}, without a counterpart: never inconclusive. */
export function checkRefused(refused: ApiResponse, faulty: NameInError): CheckResult {
  const documented = operations[refused.request.endpoint].documentsErrors;
  const name = faulty === "any" ? "<any name>" : faulty.name;
  const expected = documented
    ? `an error body whose messages list "Invalid parameter: ${name}", whatever the status code`
    : "a response other than a success";
  if (!isSuccess(refused) && (!documented || namesParameter(refused, faulty))) return [];
  const violation = wholeResponse(refused, refusalMessage(refused, faulty), expected);
  return [isSuccess(refused) ? { ...violation, decisive: true } : violation];
}

function refusalMessage(response: ApiResponse, faulty: NameInError): string {
  if (hasSuccessBody(response)) return "a request that must be refused succeeds";
  if (documentedMessages(response) === undefined) return "an error has a body other than the documented one";
  return faulty === "any"
    ? "the error names no parameter"
    : "the error does not name the malformed parameter";
}

export function namesParameter(response: ApiResponse, faulty: NameInError): boolean {
  return faulty === "any"
    ? namesOtherParameter(response, [])
    : documentedMessages(response)?.includes(`Invalid parameter: ${faulty.name}`) === true;
}

/** Whether a message "Invalid parameter: NAME" (§7.2) has a name that is neither in `names` nor a value of the request. */
export function namesOtherParameter(response: ApiResponse, names: readonly (string | undefined)[]): boolean {
  const messages = documentedMessages(response) ?? [];
  const values = requestValues(response.request);
  const named = messages.flatMap((message) => /^Invalid parameter: (\S.*)$/s.exec(message)?.[1] ?? []);
  const unquoted = (name: string): string => name.replace(/^(["'])(.*)\1$/s, "$2");
  return named.some((name) => !names.includes(name) && !values.has(unquoted(name)));
}

/** The values of a request, decoded and as sent, except those that are also the name of a parameter. */
function requestValues({ endpoint, target }: ApiRequest): ReadonlySet<string> {
  const { path, pathParameter } = operations[endpoint];
  const [sentPath = "", query = ""] = target.split(/\?(.*)/s);
  const inPath = sentPath.split("/").filter((segment) => !path.split("/").includes(segment));
  const pairs = [...new URLSearchParams(query)];
  const raw = query.split("&").map((pair) => pair.slice(pair.indexOf("=") + 1));
  const names = new Set([pathParameter?.name ?? "", ...pairs.map(([name]) => name)]);
  const decodedPath = inPath.map((segment) => decoded(segment) ?? segment);
  const values = [...inPath, ...decodedPath, ...raw, ...pairs.map(([, value]) => value)];
  return new Set(values.filter((value) => value !== "" && !names.has(value)));
}

/** Whether the only message is exactly "Not found" (§7.4). */
export function isNotFound(response: ApiResponse): boolean {
  const messages = documentedMessages(response);
  return messages?.length === 1 && messages[0] === "Not found";
}

/** A service may lack signature files at any time (§7.5). */
export const whySignaturesMissing = (by: ApiResponse): Inconclusive | undefined =>
  lacksSignatures(by)
    ? inconclusive("the service currently lacks signature files for the fees (section 7.5)", by)
    : undefined;

/** A valid request for fees or a topic message gets a success or the Not found body (§7.4). */
export function checkFound(response: ApiResponse): CheckResult {
  const noun = response.request.endpoint === "networkFees" ? "fees" : "a topic message";
  const message = `a valid request returns neither ${noun} nor Not found`;
  const expected = "status 200 with the success body, or the Not found body";
  if (isSuccess(response) || isNotFound(response)) return [];
  const wrong = hasSuccessBody(response)
    ? wrongStatusViolation(response)
    : wholeResponse(response, message, expected);
  return whySignaturesMissing(response) ?? [wrong];
}

export const checkNotFound = (response: ApiResponse): CheckResult =>
  isNotFound(response)
    ? []
    : [missingNotFoundBody(response, "the response for a missing record is not the Not found body")];

export const missingNotFoundBody = (response: ApiResponse, message: string): Violation =>
  wholeResponse(response, message, 'one message: "Not found"');

type RequestPredicate = (request: ReadRequest) => boolean;

export const parameterIn = ({ query }: ReadRequest, key: string): ReadParameter | undefined =>
  query.find((one) => one.key === key);

/** A request for a record that may be missing is valid too. */
const isValidRequest: RequestPredicate = ({ expects }) => expects === "success" || expects === "missing";

export const hasNoQuery: RequestPredicate = (request) =>
  request.query.length === 0 && isValidRequest(request);

/** Whether a valid request has a valid value of the parameter, under a name that the contract or the user states. */
export const hasValidParameter =
  (key: string): RequestPredicate =>
  (request) => {
    const { validity, nameStated } = parameterIn(request, key) ?? {};
    return isValidRequest(request) && validity === "valid" && nameStated === true;
  };

/** One exchange does not show whether the invalid value caused an error: a violation in an error is inconclusive. */
const recordedRefusal = (
  when: RequestPredicate,
  check: (refused: ApiResponse, request: ReadRequest) => CheckResult,
): RecordedCheck => ({
  when: (request) => request.expects === "refusal" && when(request),
  needsSuccess: true,
  check: (refused, request) => {
    const checked = check(refused, request);
    const reason = `one exchange does not show why an invalid request got ${describeKind(refused)}`;
    return !hasSuccessBody(refused) && !isInconclusive(checked) && checked.length > 0
      ? inconclusive(reason, refused)
      : checked;
  },
});

type RefusalCheck = (refused: ApiResponse, faulty: NameInError) => CheckResult;

export const recordedWithInvalid = (key: string, check: RefusalCheck): RecordedCheck =>
  recordedRefusal(
    ({ query }) => query.some((one) => one.key === key && one.validity === "invalid"),
    (refused, request) => check(refused, { name: parameterIn(request, key)?.name ?? "" }),
  );

/** `form`: the pattern of the paths that the clause is about. */
export const recordedWithInvalidPath = (check: RefusalCheck, form = /^/): RecordedCheck =>
  recordedRefusal(
    ({ path }) => path?.validity === "invalid" && form.test(path.value),
    (refused) => check(refused, "any"),
  );

export const recordedCombination = (one: string, other: string, check: RefusalCheck): RecordedCheck =>
  recordedRefusal(
    ({ query }) => hasBoth(query, one, other),
    (refused) => check(refused, "any"),
  );

export const recordedWithInvalidBody = (
  fault: BodyFault,
  check: (refused: ApiResponse) => CheckResult,
): RecordedCheck => recordedRefusal(({ bodyFaults }) => bodyFaults?.includes(fault) === true, check);

/** Splits a filter into operator and bound: `none` and the whole text if it has no valid operator. */
export function filterIn(text: string): readonly [Operator, string] {
  const [before, bound] = text.split(":");
  const operator = ROW_OPERATORS.find((one) => one === before);
  return bound === undefined || operator === undefined ? ["none", text] : [operator, bound];
}
