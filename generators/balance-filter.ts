// §2.1, §4.3
import { grammars } from "../schemas/grammars.ts";
import { cases, type Cases } from "./cases.ts";
import { numeral, zeroPadded } from "./digits.ts";
import {
  alsoBehindOperators,
  behindOperator,
  doubtfulOperatorLiterals,
  doubtfulOperators,
  perhapsBehindOperator,
} from "./operator.ts";
import { refusedBy } from "./refused.ts";

const BALANCE = numeral(1, 10);

/** Sure filters, with each operator and without. */
export function validBalanceFilter(): Cases<string> {
  const literals = {
    "10 digits": "9999999999",
    zero: "0",
    "1 digit": "9",
    "lowest of 10 digits": "1000000000",
  };
  return cases(alsoBehindOperators(literals), {
    "1 to 10 digits": BALANCE,
    "operator, 1 to 10 digits": behindOperator(BALANCE),
  });
}

/** What no statement takes for a filter on balances. */
export const invalidBalanceFilter = (): Cases<string> => refusedBy(grammars.balanceFilter);

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
    { ...doubtfulOperators(BALANCE), ...perhapsBehindOperator({ "zero in front": zeroPadded(10) }) },
  );
}
