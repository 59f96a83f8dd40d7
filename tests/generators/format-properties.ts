import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { familyOf, type Cases, type Format, type NamedCase } from "../../generators/cases.ts";
import { validityOf } from "../../schemas/validity.ts";
import type { Interpretation } from "./parsers.ts";

const RUNS = 3_000;
// Far above the duration of a test, for busy machines.
const TIMEOUT = 60_000;
const OPERATORS = ["", "eq", "gt", "gte", "lt", "lte", "ne"];
const SEED = 20_260_101;
// No slashes and control characters in a path, because gateways refuse them.
const SEGMENT = /^[\x20-.0-\x5b\]-~]+$/;

/** The properties of one format. */
export interface FormatRules extends Format {
  /** The format by which recorded values are classified. */
  readonly format?: Parameters<typeof validityOf>[0];
  /** All reasonable interpretations, including the pattern if there is one. */
  readonly interpretations: readonly Interpretation[];
  /** Why a value is ambiguous although the interpretations agree. */
  readonly doubts?: Readonly<Record<string, Interpretation>>;
  /** Where its values are sent. */
  readonly place: "path" | "query";
  /** Texts that must be among the valid boundaries. */
  readonly always: readonly string[];
  /** Texts that the valid cases never hold. */
  readonly never: readonly string[];
}

/** Registers the tests of a format. */
export function describeFormat(name: string, sequences: FormatRules): void {
  const { format, interpretations, doubts = {} } = sequences;
  const [valid, invalid, ambiguous] = [sequences.valid(), sequences.invalid(), sequences.ambiguous()];
  const takenBy = (text: string): number => interpretations.filter((reading) => reading(text)).length;
  const fitting = (text: string): boolean => fits(text, sequences.place);
  const settled = (text: string): boolean =>
    [0, interpretations.length].includes(takenBy(text)) &&
    !Object.values(doubts).some((doubt) => doubt(text));

  describe(`format: ${name}`, { timeout: TIMEOUT }, () => {
    it("has valid values that are valid under every interpretation", () => {
      const values = sample(valid);
      expect(some(values, (text) => takenBy(text) < interpretations.length || !fitting(text))).toEqual([]);
      expect(some(values, (text) => sequences.never.includes(text))).toEqual([]);
    });

    it("has invalid values that are invalid under every interpretation", () => {
      const values = sample(invalid, 1_000);
      expect(some(values, (text) => takenBy(text) > 0 || !fitting(text))).toEqual([]);
    });

    it("always has its boundaries", () => {
      expect(textsOf(valid.boundaries)).toEqual(expect.arrayContaining([...sequences.always]));
      expect(new Set(textsOf(invalid.boundaries)).size).toBe(invalid.boundaries.length);
    });

    const recorded = { valid: sample(valid, 400), invalid: sample(invalid, 400), ambiguous };
    it.each(format === undefined ? [] : Object.entries(recorded))(
      "are classified as %s when a recording contains them",
      (group, values) => {
        expect(otherwise(format ?? "name", group, values)).toEqual([]);
      },
    );

    it.each(format?.endsWith("Filter") === true ? [valid] : [])(
      "has every operator among the first boundaries and among random values",
      (all) => {
        const first = all.boundaries.slice(0, 8).map(operatorOf);
        expect([...new Set(first)].toSorted()).toEqual(OPERATORS);
        expect(drawn(all, 2_000, SEED).map(operatorOf)).toEqual(expect.arrayContaining(OPERATORS));
      },
    );

    it.each(Object.entries({ valid, invalid }))(
      "gives the same %s values for the same seed, and others for another",
      (_group, cases) => {
        const first = drawn(cases, 500, SEED);
        expect(drawn(cases, 500, SEED)).toEqual(first);
        expect(drawn(cases, 500, SEED + 1)).not.toEqual(first);
      },
    );

    it("begins with one value of each family, followed by random ones", () => {
      const families = invalid.boundaries.map((one) => familyOf(one.name));
      // Two values of each if the parameter has two formats.
      const front = families.slice(0, 2 * new Set(families).size);
      expect(new Set(front)).toEqual(new Set(families));
      expect(new Set(drawn(invalid, 500, SEED).map((one) => familyOf(one.name))).size).toBeGreaterThan(2);
    });

    it("has ambiguous values on which interpretations differ", () => {
      expect(ambiguous.length).toBeGreaterThan(1);
      expect(some(ambiguous, settled)).toEqual([]);
      expect(some(ambiguous, (text) => text !== "" && !fitting(text))).toEqual([]);
    });
  });
}

/** The boundaries, and by default three thousand values of the arbitrary. */
export function sample(cases: Cases<string>, runs = RUNS): readonly NamedCase<string>[] {
  return [...cases.boundaries, ...drawn(cases, runs, SEED)];
}

/** The first few values that satisfy a predicate. */
export function some(
  values: readonly NamedCase<string>[],
  holds: Interpretation,
): readonly NamedCase<string>[] {
  return values.filter(({ value }) => holds(value)).slice(0, 5);
}

/** The values of a group that their format alone classifies otherwise. */
export function otherwise(
  format: Parameters<typeof validityOf>[0],
  group: string,
  values: readonly NamedCase<string>[],
) {
  const strays = values.filter(({ value }) => validityOf(format, value) !== group);
  // Non-ASCII names are valid: their length is within the limits however it is counted.
  return format === "name" ? strays.filter(({ value }) => /^[ -~]*$/.test(value)) : strays;
}

function drawn(cases: Cases<string>, numRuns: number, seed: number): readonly NamedCase<string>[] {
  return fc.sample(cases.middle, { numRuns, seed });
}

function operatorOf({ value }: NamedCase<string>): string {
  return value.slice(0, Math.max(0, value.indexOf(":")));
}

function textsOf(values: readonly NamedCase<string>[]): readonly string[] {
  return values.map(({ value }) => value);
}

function fits(text: string, place: FormatRules["place"]): boolean {
  return place === "path" ? SEGMENT.test(text) && text !== "." && text !== ".." : !/[\n\r\0]/.test(text);
}
