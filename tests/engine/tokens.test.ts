import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Tokens } from "../../engine/http/tokens.ts";

test("all who wait for a token share one renewal, the first and the later ones", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tokens-"));
  const calls = join(folder, "calls");
  const printing = `printf x >> ${calls}; printf '{"access_token":"printed-token","expires_in":0}'`;
  const tokens = new Tokens({ command: printing }, () => undefined);
  const together = async (): Promise<readonly string[]> =>
    await Promise.all(Array.from({ length: 8 }, async () => await tokens.current()));
  try {
    await tokens.current();
    const before = readFileSync(calls, "utf8").length;
    expect(new Set(await together())).toStrictEqual(new Set(["printed-token"]));
    expect(readFileSync(calls, "utf8").length - before).toBe(1);
  } finally {
    tokens.close();
    rmSync(folder, { recursive: true });
  }
});
