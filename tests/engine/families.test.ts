import { expect, test } from "vitest";
import { casesOf, turnOf } from "../../engine/cases.ts";
import { sizeOf } from "../../engine/size.ts";
import type { Level } from "../../engine/settings.ts";
import { invalidEntityIdFilter } from "../../generators/entity-id-filter.ts";

const given = invalidEntityIdFilter();

function namesAt(level: Level): readonly string[] {
  const cases = casesOf(given, sizeOf(level), 1);
  return cases.slice(0, cases.count).map(({ name }) => name);
}

test("the standard level sends one value of each family, and nothing by chance", () => {
  const names = namesAt("standard");
  expect(names).toHaveLength(given.families ?? 0);
  expect(new Set(names.map((name) => name.split(": ")[0])).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(25);
});

test("smoke sends the families that find the most", () => {
  expect(namesAt("smoke").slice(0, 2)).toEqual(namesAt("standard").slice(0, 2));
});

test("smoke sends one more family at each place, another one at the places of one format", () => {
  const further = ["4.4-token-id-refused", "4.4-account-id-refused", "4.3-account-id-refused"].map((id) => {
    const cases = casesOf(given, sizeOf("smoke"), 1, turnOf(id));
    return cases.slice(2, cases.count).map(({ name }) => name);
  });
  expect(further.map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(new Set(further.flat()).size).toBe(3);
});

test("what smoke sends, the standard level sends too", () => {
  const standard = new Set(namesAt("standard"));
  const turns = Array.from({ length: 100 }, (_, turn) => casesOf(given, sizeOf("smoke"), 1, turn));
  const sent = turns.flatMap((cases) => cases.slice(0, cases.count).map(({ name }) => name));
  expect(sent.filter((name) => !standard.has(name))).toEqual([]);
  expect(new Set(sent)).toEqual(standard);
});

test("the thorough level adds the other values of each family, and chance", () => {
  const names = namesAt("thorough");
  expect(names).toHaveLength(given.boundaries.length + sizeOf("thorough").chance);
});
