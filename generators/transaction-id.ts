// §4.7
import * as fc from "fast-check";
import { grammars } from "../schemas/grammars.ts";
import { cases, type Cases } from "./cases.ts";
import { digits, numeral, zeroPadded } from "./digits.ts";
import { fullId, zeroPaddedIds } from "./entity-id.ts";
import { refusedBy } from "./refused.ts";

const SECONDS = numeral(1, 19);
const NANOS = digits(1, 9);

/** Sure transaction ids, for a path; a zero in front of nanoseconds is how they are commonly written. */
export function validTransactionId(): Cases<string> {
  return cases(
    {
      "most digits in each part": "9999999999.9999999999.9999999999-9999999999999999999-999999999",
      "1 digit in each part": "0.0.1-1-1",
      "9 digits of nanoseconds": "0.0.1-1700000000-000000001",
      "10 digits of seconds": "0.0.1-9999999999-999999999",
      "19 digits of seconds": "0.0.1-9999999999999999999-1",
      "zero in each part": "0.0.0-0-0",
      "10 digits in shard": "9999999999.0.1-1-1",
      "10 digits in realm": "0.9999999999.1-1-1",
      "10 digits in num": "0.0.9999999999-1-1",
    },
    {
      "any seconds": dashed(fullId(), SECONDS, NANOS),
      "seconds as of today": dashed(fullId(), numeral(10), digits(9)),
    },
  );
}

/** What no statement takes for a transaction id, nor for a hash; for a path. */
export const invalidTransactionId = (): Cases<string> => refusedBy(grammars.transactionId);

/** What may be taken for a transaction id or not, for a path. */
export function openTransactionId(): Cases<string> {
  return cases(
    { "zero in front of num": "0.0.01-1-1", "zero in front of seconds": "0.0.1-01-1" },
    {
      "zero in front in the id": dashed(zeroPaddedIds(), SECONDS, NANOS),
      "zero in front of seconds": dashed(fullId(), zeroPadded(19), NANOS),
    },
  );
}

function dashed(...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((texts) => texts.join("-"));
}
