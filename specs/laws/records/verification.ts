// §2.9, §4.9, §4.10: bodies that are sent to the verification endpoints, one at a time, and what comes back
import { undecidedWithout, undecided } from "../requests/findings.ts";
import { isSuccess, wholeAnswer } from "../../../engine/message/classify.ts";
import { call } from "../../../engine/model/call.ts";
import type { Ask, Expectation, Finding, Judgement, Reply } from "../../../engine/model/exchange.ts";
import type { BrokenBodies } from "../../../generators/verification-body.ts";
import { recordIn } from "./records.ts";

export type VerifyEndpoint = "sessionVerify" | "verify";

/** Member of the success body that holds the entries. */
const ENTRIES = { sessionVerify: "contracts", verify: "result" } as const;

/** The request with this body. */
export function verificationAsk(
  endpoint: VerifyEndpoint,
  body: unknown,
  expects: Expectation = "success",
): Ask {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return call(endpoint, { body: text, expects });
}

/** The address in the body of a request. */
export function askedAddress(reply: Reply): string {
  return /"address"\s*:\s*"([^"]*)"/.exec(reply.ask.body ?? "")?.[1] ?? "";
}

/** The success shape of 4.9 and 4.10: status 200 with the array of entries. */
export function isVerification(reply: Reply, endpoint: VerifyEndpoint): boolean {
  return isSuccess(reply) && Array.isArray(recordIn(reply)[ENTRIES[endpoint]]);
}

/** A way to break the body of a sample. */
export interface Breakage {
  readonly slug: string;
  readonly statement: string;
  readonly broken: keyof BrokenBodies;
  /** What the broken part of the body is. */
  readonly about: "body" | "address" | "chainId";
}

/** None of the answers to broken bodies is a verification. */
export const noneVerified = (
  replies: readonly Reply[],
  endpoint: VerifyEndpoint,
  statement: string,
): readonly Finding[] =>
  replies
    .filter((reply) => isVerification(reply, endpoint))
    .map((reply) => wholeAnswer(reply, `${statement}, but this one did`, "any response but a success"));

/** The same, undecided unless the whole body is accepted: `twin` is the answer to that, undefined where the user gave none. */
export function judgeBroken(
  twin: Reply | undefined,
  replies: readonly Reply[],
  endpoint: VerifyEndpoint,
  statement: string,
): Judgement {
  const accepted = noneVerified(replies, endpoint, statement);
  if (accepted.length > 0 || (twin !== undefined && isVerification(twin, endpoint))) {
    return accepted;
  }
  const why = "refused, perhaps for another cause: no valid request was accepted";
  return twin === undefined
    ? undecided(`${why}: add samples.verifications to the target file`)
    : isSuccess(twin)
      ? undecided(`the sample gets no ${ENTRIES[endpoint]}`, twin)
      : undecidedWithout("the sample", twin);
}
