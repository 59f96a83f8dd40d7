import { describe, expect, it } from "vitest";
import { usualDataset } from "../../reference/dataset.ts";
import { allFaults, faults } from "../../reference/faults.ts";
import { withFault } from "../../reference/fault.ts";
import { honest } from "../../reference/honest.ts";
import { openLedger } from "../../reference/ledger.ts";
import { probes, transcript } from "./probes.ts";

const ledger = openLedger(usualDataset());
const handler = honest(() => ledger);
const asks = probes();
const plain = Object.fromEntries(
  Object.entries(asks).map(([endpoint, list]) => [endpoint, list.map((ask) => transcript(handler, ask))]),
);

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

  it("would not be found by these requests if they did nothing", () => {
    const nothing = withFault(handler, {
      name: "",
      description: "",
      endpoint: "tokens",
      clause: "",
      breaks: (same) => same,
    });
    expect(asks.tokens.map((ask) => transcript(nothing, ask))).toEqual(plain["tokens"]);
  });

  it.each(allFaults.map((fault) => [fault.name, fault] as const))("%s shows in an answer", (_, fault) => {
    const faulty = withFault(handler, fault);
    const differs = asks[fault.endpoint].some(
      (ask, index) => transcript(faulty, ask) !== plain[fault.endpoint]?.[index],
    );
    expect(differs).toBe(true);
  });
});
