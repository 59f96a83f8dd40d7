// §2.1, §4.3
import * as fc from "fast-check";
import { cases, type Cases } from "./cases.ts";
import { digits, lettersAmongDigits, numeral, zeroPadded } from "./digits.ts";
import {
  alsoBehindOperators,
  behindOperator,
  brokenOperatorLiterals,
  oddlyBrokenOperatorLiterals,
  brokenOperators,
  doubtfulOperatorLiterals,
  doubtfulOperators,
  perhapsBehindOperator,
} from "./operator.ts";

const BALANCE = numeral(1, 10);

/** Sure filters, with each operator and without. */
export function validBalanceFilter(): Cases<string> {
  const literals = {
    zero: "0",
    "1 digit": "9",
    "lowest of 10 digits": "1000000000",
    "10 digits": "9999999999",
  };
  return cases(alsoBehindOperators(literals), {
    "1 to 10 digits": BALANCE,
    "operator, 1 to 10 digits": behindOperator(BALANCE),
  });
}

/** What no statement takes for a filter on balances. */
export function invalidBalanceFilter(): Cases<string> {
  const broken = {
    "eleventh digit": "10000000000",
    text: "abc",
    negative: "-1",
    fraction: "1.5",
    "19 digits": "9223372036854775807",
    "letter behind": "1a",
    hexadecimal: "0x10",
    exponent: "1e2",
    "commas between thousands": "1,000",
  };
  return cases(
    {
      ...broken,
      ...brokenOperatorLiterals("100"),
      "operator, eleventh digit": "ne:10000000000",
      "operator, text": "eq:abc",
      ...oddlyBrokenOperatorLiterals("100"),
    },
    {
      ...perhapsBehindOperator({
        "eleventh digit": numeral(11, 20),
        fraction: fc.tuple(BALANCE, digits(0, 5)).map(([whole, decimals]) => `${whole}.${decimals}5`),
        negative: numeral(1, 9).map((text) => `-1${text}`),
        letters: lettersAmongDigits(),
      }),
      ...brokenOperators(BALANCE),
    },
  );
}

/** What may be taken for a filter on balances or not. */
export function openBalanceFilter(): Cases<string> {
  return cases(
    {
      ...doubtfulOperatorLiterals("100"),
      "zero in front": "01",
      "zeros in front, 10 digits": "0000000001",
      "whole number with a decimal": "1.0",
      "minus zero": "-0",
    },
    {
      ...doubtfulOperators(BALANCE),
      ...perhapsBehindOperator({ "zero in front": zeroPadded(10) }),
    },
  );
}
