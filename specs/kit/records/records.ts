// §2.6, §2.7, §2.8, §4.6, §4.7, §4.8: requests for single records, the names that are sent, and what is checked of a record,
// or of one beside another
import { bareHex } from "../../../engine/model/compare.ts";
import { requestTo, isInconclusive, type Inconclusive } from "../../../engine/model/exchange.ts";
import type {
  ApiRequest,
  RequestSender,
  Expectation,
  Violation,
  CheckResult,
  ApiResponse,
} from "../../../engine/model/exchange.ts";
import { type CaseSource, spread } from "../../../engine/clauses/clause.ts";
import type { Sampled, Size } from "../../../engine/clauses/prerequisites.ts";
import { asNamed, type Cases } from "../../../generators/cases.ts";
import { type Endpoint, operations } from "../../../schemas/operations.ts";
import {
  describe,
  hasOtherStatus,
  isObject,
  isSuccess,
  type JsonRecord,
  looksLikeSuccess,
  looksMissing,
  otherStatus,
  wholeResponse,
} from "../../../engine/message/classify.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";
import { sendBoth, callsMalformed, violationIf, type Refusal } from "../requests/verdicts.ts";
import { inconclusive, inconclusiveWithout } from "../requests/verdicts.ts";

/** A request for one record, answered from memory where the run has asked it before. */
export function recordRequest(
  endpoint: Endpoint,
  path: string,
  expects: Expectation = "success",
): ApiRequest {
  return requestTo(endpoint, { path, expects });
}

/** Requests to compare a response with: for names that are surely malformed, and for one that is hardly in use. */
export const COMPARISON_REQUESTS = {
  contractResult: {
    malformed: ["abc", "0.0.1001-1", `0x${"f".repeat(63)}`].map((path) =>
      recordRequest("contractResult", path),
    ),
    missing: recordRequest("contractResult", "0.0.1001-1-000000001"),
  },
  tokenBalances: {
    malformed: ["abc", "0.0.12345678901"].map((path) => recordRequest("tokenBalances", path)),
    missing: recordRequest("tokenBalances", "0.0.101003"),
  },
  contract: {
    malformed: ["abc", "0.0.0.1", "12345678901"].map((path) => recordRequest("contract", path)),
    missing: recordRequest("contract", "0.0.4200000011"),
  },
} as const;

/**
 * The 0x kept away or put in front, in lower case, in upper case and in both. In both cases an address would have a checksum
 * (EIP-55), of which the contract does not speak: it comes in upper case instead.
 */
export function hexSpellings(text: string): readonly string[] {
  const lower = bareHex(text);
  const upper = lower.toUpperCase();
  const both = lower.replaceAll(
    /([a-f])(\d*[a-f]?)/g,
    (_, one: string, more: string) => one.toUpperCase() + more,
  );
  return [`0x${lower}`, `0x${lower.length === 40 ? upper : both}`, lower, upper];
}

/** A hash or an address that nothing has: eight digits made from the seed, so many times. */
export function unusedHex(seed: number, times: number): string {
  return `0x${(seed >>> 0).toString(16).padStart(8, "7").repeat(times)}`;
}

/** A hash or an address as it is, and with the 0x that it lacks or without that. */
export function prefixedAndBare(name: string): readonly string[] {
  return name.startsWith("0x") ? [name, name.slice(2)] : [name, `0x${name}`];
}

/**
 * The well-formed values of a property that a level sends: at smoke the most revealing ones, at standard a third of the number
 * that the level has for a property, at thorough all of them and random ones.
 */
export function accepting<V>(
  { boundaries, middle, telling = 1 }: Cases<V>,
  { values, contexts }: Size,
): Omit<CaseSource<V>, "smaller"> {
  const isMuch = values >= 100;
  const most = contexts === 0 ? telling : Math.ceil(values / 3);
  return isMuch ? { boundaries, middle } : { boundaries: boundaries.slice(0, most), telling };
}

/** A case of each sample, of so many at most, the first and the last among them. */
export const bySample = (samples: readonly Sampled[], most = samples.length) =>
  asNamed(spread(samples, most).map(({ asked }) => asked));

/** The first of them; a clause that needs samples has at least one. */
export function firstResult<T>(items: readonly T[]): T {
  const [first] = items;
  if (first === undefined) {
    throw new Error("a clause was tested without a sample");
  }
  return first;
}

/** What the request had in the place of the path parameter. */
export function askedPath({ request }: ApiResponse): string {
  const [before = ""] = operations[request.endpoint].path.split("{");
  const [path = ""] = request.target.slice(before.length).split("?");
  return decodeURIComponent(path);
}

/** The record in the body; empty where it holds none. */
export function recordIn(response: ApiResponse): JsonRecord {
  return isObject(response.body.value) ? response.body.value : {};
}

/** A member that is text; undefined where it is anything else, which the clause on that member checks. */
export function memberText(response: ApiResponse, member: string): string | undefined {
  const value = recordIn(response)[member];
  return typeof value === "string" ? value : undefined;
}

/** Members without which a response is no record; an error may share one of them by chance. */
const KEYS: Readonly<Partial<Record<Endpoint, readonly string[]>>> = {
  tokenBalances: ["balances"],
  topicMessage: ["consensus_timestamp", "topic_id"],
  contractResult: ["hash", "result"],
  contract: ["contract_id", "evm_address"],
};

/** Whether the body is a record and no error, whatever the status. */
export function holdsRecord(response: ApiResponse): boolean {
  const keys = KEYS[response.request.endpoint] ?? [];
  return looksLikeSuccess(response) && keys.every((key) => Object.hasOwn(recordIn(response), key));
}

/** Whether a record is shown as a success: stricter than `isSuccess`, for what must not be one. */
export function showsRecord(response: ApiResponse): boolean {
  return isSuccess(response) && holdsRecord(response);
}

/** A violation about one member of a record; `beside`: answers that it is compared with. */
export function memberViolation(
  response: ApiResponse,
  member: string,
  message: string,
  expected: string,
  beside: readonly ApiResponse[] = [],
): Violation {
  return {
    message,
    pointer: `/${member}`,
    expected,
    actual: cutValue(recordIn(response)[member]),
    response,
    beside,
  };
}

/** Equal JSON values; texts of hex in any case, with 0x or without. */
export function sameValue(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" ? bareHex(a) === bareHex(b) : a === b;
}

/** A request that has to be refused shows no record: no status 200 with all members that identify one (`KEYS`). Anything else passes. */
export const checkNoRecord = (refused: ApiResponse): CheckResult =>
  violationIf(
    showsRecord(refused),
    refused,
    "a request that has to be refused succeeds",
    "any response but a success",
  );

/** The same, where the repaired request does show one. */
export function checkMalformed({ refused, twin }: Refusal): CheckResult {
  return isSuccess(twin)
    ? checkNoRecord(refused)
    : inconclusiveWithout("the same request with a valid value", twin);
}

/** A sample that the user vouches for is answered with status 200 and the success body; inconclusive where it is missing, and not called malformed. */
export function checkSample(response: ApiResponse, name: string): CheckResult {
  if (response.status === 200 && isSuccess(response)) {
    return [];
  }
  if (holdsRecord(response)) {
    return [otherStatus(response)];
  }
  if (looksMissing(response) && !callsMalformed(response)) {
    return inconclusive(`the service does not have the sample ${name}`, response, { obstacle: "user" });
  }
  return [
    wholeResponse(response, "a request for a sample does not succeed", "status 200 with the success body"),
  ];
}

/** The reason why a sample that was found before decides nothing now. */
export function noSample(came: ApiResponse): Inconclusive {
  const gone = looksMissing(came) && !looksLikeSuccess(came);
  const what = gone ? "the service no longer has the sample" : "the request for the sample does not succeed";
  return inconclusive(`${what}: ${describe(came)}`, came);
}

/** Several check results as one: all violations, or else the first doubt. */
export function allResults(checkResults: readonly CheckResult[], nothing: string): CheckResult {
  const violations = checkResults.flatMap((checkResult) => (isInconclusive(checkResult) ? [] : checkResult));
  if (violations.length > 0) {
    return violations;
  }
  return checkResults.find(isInconclusive) ?? (checkResults.length === 0 ? inconclusive(nothing) : []);
}

/** A name that should have no record must not show one; inconclusive where `exists` says that the record shown has that name. */
export function checkNone(
  response: ApiResponse,
  exists: (response: ApiResponse) => boolean = () => false,
): CheckResult {
  if (!showsRecord(response)) {
    return [];
  }
  return exists(response)
    ? inconclusive("a record is shown that may be the requested one", response, {
        obstacle: "user",
        remedy: { kind: "giveSamples", of: "missing" },
      })
    : [wholeResponse(response, "a record is shown where none can be", "anything but a record")];
}

/** Checks what comes of names that should find nothing: all violations; inconclusive only where each of them is. */
export async function checkMissing(
  t: RequestSender,
  endpoint: Endpoint,
  names: readonly string[],
  check: (response: ApiResponse) => CheckResult,
): Promise<CheckResult> {
  const checkResults = (await t.all(names.map((name) => recordRequest(endpoint, name, "missing")))).map(
    check,
  );
  const decided = checkResults.filter((checkResult) => !isInconclusive(checkResult));
  return allResults(decided.length > 0 ? decided : checkResults, "no name was requested");
}

/**
 * The same record by a request that means the same: a success too, and equal in the members that identify it; one that neither
 * has is equal. Undecided: neither has any of them, so that nothing is compared.
 */
export function checkSame(
  response: ApiResponse,
  model: ApiResponse,
  identity: readonly string[],
  equal: (a: unknown, b: unknown) => boolean,
): CheckResult {
  if (!isSuccess(response)) {
    const message = "a record is not found by another request that means the same";
    const missing = wholeResponse(response, message, "the record, with status 200");
    const wrong = hasOtherStatus(response) ? otherStatus(response) : missing;
    return [{ ...wrong, beside: [model] }];
  }
  const [shown, wanted] = [recordIn(response), recordIn(model)];
  if (identity.every((member) => [shown, wanted].every((record) => (record[member] ?? null) === null))) {
    return inconclusive(`neither record shows ${identity.join(" or ")}`, response);
  }
  return identity
    .filter((member) => !equal(shown[member], wanted[member]))
    .map((member) => {
      const message = "another request that means the same shows another record";
      return memberViolation(response, member, message, cutValue(wanted[member]), [model]);
    });
}

/** Sends both together; `check` gets both answers where the known record comes, else it is inconclusive. */
export async function checkBeside(
  t: RequestSender,
  known: ApiRequest,
  request: ApiRequest,
  check: (response: ApiResponse, model: ApiResponse) => CheckResult,
): Promise<CheckResult> {
  const [model, response] = await sendBoth(t, known, request);
  return isSuccess(model) ? check(response, model) : noSample(model);
}

/** Sends the request twice, whatever is known of it: the record is the same again. */
export const checkAgain = (
  t: RequestSender,
  request: ApiRequest,
  check: (response: ApiResponse, model: ApiResponse) => CheckResult,
) => checkBeside(t, { ...request, fresh: true }, { ...request, fresh: true }, check);

export const noRecord = (response: ApiResponse) =>
  inconclusive(`no record came: ${describe(response)}`, response);

/**
 * A record is found under every other name that it has or shows, `namesOf`; `check` says whether it is the same. `doubt`: why what
 * the known name shows is no measure of them.
 */
export async function checkRecordNames(
  t: RequestSender,
  known: ApiRequest,
  namesOf: (model: ApiResponse) => readonly string[],
  check: (response: ApiResponse, model: ApiResponse) => CheckResult,
  doubt: (model: ApiResponse) => Inconclusive | undefined = () => undefined,
): Promise<CheckResult> {
  const model = await t.get(known);
  const ambiguous = isSuccess(model) ? doubt(model) : undefined;
  if (ambiguous !== undefined) {
    return ambiguous;
  }
  const others = await t.all(namesOf(model).map((name) => recordRequest(known.endpoint, name)));
  const checked = others.map((response) => check(response, model));
  return isSuccess(model)
    ? allResults(checked, "no other name is sure to mean the same record")
    : noSample(model);
}
