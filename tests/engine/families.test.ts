import { expect, test } from "vitest";
import { casesOf } from "../../engine/clauses/cases.ts";
import { sizeOf } from "../../engine/discovery/levels.ts";
import type { Level } from "../../engine/model/settings.ts";
import { invalidEntityIdFilter } from "../../generators/entity-id-filter.ts";
import { invalidName } from "../../generators/name.ts";

const given = invalidEntityIdFilter();

function namesAt(level: Level): readonly string[] {
  return Array.from(casesOf(given, sizeOf(level), 1), ({ name }) => name);
}

test("the standard level sends one value of each family, and nothing by chance", () => {
  const names = namesAt("standard");
  expect(names).toHaveLength(given.families ?? 0);
  expect(new Set(names.map((name) => name.split(": ")[0])).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(25);
});

test("smoke sends the families that find the most", () => {
  expect(namesAt("smoke")).toEqual(namesAt("standard").slice(0, 6));
});

test("smoke sends of values given by hand as many as their format says, the same in every run", () => {
  const names = invalidName();
  expect([...casesOf(names, sizeOf("smoke"), 9)]).toEqual(names.boundaries.slice(0, 2));
});

test("the thorough level adds the other values of each family, and chance", () => {
  const names = namesAt("thorough");
  expect(names).toHaveLength(given.boundaries.length + sizeOf("thorough").chance);
});
