// §4.7, §4.8: names of known records, edited so that they are malformed, and bounds in time
import { type Ask, call } from "../../../engine/model/exchange.ts";
import { oncePer } from "../../../engine/model/model.ts";
import type { Sampled, Size } from "../../../engine/clauses/prerequisites.ts";
import { once, uniqueValues, type Cases } from "../../../generators/cases.ts";
import { refusedNear } from "../../../generators/refused.ts";
import { formats, inEachOperator } from "../../../generators/formats.ts";
import { ENTITY_ID } from "../../../schemas/formats.ts";
import { grammars, type Grammar } from "../../../schemas/grammars.ts";
import { prefixedAndBare } from "./records.ts";

/** Edits of the first sample that has the format, a whole id before a short one, with 0x and without: many cases take from those of one list. */
export const editsOf = oncePer((grammar: Grammar) =>
  oncePer((samples: readonly Sampled[]) => {
    const isWhole = ({ asked }: Sampled): boolean => ENTITY_ID.test(asked);
    for (const known of samples.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)))) {
      const near = refusedNear(grammar, prefixedAndBare(known.asked));
      if (near.families > 0) {
        return { known, ...near };
      }
    }
    return undefined;
  }),
);

/** A bound in the future. A service that accepts a malformed variant of it finds the contract. */
const MET_BY_MOST = "lte:2000000000.000000001";
/** Operators that meet it as well. */
const OPERATORS = ["lte", "ne", "lte", "lt"];
/** Malformed bounds that a lenient service reads as that one or as about 0: it then finds the contract. */
const OTHERS = [
  { name: "a letter in front of the operator", value: `z${MET_BY_MOST}` },
  { name: "a minus", value: "gte:-1" },
  { name: "no seconds", value: "gt:.5" },
];

/** Edits of a filter that most contracts meet, and the bounds that a lenient service reads as 0. */
export const malformedFilters = once((): Cases<string> => {
  const { boundaries, telling } = refusedNear(grammars.timestampFilter, [MET_BY_MOST]);
  const { middle } = formats.timestampFilter.invalid();
  const behind = boundaries.slice(1).filter(({ value }) => OTHERS.every((other) => other.value !== value));
  // Without a value one operator is as good as another: eq, which a bound would not meet.
  const inEach = inEachOperator(behind, OPERATORS).map(({ name, value }) => {
    return { name, value: value.replace(/^[a-z]+:$/, "eq:") };
  });
  return {
    boundaries: uniqueValues([...boundaries.slice(0, 1), ...OTHERS, ...inEach]),
    telling: telling + OTHERS.length,
    middle,
  };
});

/** The id of a contract and a filter that are both malformed, where few requests are sent: an answer may name each of them. */
export function bothMalformed(
  contracts: readonly Sampled[],
  name: string | undefined,
  turn: number,
  { contexts }: Size,
): Ask | undefined {
  const path = editsOf(grammars.contractId)(contracts)?.boundaries[turn]?.value;
  const filter = malformedFilters().boundaries[turn]?.value;
  return contexts > 0 || name === undefined || path === undefined || filter === undefined
    ? undefined
    : call("contract", { path, query: [[name, filter]], expects: "refusal" });
}
