// §4.7
import * as fc from "fast-check";
import { cases, type Cases, type Kinds, type Literals } from "./cases.ts";
import { digits, lettersAmongDigits, numeral, zeroPadded } from "./digits.ts";
import { fullId, joined, zeroPaddedIds } from "./entity-id.ts";

const PART = numeral(1, 10);
const SECONDS = numeral(1, 19);
const NANOS = digits(1, 9);
const TOO_LONG = numeral(11, 20);

/** Sure transaction ids, for a path; a zero in front of nanoseconds is how they are commonly written. */
export function validTransactionId(): Cases<string> {
  return cases(
    {
      "9 digits of nanoseconds": "0.0.1-1700000000-000000001",
      "1 digit in each part": "0.0.1-1-1",
      "most digits in each part": "9999999999.9999999999.9999999999-9999999999999999999-999999999",
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

const BROKEN_LITERALS: Literals = {
  "at sign before the seconds": "0.0.1@1700000000-000000001",
  "no nanoseconds": "0.0.1-1700000000",
  "10 digits of nanoseconds": "0.0.1-1700000000-1234567890",
  "20 digits of seconds": "0.0.1-12345678901234567890-1",
  "eleventh digit in num": "0.0.12345678901-1-1",
  "letters for seconds": "0.0.1-abc-1",
  "no shard": "0.1-1700000000-000000001",
  "part behind the nanoseconds": "0.0.1-1700000000-000000001-1",
  "at sign and dot": "0.0.1@1700000000.000000001",
  "dot before the nanoseconds": "0.0.1-1700000000.000000001",
  "underscores for hyphens": "0.0.1_1700000000_000000001",
  "colons for hyphens": "0.0.1:1700000000:000000001",
  "hyphens for dots": "0-0-1-1700000000-000000001",
  "empty nanoseconds": "0.0.1-1700000000-",
  "empty seconds": "0.0.1--000000001",
  "id alone": "0.0.1",
  "time alone": "1700000000-000000001",
  "num alone": "1-1700000000-000000001",
  "fourth part of the id": "0.0.0.1-1700000000-000000001",
  "eleventh digit in shard": "10000000000.0.1-1-1",
  "eleventh digit in realm": "0.10000000000.1-1-1",
  "letters for nanoseconds": "0.0.1-1-abc",
  "letter in the id": "0.0.a-1-1",
  "hyphen in front": "-0.0.1-1-1",
  "doubled hyphen": "0.0.1-1--1",
};

/** What no statement takes for a transaction id, nor for a hash; for a path. */
export function invalidTransactionId(): Cases<string> {
  return cases(BROKEN_LITERALS, { ...wrongSigns(), ...wrongCounts(), ...wrongContents() });
}

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

function wrongSigns(): Kinds {
  const sign = fc.constantFrom("@", ".", "_", ":", "~", "--");
  return {
    "another sign before the seconds": fc
      .tuple(fullId(), sign, SECONDS, NANOS)
      .map(([id, s, a, b]) => `${id}${s}${a}-${b}`),
    "another sign before the nanoseconds": fc
      .tuple(fullId(), SECONDS, sign, NANOS)
      .map(([id, a, s, b]) => `${id}-${a}${s}${b}`),
    "hyphens for dots": dashed(PART, PART, PART, SECONDS, NANOS),
  };
}

function wrongCounts(): Kinds {
  return {
    "no nanoseconds": dashed(fullId(), SECONDS),
    "time alone": dashed(SECONDS, NANOS),
    "no shard": dashed(joined(PART, PART), SECONDS, NANOS),
    "fourth part of the id": dashed(joined(PART, PART, PART, PART), SECONDS, NANOS),
    "part behind the nanoseconds": dashed(fullId(), SECONDS, NANOS, NANOS),
    "eleventh digit in shard": dashed(joined(TOO_LONG, PART, PART), SECONDS, NANOS),
    "eleventh digit in realm": dashed(joined(PART, TOO_LONG, PART), SECONDS, NANOS),
    "eleventh digit in num": dashed(joined(PART, PART, TOO_LONG), SECONDS, NANOS),
    "20 digits of seconds or more": dashed(fullId(), numeral(20, 25), NANOS),
    "10 digits of nanoseconds or more": dashed(fullId(), SECONDS, digits(10, 15)),
  };
}

function wrongContents(): Kinds {
  const letters = lettersAmongDigits();
  return {
    "letters in the id": dashed(joined(PART, PART, letters), SECONDS, NANOS),
    "letters in the seconds": dashed(fullId(), letters, NANOS),
    "letters in the nanoseconds": dashed(fullId(), SECONDS, letters),
  };
}

function dashed(...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((texts) => texts.join("-"));
}
