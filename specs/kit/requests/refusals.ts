// §7.1, §7.2, §7.4 to §7.6: errors for invalid requests, the parameter that they name, the not-found body, and missing signature files
import { documentedMessages, hasSuccessBody, isSuccess } from "../../../engine/message/classify.ts";
import { lacksSignatures, wholeResponse, wrongStatusViolation } from "../../../engine/message/classify.ts";
import { decoded } from "../../../engine/model/exchange.ts";
import type { ApiRequest, RequestSender, Violation, CheckResult } from "../../../engine/model/exchange.ts";
import type { ApiResponse, Inconclusive } from "../../../engine/model/exchange.ts";
import { operations } from "../../../schemas/operations.ts";
import { inconclusive, inconclusiveWithout, sendBoth } from "./check-results.ts";

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
