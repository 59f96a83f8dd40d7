// §2.6, §2.7, §2.8, §4.6, §4.7, §4.8: requests for single records, the names that are sent, and the members of a record
import { type CaseSource, spread } from "../../../engine/clauses/clause.ts";
import type { Sampled, Size } from "../../../engine/clauses/prerequisites.ts";
import { isObject, isSuccess, type JsonRecord, looksLikeSuccess } from "../../../engine/message/classify.ts";
import { bareHex } from "../../../engine/model/compare.ts";
import {
  requestTo,
  type ApiRequest,
  type Expectation,
  type Violation,
  type ApiResponse,
} from "../../../engine/model/exchange.ts";
import { cutValue } from "../../../engine/schema/check-fields.ts";
import { asNamed, type Cases } from "../../../generators/cases.ts";
import { type Endpoint, operations } from "../../../schemas/operations.ts";

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
