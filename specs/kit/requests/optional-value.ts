// §4.7, §4.8, interpretation 7: whether a service refuses a well-formed value of an optional parameter of a record
import { isSuccess, looksMissing, wholeResponse } from "../../../engine/message/classify.ts";
import type { ApiRequest, RequestSender, Violation } from "../../../engine/model/exchange.ts";
import { sendWellFormed, checkWellFormed } from "./acceptance.ts";

/**
 * Requests a record with an optional value. The value is refused if the response calls the request malformed, or, whatever its
 * words, if it is an error whose status is not the one of a missing record, while the request `without` the value returns the
 * record. An error of a gateway never comes here.
 */
export async function checkOptional(
  t: RequestSender,
  request: ApiRequest,
  { without, ...others }: Parameters<typeof sendWellFormed>[2] & { readonly without: ApiRequest },
): Promise<readonly Violation[]> {
  const responded = await sendWellFormed(t, request, others);
  const { response, missing } = responded;
  const violations = checkWellFormed(responded);
  const isError = response.status >= 400 && !looksMissing(response);
  if (violations.length > 0 || !isError || missing === undefined || missing.status === response.status) {
    return violations;
  }
  const record = await t.get(without);
  const message = "the record is returned without a valid value, and an error with it";
  const expected = `the record, or status ${missing.status} of a missing record`;
  return isSuccess(record) ? [{ ...wholeResponse(response, message, expected), beside: [record] }] : [];
}
