// §2.1: the lowest and the highest value of a filter
import { OPERATORS, type GrammarForm, type Grammar, type GrammarPart } from "../schemas/grammars.ts";
import type { NamedCase } from "./cases.ts";

const LOWEST_DIGIT = "0";
const HIGHEST_DIGIT = "9";

/** Each operator, and none, with the lowest value in the shortest form and with the highest value in the longest form. */
export function endsOf({ forms }: Grammar): readonly NamedCase<string>[] {
  const plain = forms.filter(([first]) => first?.kind !== "operator").toSorted((a, b) => a.length - b.length);
  const lowest = filled(plain[0], LOWEST_DIGIT);
  const highest = filled(plain.at(-1), HIGHEST_DIGIT);
  return [undefined, ...OPERATORS].flatMap((operator) => {
    const [prefix, suffix] = operator === undefined ? ["", ""] : [`${operator}:`, ` with ${operator}`];
    return [
      { name: `the lowest value${suffix}`, value: prefix + lowest },
      { name: `the highest value${suffix}`, value: prefix + highest },
    ];
  });
}

/** A value whose groups of digits consist of one digit: of a single zero, or of as many nines as fit. */
function filled(form: GrammarForm | undefined, digit: string): string {
  const text = (part: GrammarPart): string => {
    if (part.kind === "digits") {
      return digit === LOWEST_DIGIT ? LOWEST_DIGIT : digit.repeat(part.most);
    }
    return part.kind === "separator" ? part.text : "";
  };
  return (form ?? []).map(text).join("");
}
