import { formats } from "../../generators/formats.ts";
import { TIMESTAMP, TIMESTAMP_FILTER, TOPIC_TIMESTAMP } from "../../schemas/formats.ts";
import { describeFormat } from "./laws.ts";
import { filterOf, isTimestamp, isTimestampWithAnyDot, type Reading } from "./prose.ts";

const paddedSeconds: Reading = (text) => {
  const value = text.slice(text.indexOf(":") + 1);
  return value.length > 1 && value.startsWith("0") && value[1] !== "." && isTimestamp(value);
};

describeFormat("Timestamp", {
  ...formats.timestamp,
  readings: [(text) => TIMESTAMP.test(text), isTimestamp],
  doubts: { "padded seconds": paddedSeconds },
  place: "query",
  always: ["0", "9999999999", "1.5", "1700000000.000000001", "9999999999.999999999"],
  never: ["01", "10000000000", "1x5"],
});

describeFormat("TimestampFilter", {
  format: "TimestampFilter",
  ...formats.timestampFilter,
  readings: [(text) => TIMESTAMP_FILTER.test(text), filterOf(isTimestamp), filterOf(isTimestampWithAnyDot)],
  doubts: {
    "padded seconds": paddedSeconds,
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
  readings: [(text) => TOPIC_TIMESTAMP.test(text), isTimestamp, isTimestampWithAnyDot],
  doubts: { "padded seconds": paddedSeconds },
  place: "path",
  always: ["0", "9999999999", "1.5", "9999999999.999999999"],
  never: ["12345678901", "1x5", "1-5", "01"],
});
