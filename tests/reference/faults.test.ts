import { describe, expect, it } from "vitest";
import { allFaults, faults } from "../../reference/faults.ts";

// That each of them shows, and that its clause finds it, is tested over HTTP: tests/sensitivity.
describe("faults", () => {
  it("are many, each under a name of its own", () => {
    expect(allFaults.length).toBeGreaterThanOrEqual(230);
    expect(Object.keys(faults)).toHaveLength(allFaults.length);
  });

  it("have names, clauses and descriptions of one form", () => {
    for (const { name, clause, description } of allFaults) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(clause).toMatch(/^\d(\.\d+)?-[a-zA-Z0-9]+(-[a-z0-9]+)*$/);
      expect(description).not.toBe("");
    }
  });
});
