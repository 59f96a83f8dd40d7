// §2.2, §4.2, §5
import { call } from "../../engine/model/call.ts";
import { clause } from "../../engine/clauses/clause.ts";
import { isSuccess, wholeAnswer, describe } from "../../engine/message/classify.ts";
import { one, type Asking, type Judgement, type Reply } from "../../engine/model/exchange.ts";
import { bodyRows, type Row } from "../../engine/schema/fields.ts";
import { statusSummary } from "../../schemas/status-summary.ts";
import { place, type Place } from "../../schemas/places.ts";
import { answer, SUCCESS } from "../fixtures/answers.ts";
import { recordTable } from "../makers/cites.ts";

const SUMMARY = "statusSummary";

/** What part 3 says of fields. */
const STATES: Readonly<Record<string, Place>> = {
  status: "3 status page strings",
  indicator: "3 status page strings",
  impact: "3 status page strings",
  group: "3 status page groups",
  group_id: "3 status page groups",
  resolved_at: "3 status page times",
  monitoring_at: "3 status page times",
};

function summaryCites({ name, kind, record, schema }: Row): readonly Place[] {
  const state = STATES[name];
  if (kind === "leaf" || record === undefined) {
    return state === undefined ? [] : [state];
  }
  const title = (schema.items ?? schema).title ?? "";
  const isMember = kind === "record";
  return [
    place(`2.2 the ${title}`),
    ...(isMember ? (["1 status API summary"] as const) : []),
    ...(isMember && name.endsWith("s") && name !== "status" ? (["2.2 single objects"] as const) : []),
  ];
}

export const statusSummaryTable = recordTable(
  bodyRows(SUMMARY, "2.2", statusSummary),
  [1, 2, 4],
  summaryCites,
);

/** The summary as anybody gets it, and whether the user sends headers with every other request. */
interface Bare {
  readonly reply: Reply;
  readonly configured: boolean;
}

function* askBare(configured: boolean): Asking<Bare> {
  return { configured, reply: yield* one(call(SUMMARY, { bare: true })) };
}

function judgeBare({ reply, configured }: Bare): Judgement {
  if (isSuccess(reply)) {
    return [];
  }
  if (configured) {
    const reason =
      "without the configured headers the summary is refused, perhaps by a gateway in front of it";
    return { undecided: `${reason}: ${describe(reply)}`, cause: "environment", by: reply };
  }
  return [wholeAnswer(reply, "the summary is not given to everybody", "status 200 with the summary")];
}

const summary = answer(SUMMARY, 200, SUCCESS[SUMMARY], { bare: true });

export const needsNoCredentials = clause({
  id: "5-summary-needs-no-credentials",
  endpoint: SUMMARY,
  statement: "the status summary is given to a request without credentials",
  cites: ["5 status API"],
  needs: { configured: "statusHeaders", summary: "summary" },
  ask: ({ configured }) => askBare(configured),
  check: judgeBare,
  accepts: [
    { answer: { reply: summary, configured: false } },
    {
      answer: { reply: answer(SUMMARY, 200, { ...SUCCESS[SUMMARY], more: 1 }), configured: true },
    },
  ],
  rejects: {
    "credentials wanted": {
      answer: { reply: answer(SUMMARY, 401, { message: "who are you?" }), configured: false },
    },
    "a page to log in": {
      answer: { reply: answer(SUMMARY, 200, "<html></html>"), configured: false },
    },
  },
});
