import { expect, test } from "vitest";
import { reference, run } from "../../lib/index.ts";

test.each([
  ["smoke", 350],
  ["standard", 1_500],
] as const)("the level %s asks the reference at most %i times", { timeout: 90_000 }, async (level, most) => {
  const server = await reference.start();
  try {
    const result = await run(server.target, { level });
    expect(result.verdict).toBe("conforms");
    expect(result.requests).toBeLessThanOrEqual(most);
  } finally {
    await server.close();
  }
});
