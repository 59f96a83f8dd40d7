// §4.5, §7.4, §7.5: what an answer to a request for fees may be
import { documentedMessages, isSuccess, wholeAnswer } from "../../engine/classify.ts";
import type { Judgement, Reply } from "../../engine/exchange.ts";
import { isNotFound } from "./verdicts.ts";

/** §7.5: may come at any time, and then nothing else can be said of the fees. */
export function lacksSignatures(reply: Reply): boolean {
  return (
    documentedMessages(reply)?.some((text) => text.startsWith("Require at least 1/3 signature files")) ??
    false
  );
}

/** What to say then. */
export const UNPROVEN = {
  undecided: "the target cannot prove the fees at the moment (7.5)",
  cause: "data",
} as const;

/** A well-formed request gets the fees, or the body for a missing record. */
export function judgeFees(reply: Reply): Judgement {
  if (lacksSignatures(reply)) {
    return UNPROVEN;
  }
  const expected = "status 200 with the fees, or the not-found body";
  return isSuccess(reply) || isNotFound(reply)
    ? []
    : [wholeAnswer(reply, "a well-formed request is not answered with the fees", expected)];
}
