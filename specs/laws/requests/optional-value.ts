// §4.7, §4.8, reading 7: whether a service refuses a well-formed value of an optional parameter of a record
import { isSuccess, looksLikeSuccess, looksMissing, wholeAnswer } from "../../../engine/message/classify.ts";
import type { Ask, Asker, Finding } from "../../../engine/model/exchange.ts";
import { askWellFormed, judgeWellFormed } from "./verdicts.ts";

/**
 * Requests a record with an optional value. The value is refused if the response calls the request malformed, or, whatever its
 * words, if it is an error whose status is not the one of a missing record, while the request `without` the value returns the
 * record. An error of a gateway never comes here.
 */
export async function judgeOptional(
  t: Asker,
  ask: Ask,
  { without, ...others }: Parameters<typeof askWellFormed>[2] & { readonly without: Ask },
): Promise<readonly Finding[]> {
  const answered = await askWellFormed(t, ask, others);
  const { reply, missing } = answered;
  const findings = judgeWellFormed(answered);
  const isError = reply.status >= 400 && !looksLikeSuccess(reply) && !looksMissing(reply);
  if (findings.length > 0 || !isError || missing === undefined || missing.status === reply.status) {
    return findings;
  }
  const record = await t.get(without);
  const message = "the record is returned without a well-formed value, and an error with it";
  const expected = `the record, or status ${missing.status} of a missing record`;
  return isSuccess(record) ? [{ ...wholeAnswer(reply, message, expected), beside: [record] }] : [];
}
