// §2.1
import * as fc from "fast-check";
import type { Kinds, Literals } from "./cases.ts";
import { OPERATORS } from "../schemas/grammars.ts";

const OPERATOR = fc.constantFrom(...OPERATORS);

/** Each of the six operators in front of one of the literals, in turn, and the literals as they are. */
export function alsoBehindOperators(literals: Literals): Literals {
  const plain = Object.entries(literals);
  const behind = OPERATORS.flatMap((operator, index) =>
    plain
      .slice(index % plain.length, (index % plain.length) + 1)
      .map(([name, value]) => [`${operator}, ${name}`, `${operator}:${value}`] as const),
  );
  return Object.fromEntries([...behind, ...plain]);
}

/** The texts behind one of the six operators. */
export function behindOperator(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(OPERATOR, texts).map(([operator, text]) => `${operator}:${text}`);
}

/** Each kind without an operator in one half, behind one in the other. */
export function perhapsBehindOperator(kinds: Kinds): Kinds {
  const both = Object.entries(kinds).map(
    ([name, texts]) => [name, fc.oneof(texts, behindOperator(texts))] as const,
  );
  return Object.fromEntries(both);
}

/** A good value whose operator the contract does not settle. */
export function doubtfulOperatorLiterals(value: string): Literals {
  return {
    empty: "",
    "upper-case operator": `GT:${value}`,
    "capital operator": `Lte:${value}`,
    "colon without an operator": `:${value}`,
  };
}

/** Good values whose operator the contract does not settle. */
export function doubtfulOperators(texts: fc.Arbitrary<string>): Kinds {
  return {
    "upper-case operator": fc
      .tuple(OPERATOR, texts)
      .map(([operator, text]) => `${operator.toUpperCase()}:${text}`),
    "colon without an operator": texts.map((text) => `:${text}`),
  };
}
