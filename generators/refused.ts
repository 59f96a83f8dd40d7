// §2.1, §4: values that no reading of the contract takes, one edit away from ordinary ones
import * as fc from "fast-check";
import { OPERATORS, type Form, type Grammar, type Part } from "../schemas/grammars.ts";
import { cases, nameIn, type Cases, type Kinds, type Literals, type Named } from "./cases.ts";
import { digits, numeral } from "./digits.ts";
import { editsOf, split, type Edit } from "./edits.ts";
import { hexDigits } from "./hex.ts";

/** Values by families, none by chance. */
export type Families = Required<Pick<Cases<string>, "boundaries" | "families">>;

/** Families by what they find, the most telling first: a short run takes the front. */
const TELLING = [
  /^a letter behind$/,
  /^text$/,
  /^11 digits of (?:num|balance|seconds)$|^20 digits of seconds$|^(?:43|65) hex digits$/,
  /^an unknown operator$|^an operator where none belongs$|^a prefix in capitals$|^a form of other tools$/,
  /^a space behind$|^a hex digit too few behind$/,
  /^10 digits of|^63 hex digits$/,
  /^a part too many behind$/,
  /^a negative value$|^a space in front$|^a doubled operator$/,
  /^another format$|^no part in front$|^39 hex digits$/,
  /^no part behind$|^a letter in front$|^no hex digit inside$|^a letter among digits$/,
];

function rankOf(family: string): number {
  const rank = TELLING.findIndex((pattern) => pattern.test(family));
  return rank === -1 ? TELLING.length : rank;
}

/** Edits that no reading takes; a path carries no control characters, which some gateways turn down. */
function outside({ readings, inPath }: Grammar, edits: readonly Edit[]): readonly Edit[] {
  return edits.filter(
    ({ value }) =>
      value !== "" &&
      !readings.some((reading) => reading.test(value)) &&
      !(inPath === true && /\t/.test(value)),
  );
}

/** One value of each family, from one base after the other, then all the others. */
function inFamilies(byBase: readonly (readonly Edit[])[]): Families {
  const seen = new Set<string>();
  const unique = byBase.map((edits) =>
    edits.filter(({ value }) => !seen.has(value) && seen.add(value).size > 0),
  );
  const families = [...new Set(unique.flat().map(({ family }) => family))];
  const ranked = families.toSorted((a, b) => rankOf(a) - rankOf(b));
  const chosen = ranked.flatMap((family, at) => {
    const members = unique.flatMap((edits) => edits.filter((edit) => edit.family === family).slice(0, 1));
    return members.slice(at % members.length).slice(0, 1);
  });
  const rest = unique.flat().filter((edit) => !chosen.includes(edit));
  const boundaries = [...chosen, ...rest].map(({ family, value }) => ({
    name: nameIn(family, value),
    value,
  }));
  return { boundaries, families: chosen.length };
}

function respelled({ foreign }: Grammar, value: string): readonly Edit[] {
  return foreign === undefined
    ? []
    : foreign.to.map((to, at) => ({
        family: at === 0 ? "a form of other tools" : "half a form of other tools",
        value: value.replace(foreign.from, to),
      }));
}

/** What is next to these values; one of no form of the grammar has nothing next to it. */
export function refusedNear(grammar: Grammar, bases: readonly string[]): Families {
  const byBase = bases.map((base) =>
    grammar.forms.flatMap((form) => {
      const texts = split(form, base);
      return texts === undefined
        ? []
        : outside(grammar, [...respelled(grammar, base), ...editsOf(form, texts)]);
    }),
  );
  const isOfForm = byBase.some((edits) => edits.length > 0);
  const other =
    grammar.other !== undefined && isOfForm ? [{ family: "another format", value: grammar.other }] : [];
  return inFamilies([other, ...byBase]);
}

function textOf(part: Part): fc.Arbitrary<string> {
  switch (part.kind) {
    case "digits":
      return part.fraction === true ? digits(1, part.most) : numeral(1, part.most);
    case "hex":
      return hexDigits(part.count);
    case "operator":
      return fc.constantFrom(...OPERATORS);
    default:
      return fc.constant(part.text);
  }
}

/** Any edit of any value of a form. */
function anyEdit(grammar: Grammar, form: Form): fc.Arbitrary<Named<string>> {
  return fc.tuple(fc.tuple(...form.map(textOf)), fc.nat(9_999)).map(([texts, pick]) => {
    const edits = outside(grammar, editsOf(form, texts));
    const { family = "", value = "" } = edits[pick % edits.length] ?? {};
    return { name: family, value };
  });
}

/** Values that a format refuses: everything next to its examples, and by chance what is next to others. */
export function refusedBy(grammar: Grammar): Cases<string> {
  return {
    ...refusedNear(grammar, grammar.examples),
    middle: fc.oneof(...grammar.forms.map((form) => anyEdit(grammar, form))),
  };
}

/** Values of two formats that stand in one place, in turn. */
export function eitherOf(one: Cases<string>, other: Cases<string>): Cases<string> {
  const families = [one, other].map((each) => each.boundaries.slice(0, each.families));
  const [most = [], least = []] = families.toSorted((a, b) => b.length - a.length);
  const inTurn = most.flatMap((item, at) => [item, ...least.slice(at, at + 1)]);
  const all = [...inTurn, ...one.boundaries, ...other.boundaries];
  const boundaries = all.filter(({ value }, at) => all.findIndex((item) => item.value === value) === at);
  const chosen = new Set(inTurn.map(({ value }) => value)).size;
  return { boundaries, families: chosen, middle: fc.oneof(one.middle, other.middle) };
}

/** Values given by hand, one family each, the most telling first: so many of them are sent where requests are few. */
export function refusedTexts(texts: Literals, kinds: Kinds, telling: number): Cases<string> {
  return { ...cases(texts, kinds), families: Object.keys(texts).length, telling };
}
