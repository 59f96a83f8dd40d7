// §2.1, §8
import * as fc from "fast-check";

/** One of these characters. */
export function characterOf(characters: string): fc.Arbitrary<string> {
  return fc.constantFrom(...characters.split(""));
}

const DIGIT = characterOf("0123456789");
const NON_ZERO = characterOf("123456789");
const LETTER = characterOf("ghjkmpqrsuvwyzGHJKMPQRSUVWYZ");

/** Text of a number of digits, including leading zeros. */
function digitText(min: number, max = min): fc.Arbitrary<string> {
  return fc.string({ unit: DIGIT, minLength: min, maxLength: max, size: "max" });
}

/** An integer of a number of digits, without leading zeros. */
export function numeral(min: number, max = min): fc.Arbitrary<string> {
  if (min > 1) {
    return longNumeral(min, max);
  }
  return fc.oneof({ weight: 1, arbitrary: fc.constant("0") }, { weight: 9, arbitrary: longNumeral(1, max) });
}

/**
 * Two or three consecutive letters, possibly between digits. At least two, because a single one matches an unescaped dot; and
 * none that is part of a number, as e and x are.
 */
function lettersAmongDigits(): fc.Arbitrary<string> {
  const letters = fc.string({ unit: LETTER, minLength: 2, maxLength: 3 });
  return fc.tuple(digitText(0, 3), letters, digitText(0, 3)).map((parts) => parts.join(""));
}

/** Negative numbers, fractions, and texts that are not numbers: no parser of counts accepts them. */
export function noCounts() {
  return {
    negative: numeral(1, 9).map((text) => `-1${text}`),
    fraction: fc.tuple(fc.nat(99), digitText(0, 5)).map(([whole, decimals]) => `${whole}.${decimals}5`),
    letters: lettersAmongDigits(),
  };
}

function longNumeral(min: number, max: number): fc.Arbitrary<string> {
  return fc.tuple(NON_ZERO, digitText(min - 1, max - 1)).map((parts) => parts.join(""));
}
