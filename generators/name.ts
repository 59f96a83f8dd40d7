// §4.4, §8
import * as fc from "fast-check";
import { cases, type Cases } from "./cases.ts";
import { characterOf } from "./digits.ts";
import { limits } from "../schemas/limits.ts";
import { refusedTexts } from "./refused.ts";

const { min, max } = limits.nameLength;
const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const CHARACTER = characterOf(ALPHABET);
const REPEATED = ALPHABET.repeat(4);

/** Sure names: of any script, with any signs; at the ends of the range in ASCII, where every count is the same. */
export function validName(): Cases<string> {
  return cases(
    {
      "100 characters": REPEATED.slice(0, max),
      "99 characters, signs of patterns among them": `50%_of[a-z]*${REPEATED}`.slice(0, max - 1),
      "3 digits": "123",
      "signs of quoting": 'it\'s "\\one\\"',
      "several scripts": "Ωmega 灯台の証券 Маяк نور",
      "65 characters, signs of expressions among them": `^(a.b)+$|c?${REPEATED}`.slice(0, 65),
      "3 characters, the inner one a space": "a b",
      "signs beyond 16 bits": "sail 🚢 and 𝔉raktur",
      "signs of a query": "a&b=c#d?e/f+g;h--",
      "3 characters": "abc",
      "4 characters": "Coin",
    },
    { "letters and digits": letters(min, max), words: words(), signs: signs() },
  );
}

/** Names that are too short or too long by any count. */
export function invalidName(): Cases<string> {
  return refusedTexts(
    {
      "2 characters": "ab",
      "101 characters": REPEATED.slice(0, max + 1),
      "1 character": "a",
    },
    {
      "2 digits": "12",
      "2 signs": "%_",
      "1 sign": "%",
      "102 characters": REPEATED.slice(0, max + 2),
      "128 characters": REPEATED.slice(0, 128),
      "200 characters": REPEATED.slice(0, 2 * max),
      "256 characters": REPEATED.repeat(2).slice(0, 256),
      "1000 characters": REPEATED.repeat(5).slice(0, 1_000),
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
      operator: "eq:abc",
      "colon inside": "abc:def",
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

// No colon, in front of which an operator may be looked for, and letters at both ends, which nothing trims.
function signs(): fc.Arbitrary<string> {
  const unit = characterOf("%_\\'\"*.()[]{}$^|?+-#&=/;,!@~`<>");
  return fc.string({ unit, minLength: 1, maxLength: 20 }).map((text) => `a${text}z`);
}

// Single spaces inside only: a server may trim or fold others before it counts.
function words(): fc.Arbitrary<string> {
  return fc.array(letters(3, 9), { minLength: 1, maxLength: 10 }).map((list) => list.join(" "));
}
