import { describe, expect, it } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { allFaults } from "../../reference/faults.ts";

const { clauses } = await loadCatalogue();
const endpoints = new Map(clauses.map(({ id, endpoint }) => [id, endpoint]));

describe("faults and clauses", () => {
  it("every fault intends a clause that exists, of its own endpoint", () => {
    const stray = allFaults.filter(({ clause, endpoint }) => endpoints.get(clause) !== endpoint);
    expect(stray.map(({ name, clause }) => `${name}: ${clause}`)).toEqual([]);
  });

  it("every clause is what some fault intends", () => {
    const intended = new Set(allFaults.map(({ clause }) => clause));
    expect([...endpoints.keys()].filter((id) => !intended.has(id))).toEqual([]);
  });
});
