import { operatorOf, overlook, refuseValue } from "./breaking.ts";
import type { Entry } from "./tables.ts";

/** The name of an operator, in the names of faults. */
export function operatorName(operator: string): string {
  return operator === "" ? "bare" : operator;
}

/** One fault for each operator that is refused though the value is well-formed. */
export function refusals(
  name: string,
  section: string,
  slug: string,
  operators: readonly string[],
): readonly Entry[] {
  return operators.map((operator): Entry => [
    `${slug}-${operatorName(operator)}-refused`,
    `${section}-${slug}-accepted`,
    `${name} with operator "${operator}" is refused`,
    refuseValue(name, (value) => operatorOf(value) === operator),
  ]);
}

/** What no reading accepts in any filter, with a test that knows it. */
const MALFORMED: readonly (readonly [what: string, test: (value: string) => boolean])[] = [
  ["unknown-operator", (value) => /^[a-z]+:/i.test(value) && operatorOf(value) === ""],
  ["doubled-operator", (value) => /^\w+:\w+:/.test(value)],
  ["letters", (value) => /^(\w+:)?[a-z]+$/i.test(value)],
  ["negative", (value) => /^(\w+:)?-\d+/.test(value)],
  ["too-long", (value) => /\d{21}|\d{11}(?=\.)|\.\d{11}|^(\w+:)?\d{11}$/.test(value)],
  ["many-parts", (value) => (value.match(/\./g) ?? []).length > 2],
];

/** One fault for each malformed form that is accepted. */
export function malformed(
  name: string,
  section: string,
  slug: string,
  kinds: readonly string[],
): readonly Entry[] {
  return MALFORMED.filter(([what]) => kinds.includes(what)).map(([what, test]): Entry => [
    `${slug}-accepts-${what}`,
    `${section}-${slug}-refused`,
    `${name} is overlooked where it is malformed: ${what.replaceAll("-", " ")}`,
    overlook(name, test),
  ]);
}
