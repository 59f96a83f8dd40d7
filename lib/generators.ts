// §2.1, §4
import * as fc from "fast-check";
import type { Cases, Format } from "../generators/cases.ts";
import { formats } from "../generators/formats.ts";
import { parameters } from "../generators/parameters.ts";

export type { Format } from "../generators/cases.ts";

/** The texts of some cases as one arbitrary: one in four is a boundary, the rest is chance. */
function arbitrary({ boundaries, middle }: Cases<string>): fc.Arbitrary<string> {
  const edges = fc.constantFrom(...boundaries.map(({ value }) => value));
  const others = middle.map(({ value }) => value);
  return fc.oneof({ weight: 1, arbitrary: edges }, { weight: 3, arbitrary: others });
}

/** Generators of every format in which ids, times, filters and bounds are written. */
export const generators = {
  arbitrary,
  ...formats,
  ...parameters,
} as const satisfies Readonly<Record<string, Format | typeof arbitrary>>;
