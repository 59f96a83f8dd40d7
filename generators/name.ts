// §4.4, §8
import * as fc from "fast-check";
import { cases, type Cases } from "./cases.ts";
import { characterOf } from "./character.ts";
import { limits } from "../schemas/limits.ts";

const { min, max } = limits.nameLength;
const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const CHARACTER = characterOf(ALPHABET);
const REPEATED = ALPHABET.repeat(4);

/** Sure names: ASCII letters and digits, single spaces inside. */
export function validName(): Cases<string> {
  return cases(
    {
      "3 characters": "abc",
      "100 characters": REPEATED.slice(0, max),
      "4 characters": "Coin",
      "99 characters": REPEATED.slice(0, max - 1),
      "3 digits": "123",
      "3 characters, the inner one a space": "a b",
    },
    { "letters and digits": letters(min, max), words: words() },
  );
}

/** Names that are too short or too long by any count. */
export function invalidName(): Cases<string> {
  return cases(
    {
      "2 characters": "ab",
      "101 characters": REPEATED.slice(0, max + 1),
      "1 character": "a",
      "200 characters": REPEATED.slice(0, 2 * max),
    },
    {
      "1 or 2 characters": letters(1, min - 1),
      "101 characters": letters(max + 1, max + 1),
      "102 to 120 characters": letters(max + 2, max + 20),
    },
  );
}

/** Names whose count or reading is not settled; ASCII only. */
export function openName(): Cases<string> {
  return cases(
    {
      empty: "",
      "3 spaces": "   ",
      "2 letters and a space": "ab ",
      "space in front of 2 letters": " ab",
      "100 letters and a space": `${REPEATED.slice(0, max)} `,
      "percent signs": "%%%",
      underscores: "___",
      operator: "eq:abc",
      "colon inside": "abc:def",
      quote: "it's",
    },
    {
      "letters and a space at the end": letters(1, 2).map((text) => `${text}  `),
      "colon inside": fc.tuple(letters(2, 20), letters(2, 20)).map((parts) => parts.join(":")),
    },
  );
}

function letters(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: CHARACTER, minLength, maxLength, size: "max" });
}

// Single spaces inside only: a server may trim or fold others before it counts.
function words(): fc.Arbitrary<string> {
  return fc.array(letters(3, 9), { minLength: 1, maxLength: 10 }).map((list) => list.join(" "));
}
