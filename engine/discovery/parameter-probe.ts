import { BALANCE_FILTER, ENTITY_ID, TIMESTAMP_PATTERN } from "../../schemas/formats.ts";
import type { ParameterKey, QueryParameter } from "../../schemas/operations.ts";
import { schemaNameOf, operations } from "../../schemas/operations.ts";
import * as classify from "../message/classify.ts";
import { integerText, compareIntegers } from "../model/compare.ts";
import type { ApiRequest, RequestSender, ApiResponse } from "../model/exchange.ts";
import { UnusableResponse } from "../model/exchange.ts";
import { unavailable } from "../clauses/dependencies.ts";
import { isLink, nextIn, onePage, rowsIn } from "../clauses/pagination.ts";

/** The name of a parameter. `isStated`: it is not assumed. Throws if the target file states that there is no such parameter. */
export function parameterName(
  key: ParameterKey,
  parameter: QueryParameter,
  nameInFile: string | null | undefined,
): { readonly name: string; readonly isStated: boolean } {
  if (nameInFile === null) {
    const reason = `the target file states that there is no parameter for ${key}`;
    throw new UnusableResponse("missing", { reason, code: "parameterAbsent" });
  }
  return {
    name: nameInFile ?? schemaNameOf(parameter),
    isStated: nameInFile !== undefined || "shownName" in parameter,
  };
}

/** Values that reveal whether a parameter has an effect, such as an account in a row of the target's list. */
interface Probe {
  /** One or two valid values, the more revealing first. The second is tried only if the first is refused. */
  readonly values: readonly string[];
  /** A value that is invalid under every interpretation. */
  readonly malformed?: string;
}

/** `unfiltered`: the response without the parameter; `fromUser`: public keys. */
type ProbeOf = (unfiltered: ApiResponse, fromUser: readonly string[]) => Probe;

const PROBES: Readonly<Record<string, ProbeOf>> = {
  limit: () => ({ values: ["1", "100"], malformed: "abc" }),
  order: () => ({ values: ["asc", "desc"], malformed: "ascending" }),
  name: (unfiltered) => {
    const [value = "token"] = rowValues(unfiltered, "name", /^[ -~]{3,100}$/);
    return { values: ["zqxjkvw", value], malformed: "a" };
  },
  accountId: (unfiltered) => {
    const [value = "0.0.1"] = rowValues(unfiltered, "account", ENTITY_ID);
    return { values: [value, `gte:${value}`], malformed: "abc" };
  },
  balance: (unfiltered) => {
    const value = rowValues(unfiltered, "balance", BALANCE_FILTER).toSorted(compareIntegers).at(-1) ?? "1";
    return { values: [`gt:${value}`, value], malformed: "abc" };
  },
  timestamp: (unfiltered) => {
    const { timestamp } = { timestamp: undefined, ...Object(unfiltered.body.value) };
    const value =
      typeof timestamp === "string" && TIMESTAMP_PATTERN.test(timestamp) ? timestamp : "1700000000.000000000";
    return { values: ["lt:0", value], malformed: "abc" };
  },
  publicKey: (_plain, fromUser) => ({ values: ["00".repeat(32), ...fromUser.slice(0, 1)] }),
};

const rowValues = (unfiltered: ApiResponse, member: string, format: RegExp): readonly string[] =>
  rowsIn(unfiltered)
    .map((row) => integerText(row[member]))
    .filter((text) => format.test(text));

/**
 * Whether an assumed parameter name has an effect: the target accepts a valid value, and returns fewer rows for it, refuses the other
 * valid value or a malformed one, or (an order) returns another first row for desc than for asc. Returns the first refusal if every valid
 * value is refused. Throws an {@link UnusableResponse} if the request without the parameter fails too, or if the list has no rows that
 * could show an effect. `fromUser`: public keys of the target file, or else of recipes.
 */
export async function hasEffect(
  t: RequestSender,
  parameter: string,
  request: (value: string | undefined) => ApiRequest,
  fromUser: readonly string[] = [],
): Promise<boolean | ApiResponse> {
  const probeOf = PROBES[parameter];
  if (probeOf === undefined) throw new Error(`no probe for the parameter ${parameter}`);
  const unfiltered = await t.get(request(undefined));
  const { values, malformed } = probeOf(unfiltered, fromUser);
  let refusal: ApiResponse | undefined;
  for (const value of values) {
    const response = await t.get(request(value));
    if (!classify.hasSuccessBody(response)) {
      refusal ??= response;
      continue;
    }
    const isFewer =
      parameter === "limit"
        ? isLimited(response, unfiltered, Number(value))
        : isSelected(response, unfiltered);
    if ((refusal !== undefined && isAboutTheValue(refusal)) || isFewer) return true;
    const mustRefuse = malformed && ({ ...request(malformed), expects: "refusal" } as const);
    if (mustRefuse && (await isMalformedRefused(t, mustRefuse))) return true;
    if (parameter === "order" && (await isReversed(t, request))) return true;
    throwIfEmpty(unfiltered);
    return false;
  }
  if (!classify.hasSuccessBody(unfiltered)) {
    const reason = `the request without the parameter does not succeed either: ${classify.describeResponse(unfiltered)}`;
    throw unavailable(reason, unfiltered.request, { code: "refused" });
  }
  return refusal ?? false;
}

/** In a list without rows, a correct parameter name looks like a wrong one. */
function throwIfEmpty(unfiltered: ApiResponse): void {
  const { list } = operations[unfiltered.request.endpoint];
  if (list !== undefined && classify.hasSuccessBody(unfiltered) && rowsIn(unfiltered).length === 0) {
    const reason = "the list has no rows that could show whether the assumed name has an effect";
    throw unavailable(reason, unfiltered.request, { code: "dataUnsuitable" });
  }
}

/** Whether an error is about the value of a parameter, and not that of §7.5, which can occur for any request for the fees. */
const isAboutTheValue = (response: ApiResponse): boolean =>
  classify.speaksOfInvalidParameter(response) ||
  (classify.looksMissing(response) && !classify.lacksSignatures(response));

const isProbeRefused = (response: ApiResponse): boolean =>
  !classify.hasSuccessBody(response) && (isAboutTheValue(response) || !classify.isDocumentedError(response));

/** Whether a malformed value is refused. A 5xx must repeat: a service may return one to any request now and then. */
async function isMalformedRefused(t: RequestSender, request: ApiRequest): Promise<boolean> {
  const response = await t.get(request);
  const isRepeated = async () => isProbeRefused(await t.get({ ...request, fresh: true }));
  return isProbeRefused(response) && (response.status < 500 || (await isRepeated()));
}

/** Whether a limit took effect. A page may be smaller than the limit (interpretation 18), but never larger. */
const isLimited = (response: ApiResponse, unfiltered: ApiResponse, limit: number): boolean =>
  rowsIn(response).length <= limit && rowsIn(response).length < rowsIn(unfiltered).length;

/** Whether a value selects rows: there are fewer, and they are not a shorter page of the same list. */
function isSelected(response: ApiResponse, unfiltered: ApiResponse): boolean {
  const { identity, rows } = onePage(response);
  const listed = rowsIn(unfiltered);
  const isShorterPage =
    isLink(nextIn(response)) && rows.every((row, index) => row[identity] === listed[index]?.[identity]);
  return rows.length < listed.length && !isShorterPage;
}

/** Whether desc puts another row first than asc, twice each: rows with equal keys may change places. */
async function isReversed(t: RequestSender, request: (value: string) => ApiRequest): Promise<boolean> {
  const firstIdentity = async (order: string, options: Pick<ApiRequest, "fresh"> = {}): Promise<unknown> => {
    const response = await t.get({ ...request(order), ...options });
    const { identity, rows } = onePage(response);
    return rows[0]?.[identity];
  };
  const [ascending, descending] = [await firstIdentity("asc"), await firstIdentity("desc")];
  const fresh = { fresh: true } as const;
  // The response has no row if the fees lack signature files (section 7.5).
  const isSwapped = ascending !== undefined && descending !== undefined && ascending !== descending;
  const isRepeated = async (): Promise<boolean> =>
    ascending === (await firstIdentity("asc", fresh)) && descending === (await firstIdentity("desc", fresh));
  return isSwapped && (await isRepeated());
}

/** The error for an assumed parameter name. `refused`: the error that the target returned for a valid value; absent: it has no effect. */
export function missingParameter(key: ParameterKey, name: string, refused?: ApiResponse): UnusableResponse {
  const problem =
    refused === undefined ? "has no effect" : `is refused: ${classify.describeResponse(refused)}`;
  const reason =
    `the contract does not name this parameter; the assumed name "${name}" ${problem}: ` +
    `give its name as parameters.${key} in the target file (null if the service has none)`;
  const remedy = { kind: "giveParameterName", of: key } as const;
  return unavailable(reason, refused?.request, { code: "parameterUnknown", remedy });
}
