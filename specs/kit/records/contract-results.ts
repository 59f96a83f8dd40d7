// §2.7, §4.7: comparisons of contract results
import * as api from "../api.ts";
import { violationIf, ifShown, inconclusive, inconclusiveWithout } from "../requests/check-results.ts";
import { requestedPath, memberViolation, recordIn, sameValue, showsRecord, memberText } from "./records.ts";
import { checkSame } from "./record-checks.ts";

export const RESULT = "contractResult";

/** Prerequisites and the single case of a clause that compares the results of several transactions. */
export const SEVERAL_TRANSACTIONS = {
  needs: { found: "transactions" },
  about: "one of several transactions",
  values: ({ found }: api.Inputs<{ readonly found: "transactions" }>) =>
    found.length > 1 ? api.SINGLE_CASE : [],
} as const;

const RESULT_IDENTITY = ["hash", "timestamp"];
const BLOCK_HASH_DIGITS = 96;

export function nonceRequest(
  path: string,
  name: string,
  nonces: readonly string[],
  expects: api.Expectation,
): api.ApiRequest {
  const query = nonces.map((nonce) => [name, nonce] as const);
  return api.requestTo(RESULT, { path, query, expects });
}

/** Whether a record may have the requested hash: some networks show 48 bytes, of which the first 32 are requested. */
export function showsHash(response: api.ApiResponse, identifier: string): boolean {
  const shown = memberText(response, "hash");
  const [wanted, found] = [api.bareHex(identifier), api.bareHex(shown ?? "")];
  return (
    shown === undefined ||
    found === wanted ||
    (found.length === BLOCK_HASH_DIGITS && found.startsWith(wanted))
  );
}

export function checkHash(response: api.ApiResponse, identifier: string): readonly api.Violation[] {
  return showsHash(response, identifier)
    ? []
    : [memberViolation(response, "hash", "the record has another hash", JSON.stringify(identifier))];
}

/** {@link checkHash}; inconclusive if the record shows no hash. */
export const checkShownHash = (response: api.ApiResponse, identifier: string): api.CheckResult =>
  ifShown(
    checkHash(response, identifier),
    memberText(response, "hash") !== undefined,
    "the hash of a contract result",
  );

/**
 * Checks that an equivalent request returns the same record: a success with equal hash and timestamp. A member that only one of
 * them has fails.
 */
export function checkSameResult(response: api.ApiResponse, model: api.ApiResponse): api.CheckResult {
  return checkSame(response, model, RESULT_IDENTITY, sameValue);
}

/** Account and seconds of the requested transaction id. Ids that differ here are surely of different transactions. */
function transactionStart(response: api.ApiResponse): string {
  return requestedPath(response).replace(/-\d+$/, "");
}

/** Checks that two equivalent requests return the same record, or none. */
export async function checkAlike(
  t: api.RequestSender,
  known: api.ApiRequest,
  request: api.ApiRequest,
): Promise<api.CheckResult> {
  const model = await t.get(known);
  const response = await t.get(request);
  if (api.isSuccess(model)) {
    return checkSameResult(response, model);
  }
  const message = "only one of two equivalent requests finds the record";
  return api.looksMissing(model) || (showsRecord(response) && !api.hasSuccessBody(model))
    ? violationIf(showsRecord(response), response, message, "no record", [model])
    : inconclusiveWithout("the equivalent request", model);
}

const RESULT_MEMBERS = Object.keys(api.operations[RESULT].success.properties ?? {});

/**
 * Whether two responses show the same record in every member of the contract: different records may share their hash and timestamp.
 * False if a response is no success or lacks a member that identifies the record.
 */
function isVeryRecord(a: api.ApiResponse, b: api.ApiResponse): boolean {
  const [one, other] = [recordIn(a), recordIn(b)];
  const isSame = (member: string): boolean =>
    sameValue(one[member], other[member]) || JSON.stringify(one[member]) === JSON.stringify(other[member]);
  return (
    api.hasSuccessBody(a) &&
    api.hasSuccessBody(b) &&
    RESULT_IDENTITY.every((member) => typeof one[member] === "string") &&
    RESULT_MEMBERS.every(isSame)
  );
}

/** Whether two records can be compared: a member that identifies them differs, or both have all of these members. */
function areIdentified(a: api.ApiResponse, b: api.ApiResponse): boolean {
  const pairs = RESULT_IDENTITY.map((member) => [memberText(a, member), memberText(b, member)] as const);
  const known = pairs.filter(([one, other]) => one !== undefined && other !== undefined);
  return known.length === pairs.length || known.some(([one, other]) => !sameValue(one, other));
}

const IDENTIFIED = "the hash and the timestamp of another contract result";

/** A check that the response is another record than `model`, or none. */
export const checkOther =
  (message: string) =>
  (response: api.ApiResponse, model: api.ApiResponse): api.CheckResult =>
    ifShown(
      violationIf(isVeryRecord(response, model), response, message, "another record, or an error", [model]),
      !api.hasSuccessBody(response) || areIdentified(response, model),
      IDENTIFIED,
    );

/**
 * Checks that each response differs from the earlier ones and from the known ones. Only responses to transaction ids with another
 * account or second are compared, because these are surely of other transactions.
 */
export function checkApart(
  responses: readonly api.ApiResponse[],
  message: string,
  known: readonly api.ApiResponse[] = [],
): api.CheckResult {
  const othersOf = (response: api.ApiResponse, at: number): readonly api.ApiResponse[] =>
    [...known, ...responses.slice(0, at)].filter(
      (other) => api.hasSuccessBody(other) && transactionStart(other) !== transactionStart(response),
    );
  const violations = responses.flatMap((response, at) => {
    const same = othersOf(response, at).find((other) => isVeryRecord(response, other));
    const expected = (other: api.ApiResponse) => `another one than that of ${requestedPath(other)}`;
    return same === undefined ? [] : [memberViolation(response, "hash", message, expected(same), [same])];
  });
  // A missing record is a pass only if there are known records that it could have repeated.
  const isCompared = (response: api.ApiResponse, at: number): boolean =>
    api.hasSuccessBody(response)
      ? othersOf(response, at).some((other) => areIdentified(response, other))
      : known.some(api.hasSuccessBody);
  const starts = new Set([...known, ...responses].filter(api.hasSuccessBody).map(transactionStart));
  return starts.size < 2
    ? inconclusive("fewer than two transactions with different accounts or seconds were found")
    : ifShown(violations, responses.some(isCompared), IDENTIFIED);
}

/** Fails if one result name appears with both statuses (§3, line 187). Inconclusive if no two results have the same name. */
export function checkStatuses(
  responses: readonly api.ApiResponse[],
  size: Pick<api.Size, "contexts">,
): api.CheckResult {
  const statuses = new Map<string, api.ApiResponse>();
  const violations: api.Violation[] = [];
  let compared = false;
  // The clause on the field status fails for any other value.
  const hasStatus = (response: api.ApiResponse): boolean =>
    /^0x[01]$/.test(memberText(response, "status") ?? "");
  for (const response of responses.filter((one) => api.hasSuccessBody(one) && hasStatus(one))) {
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
  return compared || violations.length > 0
    ? violations
    : inconclusive(
        "no two requested contract results have the same result name",
        undefined,
        api.isSmoke(size) ? few : undefined,
      );
}
