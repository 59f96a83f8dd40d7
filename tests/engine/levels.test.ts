import { expect, test } from "vitest";
import { casesOf } from "../../engine/clauses/cases.ts";
import { sizeOf } from "../../engine/discovery/levels.ts";
import type { Level } from "../../engine/model/settings.ts";
import { formats } from "../../generators/formats.ts";

const malformed = formats.entityIdFilter.invalid();
const wellFormed = formats.balanceFilter.valid();

function namesAt(level: Level, given = malformed): readonly string[] {
  return Array.from(casesOf(given, sizeOf(level), 1), ({ name }) => name);
}

test("the standard level sends malformed values of one family each, and one by chance", () => {
  const fixed = namesAt("standard").slice(0, -1);
  expect(fixed).toHaveLength(sizeOf("standard").values);
  expect(new Set(fixed.map((name) => name.split(": ")[0])).size).toBe(fixed.length);
});

test("smoke sends those that find the most, and one of other values", () => {
  expect(namesAt("smoke")).toEqual(namesAt("standard").slice(0, sizeOf("smoke").values));
  expect(namesAt("smoke", wellFormed)).toEqual([wellFormed.boundaries[0]?.name]);
});

test("the thorough level adds other values of each family, and as many by chance", () => {
  const { values } = sizeOf("thorough");
  expect(namesAt("thorough")).toHaveLength(2 * values);
  expect(namesAt("thorough").slice(0, values)).toEqual(
    malformed.boundaries.slice(0, values).map(({ name }) => name),
  );
});
