import { isShownError, webPageIn } from "../message/classify.ts";
import { Trouble, type Ask, type Reply } from "../model/exchange.ts";
import { operations } from "../../schemas/operations.ts";
import type { AnswerCounts } from "../model/results.ts";
import type { Endpoint } from "../model/settings.ts";
import { createReached, isWithoutName } from "./reached.ts";

export type Usable = ReturnType<typeof createUsable>;

/** Counts usable answers to what must succeed, by endpoint: one that gave none was not judged. */
export function createUsable() {
  const reached = createReached();
  const tallies = new Map<Endpoint, { usable: number; unusable: number; reason?: string }>();

  function note(ask: Ask, came: Reply | Trouble): void {
    reached.note(ask, came);
    if (!mustSucceed(ask, came)) {
      return;
    }
    const tally = tallies.get(ask.endpoint) ?? { usable: 0, unusable: 0 };
    tallies.set(ask.endpoint, tally);
    const reason = came instanceof Trouble ? came.message : (webPageIn(came) ?? whyNowhere(came));
    if (reason === undefined) {
      tally.usable += 1;
    } else {
      tally.unusable += 1;
      tally.reason ??= reason;
    }
  }

  return {
    note,
    hasServed: reached.hasServed,
    isCertain: reached.isCertain,
    unreached: reached.unreached,
    answered: (): AnswerCounts => Object.fromEntries(tallies),
    /** The endpoints that gave no usable one. */
    unanswered: (): AnswerCounts => Object.fromEntries([...tallies].filter(([, { usable }]) => usable === 0)),
  };
}

/** A path without a name in it is there: where an error of a form of its own says that it is not, it is another one. */
function whyNowhere(reply: Reply): string | undefined {
  return isWithoutName(reply.ask.endpoint) && reply.status === 404 && !isShownError(reply)
    ? "answered 404, in a form that the document does not show"
    : undefined;
}

/**
 * A record must be there where a sample vouches for it, whose origin is known. What is only mentioned, or a token that the
 * list shows, may have none (reading 13), which is said in a way that is usable; of contracts a web page too.
 */
function mustSucceed({ endpoint, expects, origin }: Ask, came: Reply | Trouble): boolean {
  const isThere = operations[endpoint].list !== undefined || isWithoutName(endpoint);
  return expects === "success"
    ? origin !== undefined || isThere
    : origin !== undefined && (isThere || came instanceof Trouble || webPageIn(came) === undefined);
}
