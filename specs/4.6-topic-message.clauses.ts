// §4.6, §7.2, §7.4, §7.6: a topic message by its time
import { formats } from "../generators/formats.ts";
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

const TOPIC_MESSAGE = "topicMessage";
const CONSENSUS_TIME = "1700000000.000000001";
const MESSAGE_RESPONSE = examples.topicMessageOf({});
const MISSING_MESSAGE = examples.notFoundOf(TOPIC_MESSAGE, { path: CONSENSUS_TIME });
const error = examples.responseOf(TOPIC_MESSAGE, 500, "");
const INVALID_MESSAGE_TIME = examples.badRequestOf(TOPIC_MESSAGE, "timestamp", { path: CONSENSUS_TIME });
const messageAt = (time: string, path?: string) =>
  examples.topicMessageOf({ consensus_timestamp: time }, path);
const otherMessage = messageAt("1.000000001");

function timeShown(response: kit.ApiResponse): string | undefined {
  const shown = kit.memberText(response, "consensus_timestamp");
  return shown !== undefined && kit.TIMESTAMP_PATTERN.test(shown) ? shown : undefined;
}

/** The decimals of the requested time may have several interpretations. True for a message that shows no time. */
function showsTimeOf(response: kit.ApiResponse): boolean {
  const shown = timeShown(response);
  return shown === undefined || kit.mayBeSameTime(kit.requestedPath(response), shown);
}

function checkTime(response: kit.ApiResponse): readonly kit.Violation[] {
  const expected = JSON.stringify(kit.requestedPath(response));
  const message = "the message has another consensus timestamp";
  return showsTimeOf(response)
    ? []
    : [kit.memberViolation(response, "consensus_timestamp", message, expected)];
}

/** The path parameter timestamp has a pattern, and a missing message gets the Not found body (§4.6). */
export const timeAccepted = kit.single({
  id: "4.6-time-accepted",
  acceptsParameter: "path",
  when: kit.hasNoQuery,
  statement: "a request with a well-formed time succeeds, or gets only the message Not found",
  contract: [249, 314],
  interpretations: [7, 13],
  aspect: "form",
  // `samples` is not read: known samples, if there are any, are requested first.
  needs: { samples: "topicMessageSamples" },
  values: () => formats.topicTimestamp.valid(),
  request: (_have, time) => kit.recordRequest(TOPIC_MESSAGE, time, "missing"),
  check: kit.checkFound,
  passes: [MESSAGE_RESPONSE, MISSING_MESSAGE],
  fails: {
    "refused as invalid": INVALID_MESSAGE_TIME,
    "an HTML page": examples.responseOf(TOPIC_MESSAGE, 200, "<html></html>"),
  },
});

/** The path parameter timestamp has a pattern (§4.6); the invalid-parameter body is documented (§7.2, §7.6). */
export const timeRefused = kit.sequence({
  id: "4.6-time-refused",
  statement: "a malformed time gets the message Invalid parameter: <any name, not the value>",
  contract: [249, 297, 314],
  interpretations: [8, 10, 11],
  aspect: "form",
  needs: { counterpart: "someTime" },
  values: () => formats.topicTimestamp.invalid(),
  run: async (t, time) => {
    const repaired = kit.recordRequest(TOPIC_MESSAGE, t.counterpart, "missing");
    const malformed = kit.recordRequest(TOPIC_MESSAGE, time);
    const { refused, counterpart } = await kit.requestRefusal(t, malformed, repaired);
    // No message needs to exist at the repaired time.
    return kit.isSuccess(counterpart) || kit.isNotFound(counterpart)
      ? kit.checkRefused(refused, "any")
      : kit.inconclusiveWithout("a well-formed time", counterpart);
  },
  recorded: kit.recordedWithInvalidPath(kit.checkRefused),
  examplesWith: { value: "1.x" },
  last: MISSING_MESSAGE,
  passes: [
    INVALID_MESSAGE_TIME,
    [examples.responseOf(TOPIC_MESSAGE, 500, examples.invalidParameter("consensus")), MESSAGE_RESPONSE],
  ],
  fails: {
    "status 200": MESSAGE_RESPONSE,
    "an error without the name of the parameter": examples.responseOf(
      TOPIC_MESSAGE,
      400,
      examples.errorBodyOf("Invalid parameter"),
    ),
    "the value instead of a name": examples.badRequestOf(TOPIC_MESSAGE, "1.x"),
  },
});

/** Times long before the first ledger. */
const EARLY_TIMES = ["1.000000001", "1000000000.000000001"];

function checkAbsence(response: kit.ApiResponse): kit.CheckResult {
  if (!kit.hasSuccessBody(response)) return kit.checkNotFound(response);
  return showsTimeOf(response)
    ? kit.maybeExists(`there is a message at ${kit.requestedPath(response)}`, response)
    : [kit.missingNotFoundBody(response, "a record is returned for an identifier that does not exist")];
}

/** A missing message gets the single message Not found (§4.6, §7.4). */
export const missingMessage = kit.sequence({
  id: "4.6-missing-message",
  statement: "a request for a missing topic message gets only the message Not found",
  contract: [250, 299],
  interpretations: [13],
  aspect: "form",
  needs: { missing: "missing", samples: "topicMessageSamples" },
  run: (t) => {
    const times = [t.missing.topicMessageTimestamp ?? [], ...EARLY_TIMES].flat();
    return kit.checkMissingNames(t, TOPIC_MESSAGE, times, checkAbsence);
  },
  first: MISSING_MESSAGE,
  passes: [
    MISSING_MESSAGE,
    examples.responseOf(TOPIC_MESSAGE, 200, { ...examples.NOT_FOUND, requestId: "7" }),
  ],
  fails: {
    "another message": messageAt("2.000000001"),
    "other wording": examples.responseOf(TOPIC_MESSAGE, 404, examples.errorBodyOf("No such message")),
    "two messages": examples.responseOf(TOPIC_MESSAGE, 404, examples.errorBodyOf("Not found", "Gone")),
  },
});

/** timestamp is the consensus timestamp of the associated transaction (§4.6). */
export const messageOfTime = kit.passive({
  id: "4.6-message-of-that-time",
  reads: "request",
  statement: "the returned message has the requested consensus timestamp",
  contract: [249],
  interpretations: [19],
  subject: "a topic message with a well-formed consensus timestamp",
  about: (response) => (kit.hasSuccessBody(response) ? timeShown(response) : undefined),
  check: (_time, response) => checkTime(response),
  passes: [MESSAGE_RESPONSE, messageAt("1.500000000", "1.5")],
  ignores: [messageAt("soon")],
  fails: {
    "another second": otherMessage,
    "another nanosecond": messageAt("1700000000.000000002"),
    "decimals omitted": messageAt("1700000000"),
  },
});

function messageForms(model: kit.ApiResponse): readonly string[] {
  const shown = kit.memberText(model, "consensus_timestamp") ?? "";
  return kit.TIMESTAMP_PATTERN.test(shown) ? [...new Set([shown, kit.withNineDecimals(shown) ?? shown])] : [];
}

const MESSAGE_IDENTITY = ["consensus_timestamp", "topic_id", "sequence_number", "running_hash"];
const ofAnotherTime = (model: kit.ApiResponse) =>
  showsTimeOf(model)
    ? undefined
    : kit.failsClause("4.6-message-of-that-time", "the known timestamp returns another message", model);
const checkSameMessage = (response: kit.ApiResponse, model: kit.ApiResponse) =>
  kit.checkSameIdentity(response, model, MESSAGE_IDENTITY, (a, b) => a === b);

/** A message is found by its consensus timestamp, in each form that has one meaning (§2.1, §4.6). */
export const sameMessage = kit.sequence({
  id: "4.6-forms-of-a-time",
  statement: "the consensus timestamp of a message, as shown or with nine decimals, finds this message",
  contract: [249],
  interpretations: [19],
  needs: { found: "topicMessages" },
  values: ({ found }) => kit.sampleCases(found),
  run: (t, time) => {
    const known = kit.recordRequest(TOPIC_MESSAGE, time);
    return kit.checkRecordNames(t, known, messageForms, checkSameMessage, ofAnotherTime);
  },
  first: MESSAGE_RESPONSE,
  passes: [MESSAGE_RESPONSE, Array<kit.ApiResponse>(2).fill(examples.topicMessageOf({ topic_id: null }))],
  fails: { "not found": MISSING_MESSAGE, "another message": otherMessage },
});

/** A timestamp may have fewer than nine decimals (§4.6); their meaning is unspecified (interpretations 8 and 19). */
export const ambiguousTime = kit.single({
  id: "4.6-shortened-time",
  statement: "a time with fewer than nine decimals returns only a message whose time it can denote",
  contract: [249],
  interpretations: [8, 19],
  needs: { samples: "topicMessageSamples", size: "size" },
  values: ({ samples, size }) => {
    const shortened = samples.flatMap(({ identifier }) => kit.shortenedTimes(identifier));
    const own = kit.spread([...new Set(shortened)], Math.min(size.records, 6));
    const ambiguous = kit.spread(formats.topicTimestamp.ambiguous(), Math.min(size.records, 4));
    return [...own.map((value) => ({ name: "a shortened timestamp", value })), ...ambiguous];
  },
  request: (_have, time) => kit.recordRequest(TOPIC_MESSAGE, time, "open"),
  emptyPass: "absence",
  check: (response) => {
    if (!kit.isSuccess(response)) return [];
    const time = kit.requestedPath(response);
    const isShown = timeShown(response) !== undefined;
    return kit.TIMESTAMP_PATTERN.test(time)
      ? kit.ifShown(checkTime(response), isShown, "the consensus timestamp of a message")
      : kit.inconclusive(`which time ${time} means is unspecified`, response);
  },
  passes: [error, messageAt("1.500000000", "1.5"), messageAt("1.000000005", "1.5")],
  fails: { "another message": messageAt("1.000000001", "1.5") },
});
