import { BALANCE_FILTER, ENTITY_ID, TIMESTAMP_PATTERN } from "../../schemas/formats.ts";
import { schemaNameOf, operations, type QueryParameter } from "../../schemas/operations.ts";
import {
  describeResponse,
  isServed,
  isShownError,
  lacksSignatures,
  looksMissing,
  speaksOfInvalidParameter,
} from "../message/classify.ts";
import { integerText, compareIntegers } from "../model/compare.ts";
import type { ApiRequest, RequestSender, ApiResponse } from "../model/exchange.ts";
import { requestReason } from "../model/reason.ts";
import { isLink, nextIn, onePage, rowsIn } from "../clauses/pagination.ts";
import { Unavailable, type ParameterKey } from "../clauses/prerequisites.ts";

/** The name to use, from the target file or else the assumed one; throws where the target has no such parameter. */
export function parameterName(
  key: ParameterKey,
  parameter: QueryParameter,
  given: string | null | undefined,
): { readonly name: string; readonly promised: boolean } {
  if (given === null) {
    const reason = `the target file says that there is no parameter for ${key}`;
    throw new Unavailable("notTested", { reason, obstacle: "user" });
  }
  return {
    name: given ?? schemaNameOf(parameter),
    promised: given !== undefined || "shownName" in parameter,
  };
}

/** Values that show whether a parameter of a kind is listened to: ordinary ones, of what the target shows itself. */
interface Probe {
  /** Sure-valid values, the one that tells most first; the next is tried where the one before is not served. */
  readonly values: readonly string[];
  /** Malformed beyond every reading. */
  readonly malformed?: string;
}

type ProbeOf = (plain: ApiResponse, fromUser: readonly string[]) => Probe;

const PROBES: Readonly<Record<string, ProbeOf>> = {
  limit: () => ({ values: ["1", "2", "100"], malformed: "abc" }),
  order: () => ({ values: ["asc", "desc"], malformed: "ascending" }),
  name: (plain) => {
    const shown = effectShown(plain, "name", /^[ -~]{3,100}$/).slice(0, 1);
    return { values: ["zqxjkvw", ...shown, "token"], malformed: "a" };
  },
  accountId: (plain) => {
    const [shown = "0.0.1"] = effectShown(plain, "account", ENTITY_ID);
    return { values: [shown, `eq:${shown}`, `gte:${shown}`], malformed: "abc" };
  },
  balance: (plain) => {
    const shown = effectShown(plain, "balance", BALANCE_FILTER).toSorted(compareIntegers).at(-1) ?? "1";
    return { values: [`gt:${shown}`, shown, "gte:1"], malformed: "abc" };
  },
  timestamp: (plain) => {
    const { timestamp } = { timestamp: undefined, ...Object(plain.body.value) };
    const shown =
      typeof timestamp === "string" && TIMESTAMP_PATTERN.test(timestamp) ? timestamp : "1700000000.000000000";
    return { values: ["lt:0", `lte:${shown}`, "gte:1", shown], malformed: "abc" };
  },
  publicKey: (_plain, fromUser) => ({ values: ["00".repeat(32), ...fromUser.slice(0, 2)] }),
};

/** The values of a member in the rows of a page, in the form in which a filter sends them. */
function effectShown(plain: ApiResponse, member: string, format: RegExp): readonly string[] {
  return rowsIn(plain)
    .map((row) => integerText(row[member]))
    .filter((text) => format.test(text));
}

/**
 * Whether an assumed name means anything to the target: it serves a well-formed value, and that value selects fewer
 * rows, or another value is told apart by a refusal. Who ignores the name, or refuses whatever it carries, does not
 * know it. Gives the first refusal where no well-formed value is served; throws where nothing is served without one either.
 * `vouched`: values that the user gave.
 */
export async function hasEffect(
  t: RequestSender,
  parameter: string,
  request: (value: string | undefined) => ApiRequest,
  fromUser: readonly string[] = [],
): Promise<boolean | ApiResponse> {
  const probeOf = PROBES[parameter];
  if (probeOf === undefined) {
    throw new Error(`no probe for the parameter ${parameter}`);
  }
  const plain = await t.get(request(undefined));
  const { values, malformed } = probeOf(plain, fromUser);
  let objection: ApiResponse | undefined;
  for (const value of values) {
    const response = await t.get(request(value));
    if (!isServed(response)) {
      objection ??= response;
      continue;
    }
    const isFewer =
      parameter === "limit" ? isLimited(response, plain, Number(value)) : isSelected(response, plain);
    if ((objection !== undefined && isAboutTheValue(objection)) || isFewer) {
      return true;
    }
    if (
      malformed !== undefined &&
      isProbeRefused(await t.get({ ...request(malformed), expects: "refusal" }))
    ) {
      return true;
    }
    if (parameter === "order" && (await isReversed(t, request))) {
      return true;
    }
    throwIfEmpty(plain);
    return false;
  }
  if (!isServed(plain)) {
    const reason = `without the parameter nothing usable comes either: ${describeResponse(plain)}`;
    throw new Unavailable("inconclusive", requestReason(reason, plain.request, { obstacle: "service" }));
  }
  return objection ?? false;
}

/** Without rows there is nothing on which a parameter could show an effect, be the name right or wrong. */
function throwIfEmpty(plain: ApiResponse): void {
  const { list } = operations[plain.request.endpoint];
  if (list !== undefined && isServed(plain) && rowsIn(plain).length === 0) {
    const reason = "the list has no rows, on which this parameter could show an effect";
    throw new Unavailable("inconclusive", requestReason(reason, plain.request, { obstacle: "data" }));
  }
}

/** An error about the value of a parameter; any other error may be accidental. Fees may lack signature files for every request (§7.5). */
function isAboutTheValue(response: ApiResponse): boolean {
  return speaksOfInvalidParameter(response) || (looksMissing(response) && !lacksSignatures(response));
}

function isProbeRefused(response: ApiResponse): boolean {
  return !isServed(response) && (isAboutTheValue(response) || !isShownError(response));
}

/** Pages may be of any size (interpretation 18), but not above a limit. */
const isLimited = (response: ApiResponse, plain: ApiResponse, limit: number): boolean =>
  rowsIn(response).length <= limit && rowsIn(response).length < rowsIn(plain).length;

/** Fewer rows, which are no shorter page of the same list. */
function isSelected(response: ApiResponse, plain: ApiResponse): boolean {
  const { identity, rows } = onePage(response);
  const listed = rowsIn(plain);
  const isShorterPage =
    isLink(nextIn(response)) && rows.every((row, index) => row[identity] === listed[index]?.[identity]);
  return rows.length < listed.length && !isShorterPage;
}

/**
 * Whether another row comes first under the other order, and does so again: equal rows may come in any sequence, and the
 * values of rows change.
 */
async function isReversed(t: RequestSender, request: (value: string) => ApiRequest): Promise<boolean> {
  const first = async (way: string, again: Pick<ApiRequest, "fresh"> = {}): Promise<unknown> => {
    const response = await t.get({ ...request(way), ...again });
    const { identity, rows } = onePage(response);
    return rows[0]?.[identity];
  };
  const [up, down] = [await first("asc"), await first("desc")];
  const anew = { fresh: true } as const;
  // No row comes where fees lack signature files (7.5).
  const isShown = up !== undefined && down !== undefined;
  return isShown && up !== down && up === (await first("asc", anew)) && down === (await first("desc", anew));
}

/** The error for an assumed parameter name that has no effect, or with which well-formed values are refused. */
export function missingParameter(key: ParameterKey, name: string, refused?: ApiResponse): Unavailable {
  const tried =
    refused === undefined ? "shows no effect" : `does not take a value: ${describeResponse(refused)}`;
  const reason =
    `the document does not name this parameter; the assumed name "${name}" ${tried}: ` +
    `give the real one as parameters.${key} in the target file (null if there is none)`;
  const remedy = { kind: "giveParameterName", of: key } as const;
  return new Unavailable(
    "inconclusive",
    requestReason(reason, refused?.request, { obstacle: "user", remedy }),
  );
}
