// §7.1, §7.2, §7.6: the documented error body of the four endpoints that show it
import { notAccepted } from "../laws/requests/findings.ts";
import { call } from "../../engine/model/call.ts";
import { clause, type AskingClause } from "../../engine/clauses/clause.ts";
import { documentedMessages, isSuccess, wholeAnswer } from "../../engine/message/classify.ts";
import { one, type Ask, type Asking, type Judgement, type Reply } from "../../engine/model/exchange.ts";
import type { Cases } from "../../generators/cases.ts";
import { invalidEntityId } from "../../generators/entity-id.ts";
import { invalidEntityIdFilter } from "../../generators/entity-id-filter.ts";
import { invalidTimestampFilter } from "../../generators/timestamp-filter.ts";
import { invalidTopicTimestamp } from "../../generators/topic-timestamp.ts";
import { answer, errorBody, invalidParameter, NOT_FOUND, SUCCESS } from "../fixtures/answers.ts";
import { untilLater } from "../laws/requests/ordinary.ts";
import {
  errorWith,
  isNotFound,
  judgeRefused,
  isRefusedByName,
  type FaultyName,
} from "../laws/requests/verdicts.ts";
import { faulty as faultyRequest, judgedRefusal } from "../laws/requests/recorded.ts";

type Documented = "tokens" | "tokenBalances" | "networkFees" | "topicMessage";

interface Provoked {
  readonly refused: Reply;
  /** The request with the one value repaired: a refusal may have any other reason. Absent where the error names the value. */
  readonly twin?: Reply;
  readonly faulty: FaultyName;
}

/** A refusal of everything proves nothing. */
function withTwin(twin: Reply | undefined, judgement: Judgement): Judgement {
  return twin === undefined || isSuccess(twin) || isNotFound(twin)
    ? judgement
    : notAccepted("the repaired request", twin);
}

/** Part 7 shows one shape for every error: `_status.messages[].message`. */
function judgeShape({ refused, twin }: Provoked): Judgement {
  const expected = "_status with messages, an array of objects that each have a string message";
  const wrong = {
    ...wholeAnswer(refused, "an error is answered without the documented body", expected),
    ...errorWith("<text>"),
  };
  return withTwin(twin, documentedMessages(refused) === undefined ? [wrong] : []);
}

function judgeName({ refused, twin, faulty }: Provoked): Judgement {
  return withTwin(twin, judgeRefused(refused, faulty));
}

/** The malformed value that finds most: the clauses on the format send it too, so that it goes out once. */
function malformed(invalid: () => Cases<string>): string {
  return invalid().boundaries[0]?.value ?? "";
}

/** How an error is provoked on each endpoint, with parameters that the document shows where it shows any. */
const PROVOCATIONS: Readonly<
  Record<Documented, (name: string) => { refused: Ask; twin: Ask; faulty: FaultyName }>
> = {
  tokens: (name) => ({
    refused: call("tokens", { query: [[name, malformed(invalidEntityIdFilter)]], expects: "refusal" }),
    twin: call("tokens", { query: [[name, "0.0.1"]] }),
    faulty: { name },
  }),
  tokenBalances: (path) => ({
    refused: call("tokenBalances", { path: malformed(invalidEntityId), expects: "refusal" }),
    twin: call("tokenBalances", { path }),
    faulty: "any",
  }),
  networkFees: (name) => ({
    refused: call("networkFees", { query: [[name, malformed(invalidTimestampFilter)]], expects: "refusal" }),
    twin: call("networkFees", { query: [[name, untilLater(undefined)]] }),
    faulty: { name },
  }),
  topicMessage: (path) => ({
    refused: call("topicMessage", { path: malformed(invalidTopicTimestamp), expects: "refusal" }),
    twin: call("topicMessage", { path, expects: "missing" }),
    faulty: "any",
  }),
};

const NEEDS = {
  tokens: "tokens.tokenId",
  tokenBalances: "tokenWithHolders",
  networkFees: "networkFees.timestamp",
  topicMessage: "someTime",
} as const;

/** What is malformed in the recorded requests that are judged. */
const RECORDED = {
  tokens: "tokenId",
  tokenBalances: "path",
  networkFees: "timestamp",
  topicMessage: "path",
} as const;

function errorClauses(endpoint: Documented): readonly AskingClause[] {
  const success = answer(endpoint, 200, SUCCESS[endpoint]);
  const faulty: FaultyName = endpoint === "tokens" || endpoint === "networkFees" ? { name: "p" } : "any";
  const provoked = (status: number, body: unknown) => ({
    answer: { refused: answer(endpoint, status, body), twin: success, faulty },
  });
  const common = {
    endpoint,
    offline: {
      ...judgedRefusal(faultyRequest(RECORDED[endpoint])),
      tells: (reply: Reply) => !isSuccess(reply),
    },
    readings: [11],
    leavesOpen: ["7.7"],
    needs: { subject: NEEDS[endpoint] },
    ask: function* ({ subject }: { readonly subject: string }): Asking<Provoked> {
      const { refused: ask, twin: repaired, faulty: name } = PROVOCATIONS[endpoint](subject);
      const refused = yield* one({ ...ask, memo: true });
      const isNamed = isRefusedByName(refused, name);
      return { refused, faulty: name, ...(isNamed ? {} : { twin: yield* one({ ...repaired, memo: true }) }) };
    },
    accepts: [
      provoked(400, invalidParameter("p")),
      provoked(200, { ...invalidParameter("p"), trace: 7 }),
    ] as const,
  };
  return [
    clause({
      ...common,
      id: `7.1-${endpoint}-error-body`,
      statement: "a malformed request gets a _status object with messages that each have a text",
      cites: ["2.1 error body", "7 error body"],
      check: judgeShape,
      rejects: {
        "messages is an object": provoked(400, {
          _status: { messages: { message: "Invalid parameter: p" } },
        }),
        "a message without a text": provoked(400, { _status: { messages: [{}] } }),
        "another envelope": provoked(400, { error: "Invalid parameter: p" }),
        "an HTML page": provoked(400, "<html></html>"),
      },
    }),
    clause({
      ...common,
      id: `7.2-${endpoint}-names-parameter`,
      statement:
        faulty === "any"
          ? "a malformed path parameter is answered with a message that names a parameter"
          : "a malformed query parameter is answered with a message that names it",
      cites: ["7 parameter error", "7 documented errors"],
      check: judgeName,
      rejects: {
        "no name": provoked(400, errorBody("Invalid parameter")),
        "other words": provoked(400, errorBody("Bad parameter: p")),
        "not found": provoked(404, NOT_FOUND),
      },
    }),
  ];
}

export const documentedErrors = (["tokenBalances", "tokens", "networkFees", "topicMessage"] as const).flatMap(
  errorClauses,
);
