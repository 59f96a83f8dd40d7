// §4.6, §7.2, §7.4, §7.6: a topic message by its time
import { ifShown, leftTo, inconclusiveWithout, inconclusive } from "./kit/requests/check-results.ts";
import {
  requestRefusal,
  isNotFound,
  checkNotFound,
  notFoundInstead,
  checkRefused,
} from "./kit/requests/refusals.ts";
import { spread } from "../engine/clauses/clause.ts";
import { single, sequence, passive } from "../engine/clauses/declare.ts";
import { isSuccess, looksLikeSuccess } from "../engine/message/classify.ts";
import type { Violation, CheckResult, ApiResponse } from "../engine/model/exchange.ts";
import { formats } from "../generators/formats.ts";
import { TIMESTAMP_PATTERN } from "../schemas/formats.ts";
import {
  exampleResponse,
  exampleErrorBody,
  invalidParameter,
  NOT_FOUND,
  SUCCESS,
} from "./examples/responses.ts";
import {
  valuesOfLevel,
  requestedPath,
  bySample,
  memberViolation,
  recordRequest,
  memberText,
} from "./kit/records/records.ts";
import { checkMissing, checkRecordNames, checkSame } from "./kit/records/record-checks.ts";
import { maySame, shortenedTimes, withNineDecimals } from "./kit/records/times.ts";
import { checkFound } from "./kit/records/fees.ts";
import { faulty, refusal, hasNoQuery } from "./kit/requests/recorded.ts";

const TOPIC_MESSAGE = "topicMessage";
const CONSENSUS_TIME = "1700000000.000000001";
const MESSAGE_RESPONSE = exampleResponse(TOPIC_MESSAGE, 200, SUCCESS[TOPIC_MESSAGE], {
  path: CONSENSUS_TIME,
});
const MISSING_MESSAGE = exampleResponse(TOPIC_MESSAGE, 404, NOT_FOUND, { path: CONSENSUS_TIME });
const error = exampleResponse(TOPIC_MESSAGE, 500, "");
const INVALID_MESSAGE_TIME = exampleResponse(TOPIC_MESSAGE, 400, invalidParameter("timestamp"), {
  path: CONSENSUS_TIME,
});
const messageAt = (time: string, path = CONSENSUS_TIME) =>
  exampleResponse(TOPIC_MESSAGE, 200, { ...SUCCESS[TOPIC_MESSAGE], consensus_timestamp: time }, { path });
const otherMessage = messageAt("1.000000001");

/** The consensus timestamp of a message; undefined where it is absent or malformed. */
function timeShown(response: ApiResponse): string | undefined {
  const shown = memberText(response, "consensus_timestamp");
  return shown !== undefined && TIMESTAMP_PATTERN.test(shown) ? shown : undefined;
}

/** Whether the message may have the requested time, by any interpretation of the decimals; true if it shows no time. */
function showsTimeOf(response: ApiResponse): boolean {
  const shown = timeShown(response);
  return shown === undefined || maySame(requestedPath(response), shown);
}

function checkTime(response: ApiResponse): readonly Violation[] {
  const expected = JSON.stringify(requestedPath(response));
  return showsTimeOf(response)
    ? []
    : [
        memberViolation(
          response,
          "consensus_timestamp",
          "the message has another consensus timestamp",
          expected,
        ),
      ];
}

/**
 * The path parameter timestamp is required and has a pattern (§4.6, line 249); a missing message returns the not-found
 * body (line 250).
 */
export const timeAccepted = single({
  id: "4.6-time-accepted",
  acceptsParameter: "path",
  when: hasNoQuery,
  statement: "a well-formed time gets a message or the Not found body",
  cites: ["4.6 timestamp form", "8 timestamp", 7, 13],
  needs: { samples: "topicMessageSamples", size: "size", seed: "seed" }, // samples are requested first; there may be none
  given: ({ size, seed }) => valuesOfLevel(formats.topicTimestamp.valid(seed), size),
  request: (_have, time) => recordRequest(TOPIC_MESSAGE, time, "missing"),
  check: checkFound,
  passes: [MESSAGE_RESPONSE, MISSING_MESSAGE],
  fails: {
    "refused as invalid": INVALID_MESSAGE_TIME,
    "a page instead": exampleResponse(TOPIC_MESSAGE, 200, "<html></html>"),
  },
});

/**
 * The path parameter timestamp has a pattern (§4.6, line 249); this endpoint documents the invalid-parameter body (§7,
 * lines 297 and 301).
 */
export const timeRefused = sequence({
  id: "4.6-time-refused",
  recorded: refusal(faulty("path"), checkRefused),
  statement: "a malformed time gets the invalid-parameter body",
  cites: ["4.6 timestamp form", "7 parameter error", "8 timestamp", 8, 10, 11],
  needs: { twin: "someTime" },
  given: () => formats.topicTimestamp.invalid(),
  run: async (t, time) => {
    const repaired = recordRequest(TOPIC_MESSAGE, t.twin, "missing");
    const { refused, twin } = await requestRefusal(
      t,
      recordRequest(TOPIC_MESSAGE, time, "refusal"),
      repaired,
    );
    // The repaired time is that of a sample, or one at which no message needs to exist.
    return isSuccess(twin) || isNotFound(twin)
      ? checkRefused(refused, "any")
      : inconclusiveWithout("a well-formed time", twin);
  },
  proves: { value: "1.x" },
  last: MISSING_MESSAGE,
  passes: [
    INVALID_MESSAGE_TIME,
    [exampleResponse(TOPIC_MESSAGE, 500, invalidParameter("consensus")), MESSAGE_RESPONSE],
  ],
  fails: {
    "status 200": MESSAGE_RESPONSE,
    "no name": exampleResponse(TOPIC_MESSAGE, 400, exampleErrorBody("Invalid parameter")),
    "the value in place of a name": exampleResponse(TOPIC_MESSAGE, 400, invalidParameter("1.x")),
  },
});

/** Times long before any such ledger existed. */
const EARLY_TIMES = ["1.000000001", "1000000000.000000001"];

function checkAbsence(response: ApiResponse): CheckResult {
  if (!looksLikeSuccess(response)) {
    return checkNotFound(response);
  }
  return showsTimeOf(response)
    ? inconclusive(`there is a message at ${requestedPath(response)}`, response, {
        obstacle: "user",
        remedy: { kind: "giveSamples", of: "missing" },
      })
    : [notFoundInstead(response, "a record is returned for an identifier that does not exist")];
}

/** A missing message produces the not-found error body (§4.6, line 250): the single message Not found (§7, line 299). */
export const missingMessage = sequence({
  id: "4.6-missing-message",
  statement: "a time without a topic message gets the single message Not found",
  cites: ["4.6 missing", "7 missing message", 13],
  needs: { missing: "missing", samples: "topicMessageSamples" },
  run: (t) =>
    checkMissing(
      t,
      TOPIC_MESSAGE,
      [t.missing.topicMessageTimestamp ?? [], ...EARLY_TIMES].flat(),
      checkAbsence,
    ),
  first: MISSING_MESSAGE,
  passes: [MISSING_MESSAGE, exampleResponse(TOPIC_MESSAGE, 200, { ...NOT_FOUND, requestId: "7" })],
  fails: {
    "another message": messageAt("2.000000001"),
    "other wording": exampleResponse(TOPIC_MESSAGE, 404, exampleErrorBody("No such message")),
    "two messages": exampleResponse(TOPIC_MESSAGE, 404, exampleErrorBody("Not found", "Gone")),
  },
});

/** timestamp is the consensus timestamp of the associated transaction (§4.6, line 249). */
export const messageOfTime = passive({
  id: "4.6-message-of-that-time",
  reads: "request",
  statement: "the returned message has the requested consensus timestamp",
  cites: ["4.6 timestamp identity", 19],
  subject: "a topic message with a well-formed consensus timestamp",
  about: (response) => (looksLikeSuccess(response) ? timeShown(response) : undefined),
  check: (_time, response) => checkTime(response),
  passes: [MESSAGE_RESPONSE, messageAt("1.500000000", "1.5")],
  ignores: [messageAt("soon")],
  fails: {
    "another second": otherMessage,
    "another nanosecond": messageAt("1700000000.000000002"),
    "decimals omitted": messageAt("1700000000"),
  },
});

/** The consensus timestamp of a message as shown and with nine decimals: the forms that have only one meaning. */
function messageForms(model: ApiResponse): readonly string[] {
  const shown = memberText(model, "consensus_timestamp") ?? "";
  return TIMESTAMP_PATTERN.test(shown) ? [...new Set([shown, withNineDecimals(shown) ?? shown])] : [];
}

const MESSAGE_IDENTITY = ["consensus_timestamp", "topic_id", "sequence_number", "running_hash"];
const ofAnotherTime = (model: ApiResponse) =>
  showsTimeOf(model)
    ? undefined
    : leftTo("4.6-message-of-that-time", "the known timestamp returns another message", model);
const checkSameMessage = (response: ApiResponse, model: ApiResponse) =>
  checkSame(response, model, MESSAGE_IDENTITY, (a, b) => a === b);

/** A message is found by its consensus timestamp (§4.6, line 249), in each form that has one meaning (§2.1, line 17). */
export const sameMessage = sequence({
  id: "4.6-forms-of-a-time",
  statement: "a message is found by its consensus timestamp as shown or with nine decimals",
  cites: ["4.6 timestamp identity", 19],
  needs: { found: "topicMessages" },
  given: ({ found }) => bySample(found),
  run: (t, time) =>
    checkRecordNames(t, recordRequest(TOPIC_MESSAGE, time), messageForms, checkSameMessage, ofAnotherTime),
  first: MESSAGE_RESPONSE,
  passes: [
    MESSAGE_RESPONSE,
    Array<ApiResponse>(2).fill(
      exampleResponse(TOPIC_MESSAGE, 200, { ...SUCCESS[TOPIC_MESSAGE], topic_id: null }),
    ),
  ],
  fails: { "not found": MISSING_MESSAGE, "another message": otherMessage },
});

/**
 * A timestamp may have fewer than nine decimals (§4.6, line 249); the contract does not say what they mean (interpretation
 * 8).
 */
export const ambiguousTime = single({
  id: "4.6-shortened-time",
  statement: "a timestamp with fewer than nine decimals returns only a message that it can denote",
  cites: ["4.6 timestamp identity", 8, 19],
  needs: { samples: "topicMessageSamples", size: "size" },
  given: ({ samples, size }) => {
    const own = samples.slice(0, 2).flatMap(({ asked }) => shortenedTimes(asked));
    const ambiguous = spread(formats.topicTimestamp.open(), Math.min(size.records, 4));
    return [...own.map((value) => ({ name: "shortened", value })), ...ambiguous];
  },
  request: (_have, time) => recordRequest(TOPIC_MESSAGE, time, "open"),
  emptyPass: "absence",
  check: (response) => {
    if (!isSuccess(response)) {
      return [];
    }
    return /^\d{1,10}(\.\d{1,9})?$/.test(requestedPath(response))
      ? ifShown(
          checkTime(response),
          timeShown(response) !== undefined,
          "the consensus timestamp of a message",
        )
      : inconclusive(`which time ${requestedPath(response)} means is unspecified`, response);
  },
  passes: [error, messageAt("1.500000000", "1.5"), messageAt("1.000000005", "1.5")],
  fails: { "another message": messageAt("1.000000001", "1.5") },
});
