// §4.3, §4.4, §4.5
import * as fc from "fast-check";
import { cases, type Cases } from "./cases.ts";
import { characterOf } from "./digits.ts";
import { refusedTexts } from "./refused.ts";

const WORD = fc.constantFrom("asc", "desc");
// Both words hold a c, so that no word without one is either of them in any case.
const NO_C = characterOf("abdefghijklmnopqrstuvwxyz");

/** The two words. */
export function validOrder(): Cases<string> {
  return cases({ ascending: "asc", descending: "desc" }, { "one of the two": WORD });
}

/** Words and signs that are neither of the two in any case. */
export function invalidOrder(): Cases<string> {
  return refusedTexts(
    {
      "written out, ascending": "ascending",
      "letter in front": "xdesc",
    },
    {
      one: "1",
      "another word": "sideways",
      "letter too many": "ascx",
      "written out, descending": "descending",
      "first letter": "d",
      "first letters": "as",
      "letters swapped": "acs",
      "both words": "asc,desc",
      "a direction": "up",
    },
    {
      "another word": fc.string({ unit: NO_C, minLength: 1, maxLength: 12 }),
      "letters behind": fc
        .tuple(WORD, fc.string({ unit: NO_C, minLength: 1, maxLength: 4 }))
        .map((parts) => parts.join("")),
      digits: fc.nat(99).map(String),
    },
  );
}

/** The two words in other cases, and with something around. */
export function openOrder(): Cases<string> {
  return cases(
    {
      empty: "",
      "ascending in capitals": "ASC",
      "descending in capitals": "DESC",
      "ascending with a capital": "Asc",
      "descending with a capital": "Desc",
      "descending in both cases": "dEsC",
      operator: "eq:asc",
      "space in front": " asc",
      "space at the end": "desc ",
    },
    { "another case": fc.constantFrom("ASC", "DESC", "Asc", "Desc", "aSC", "dESC", "asC", "desC") },
  );
}
