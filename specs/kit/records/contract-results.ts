// §2.7, §4.7: comparisons of contract results
import { bareHex } from "../../../engine/model/compare.ts";
import { requestTo } from "../../../engine/model/exchange.ts";
import type { ApiRequest, RequestSender, Expectation, Violation } from "../../../engine/model/exchange.ts";
import type { CheckResult, ApiResponse } from "../../../engine/model/exchange.ts";
import { violationIf, ifShown, inconclusive, inconclusiveWithout } from "../requests/check-results.ts";
import { hasSuccessBody, isSuccess, looksMissing } from "../../../engine/message/classify.ts";
import { SINGLE_CASE, type Inputs } from "../../../engine/clauses/declare.ts";
import { isSmoke, type Size } from "../../../engine/clauses/size.ts";
import { operations } from "../../../schemas/operations.ts";
import { requestedPath, memberViolation, recordIn, sameValue, isSuccessWithRecord } from "./records.ts";
import { memberText, checkSameIdentity } from "./records.ts";

export const RESULT = "contractResult";

/** For a clause that compares the results of several transactions: one case, or none if fewer than two are known. */
export const SEVERAL_TRANSACTIONS = {
  needs: { found: "transactions" },
  about: "one of at least two transactions",
  values: ({ found }: Inputs<{ readonly found: "transactions" }>) => (found.length > 1 ? SINGLE_CASE : []),
} as const;

const RESULT_IDENTITY = ["hash", "timestamp"];

export function nonceRequest(path: string, name: string, nonces: readonly string[], expects: Expectation) {
  const query = nonces.map((nonce) => [name, nonce] as const);
  return requestTo(RESULT, { path, query, expects });
}

/** Whether the record shows the requested hash, no hash, or 48 bytes that begin with the hash, as on some networks. */
export function mayHaveHash(response: ApiResponse, identifier: string): boolean {
  const shown = memberText(response, "hash");
  const [wanted, found] = [bareHex(identifier), bareHex(shown ?? "")];
  const isLonger = found.length === 96 && found.startsWith(wanted);
  return shown === undefined || found === wanted || isLonger;
}

export function checkHash(response: ApiResponse, identifier: string): readonly Violation[] {
  return mayHaveHash(response, identifier)
    ? []
    : [memberViolation(response, "hash", "the record has another hash", JSON.stringify(identifier))];
}

/** As `checkHash`, but inconclusive if the record shows no hash. */
export function checkShownHash(response: ApiResponse, identifier: string): CheckResult {
  const isShown = memberText(response, "hash") !== undefined;
  return ifShown(checkHash(response, identifier), isShown, "the hash of a contract result");
}

/** Checks that the response is a success with the hash and the timestamp of `model` ({@link checkSameIdentity}). */
export function checkSameResult(response: ApiResponse, model: ApiResponse): CheckResult {
  return checkSameIdentity(response, model, RESULT_IDENTITY, sameValue);
}

/** Transaction ids with another account or second denote another transaction. */
const transactionStart = (response: ApiResponse): string => requestedPath(response).replace(/-\d+$/, "");

/** Checks that both requests return the same record, or no record. */
export async function checkEquivalentRequests(
  t: RequestSender,
  known: ApiRequest,
  request: ApiRequest,
): Promise<CheckResult> {
  const model = await t.get(known);
  const response = await t.get(request);
  if (isSuccess(model)) return checkSameResult(response, model);
  const message = "only one of two equivalent requests finds the record";
  return looksMissing(model) || (isSuccessWithRecord(response) && !hasSuccessBody(model))
    ? violationIf(isSuccessWithRecord(response), response, message, "no record", [model])
    : inconclusiveWithout("the equivalent request", model);
}

const RESULT_MEMBERS = Object.keys(operations[RESULT].success.properties ?? {});

/** Compares all members of the contract, because different records may share hash and timestamp. */
function isSameRecord(a: ApiResponse, b: ApiResponse): boolean {
  const [one, other] = [recordIn(a), recordIn(b)];
  const isSame = (member: string): boolean =>
    sameValue(one[member], other[member]) || JSON.stringify(one[member]) === JSON.stringify(other[member]);
  return (
    hasSuccessBody(a) &&
    hasSuccessBody(b) &&
    RESULT_IDENTITY.every((member) => typeof one[member] === "string") &&
    RESULT_MEMBERS.every(isSame)
  );
}

/** Whether both records have hash and timestamp, or one of the two differs. */
function areIdentified(a: ApiResponse, b: ApiResponse): boolean {
  const pairs = RESULT_IDENTITY.map((member) => [memberText(a, member), memberText(b, member)] as const);
  const known = pairs.filter(([one, other]) => one !== undefined && other !== undefined);
  return known.length === pairs.length || known.some(([one, other]) => !sameValue(one, other));
}

const IDENTIFIED = "the hash and the timestamp of another contract result";

/** Inconclusive if hash and timestamp do not show whether the response is another record than `model` ({@link areIdentified}). */
export const checkIsOtherResult =
  (message: string) =>
  (response: ApiResponse, model: ApiResponse): CheckResult =>
    ifShown(
      violationIf(isSameRecord(response, model), response, message, "another record, or an error", [model]),
      !hasSuccessBody(response) || areIdentified(response, model),
      IDENTIFIED,
    );

/**
 * Checks that each response differs from the earlier and the `known` ones. Only transaction ids with another account or second certainly
 * denote other transactions, so only their responses are compared.
 */
export function checkDistinct(
  responses: readonly ApiResponse[],
  message: string,
  known: readonly ApiResponse[] = [],
): CheckResult {
  const othersOf = (response: ApiResponse, at: number): readonly ApiResponse[] =>
    [...known, ...responses.slice(0, at)].filter(
      (other) => hasSuccessBody(other) && transactionStart(other) !== transactionStart(response),
    );
  const violations = responses.flatMap((response, at) => {
    const same = othersOf(response, at).find((other) => isSameRecord(response, other));
    const expected = (other: ApiResponse) => `a hash other than that of ${requestedPath(other)}`;
    return same === undefined ? [] : [memberViolation(response, "hash", message, expected(same), [same])];
  });
  // A missing record passes only if there are known records that it could have repeated.
  const isCompared = (response: ApiResponse, at: number): boolean =>
    hasSuccessBody(response)
      ? othersOf(response, at).some((other) => areIdentified(response, other))
      : known.some(hasSuccessBody);
  const starts = new Set([...known, ...responses].filter(hasSuccessBody).map(transactionStart));
  return starts.size < 2
    ? inconclusive("fewer than two transactions with different accounts or seconds were found")
    : ifShown(violations, responses.some(isCompared), IDENTIFIED);
}

/** Fails if one result name appears with both statuses (§3). Inconclusive if no two contract results have the same name. */
export function checkStatuses(responses: readonly ApiResponse[], size: Pick<Size, "contexts">): CheckResult {
  const statuses = new Map<string, ApiResponse>();
  const violations: Violation[] = [];
  let compared = false;
  const hasStatus = (response: ApiResponse): boolean => /^0x[01]$/.test(memberText(response, "status") ?? "");
  for (const response of responses.filter((one) => hasSuccessBody(one) && hasStatus(one))) {
    const [name, status] = [memberText(response, "result"), memberText(response, "status")];
    const other = name === undefined ? undefined : statuses.get(name);
    compared ||= other !== undefined && memberText(other, "hash") !== memberText(response, "hash");
    if (other !== undefined && memberText(other, "status") !== status) {
      const message = "the same result name has both statuses";
      const expected = `${JSON.stringify(memberText(other, "status"))}, as in another ${JSON.stringify(name)}`;
      violations.push(memberViolation(response, "status", message, expected, [other]));
    } else if (name !== undefined) {
      statuses.set(name, response);
    }
  }
  const few = { code: "tooFewCases", remedy: { kind: "raiseLevel", of: "records" } } as const;
  const reason = "no two requested contract results have the same result name and a well-formed status";
  return compared || violations.length > 0
    ? violations
    : inconclusive(reason, undefined, isSmoke(size) ? few : undefined);
}
