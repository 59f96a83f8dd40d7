import { describe, expect, it } from "vitest";
import { aboveLimit, parameters } from "../../generators/parameters.ts";
import { describeFormat, otherwise, sample, some } from "./format-properties.ts";
import { isLenientInteger, isPlainInteger, type Interpretation } from "./parsers.ts";

const ornament = { empty: (text: string) => text === "", operator: (text: string) => text.startsWith("eq:") };

describeFormat("limit", {
  format: "limit",
  ...parameters.limit,
  interpretations: [isPlainInteger(1, 100), isLenientInteger(1, 100)],
  doubts: { ...ornament, "minus zero": (text) => text === "-0" },
  place: "query",
  always: ["1", "2", "99", "25", "100"],
  never: ["0", "101", "05", "1e1"],
});

describe("limits above the maximum", () => {
  it("are integers above 100", () => {
    const values = sample(aboveLimit());
    expect(some(values, (text) => !(Number.isInteger(Number(text)) && Number(text) > 100))).toEqual([]);
    expect(otherwise("limit", "ambiguous", values)).toEqual([]);
    expect(values.slice(0, 2).map(({ value }) => value)).toEqual(["101", "1000"]);
  });
});

describeFormat("nonce", {
  format: "nonce",
  ...parameters.nonce,
  interpretations: [isPlainInteger(0, 2_147_483_647), isLenientInteger(0, 2_147_483_647)],
  doubts: ornament,
  place: "query",
  always: ["0", "1", "2147483647"],
  never: ["2147483648", "00", "-0"],
});

const exactWord: Interpretation = (text) => text === "asc" || text === "desc";
const anyCase: Interpretation = (text) => exactWord(text.toLowerCase());

describeFormat("order", {
  format: "order",
  ...parameters.order,
  interpretations: [exactWord, anyCase],
  doubts: { ...ornament, space: (text) => text.includes(" ") },
  place: "query",
  always: ["asc", "desc"],
  never: ["ASC", "Desc", "ascending"],
});

const inRange: Interpretation = (text) => text.length >= 3 && text.length <= 100;
const trimmedInRange: Interpretation = (text) => inRange(text.trim());
const bytesInRange: Interpretation = (text) => Buffer.byteLength(text) >= 3 && Buffer.byteLength(text) <= 100;

describeFormat("name", {
  format: "name",
  ...parameters.name,
  interpretations: [inRange, trimmedInRange, bytesInRange],
  doubts: { ...ornament, sign: (text) => ["%", "_", ":", "'"].some((sign) => text.includes(sign)) },
  place: "query",
  always: ["abc", "a b"],
  never: ["ab", "ab ", ""],
});

describe("names at the bounds of the length", () => {
  it.each([
    ["valid", parameters.name.valid(), [3, 4, 99, 100]],
    ["invalid", parameters.name.invalid(), [1, 2, 101, 200]],
  ] as const)("have the %s lengths among the boundaries", (_group, { boundaries }, lengths) => {
    expect(boundaries.map(({ value }) => value.length)).toEqual(expect.arrayContaining([...lengths]));
  });

  it("are also generated at random", () => {
    const lengths = new Set(sample(parameters.name.valid(), 20_000).map(({ value }) => value.length));
    expect(lengths.size).toBe(98);
  });
});
