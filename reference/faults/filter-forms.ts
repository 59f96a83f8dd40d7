import { operatorOf, refuseValue } from "./breaking.ts";
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
