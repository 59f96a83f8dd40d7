// §5: the status summary needs no credentials
import { call } from "../../engine/model/call.ts";
import { clause } from "../../engine/clauses/declare.ts";
import { isSuccess, wholeAnswer, describe } from "../../engine/message/classify.ts";
import type { Asker, Judgement, Reply } from "../../engine/model/exchange.ts";
import { answer, SUCCESS } from "../fixtures/answers.ts";

const SUMMARY = "statusSummary";

/** The summary as anybody gets it, and whether the user sends headers with every other request. */
interface Bare {
  readonly reply: Reply;
  readonly configured: boolean;
}

/** Where no headers are configured, every request for the summary is such a one. */
async function askBare(t: Asker, configured: boolean): Promise<Bare> {
  const way = configured ? ({ bare: true } as const) : ({ memo: true } as const);
  return { configured, reply: await t.get({ ...call(SUMMARY), ...way }) };
}

function judgeBare({ reply, configured }: Bare): Judgement {
  if (isSuccess(reply)) {
    return [];
  }
  if (configured) {
    const reason =
      "without the configured headers the summary is refused, perhaps by a gateway in front of it";
    return { undecided: `${reason}: ${describe(reply)}`, obstacle: "network", lost: true, by: reply };
  }
  return [wholeAnswer(reply, "the summary is not given to everybody", "status 200 with the summary")];
}

const sample = (status: number, body: unknown, configured = false) => {
  return { answer: { reply: answer(SUMMARY, status, body), configured } };
};

export const needsNoCredentials = clause({
  id: "5-summary-needs-no-credentials",
  endpoint: SUMMARY,
  statement: "the status summary needs no credentials",
  cites: ["5 status API"],
  needs: { configured: "statusHeaders", summary: "summary" },
  ask: ({ have: { configured }, ...t }) => askBare(t, configured),
  check: judgeBare,
  accepts: [sample(200, SUCCESS[SUMMARY]), sample(200, { ...SUCCESS[SUMMARY], more: 1 }, true)],
  rejects: {
    "credentials required": sample(401, { message: "who are you?" }),
    "a page to log in": sample(200, "<html></html>"),
  },
});
