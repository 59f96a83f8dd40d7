// §4.6
import { grammars } from "../schemas/grammars.ts";
import { cases, type Cases } from "./cases.ts";
import { refusedBy } from "./refused.ts";
import {
  digitsInARow,
  TIMESTAMP_LITERALS,
  timestampText,
  withSign,
  zeroPaddedTimestamps,
} from "./timestamp.ts";

/** Sure times, for a path. */
export function validTopicTimestamp(): Cases<string> {
  return cases(TIMESTAMP_LITERALS, { timestamp: timestampText() });
}

/** What no statement takes for a time, an unescaped dot included, for a path. */
export const invalidTopicTimestamp = (): Cases<string> => refusedBy(grammars.topicTimestamp);

/** What may be taken for a time or not, for a path. */
export function openTopicTimestamp(): Cases<string> {
  return cases(
    {
      "eleven digits": "12345678901",
      "13 digits, as of milliseconds": "1700000000000",
      "20 digits": "12345678901234567890",
      "letter for the dot": "1x5",
      exponent: "1e9",
      "hyphen for the dot": "1700000000-000000001",
      "colon for the dot": "1700000000:5",
      "zero in front": "01",
    },
    {
      "11 to 20 digits": digitsInARow(),
      "another sign for the dot": withSign("-:_~@aeoxzAEOXZ"),
      "zero in front": zeroPaddedTimestamps(),
    },
  );
}
