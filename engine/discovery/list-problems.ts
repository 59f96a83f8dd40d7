// Interpretation 22: lists beyond the contract that could not be read for samples, or that show malformed identifiers
import { SAMPLED } from "../clauses/prerequisites.ts";
import { type ApiResponse, beforeQuery, UnusableResponse } from "../model/exchange.ts";
import { countOf } from "../model/model.ts";
import type { Reason } from "../model/reason.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import type { FoundKind } from "../model/settings.ts";
import { inQuotes } from "../secrets/escape.ts";

/**
 * A list that was read for samples and returned an error, or that shows values without a format of the contract in their
 * place. Records that only this list shows are not tested, so each is a warning (interpretation 22).
 */
export interface ListProblem {
  readonly kind: "samples-list-unread" | "samples-malformed";
  readonly endpoint: Endpoint;
  readonly target: string;
  readonly message: string;
  readonly response?: ApiResponse;
}

/** The error that a list returned; undefined if it was read, or if the run ended. A list of one record may not exist. */
export function unreadText(
  response: ApiResponse | UnusableResponse,
  isOfRecord: boolean,
): string | undefined {
  if (response instanceof UnusableResponse) {
    return response.kind === "ended" ? undefined : response.message;
  }
  const { status } = response;
  return status < 400 || (status === 404 && isOfRecord) ? undefined : `status ${status}`;
}

/** Describes the malformed values that a list shows in the place of names. */
export function malformedText(
  sample: FoundKind,
  target: string,
  values: readonly string[],
  total: number,
): string {
  const noun = Object.values(SAMPLED).find(({ member }) => member === sample)?.noun ?? "record";
  const verb = values.length === 1 ? "has" : "have";
  const example = inQuotes(values[0] ?? "", 100);
  return `${values.length} of ${countOf(total, "name")} of ${noun}s that ${beforeQuery(target)} lists ${verb} no form of section 2, such as ${example}`;
}

/** Why no record of an endpoint can be requested if a list shows only values without a format of the contract. */
export const malformedReason = ({ message }: ListProblem): Reason => {
  return { reason: `${message}; the service must fix this`, code: "recordsNotFound" };
};

/** The lists with malformed values in place of the records of an endpoint. */
export const malformedLists = (
  problems: readonly ListProblem[],
  endpoint: Endpoint,
): readonly ListProblem[] =>
  problems.filter((problem) => problem.kind === "samples-malformed" && problem.endpoint === endpoint);
