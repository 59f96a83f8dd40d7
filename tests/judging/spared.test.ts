import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { reference, run } from "../../lib/index.ts";

test(
  "smoke tells which clauses it leaves to the level standard, and counts none of them as kept",
  { timeout: 90_000 },
  async () => {
    const { asking } = await loadCatalogue();
    const spared = asking.filter((clause) => clause.spared === true).map(({ id }) => id);
    const server = await reference.start();
    try {
      const { clauses } = await run(server.target, { level: "smoke" });
      const left = clauses.filter(({ outcome }) => outcome === "notExercised");
      expect(spared).not.toHaveLength(0);
      expect(left.map(({ id }) => id).toSorted()).toEqual(spared.toSorted());
      expect(left.filter(({ reason }) => reason?.startsWith("left to the level standard") !== true)).toEqual(
        [],
      );
    } finally {
      await server.close();
    }
  },
);
