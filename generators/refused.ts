// §2.1, §4: invalid values, one edit away from valid ones
import type { GrammarForm, Grammar } from "../schemas/grammars.ts";
import { validityAmong, type Validity } from "../schemas/validity.ts";
import {
  cases,
  interleaved,
  nameIn,
  type Cases,
  type Kinds,
  type Literals,
  type NamedCase,
} from "./cases.ts";
import { editsOf, splitDigits, type Edit } from "./edits.ts";

/** Malformed values in families, the most revealing family first; `revealing` counts the families that smoke may send. */
export type Families = Required<Pick<Cases<string>, "boundaries" | "revealing">>;

/** A malformed value, its family, and the form of the value that was edited. */
type Formed = Edit & { readonly form: string };

/** The edits with a certain result. A path has no control characters, because some gateways refuse them. */
export function edited<E extends Edit>(
  grammar: Grammar,
  edits: readonly E[],
  wanted: Validity,
): readonly E[] {
  return edits.filter(
    ({ value }) =>
      value !== "" &&
      validityAmong([grammar], value) === wanted &&
      !(grammar.inPath === true && value.includes("\t")),
  );
}

/**
 * Each value once, named and with its family, which is counted apart in each form: a service may read each form with a
 * parser of its own. First comes one value of each family, those with the lowest rank in front; then the first value of
 * each family in each further form, then the second values, and so on.
 */
export function inFamilies(edits: readonly Formed[]): Families {
  const byValue = new Map(edits.toReversed().map((edit) => [edit.value, edit]));
  const unique = edits.filter((edit) => byValue.get(edit.value) === edit);
  const families = new Map(unique.map(({ family, rank }) => [family, rank]));
  const ranked = [1, 2, 3, 4, 5, undefined].flatMap((rank) =>
    [...families].flatMap(([family, own]) => (own === rank ? [family] : [])),
  );
  const chosen = ranked.flatMap((family, at) => {
    const members = unique.filter((edit) => edit.family === family);
    const firsts = members.filter(
      (edit, index) => members.findIndex(({ form }) => form === edit.form) === index,
    );
    return members.find(({ first }) => first) ?? firsts.slice(at % firsts.length).slice(0, 1);
  });
  const rest = unique.filter((edit) => !chosen.includes(edit));
  const keys = new Set(rest.map(familyKey));
  const rounds = interleaved([...keys].map((key) => rest.filter((edit) => familyKey(edit) === key)));
  return {
    boundaries: [...chosen, ...rounds].map(namedEdit),
    revealing: [...families.values()].filter((rank = 4) => rank < 4).length,
  };
}

const familyKey = ({ family, form }: Formed): string => `${family}, ${form}`;

const namedEdit = (edit: Formed): NamedCase<string> => ({
  name: nameIn(edit.family, edit.value),
  value: edit.value,
  family: familyKey(edit),
});

function respelled(
  { respelled: { from, to } = { from: /^/, to: [] } }: Grammar,
  base: string,
): readonly Edit[] {
  return to.map(([family, by, rank]) => ({ family, rank, value: base.replace(from, by) }));
}

/** The malformed values one edit away from each base; a base that has no form of the grammar has none. */
export function refusedNear(grammar: Grammar, bases: readonly string[]): Families {
  const edits = bases.flatMap((base) =>
    inForms(grammar, base, (form, texts) => [...respelled(grammar, base), ...editsOf(form, texts)]),
  );
  const malformed = edited(grammar, edits, "invalid");
  const other =
    grammar.other !== undefined && malformed.length > 0
      ? [{ family: "another format", value: grammar.other, rank: 4 as const, form: "any form" }]
      : [];
  return inFamilies([...other, ...malformed]);
}

/**
 * The edits of a base value in each form of the grammar that it has. Hexadecimal digits with a leading zero are a separate
 * form.
 */
export function inForms(
  grammar: Grammar,
  base: string,
  edits: (form: GrammarForm, texts: readonly string[]) => readonly Edit[],
): readonly Formed[] {
  return grammar.forms.flatMap((form, at) => {
    const texts = splitDigits(form, base);
    const isLowHex = form.some(({ kind }, part) => kind === "hex" && texts?.[part]?.startsWith("0") === true);
    const name = `form ${at + 1}${isLowHex ? ", zeros in front" : ""}`;
    return texts === undefined ? [] : edits(form, texts).map((edit) => ({ ...edit, form: name }));
  });
}

/** Hand-written malformed values, each a family of its own, the most revealing first. */
export function refusedTexts(revealing: Literals, others: Literals, kinds: Kinds): Cases<string> {
  const { boundaries, middle } = cases({ ...revealing, ...others }, kinds);
  const families = boundaries.map((one) => ({ ...one, family: one.name }));
  return { boundaries: families, middle, revealing: Object.keys(revealing).length };
}
