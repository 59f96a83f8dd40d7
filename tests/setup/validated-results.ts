/** Validates every result that a test creates against the published schema. */
import { vi } from "vitest";
import type * as Assembling from "../../reports/reading/assemble.ts";

vi.mock(import("../../reports/reading/assemble.ts"), async (load) => {
  const real: typeof Assembling = await load();
  // Loaded together with the module that creates results, because most tests create none.
  const { demandValid } = await import("../valid-results.ts");
  return {
    ...real,
    assemble: (...given) => {
      const result = real.assemble(...given);
      demandValid(result, "a result of this test");
      return result;
    },
  };
});
