import { formats } from "../../generators/formats.ts";
import { TIMESTAMP_FILTER, TOPIC_TIMESTAMP } from "../../schemas/formats.ts";
import { describeFormat } from "./format-properties.ts";
import { filterOf, isTimestamp, isTimestampWithAnyDot } from "./parsers.ts";

describeFormat("TimestampFilter", {
  format: "TimestampFilter",
  ...formats.timestampFilter,
  interpretations: [
    (text) => TIMESTAMP_FILTER.test(text),
    filterOf(isTimestamp),
    filterOf(isTimestampWithAnyDot),
  ],
  doubts: {
    empty: (text) => text === "",
    "case of the operator": (text) => text.toLowerCase() !== text,
    "colon without operator": (text) => text.startsWith(":"),
    "several times": (text) => text.includes(","),
  },
  place: "query",
  always: ["0", "9999999999", "1.5", "9999999999.999999999", "1700000000.000000001"],
  never: ["12345678901", "1x5", "gt:1e9", "GT:1", ""],
});

describeFormat("timestamp of a topic message", {
  format: "TopicTimestamp",
  ...formats.topicTimestamp,
  interpretations: [(text) => TOPIC_TIMESTAMP.test(text), isTimestamp, isTimestampWithAnyDot],
  place: "path",
  always: ["0", "9999999999", "1.5", "9999999999.999999999"],
  never: ["12345678901", "1x5", "1-5"],
});
