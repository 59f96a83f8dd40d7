// §7: violations about whole responses, what is checked of an acceptance, a refusal and a missing record, and when a response
// calls a request malformed
import {
  describe,
  documentedMessages,
  hasOtherStatus,
  isServed,
  isSuccess,
  looksLikeSuccess,
  looksMissing,
  obstacleIn,
  speaksOfInvalidParameter,
  wholeResponse,
} from "../../../engine/message/classify.ts";
import type {
  ApiRequest,
  RequestSender,
  Violation,
  CheckResult,
  ApiResponse,
  Inconclusive,
} from "../../../engine/model/exchange.ts";
import { decoded, isInconclusive, saidIn } from "../../../engine/model/exchange.ts";
import type { ClauseId } from "../../../engine/clauses/clause.ts";
import { operations } from "../../../schemas/operations.ts";

/** A violation about a whole response where something is wrong; `beside`: answers that it is compared with. */
export function violationIf(
  wrong: boolean,
  response: ApiResponse,
  message: string,
  expected: string,
  beside: readonly ApiResponse[] = [],
): readonly Violation[] {
  return wrong ? [{ ...wholeResponse(response, message, expected), beside }] : [];
}

/** Why a check cannot decide; `by`: the response that is in the way. What else is known of it goes before what that shows. */
export function inconclusive(
  reason: string,
  by?: ApiResponse,
  known: Partial<Inconclusive> = {},
): Inconclusive {
  const met = by === undefined ? { obstacle: "data" as const } : { by, obstacle: obstacleIn(by) };
  const isOther = by !== undefined && hasOtherStatus(by);
  return { ...met, ...known, inconclusive: isOther ? `a success has status ${by.status}, not 200` : reason };
}

/** Undecided: the request that another one is compared with, and that has to succeed for it, does not. */
export function inconclusiveWithout(what: string, came: ApiResponse): Inconclusive {
  return inconclusive(`${what} does not succeed: ${describe(came)}`, came);
}

/** The first check result that finds something or cannot decide. */
export function firstViolation(...checks: readonly (() => CheckResult)[]): CheckResult {
  for (const check of checks) {
    const checkResult = check();
    if (isInconclusive(checkResult) || checkResult.length > 0) {
      return checkResult;
    }
  }
  return [];
}

type RecordLists = readonly (readonly unknown[])[];

/** Nothing is checked of rows where no list has any. */
export const noRows = (...lists: RecordLists): Inconclusive | undefined =>
  lists.every(({ length }) => length === 0) ? inconclusive("the list has no rows") : undefined;

/** What was checked of rows: nothing, where no list had any and none is at fault all the same. */
export function ofRows(checkResult: CheckResult, ...lists: RecordLists): CheckResult {
  return (isPass(checkResult) ? noRows(...lists) : undefined) ?? checkResult;
}

const isPass = (checkResult: CheckResult): boolean =>
  !isInconclusive(checkResult) && checkResult.length === 0;

/** A check that found no violation is inconclusive where no response shows the `subject`: nothing was compared then. */
export const ifShown = (checkResult: CheckResult, isShown: boolean, subject: string): CheckResult =>
  isPass(checkResult) && !isShown ? inconclusive(`no response shows ${subject}`) : checkResult;

/** Asks for each item in turn, one request at a time. */
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
  if (first === undefined || second === undefined) {
    throw new Error("not both of two requests had a response");
  }
  return [first, second];
}

/** A request that must be refused, and its twin: the same request with the one value repaired. */
export type Refusal = Readonly<Record<"refused" | "twin", ApiResponse>>;

/** Asks both; the twin is asked once per run. */
export async function requestRefusal(
  t: RequestSender,
  refused: ApiRequest,
  twin: ApiRequest,
): Promise<Refusal> {
  const malformed: ApiRequest = { ...refused, expects: "refusal" };
  const [response, repaired] = await sendBoth(t, malformed, twin);
  return { refused: response, twin: repaired };
}

/** Whether a request is refused with an error that names the malformed parameter. */
export function isRefusedByName(response: ApiResponse, faulty: FaultyName): boolean {
  return !isSuccess(response) && namesParameter(response, faulty);
}

/** Name of the malformed parameter: the one that was sent, or any text but a value that was sent (path parameters; interpretation 22). */
export type FaultyName = { readonly name: string } | "any";

/**
 * A malformed request is not answered with success, and where the contract shows the error body (7.6)
 * the response carries it and names the parameter (7.2). Its status code is never checked (7.7). Undecided: the twin does not succeed.
 */
export function checkRefusal({ refused, twin }: Refusal, faulty: FaultyName): CheckResult {
  return isSuccess(twin)
    ? checkRefused(refused, faulty)
    : inconclusiveWithout("the same request with a valid value", twin);
}

/** As {@link judgeRefusal}, without a repaired request: it always decides. */
export function checkRefused(refused: ApiResponse, faulty: FaultyName): CheckResult {
  const documented = operations[refused.request.endpoint].documentsErrors;
  const name = faulty === "any" ? "<name>" : faulty.name;
  const expected = documented
    ? `an error body whose messages list "Invalid parameter: ${name}", whatever the status code`
    : "any response but a success";
  if (!isSuccess(refused) && (!documented || namesParameter(refused, faulty))) {
    return [];
  }
  const violation = wholeResponse(refused, insteadOfError(refused), expected);
  // A success proves by itself that the malformed value was served.
  return [isSuccess(refused) ? { ...violation, decisive: true } : violation];
}

/** What came where the documented error body, which names the malformed parameter, should. */
function insteadOfError(response: ApiResponse): string {
  if (isServed(response)) {
    return "a request that has to be refused succeeds";
  }
  return documentedMessages(response) === undefined
    ? "an error does not have the documented body"
    : "an error does not name the malformed parameter";
}

/** Whether an error names the parameter as §7.2 shows it; with `any`: something that is not a value of the request. */
export function namesParameter(response: ApiResponse, faulty: FaultyName): boolean {
  return faulty === "any"
    ? namesAnother(response, [])
    : documentedMessages(response)?.includes(`Invalid parameter: ${faulty.name}`) === true;
}

/** Whether an error names a parameter that is none of these, nor a value: the one in the path. */
export function namesAnother(response: ApiResponse, names: readonly (string | undefined)[]): boolean {
  const messages = documentedMessages(response) ?? [];
  const values = valuesSent(response.request);
  const named = messages.flatMap((message) => INVALID_PARAMETER_WORDS.exec(message)?.[1] ?? []);
  return named.some((name) => !names.includes(name) && !values.has(unquoted(name)));
}

const INVALID_PARAMETER_WORDS = /^Invalid parameter: (\S.*)$/s;

function unquoted(name: string): string {
  return name.replace(/^(["'])(.*)\1$/s, "$2");
}

/** The values of a request, decoded and as sent, without those that are also the name of a parameter. */
function valuesSent({ endpoint, target }: ApiRequest): ReadonlySet<string> {
  const { path, pathParameter } = operations[endpoint];
  const [sentPath = "", query = ""] = target.split(/\?(.*)/s);
  const inPath = sentPath.split("/").filter((segment) => !path.split("/").includes(segment));
  const pairs = [...new URLSearchParams(query)];
  const raw = query.split("&").map((pair) => pair.slice(pair.indexOf("=") + 1));
  const names = new Set([pathParameter?.name ?? "", ...pairs.map(([name]) => name)]);
  const values = [
    ...inPath,
    ...inPath.map((segment) => decoded(segment) ?? segment),
    ...raw,
    ...pairs.map(([, value]) => value),
  ];
  return new Set(values.filter((value) => value !== "" && !names.has(value)));
}

/** Passes a success or a missing record. Anything else is inconclusive here: the clause `acceptance` checks refusals. */
export function checkUnlessRefused(response: ApiResponse, acceptance: ClauseId): CheckResult {
  return isSuccess(response) || looksMissing(response) ? [] : refusedElsewhere(response, acceptance);
}

/** Undecided, because a well-formed request was refused: the clause `acceptance` checks that. */
export function refusedElsewhere(response: ApiResponse, acceptance: ClauseId): Inconclusive {
  return leftTo(acceptance, `a well-formed value returned ${describe(response)}`, response);
}

/** Undecided: what came is the matter of another clause. */
export function leftTo(clause: ClauseId, what: string, response: ApiResponse): Inconclusive {
  return inconclusive(`${what}: see ${clause}`, response, { obstacle: "service", dependsOn: [clause] });
}

/** The body for a missing record of network fees and topic messages: one message, exactly "Not found" (7.4). */
export function isNotFound(response: ApiResponse): boolean {
  const messages = documentedMessages(response);
  return messages?.length === 1 && messages[0] === "Not found";
}

/** Where nothing can be, the response is the not-found body. */
export const checkNotFound = (response: ApiResponse): CheckResult =>
  isNotFound(response) ? [] : [notFoundInstead(response, "a missing record does not get the not-found body")];

export const notFoundInstead = (response: ApiResponse, message: string): Violation =>
  wholeResponse(response, message, 'one message: "Not found"');

/** How the target itself answers requests that are surely malformed, and one for a record that is not there. */
interface Manners {
  readonly malformed: readonly ApiResponse[];
  readonly missing?: ApiResponse;
}

/** The answer to a well-formed request for a record, and the responses that it is compared with. */
type Responded = Manners & { readonly response: ApiResponse };

/** Whether a response calls the request malformed in the words of 7.2 or 7.3, in any shape of body. */
function isRefusalInWords(response: ApiResponse): boolean {
  const text = saidIn(response.body);
  // Where a record is not found, the form of a name may be a hint.
  const saysMissing = /not found/i.test(text);
  return (
    speaksOfInvalidParameter(response) ||
    (!looksLikeSuccess(response) && !saysMissing && /invalid parameter|shard\.realm\.num-sss-nnn/i.test(text))
  );
}

/**
 * Whether a response calls the request malformed: in the words that part 7 shows, or, where the contract shows none,
 * just as the target answers what is surely malformed, and not as it answers what is missing.
 */
export function callsMalformed(
  response: ApiResponse,
  { malformed, missing }: Manners = { malformed: [] },
): boolean {
  return (
    isRefusalInWords(response) ||
    (!isSuccess(response) &&
      (missing === undefined || !isAlike(missing, response)) &&
      malformed.some((other) => !isSuccess(other) && isAlike(other, response)))
  );
}

/** Members of a body, which a refusal names. */
const BODY_MEMBERS = /\b(?:apiKey|address|chainId)\b/g;

/** Whether two responses have the same status, and say the same of what was sent for each. */
export const isAlike = (one: ApiResponse, other: ApiResponse): boolean =>
  responseGist(one) === responseGist(other);

/** Status and text of a response, without the names, values and marks in which equal responses differ. */
function responseGist({ status, body, request }: ApiResponse): string {
  const [path = "", query = ""] = request.target.split("?");
  const sent = [path.slice(path.lastIndexOf("/") + 1), ...new URLSearchParams(query).values()];
  const text = sent
    .filter((value) => value !== "")
    .reduce((rest, value) => rest.replaceAll(value, "#"), saidIn(body))
    .replaceAll(BODY_MEMBERS, "#");
  return `${status} ${text.replaceAll(/[0-9a-f]*\d[\w.:-]*/gi, "#")}`;
}

/** Requests to compare with: surely malformed ones, and one for a record that is hardly there. */
interface Others {
  readonly malformed: readonly ApiRequest[];
  readonly missing: ApiRequest;
}

/**
 * Asks for a record. If the response is no success, does not say that the record is missing, and is not in the
 * words of 7.2 or 7.3, also requests malformed names and for a missing record, to compare.
 */
export async function sendWellFormed(
  t: RequestSender,
  request: ApiRequest,
  others: Others,
): Promise<Responded> {
  const response = await t.get(request);
  if (isSuccess(response) || looksMissing(response) || isRefusalInWords(response)) {
    return { response, malformed: [] };
  }
  const malformed = await t.all(others.malformed.map((other) => ({ ...other, expects: "refusal" })));
  const missing = await t.get({ ...others.missing, expects: "missing" });
  return { response, malformed, missing };
}

/** Both: what a well-formed request gets, and whether that calls it malformed. */
export async function checkAccepted(
  ...asked: Parameters<typeof sendWellFormed>
): Promise<readonly Violation[]> {
  return checkWellFormed(await sendWellFormed(...asked));
}

/**
 * A well-formed request for a record gets it, or a response that does not call the request malformed (interpretation 7): neither in the
 * words of part 7, nor as malformed ones are answered and missing records are not. It always decides.
 */
export function checkWellFormed({ response, ...manners }: Responded): readonly Violation[] {
  const message = "a well-formed request is refused as invalid";
  const expected = "the record, or a response that does not call the request malformed";
  return violationIf(callsMalformed(response, manners), response, message, expected);
}
