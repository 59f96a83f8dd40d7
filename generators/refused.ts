// §2.1, §4: values that no reading of the contract takes, one edit away from ordinary ones
import * as fc from "fast-check";
import { OPERATORS, type Form, type Grammar, type Part } from "../schemas/grammars.ts";
import { cases, nameIn, type Cases, type Kinds, type Literals, type Named } from "./cases.ts";
import { digits, numeral } from "./digits.ts";
import { editsOf, split, type Edit } from "./edits.ts";
import { hexDigits } from "./hex.ts";

/** Values next to some, the first one of each family in front, and how many families there are. */
export interface Families extends Required<Pick<Cases<string>, "boundaries" | "telling">> {
  readonly families: number;
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
  const families = new Map(unique.flat().map(({ family, tells }) => [family, tells]));
  const ranked = [1, 2, 3, undefined].flatMap((rank) =>
    [...families].flatMap(([family, tells]) => (tells === rank ? [family] : [])),
  );
  const telling = [...families.values()].filter((tells) => tells !== undefined).length;
  const chosen = ranked.flatMap((family, at) => {
    const members = unique.flatMap((edits) => edits.filter((edit) => edit.family === family).slice(0, 1));
    return members.slice(at % members.length).slice(0, 1);
  });
  const rest = unique.flat().filter((edit) => !chosen.includes(edit));
  const boundaries = [...chosen, ...rest].map(({ family, value }) => ({
    name: nameIn(family, value),
    value,
  }));
  return { boundaries, telling, families: chosen.length };
}

function respelled({ foreign }: Grammar, value: string): readonly Edit[] {
  return foreign === undefined
    ? []
    : foreign.to.map((to, at) => ({
        family: at === 0 ? "a form of other tools" : "half a form of other tools",
        tells: at === 0 ? 3 : undefined,
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
  const { boundaries, telling } = refusedNear(grammar, grammar.examples);
  return {
    boundaries,
    telling,
    middle: fc.oneof(...grammar.forms.map((form) => anyEdit(grammar, form))),
  };
}

/** Values given by hand, first those that each show another way of reading. */
export function refusedTexts(telling: Literals, others: Literals, kinds: Kinds): Cases<string> {
  return { ...cases({ ...telling, ...others }, kinds), telling: Object.keys(telling).length };
}

/** Values of two formats that stand in one place, in turn. */
export function eitherOf(one: Cases<string>, other: Cases<string>): Cases<string> {
  const [most, least] = [one.boundaries, other.boundaries].toSorted((a, b) => b.length - a.length);
  const all = (most ?? []).flatMap((item, at) => [item, ...(least ?? []).slice(at, at + 1)]);
  const boundaries = all.filter(({ value }, at) => all.findIndex((item) => item.value === value) === at);
  return { boundaries, middle: fc.oneof(one.middle, other.middle) };
}
