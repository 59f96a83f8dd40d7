// §7.1, §7.2, §7.4, §7.6: errors for invalid requests, the parameter that they name, and the not-found body
import { documentedMessages, isServed, isSuccess, wholeResponse } from "../../../engine/message/classify.ts";
import {
  type ApiRequest,
  type RequestSender,
  type Violation,
  type CheckResult,
  type ApiResponse,
  decoded,
} from "../../../engine/model/exchange.ts";
import { operations } from "../../../schemas/operations.ts";
import { inconclusiveWithout, sendBoth } from "./check-results.ts";

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
