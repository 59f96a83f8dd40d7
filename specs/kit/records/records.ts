// §2.6 to §2.9, §4.6 to §4.10: requests for single records and for verifications, the names that are sent, and the members of a record
import { spread } from "../../../engine/model/model.ts";
import type { Sample } from "../../../engine/clauses/prerequisites.ts";
import { documentedMessages, isObject, isSuccess, hasSuccessBody } from "../../../engine/message/classify.ts";
import type { JsonRecord } from "../../../engine/message/classify.ts";
import { bareHex } from "../../../engine/model/compare.ts";
import { requestTo } from "../../../engine/model/exchange.ts";
import type { ApiRequest, Expectation, Violation, ApiResponse } from "../../../engine/model/exchange.ts";
import { cutValue } from "../../../engine/schema/fields.ts";
import { asNamed } from "../../../generators/cases.ts";
import { type Endpoint, operations } from "../../../schemas/operations.ts";

export const recordRequest = (
  endpoint: Endpoint,
  path: string,
  expects: Expectation = "success",
): ApiRequest => requestTo(endpoint, { path, expects });

/** With 0x and without, in lower and in upper case. Mixed case would be a checksum (EIP-55). */
export function addressSpellings(text: string): readonly string[] {
  const lower = bareHex(text);
  const upper = lower.toUpperCase();
  return [`0x${lower}`, `0x${upper}`, lower, upper];
}

/** Eight hex digits made from the seed, repeated `times` times: most likely no record has this hash or address. */
export function unusedHex(seed: number, times: number): string {
  return `0x${(seed >>> 0).toString(16).padStart(8, "7").repeat(times)}`;
}

/** `near`: a name one edit away from a name of the known record. */
export interface EditedName {
  readonly known: Sample;
  readonly near: string;
}

/** The name as it is written, and with its 0x prefix removed or added. */
export function prefixedAndBare(name: string): readonly string[] {
  return name.startsWith("0x") ? [name, name.slice(2)] : [name, `0x${name}`];
}

/** At most `most` samples, evenly spread, with the first and the last. */
export const sampleCases = (samples: readonly Sample[], most = samples.length) =>
  asNamed(spread(samples, most).map(({ identifier }) => identifier));

/** @throws Error if the list is empty: the run provides at least one sample to a clause that needs samples */
export function firstItem<T>(items: readonly T[]): T {
  const [first] = items;
  if (first === undefined) throw new Error("a clause was tested without a sample");
  return first;
}

/** The decoded path parameter, for endpoints whose path ends with it. */
export function requestedPath({ request }: ApiResponse): string {
  const [before = ""] = operations[request.endpoint].path.split("{");
  const [path = ""] = request.target.slice(before.length).split("?");
  return decodeURIComponent(path);
}

/** The JSON object in the body; empty for any other body. */
export function recordIn(response: ApiResponse): JsonRecord {
  return isObject(response.body.value) ? response.body.value : {};
}

/** The value of a member that is a string; undefined for any other value, which the clause on that field checks. */
export function memberText(response: ApiResponse, member: string): string | undefined {
  const value = recordIn(response)[member];
  return typeof value === "string" ? value : undefined;
}

/** A body with all of these members is not an error; an error may have one of them by chance. */
const RECORD_MEMBERS: Readonly<Partial<Record<Endpoint, readonly string[]>>> = {
  tokenBalances: ["balances"],
  topicMessage: ["consensus_timestamp", "topic_id"],
  contractResult: ["hash", "result"],
  contract: ["contract_id", "evm_address"],
};

/** Whether the body has all {@link RECORD_MEMBERS} and no messages of §7, with any status; without such members, `hasSuccessBody`. */
export function hasRecordBody(response: ApiResponse): boolean {
  const keys = RECORD_MEMBERS[response.request.endpoint];
  return keys === undefined
    ? hasSuccessBody(response)
    : documentedMessages(response) === undefined &&
        keys.every((key) => Object.hasOwn(recordIn(response), key));
}

/** Stricter than `isSuccess`, for responses that must not be a success. */
export function isSuccessWithRecord(response: ApiResponse): boolean {
  return isSuccess(response) && hasRecordBody(response);
}

export function memberViolation(
  response: ApiResponse,
  member: string,
  message: string,
  expected: string,
  compared: readonly ApiResponse[] = [],
): Violation {
  const actual = cutValue(recordIn(response)[member]);
  return { message, pointer: `/${member}`, expected, actual, response, compared };
}

/** Compares strings in any letter case, with 0x or without; other values by `===`. */
export function sameValue(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" ? bareHex(a) === bareHex(b) : a === b;
}

export const VERIFICATION_ENDPOINTS = ["sessionVerify", "verify"] as const;
export type VerifyEndpoint = (typeof VERIFICATION_ENDPOINTS)[number];

export const VERIFICATIONS = {
  sessionVerify: {
    entries: "contracts",
    entryLine: 179,
    requestLine: 270,
    entriesClause: "2.9-contracts",
    addressClause: "2.9-contract-address",
  },
  verify: {
    entries: "result",
    entryLine: 181,
    requestLine: 277,
    entriesClause: "2.9-result",
    addressClause: "2.9-result-entry-address",
  },
} as const satisfies Readonly<Record<VerifyEndpoint, object>>;

export function postVerification(
  endpoint: VerifyEndpoint,
  body: unknown,
  expects: Expectation = "success",
): ApiRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return requestTo(endpoint, { body: text, expects });
}

export function requestedAddress(response: ApiResponse): string {
  return /"address"\s*:\s*"([^"]*)"/.exec(response.request.body ?? "")?.[1] ?? "";
}
