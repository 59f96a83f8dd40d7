// §4.6, §7.2, §7.4, §7.6: a topic message by its time
import { findingIf, notAccepted, undecided } from "../laws/requests/findings.ts";
import { clause, watching, each } from "../../engine/clauses/declare.ts";
import { open } from "../../engine/clauses/clause.ts";
import { describe, isSuccess, looksLikeSuccess } from "../../engine/message/classify.ts";
import type { Finding, Judgement, Reply } from "../../engine/model/exchange.ts";
import {
  invalidTopicTimestamp,
  openTopicTimestamp,
  validTopicTimestamp,
} from "../../generators/topic-timestamp.ts";
import { TIMESTAMP } from "../../schemas/formats.ts";
import { answer, errorBody, invalidParameter, NOT_FOUND, SUCCESS, underNames } from "../fixtures/answers.ts";
import {
  accepting,
  askedPath,
  askNames,
  bySample,
  cutTo,
  judgeNames,
  judgeSame,
  memberFinding,
  recordAsk,
  textIn,
  unlessThere,
} from "../laws/records/records.ts";
import { maySame, shortened, withNineDecimals } from "../laws/records/times.ts";
import {
  askRefusal,
  isNotFound,
  judgeNotFound,
  notFoundInstead,
  judgeRefused,
  type Refusal,
} from "../laws/requests/verdicts.ts";
import { faulty, refusal, unfiltered } from "../laws/requests/recorded.ts";

const MESSAGE = "topicMessage";
const TIME = "1700000000.000000001";
const message = answer(MESSAGE, 200, SUCCESS[MESSAGE], { path: TIME });
const missing = answer(MESSAGE, 404, NOT_FOUND, { path: TIME });
const invalid = answer(MESSAGE, 400, invalidParameter("timestamp"), { path: TIME });
const messageOf = (time: string) =>
  answer(MESSAGE, 200, { ...SUCCESS[MESSAGE], consensus_timestamp: time }, { path: TIME });
const otherMessage = messageOf("1.000000001");

function judgeLookup(reply: Reply): Judgement {
  const wrong = "a well-formed time gets neither a message nor Not found";
  const expected = "status 200 with the message, or the not-found body";
  return findingIf(!(isSuccess(reply) || isNotFound(reply)), reply, wrong, expected);
}

/** Whether the message may be that of the time which the request has, by some reading of its decimals. */
function showsTimeOf(reply: Reply, asked = askedPath(reply)): boolean {
  const shown = textIn(reply, "consensus_timestamp");
  return shown === undefined || !TIMESTAMP.test(shown) || maySame(asked, shown);
}

function judgeTime(reply: Reply, asked?: string): readonly Finding[] {
  const expected = JSON.stringify(asked ?? askedPath(reply));
  return showsTimeOf(reply, asked)
    ? []
    : [memberFinding(reply, "consensus_timestamp", "the message is that of another time", expected)];
}

export const timeAccepted = each({
  id: "4.6-time-accepted",
  when: unfiltered,
  endpoint: MESSAGE,
  statement: "a well-formed time gets a message or the Not found body",
  cites: ["4.6 timestamp form", "8 timestamp"],
  readings: [7, 13],
  leavesOpen: ["7.7"],
  sends: {
    needs: { samples: "topicMessageSamples", size: "size" }, // samples are asked for first; there may be none
    given: ({ size }) => accepting(validTopicTimestamp(), size),
    ask: (_have, time) => recordAsk(MESSAGE, time, "missing"),
  },
  check: judgeLookup,
  keeps: [message, missing, answer(MESSAGE, 200, { ...NOT_FOUND, id: 7 })],
  breaks: {
    "refused as invalid": invalid,
    "a page instead": answer(MESSAGE, 200, "<html></html>"),
    "a message with another status": answer(MESSAGE, 201, SUCCESS[MESSAGE]),
  },
});

/** §7: the repaired request asks for a sample, or else for a time at which there need not be a message. */
function judgeTimeRefusal({ refused, twin }: Refusal): Judgement {
  return isSuccess(twin) || isNotFound(twin)
    ? judgeRefused(refused, "any")
    : notAccepted("a well-formed time", twin);
}

const provoked = (refused: Reply, twin = missing) => ({ answer: { refused, twin }, value: "" });

export const timeRefused = clause({
  id: "4.6-time-refused",
  alone: refusal(faulty("path"), judgeRefused),
  endpoint: MESSAGE,
  statement: "a malformed time gets the invalid-parameter body",
  cites: ["4.6 timestamp form", "7 parameter error", "8 timestamp"],
  readings: [8, 10, 11],
  leavesOpen: ["7.7"],
  needs: { twin: "someTime" },
  given: () => invalidTopicTimestamp(),
  ask: ({ have: { twin }, ...t }, time) =>
    askRefusal(t, recordAsk(MESSAGE, time, "refusal"), recordAsk(MESSAGE, twin, "missing")),
  check: (answered) => judgeTimeRefusal(answered),
  accepts: [
    provoked(invalid, missing),
    provoked(answer(MESSAGE, 500, invalidParameter("consensus")), message),
  ],
  rejects: {
    "answered with success": provoked(message, message),
    "answered with Not found": provoked(missing, missing),
    "no name": provoked(answer(MESSAGE, 400, errorBody("Invalid parameter")), missing),
    "the value in place of a name": provoked(answer(MESSAGE, 400, invalidParameter("1.x"), { path: "1.x" })),
    "an HTML page": provoked(answer(MESSAGE, 400, "<html></html>"), message),
  },
});

/** Times long before there was such a ledger. */
const EARLY_TIMES = ["1.000000001", "1000000000.000000001"];

function judgeAbsence(reply: Reply): Judgement {
  if (!looksLikeSuccess(reply)) {
    return judgeNotFound(reply);
  }
  return showsTimeOf(reply)
    ? undecided(`there is a message at ${askedPath(reply)}`, reply, {
        obstacle: "user",
        remedy: { kind: "giveSamples", of: "missing" },
      })
    : [notFoundInstead(reply, "a record is shown where none can be")];
}

export const missingMessage = clause({
  id: "4.6-missing-message",
  endpoint: MESSAGE,
  statement: "a time without a topic message gets the single message Not found",
  cites: ["4.6 missing", "7 missing message"],
  readings: [13],
  leavesOpen: ["7.7"],
  needs: { missing: "missing", samples: "topicMessageSamples" },
  ask: ({
    have: {
      missing: { topicMessageTimestamp: given },
    },
    ...t
  }) => {
    const times = [...(given === undefined ? [] : [given]), ...EARLY_TIMES];
    return t.all(times.map((time) => recordAsk(MESSAGE, time, "missing")));
  },
  check: (replies) => unlessThere(replies.map(judgeAbsence)),
  accepts: [
    { answer: [missing] },
    { answer: [missing, answer(MESSAGE, 200, { ...NOT_FOUND, requestId: "7" })] },
  ],
  rejects: {
    "another message": { answer: [missing, otherMessage] },
    "other wording": { answer: [answer(MESSAGE, 404, errorBody("No such message"))] },
    "two messages": { answer: [answer(MESSAGE, 404, errorBody("Not found", "Gone"))] },
    "a body of its own": { answer: [answer(MESSAGE, 404, { error: "Not found" })] },
    "refused as invalid": { answer: [invalid] },
  },
});

export const messageOfTime = watching({
  id: "4.6-message-of-that-time",
  reads: "request",
  endpoint: MESSAGE,
  statement: "the returned message has the requested consensus timestamp",
  cites: ["4.6 timestamp identity"],
  readings: [19],
  check: (reply) => judgeTime(reply),
  keeps: [message, answer(MESSAGE, 200, { consensus_timestamp: "1.500000000" }, { path: "1.5" })],
  breaks: {
    "another second": otherMessage,
    "another nanosecond": messageOf("1700000000.000000002"),
    "decimals left out": messageOf("1700000000"),
  },
});

/** The time of a message as shown and with nine decimals: forms that have only one meaning. */
function formsOf(model: Reply): readonly string[] {
  const shown = textIn(model, "consensus_timestamp") ?? "";
  return TIMESTAMP.test(shown) ? [...new Set([shown, withNineDecimals(shown) ?? shown])] : [];
}

const IDENTITY = ["consensus_timestamp", "topic_id", "sequence_number", "running_hash"];

export const sameMessage = clause({
  id: "4.6-forms-of-a-time",
  endpoint: MESSAGE,
  statement: "a message is found by its consensus timestamp as shown or with nine decimals",
  cites: ["4.6 timestamp identity"],
  readings: [19],
  needs: { found: "topicMessages" },
  given: ({ found }) => bySample(found),
  ask: (t, time) => askNames(t, MESSAGE, time, formsOf),
  check: (names) => judgeNames(names, (reply, model) => judgeSame(reply, model, IDENTITY, Object.is)),
  accepts: [
    underNames(message, message),
    underNames(message, message, answer(MESSAGE, 200, { ...SUCCESS[MESSAGE], x: 1 })),
  ],
  rejects: {
    "not found": underNames(message, message, missing),
    "another message": underNames(message, otherMessage),
  },
});

export const doubtfulTime = clause({
  id: "4.6-shortened-time",
  endpoint: MESSAGE,
  statement: "a time with fewer than nine decimals returns only a message of a time that it can mean",
  cites: ["4.6 timestamp identity"],
  readings: [8, 19],
  leavesOpen: ["4.6"],
  needs: { samples: "topicMessageSamples", size: "size" },
  given: ({ samples, size }) => {
    const { boundaries, middle } = cutTo(openTopicTimestamp(), Math.min(size.records, 4));
    const own = samples.slice(0, 2).flatMap(({ asked }) => shortened(asked));
    return {
      boundaries: [...own.map((value) => ({ name: "shortened", value })), ...boundaries],
      ...(middle && { middle }),
    };
  },
  ask: (t, time) => t.get(recordAsk(MESSAGE, time, "open")),
  check: (reply, time) =>
    isSuccess(reply) && /^\d{1,10}(\.\d{1,9})?$/.test(time) ? judgeTime(reply, time) : [],
  accepts: [
    { answer: invalid, value: "1.5" },
    { answer: answer(MESSAGE, 200, { consensus_timestamp: "1.500000000" }), value: "1.5" },
    { answer: answer(MESSAGE, 200, { consensus_timestamp: "1.000000005" }), value: "1.5" },
    { answer: otherMessage, value: "1x5" },
  ],
  rejects: { "another message": { answer: otherMessage, value: "1.5" } },
});

export const openTimes = open({
  id: "4.6-doubtful-times",
  endpoint: MESSAGE,
  statement: "whether a time with another sign for its dot, or under nine decimals, is accepted",
  cites: ["4.6 timestamp form"],
  assumes: "such times may be accepted or refused; another message than the requested one is a failure",
  observeOpen: (reply) => [`${askedPath(reply)}: ${describe(reply)}`],
});
