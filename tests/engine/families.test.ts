import { expect, test } from "vitest";
import { casesOf } from "../../engine/clauses/cases.ts";
import { sizeOf } from "../../engine/discovery/levels.ts";
import type { Level } from "../../engine/model/settings.ts";
import { invalidEntityIdFilter } from "../../generators/entity-id-filter.ts";
import { invalidName } from "../../generators/name.ts";

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

/** What smoke sends with a seed. */
function atSmoke(seed: number): readonly string[] {
  const cases = casesOf(given, sizeOf("smoke"), seed);
  return cases.slice(0, cases.count).map(({ name }) => name);
}

test("smoke sends the families that find the most, and one more that changes with the seed", () => {
  const sent = [-7, 1, 2, 3].map(atSmoke);
  expect(sent.map((names) => names.slice(0, 4))).toEqual(sent.map(() => namesAt("standard").slice(0, 4)));
  expect(sent.map(({ length }) => length)).toEqual([5, 5, 5, 5]);
  expect(new Set(sent.map((names) => names.at(-1))).size).toBe(4);
});

test("smoke sends of values given by hand as many as their format says, the same in every run", () => {
  const names = invalidName();
  const cases = casesOf(names, sizeOf("smoke"), 9);
  expect(cases.slice(0, cases.count)).toEqual(names.boundaries.slice(0, 3));
});

test("with all seeds smoke sends what the standard level sends", () => {
  const sent = Array.from({ length: 200 }, (_, seed) => atSmoke(seed)).flat();
  expect(new Set(sent)).toEqual(new Set(namesAt("standard")));
});

test("the thorough level adds the other values of each family, and chance", () => {
  const names = namesAt("thorough");
  expect(names).toHaveLength(given.boundaries.length + sizeOf("thorough").chance);
});
