// §2.1, §4.3, §4.4
import { grammars } from "../schemas/grammars.ts";
import { cases, type Cases, type Literals } from "./cases.ts";
import { numeral, zeroPadded } from "./digits.ts";
import { FULL_ID_LITERALS, fullId, joined, zeroPaddedIds } from "./entity-id.ts";
import { hexDigits, prefixed } from "./hex.ts";
import {
  alsoBehindOperators,
  behindOperator,
  doubtfulOperatorLiterals,
  doubtfulOperators,
  perhapsBehindOperator,
} from "./operator.ts";
import { refusedBy } from "./refused.ts";

const NUM = numeral(1, 10);

const ID_LITERALS: Literals = {
  "10 digits in each part": "9999999999.9999999999.9999999999",
  "num of 1 digit alone": "1",
  "zero in each part": "0.0.0",
  "num of 10 digits alone": "9999999999",
  "1 digit in each part": "0.0.1",
  "zero alone": "0",
  ...FULL_ID_LITERALS,
};

/** Sure filters: full ids and nums alone, with each operator and without. */
export function validEntityIdFilter(): Cases<string> {
  return cases(alsoBehindOperators(ID_LITERALS), {
    "num alone": NUM,
    "full id": fullId(),
    "operator, num alone": behindOperator(NUM),
    "operator, full id": behindOperator(fullId()),
  });
}

/** What no statement takes for a filter on ids. */
export const invalidEntityIdFilter = (): Cases<string> => refusedBy(grammars.entityIdFilter);

/** What may be taken for a filter on ids or not. */
export function openEntityIdFilter(): Cases<string> {
  const address = prefixed(hexDigits(40));
  return cases(
    {
      ...doubtfulOperatorLiterals("0.0.1"),
      "zero in front of num": "0.0.01",
      "zero in front of num alone": "01",
      address: `0x${"a1".repeat(20)}`,
      "address for num": `0.0.0x${"a1".repeat(20)}`,
    },
    {
      ...doubtfulOperators(fullId()),
      ...perhapsBehindOperator({
        "zero in front": zeroPaddedIds(),
        "zero in front of num alone": zeroPadded(10),
        address,
        "address for num": joined(NUM, NUM, address),
      }),
    },
  );
}
