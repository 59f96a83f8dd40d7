// §2.1
import * as fc from "fast-check";
import type { Kinds, Literals } from "./cases.ts";
import { characterOf } from "./character.ts";

/** The six operators of a filter. */
export const OPERATORS = ["eq", "gt", "gte", "lt", "lte", "ne"] as const;

const OPERATOR = fc.constantFrom(...OPERATORS);
// All six operators hold an e or a t, so that no word without both is one of them.
const OTHER_WORD = fc.string({
  unit: characterOf("abcdfghijklmnopqrsuvwxyz"),
  minLength: 1,
  maxLength: 6,
});
const SYMBOL = fc.constantFrom(">", ">=", "<", "<=", "!=");
const WRONG_COLON = fc.constantFrom(".", "-", "=", ";", ",", "/", "_", "|", "~");

/** The literals as they are, and each of the six operators in front of one of them, in turn. */
export function alsoBehindOperators(literals: Literals): Literals {
  const plain = Object.entries(literals);
  const behind = OPERATORS.flatMap((operator, index) =>
    plain
      .slice(index % plain.length, (index % plain.length) + 1)
      .map(([name, value]) => [`${operator}, ${name}`, `${operator}:${value}`] as const),
  );
  return Object.fromEntries([...plain.slice(0, 2), ...behind, ...plain.slice(2)]);
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

/** A good value with an operator that is broken in one of the likeliest ways. */
export function brokenOperatorLiterals(value: string): Literals {
  return {
    "operator ge": `ge:${value}`,
    "doubled operator": `gt:gt:${value}`,
    "operator without a value": "gte:",
    "operator neq": `neq:${value}`,
    "no colon after the operator": `gt${value}`,
  };
}

/** The same in rarer ways. */
export function oddlyBrokenOperatorLiterals(value: string): Literals {
  return {
    "operator le": `le:${value}`,
    "two operators": `gte:lt:${value}`,
    "doubled colon": `gt::${value}`,
    "operator written as a sign": `>=${value}`,
    "equals sign for the colon": `lt=${value}`,
    "operator behind the value": `${value}:gt`,
    "operator alone": "gte",
    "operator like": `like:${value}`,
  };
}

/** Good values with an operator that is broken. */
export function brokenOperators(texts: fc.Arbitrary<string>): Kinds {
  return {
    "unknown operator": fc.tuple(OTHER_WORD, texts).map(([word, text]) => `${word}:${text}`),
    "operator written as a sign": fc.tuple(SYMBOL, texts).map(([sign, text]) => sign + text),
    "two operators": behindOperator(behindOperator(texts)),
    "doubled colon": fc.tuple(OPERATOR, texts).map(([operator, text]) => `${operator}::${text}`),
    "another sign for the colon": fc.tuple(OPERATOR, WRONG_COLON, texts).map((parts) => parts.join("")),
    "no colon after the operator": fc.tuple(OPERATOR, texts).map((parts) => parts.join("")),
    "operator behind the value": fc.tuple(texts, OPERATOR).map(([text, operator]) => `${text}:${operator}`),
  };
}

/** A good value whose surroundings the contract does not settle. */
export function doubtfulOperatorLiterals(value: string): Literals {
  return {
    empty: "",
    "upper-case operator": `GT:${value}`,
    "capital operator": `Lte:${value}`,
    "colon without an operator": `:${value}`,
    "space behind the colon": `gt: ${value}`,
    "space before the colon": `gt :${value}`,
    "space in front": ` ${value}`,
    "space at the end": `${value} `,
    "plus sign": `+${value}`,
    "plus sign behind an operator": `gte:+${value}`,
  };
}

/** Good values whose surroundings the contract does not settle. */
export function doubtfulOperators(texts: fc.Arbitrary<string>): Kinds {
  return {
    "upper-case operator": fc
      .tuple(OPERATOR, texts)
      .map(([operator, text]) => `${operator.toUpperCase()}:${text}`),
    "colon without an operator": texts.map((text) => `:${text}`),
    "space around": fc
      .tuple(fc.constantFrom(" ", ""), texts)
      .map(([front, text]) => (front === "" ? `${text} ` : front + text)),
    "plus sign": texts.map((text) => `+${text}`),
  };
}
