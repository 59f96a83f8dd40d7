// §2.1, §4
import * as fc from "fast-check";
import type { Cases, Format } from "../generators/cases.ts";
import { formats } from "../generators/formats.ts";
import { parameters } from "../generators/parameters.ts";

export type { Format } from "../generators/cases.ts";

/** Turns the cases of a format into one arbitrary of fast-check: one value in four is a boundary, the others are random. */
function arbitrary({ boundaries, middle }: Cases<string>): fc.Arbitrary<string> {
  const edges = fc.constantFrom(...boundaries.map(({ value }) => value));
  const others = middle.map(({ value }) => value);
  return fc.oneof({ weight: 1, arbitrary: edges }, { weight: 3, arbitrary: others });
}

/** Generators for every format of the contract: ids, timestamps, filters and limits. */
export const generators = {
  arbitrary,
  ...formats,
  ...parameters,
} as const satisfies Readonly<Record<string, Format | typeof arbitrary>>;
