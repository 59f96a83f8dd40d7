// §2.1
import * as fc from "fast-check";

/** One of these characters. */
export function characterOf(characters: string): fc.Arbitrary<string> {
  return fc.constantFrom(...characters.split(""));
}
