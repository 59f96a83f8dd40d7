// §5: the status summary needs no credentials
import { call } from "../../engine/model/call.ts";
import { each } from "../../engine/clauses/declare.ts";
import { isSuccess, wholeAnswer, describe } from "../../engine/message/classify.ts";
import type { Judgement, Reply } from "../../engine/model/exchange.ts";
import { answer, SUCCESS } from "../fixtures/answers.ts";

const SUMMARY = "statusSummary";

/** It is read again: a later response may have another form. */
const AGAIN = ["at first", "again", "a third time", "a fourth time"].map((name, value) => ({ name, value }));

/** Where the user sends headers with other requests, this one is sent without them. */
function judgeBare(reply: Reply): Judgement {
  if (isSuccess(reply)) {
    return [];
  }
  if (reply.ask.bare === true) {
    const reason =
      "without the configured headers the summary is refused, perhaps by a gateway in front of it";
    return { undecided: `${reason}: ${describe(reply)}`, obstacle: "network", lost: true, by: reply };
  }
  return [wholeAnswer(reply, "the summary is not given to everybody", "status 200 with the summary")];
}

export const needsNoCredentials = each({
  id: "5-summary-needs-no-credentials",
  endpoint: SUMMARY,
  statement: "the status summary needs no credentials",
  cites: ["5 status API"],
  needs: { configured: "statusHeaders", summary: "summary" },
  given: () => ({ boundaries: AGAIN }),
  // Where no headers are configured, every request for the summary is such a one.
  ask: ({ configured }, time: number) => ({
    ...call(SUMMARY),
    ...(configured ? { bare: true } : {}),
    ...(time === 0 ? {} : { fresh: true }),
  }),
  check: judgeBare,
  keeps: [answer(SUMMARY, 200, SUCCESS[SUMMARY]), answer(SUMMARY, 200, { ...SUCCESS[SUMMARY], more: 1 })],
  breaks: {
    "credentials required": answer(SUMMARY, 401, { message: "who are you?" }),
    "a page to log in": answer(SUMMARY, 200, "<html></html>"),
  },
});
