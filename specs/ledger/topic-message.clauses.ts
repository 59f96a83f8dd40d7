// §4.6, §7.2, §7.4, §7.6: a topic message by its time
import { ifShown, leftTo, undecidedWithout, undecided } from "../laws/requests/verdicts.ts";
import {
  askRefusal,
  isNotFound,
  judgeNotFound,
  notFoundInstead,
  judgeRefused,
} from "../laws/requests/verdicts.ts";
import { spread } from "../../engine/clauses/clause.ts";
import { each, law, watching } from "../../engine/clauses/declare.ts";
import { isSuccess, looksLikeSuccess } from "../../engine/message/classify.ts";
import type { Finding, Judgement, Reply } from "../../engine/model/exchange.ts";
import { formats } from "../../generators/formats.ts";
import { TIMESTAMP } from "../../schemas/formats.ts";
import { answer, errorBody, invalidParameter, NOT_FOUND, SUCCESS } from "../fixtures/answers.ts";
import { accepting, askedPath, bySample, judgeMissing, judgeNames } from "../laws/records/records.ts";
import { judgeSame, memberFinding, recordAsk, textIn } from "../laws/records/records.ts";
import { maySame, shortened, withNineDecimals } from "../laws/records/times.ts";
import { judgeFound } from "../laws/records/fees.ts";
import { faulty, refusal, withoutQuery } from "../laws/requests/recorded.ts";

const MESSAGE = "topicMessage";
const TIME = "1700000000.000000001";
const message = answer(MESSAGE, 200, SUCCESS[MESSAGE], { path: TIME });
const missing = answer(MESSAGE, 404, NOT_FOUND, { path: TIME });
const error = answer(MESSAGE, 500, "");
const invalid = answer(MESSAGE, 400, invalidParameter("timestamp"), { path: TIME });
const messageOf = (time: string, path = TIME) =>
  answer(MESSAGE, 200, { ...SUCCESS[MESSAGE], consensus_timestamp: time }, { path });
const otherMessage = messageOf("1.000000001");

/** The consensus timestamp of a message; undefined where it is absent or malformed. */
function timeShown(reply: Reply): string | undefined {
  const shown = textIn(reply, "consensus_timestamp");
  return shown !== undefined && TIMESTAMP.test(shown) ? shown : undefined;
}

/** Whether the message may be that of the time which the request has, by some reading of its decimals. */
function showsTimeOf(reply: Reply): boolean {
  const shown = timeShown(reply);
  return shown === undefined || maySame(askedPath(reply), shown);
}

function judgeTime(reply: Reply): readonly Finding[] {
  const expected = JSON.stringify(askedPath(reply));
  return showsTimeOf(reply)
    ? []
    : [memberFinding(reply, "consensus_timestamp", "the message is that of another time", expected)];
}

export const timeAccepted = each({
  id: "4.6-time-accepted",
  admits: "path",
  when: withoutQuery,
  statement: "a well-formed time gets a message or the Not found body",
  cites: ["4.6 timestamp form", "8 timestamp", 7, 13],
  needs: { samples: "topicMessageSamples", size: "size", seed: "seed" }, // samples are asked for first; there may be none
  given: ({ size, seed }) => accepting(formats.topicTimestamp.valid(seed), size),
  ask: (_have, time) => recordAsk(MESSAGE, time, "missing"),
  check: judgeFound,
  keeps: [message, missing],
  breaks: {
    "refused as invalid": invalid,
    "a page instead": answer(MESSAGE, 200, "<html></html>"),
  },
});

export const timeRefused = law({
  id: "4.6-time-refused",
  recorded: refusal(faulty("path"), judgeRefused),
  statement: "a malformed time gets the invalid-parameter body",
  cites: ["4.6 timestamp form", "7 parameter error", "8 timestamp", 8, 10, 11],
  needs: { twin: "someTime" },
  given: () => formats.topicTimestamp.invalid(),
  run: async (t, time) => {
    const repaired = recordAsk(MESSAGE, t.twin, "missing");
    const { refused, twin } = await askRefusal(t, recordAsk(MESSAGE, time, "refusal"), repaired);
    // At the repaired time there is a sample, or need not be a message.
    return isSuccess(twin) || isNotFound(twin)
      ? judgeRefused(refused, "any")
      : undecidedWithout("a well-formed time", twin);
  },
  proves: { value: "1.x" },
  last: missing,
  keeps: [invalid, [answer(MESSAGE, 500, invalidParameter("consensus")), message]],
  breaks: {
    "answered with success": message,
    "no name": answer(MESSAGE, 400, errorBody("Invalid parameter")),
    "the value in place of a name": answer(MESSAGE, 400, invalidParameter("1.x")),
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

export const missingMessage = law({
  id: "4.6-missing-message",
  statement: "a time without a topic message gets the single message Not found",
  cites: ["4.6 missing", "7 missing message", 13],
  needs: { missing: "missing", samples: "topicMessageSamples" },
  run: (t) =>
    judgeMissing(t, MESSAGE, [t.missing.topicMessageTimestamp ?? [], ...EARLY_TIMES].flat(), judgeAbsence),
  first: missing,
  keeps: [missing, answer(MESSAGE, 200, { ...NOT_FOUND, requestId: "7" })],
  breaks: {
    "another message": messageOf("2.000000001"),
    "other wording": answer(MESSAGE, 404, errorBody("No such message")),
    "two messages": answer(MESSAGE, 404, errorBody("Not found", "Gone")),
  },
});

export const messageOfTime = watching({
  id: "4.6-message-of-that-time",
  reads: "request",
  statement: "the returned message has the requested consensus timestamp",
  cites: ["4.6 timestamp identity", 19],
  subject: "a topic message with a well-formed consensus timestamp",
  about: (reply) => (looksLikeSuccess(reply) ? timeShown(reply) : undefined),
  check: (_time, reply) => judgeTime(reply),
  keeps: [message, messageOf("1.500000000", "1.5")],
  ignores: [messageOf("soon")],
  breaks: {
    "another second": otherMessage,
    "another nanosecond": messageOf("1700000000.000000002"),
    "decimals left out": messageOf("1700000000"),
  },
});

/**
 * The time of a message as shown and with nine decimals: forms that have only one meaning. One in which it was sent is not sent
 * again: that the message came shows it.
 */
function formsOf(model: Reply): readonly string[] {
  const shown = textIn(model, "consensus_timestamp") ?? "";
  return TIMESTAMP.test(shown) ? [...new Set([shown, withNineDecimals(shown) ?? shown])] : [];
}

const IDENTITY = ["consensus_timestamp", "topic_id", "sequence_number", "running_hash"];
const ofAnotherTime = (model: Reply) =>
  showsTimeOf(model)
    ? undefined
    : leftTo("4.6-message-of-that-time", "the known time shows another message", model);
const judgeSameMessage = (reply: Reply, model: Reply) => judgeSame(reply, model, IDENTITY, (a, b) => a === b);

export const sameMessage = law({
  id: "4.6-forms-of-a-time",
  statement: "a message is found by its consensus timestamp as shown or with nine decimals",
  cites: ["4.6 timestamp identity", 19],
  needs: { found: "topicMessages" },
  given: ({ found }) => bySample(found),
  run: (t, time) => judgeNames(t, recordAsk(MESSAGE, time), formsOf, judgeSameMessage, ofAnotherTime),
  first: message,
  keeps: [message, Array<Reply>(2).fill(answer(MESSAGE, 200, { ...SUCCESS[MESSAGE], topic_id: null }))],
  breaks: { "not found": missing, "another message": otherMessage },
});

export const doubtfulTime = each({
  id: "4.6-shortened-time",
  statement: "a time with fewer than nine decimals returns only a message of a time that it can mean",
  cites: ["4.6 timestamp identity", 8, 19],
  needs: { samples: "topicMessageSamples", size: "size" },
  given: ({ samples, size }) => {
    const own = samples.slice(0, 2).flatMap(({ asked }) => shortened(asked));
    const doubtful = spread(formats.topicTimestamp.open(), Math.min(size.records, 4));
    return [...own.map((value) => ({ name: "shortened", value })), ...doubtful];
  },
  ask: (_have, time) => recordAsk(MESSAGE, time, "open"),
  emptyPass: "absence",
  check: (reply) => {
    if (!isSuccess(reply)) {
      return [];
    }
    return /^\d{1,10}(\.\d{1,9})?$/.test(askedPath(reply))
      ? ifShown(judgeTime(reply), timeShown(reply) !== undefined, "the consensus timestamp of a message")
      : undecided(`which time ${askedPath(reply)} means is unspecified`, reply);
  },
  keeps: [error, messageOf("1.500000000", "1.5"), messageOf("1.000000005", "1.5")],
  breaks: { "another message": messageOf("1.000000001", "1.5") },
});
