import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { allFaults, faults } from "../../reference/faults.ts";
import { idsOf, checked } from "../run/check-reference.ts";

const { clauses } = await loadCatalogue();
const endpoints = new Map(clauses.map(({ id, endpoint }) => [id, endpoint]));

it("the named faults have unique names in a common form", () => {
  expect(Object.keys(faults)).toHaveLength(allFaults.length);
  expect(allFaults.filter(({ name }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
});

it("the named faults violate a clause of their endpoint, and each clause is violated by one", () => {
  const stray = allFaults.filter(({ clause, endpoint }) => endpoints.get(clause) !== endpoint);
  expect(stray.map(({ name, clause }) => `${name}: ${clause}`)).toEqual([]);
  const broken = new Set(allFaults.map(({ clause }) => clause));
  expect([...endpoints.keys()].filter((id) => !broken.has(id))).toEqual([]);
});

it("the named faults are those of named.json, with the clause of each", () => {
  const pins: Readonly<Record<string, readonly string[]>> = JSON.parse(
    readFileSync(new URL("named.json", import.meta.url), "utf8"),
  );
  expect(Object.keys(pins).toSorted()).toEqual(allFaults.map(({ name }) => name).toSorted());
  expect(allFaults.filter(({ name, clause }) => pins[name]?.includes(clause) !== true)).toEqual([]);
});

it.each([
  "balances-limit-1-refused",
  "balances-balance-bare-wrong",
  "balances-account-balance-lenient-letters",
  "tokens-limit-error-of-another-beside-order",
])("the named faults are found at smoke if that takes no additional requests: %s", async (fault) => {
  const only = [faults[fault]?.clause ?? ""];
  expect(idsOf(await checked({ fault }, { only, level: "smoke" }), "failed")).toEqual(only);
});
