// §2.1, §4: values that no reading of the contract takes, one edit away from ordinary ones
import type { Grammar } from "../schemas/grammars.ts";
import { sureAmong, type Sureness } from "../schemas/sure.ts";
import { cases, nameIn, type Cases, type Kinds, type Literals } from "./cases.ts";
import { editsOf, split, type Edit } from "./edits.ts";

/** Values next to some, the first one of each family in front, and how many families there are. */
export interface Families extends Required<Pick<Cases<string>, "boundaries" | "telling" | "least">> {
  readonly families: number;
}

/** The edits of which something is sure; a path carries no control characters, which some gateways turn down. */
export function edited(grammar: Grammar, edits: readonly Edit[], wanted: Sureness): readonly Edit[] {
  return edits.filter(
    ({ value }) =>
      value !== "" &&
      sureAmong([grammar], value) === wanted &&
      !(grammar.inPath === true && value.includes("\t")),
  );
}

/** Whether it stands without an operator. */
const isBare = ({ value }: Edit): boolean => !value.includes(":");

/** One value of each family, from one base after the other, then all the others. */
export function inFamilies(byBase: readonly (readonly Edit[])[]): Families {
  const seen = new Set<string>();
  const unique = byBase.map((edits) =>
    edits.filter(({ value }) => !seen.has(value) && seen.add(value).size > 0),
  );
  const families = new Map(unique.flat().map(({ family, tells }) => [family, tells]));
  const ranked = [1, 2, 3, 4, 5, undefined].flatMap((rank) =>
    [...families].flatMap(([family, tells]) => (tells === rank ? [family] : [])),
  );
  const telling = [...families.values()].filter((tells = 4) => tells < 4).length;
  const membersOf = (family: string): readonly Edit[] =>
    unique.flatMap((edits) => edits.filter((edit) => edit.family === family).slice(0, 1));
  const chosen = ranked.flatMap((family, at) => {
    const members = membersOf(family);
    return members.find(({ first }) => first) ?? members.slice(at % members.length).slice(0, 1);
  });
  // Of a family that so far stands behind an operator, what stands without one comes next: readers of either are apart.
  const bare = chosen.flatMap((edit) =>
    isBare(edit) ? [] : membersOf(edit.family).filter(isBare).slice(-1),
  );
  const rest = unique.flat().filter((edit) => !chosen.includes(edit) && !bare.includes(edit));
  const boundaries = [...chosen, ...bare, ...rest].map(({ family, value }) => ({
    name: nameIn(family, value),
    value,
  }));
  return { boundaries, telling, families: chosen.length, least: chosen.length + bare.length };
}

function respelled(
  { respelled: { from, to } = { from: /^/, to: [] } }: Grammar,
  base: string,
): readonly Edit[] {
  return to.map(([family, by, tells]) => ({ family, tells, value: base.replace(from, by) }));
}

/** What is next to these values; one of no form of the grammar has nothing next to it. */
export function refusedNear(grammar: Grammar, bases: readonly string[]): Families {
  const byBase = bases.map((base) =>
    grammar.forms.flatMap((form) => {
      const texts = split(form, base);
      return texts === undefined
        ? []
        : edited(grammar, [...respelled(grammar, base), ...editsOf(form, texts)], "invalid");
    }),
  );
  const isOfForm = byBase.some((edits) => edits.length > 0);
  const other =
    grammar.other !== undefined && isOfForm
      ? [{ family: "another format", value: grammar.other, tells: 4 as const }]
      : [];
  return inFamilies([other, ...byBase]);
}

/** Values given by hand, first those that each show another way of reading. */
export function refusedTexts(telling: Literals, others: Literals, kinds: Kinds): Cases<string> {
  return { ...cases({ ...telling, ...others }, kinds), telling: Object.keys(telling).length };
}
