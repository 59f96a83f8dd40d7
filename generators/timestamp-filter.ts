// §2.1, §4.3, §4.5, §4.8
import { grammars } from "../schemas/grammars.ts";
import { cases, type Cases, type Literals } from "./cases.ts";
import {
  alsoBehindOperators,
  behindOperator,
  doubtfulOperatorLiterals,
  doubtfulOperators,
  perhapsBehindOperator,
} from "./operator.ts";
import { refusedBy } from "./refused.ts";
import {
  digitsInARow,
  TIMESTAMP_LITERALS,
  timestampText,
  withSign,
  zeroPaddedTimestamps,
} from "./timestamp.ts";

// What only the unescaped dot of the pattern lets pass.
const DOT_LITERALS: Literals = {
  "eleven digits": "12345678901",
  "13 digits, as of milliseconds": "1700000000000",
  "20 digits": "12345678901234567890",
  "letter for the dot": "1x5",
  exponent: "1e9",
  "comma for the dot": "1700000000,5",
  "hyphen for the dot": "1700000000-000000001",
  "colon for the dot": "5:5",
  "space for the dot": "1 5",
};

/** What each operator stands in front of, and no operator: whole seconds in the one half, decimals in the other. */
const BOTH_WAYS: Literals = {
  "eq, 10 digits of seconds, 9 decimals": "eq:9999999999.999999999",
  "gt, 1 digit of seconds": "gt:1",
  "gte, 1 decimal": "gte:1.5",
  "lt, 9 decimals": "lt:1700000000.000000001",
  "lte, zero": "lte:0",
  "ne, 9 decimals": "ne:1700000000.000000001",
  "10 digits of seconds, 9 decimals": "9999999999.999999999",
  "10 digits of seconds": "9999999999",
  "eq, seconds of today": "eq:1700000000",
  "gt, zero with 9 zeros": "gt:0.000000000",
  "gte, lowest 10 digits of seconds": "gte:1000000000",
  "lt, 10 digits of seconds": "lt:9999999999",
  "lte, 10 digits of seconds, 1 decimal": "lte:9999999999.9",
  "ne, 1 digit of seconds": "ne:1",
};

/** Sure filters, with each operator and without. */
export function validTimestampFilter(): Cases<string> {
  const kinds = { timestamp: timestampText(), "operator, timestamp": behindOperator(timestampText()) };
  return cases({ ...BOTH_WAYS, ...TIMESTAMP_LITERALS }, kinds);
}

/** What no statement takes for a filter on times, an unescaped dot included. */
export const invalidTimestampFilter = (): Cases<string> => refusedBy(grammars.timestampFilter);

/** What may be taken for a filter on times or not. */
export function openTimestampFilter(): Cases<string> {
  return cases(
    {
      ...alsoBehindOperators(DOT_LITERALS),
      ...doubtfulOperatorLiterals("1700000000.5"),
      "zero in front": "01",
    },
    {
      ...perhapsBehindOperator({
        "11 to 20 digits": digitsInARow(),
        "another sign for the dot": withSign(" !\"#$%&'()*+,-/:;<=>?@[]^_`{|}~aeoxzAEOXZ"),
        "zero in front": zeroPaddedTimestamps(),
      }),
      ...doubtfulOperators(timestampText()),
    },
  );
}
