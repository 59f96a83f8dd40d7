// §2.1: the lowest and the highest value of a filter
import { OPERATORS, type Form, type Grammar, type Part } from "../schemas/grammars.ts";
import type { Named } from "./cases.ts";

const LOWEST = "0";
const HIGHEST = "9";

/** Each operator, and none, with the lowest value in the shortest form and with the highest value in the longest form. */
export function endsOf({ forms }: Grammar): readonly Named<string>[] {
  const plain = forms.filter(([first]) => first?.kind !== "operator").toSorted((a, b) => a.length - b.length);
  const lowest = filled(plain[0], LOWEST);
  const highest = filled(plain.at(-1), HIGHEST);
  return ["", ...OPERATORS.map((operator) => `${operator}:`)].flatMap((operator) => [
    { name: `${operator}the lowest`, value: operator + lowest },
    { name: `${operator}the highest`, value: operator + highest },
  ]);
}

/** A value whose groups of digits consist of one digit: of a single zero, or of as many nines as fit. */
function filled(form: Form | undefined, digit: string): string {
  const text = (part: Part): string => {
    if (part.kind === "digits") {
      return digit === LOWEST ? LOWEST : digit.repeat(part.most);
    }
    return part.kind === "separator" ? part.text : "";
  };
  return (form ?? []).map(text).join("");
}
