// §2.1, §4: invalid values, one edit away from valid ones
import { OPERATORS, type GrammarForm, type Grammar } from "../schemas/grammars.ts";
import { validityAmong, type Validity } from "../schemas/validity.ts";
import { interleaved, nameIn, rotated, type NamedCase } from "./cases.ts";
import { editsOf, splitParts, type Edit } from "./edits.ts";

type BasedEdit = Edit & { readonly base: string };
type BasedCase = NamedCase<string> & BasedEdit;

export const edited = <E extends Edit>(
  grammar: Grammar,
  edits: readonly E[],
  wanted: Validity,
): readonly E[] => edits.filter(({ value }) => value !== "" && validityAmong([grammar], value) === wanted);

/** The shape of a value, by which the forms of a format differ: the value without its operator, with `#` for each group of digits. */
const shapeOf = (base: string): string => base.replace(OPERATOR, "").replaceAll(/[\da-f]+/gi, "#");

const OPERATOR = new RegExp(`^(?:${OPERATORS.join("|")}):`);

/**
 * Each value once, family by family. The first value of a family is an edit of a base value in the first form, the second one of a base
 * value in the next form, and so on. Base values in one form take turns, because a service may parse each operator separately; every
 * second family begins with the first base value, which has no operator and is the most usual one.
 */
export function inFamilies(edits: readonly BasedEdit[]): readonly BasedCase[] {
  const byValue = new Map(edits.toReversed().map((edit) => [edit.value, edit]));
  const unique = edits.filter((edit) => byValue.get(edit.value) === edit);
  return takingTurns(groupedBy(unique, ({ family }) => family)).flatMap((members, at) => {
    const groups = groupedBy(members, ({ base }) => shapeOf(base)).map((group) => {
      const byBase = groupedBy(group, ({ base }) => base);
      return interleaved(inTurn(byBase, at));
    });
    return interleaved(groups).map((edit) => ({ ...edit, name: nameIn(edit.family, edit.value) }));
  });
}

/** Smoke sends values of the first families only: the first of each eighth come first, because neighbouring families are similar. */
function takingTurns<T>(families: readonly T[]): readonly T[] {
  const size = Math.ceil(families.length / 8);
  return interleaved(Array.from({ length: 8 }, (_, part) => families.slice(part * size, (part + 1) * size)));
}

/** Puts the first item first at an even turn, and last at an odd one, where the other items take turns in the first place. */
function inTurn<T>(items: readonly T[], turn: number): readonly T[] {
  const first = items.slice(0, 1);
  const others = rotated(items.slice(1), Math.floor(turn / 2));
  return turn % 2 === 0 ? [...first, ...others] : [...others, ...first];
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  return [...new Set(items.map(keyOf))].map((key) => items.filter((item) => keyOf(item) === key));
}

/** The malformed values one edit away from a base value, and one of another format. A base value in no form of the grammar has none. */
export function invalidEditsNear(grammar: Grammar, bases: readonly string[]): readonly BasedCase[] {
  const edits = editsOfBases(grammar, bases, (form, texts, base) => {
    const { from, to } = grammar.respelled ?? { from: /^/, to: {} };
    const respelled = Object.entries(to).map(([family, by]) => ({ family, value: base.replace(from, by) }));
    const isRespelled = ({ value }: Edit): boolean => respelled.some((one) => one.value === value);
    return [...editsOf(form, texts).filter((edit) => !isRespelled(edit)), ...respelled];
  });
  const malformed = edited(grammar, edits, "invalid");
  const other = grammar.other === undefined || malformed.length === 0 ? [] : [grammar.other];
  return inFamilies([...malformed, ...other.map((value) => ({ family: "another format", value, base: "" }))]);
}

export function editsOfBases(
  { forms }: Grammar,
  bases: readonly string[],
  edits: (form: GrammarForm, texts: readonly string[], base: string) => readonly Edit[],
): readonly BasedEdit[] {
  return bases.flatMap((base) =>
    forms.flatMap((form) => {
      const texts = splitParts(form, base);
      return texts === undefined ? [] : edits(form, texts, base).map((edit) => ({ ...edit, base }));
    }),
  );
}

export const hasForm = ({ forms }: Grammar, value: string): boolean =>
  forms.some((form) => splitParts(form, value) !== undefined);
