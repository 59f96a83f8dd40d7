import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cases, Named } from "../../generators/cases.ts";
import type { Reading } from "./prose.ts";

const RUNS = 100_000;
const OPEN_RUNS = 10_000;
// Far above what a test takes, for machines that are busy.
const TIMEOUT = 60_000;
const SEED = 20_260_101;
const SEGMENT = /^[A-Za-z0-9._~:@-]+$/;
const QUERY = /^[ -~]*$/;

/** What holds for one format. */
export interface Laws {
  readonly valid: Cases<string>;
  readonly invalid: Cases<string>;
  readonly open: Cases<string>;
  /** Every fair reading, the pattern among them where there is one. */
  readonly readings: readonly Reading[];
  /** Why an open value is open although the readings agree. */
  readonly doubts?: Readonly<Record<string, Reading>>;
  /** Where its values are sent. */
  readonly place: "path" | "query" | "body";
  /** Texts that must be among the valid boundaries. */
  readonly always: readonly string[];
  /** Texts that must be among the invalid boundaries. */
  readonly alwaysInvalid: readonly string[];
  /** Texts that the valid cases never hold. */
  readonly never: readonly string[];
}

/** Registers the tests of a format. */
export function describeFormat(format: string, laws: Laws): void {
  const { valid, invalid, open, readings, doubts = {} } = laws;
  const takenBy = (text: string): number => readings.filter((reading) => reading(text)).length;
  const fitting = (text: string): boolean => fits(text, laws.place);
  const settled = (text: string): boolean =>
    [0, readings.length].includes(takenBy(text)) && !Object.values(doubts).some((doubt) => doubt(text));

  describe(`format: ${format}`, { timeout: TIMEOUT }, () => {
    it("has valid values that every reading takes", () => {
      const values = sample(valid);
      expect(some(values, (text) => takenBy(text) < readings.length || !fitting(text))).toEqual([]);
      expect(some(values, (text) => laws.never.includes(text))).toEqual([]);
    });

    it("has invalid values that every reading refuses", () => {
      const values = sample(invalid);
      expect(some(values, (text) => takenBy(text) > 0 || !fitting(text))).toEqual([]);
    });

    it("sends its boundaries always", () => {
      expect(textsOf(valid.boundaries)).toEqual(expect.arrayContaining([...laws.always]));
      expect(textsOf(invalid.boundaries)).toEqual(expect.arrayContaining([...laws.alwaysInvalid]));
      expect(new Set(textsOf(invalid.boundaries)).size).toBe(invalid.boundaries.length);
    });

    it.each(Object.entries({ valid, invalid, open }))(
      "gives the same %s values for the same seed, and others for another",
      (_group, cases) => {
        const first = drawn(cases, 500, SEED);
        expect(drawn(cases, 500, SEED)).toEqual(first);
        expect(drawn(cases, 500, SEED + 1)).not.toEqual(first);
      },
    );

    it("shares the middle among all its kinds", () => {
      const counts = new Map<string, number>();
      for (const { name } of drawn(invalid, 2_000, SEED)) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      expect(Math.min(...counts.values())).toBeGreaterThan(2_000 / counts.size / 3);
    });

    it("has open values on which readings part or a doubt is named", () => {
      const values = sample(open, OPEN_RUNS);
      expect(values.length).toBeGreaterThan(OPEN_RUNS);
      expect(some(values, settled)).toEqual([]);
      expect(some(values, (text) => text !== "" && !fitting(text))).toEqual([]);
    });
  });
}

/** The boundaries, and a hundred thousand values from the middle unless told otherwise. */
export function sample(cases: Cases<string>, runs = RUNS): readonly Named<string>[] {
  return [...cases.boundaries, ...drawn(cases, runs, SEED)];
}

/** The first few values of which something holds. */
export function some(values: readonly Named<string>[], holds: Reading): readonly Named<string>[] {
  const found: Named<string>[] = [];
  for (const one of values) {
    if (found.length < 5 && holds(one.value)) {
      found.push(one);
    }
  }
  return found;
}

function drawn(cases: Cases<string>, numRuns: number, seed: number): readonly Named<string>[] {
  return fc.sample(cases.middle, { numRuns, seed });
}

function textsOf(values: readonly Named<string>[]): readonly string[] {
  return values.map(({ value }) => value);
}

function fits(text: string, place: Laws["place"]): boolean {
  if (place === "path") {
    return SEGMENT.test(text) && text !== "." && text !== "..";
  }
  return place === "body" || QUERY.test(text);
}
