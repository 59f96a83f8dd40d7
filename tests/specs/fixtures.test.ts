import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { call } from "../../engine/model/call.ts";
import { showAll } from "../../engine/secrets/redact.ts";
import { createScribe } from "../../engine/evidence/formatter.ts";
import { answer } from "../../specs/fixtures/answers.ts";

const root = join(import.meta.dirname, "../..");
const IMPORT = /(?:from|import) "(\.[^"]+)"|import\("(\.[^"]+)"\)/g;

function importsOf(file: string): readonly string[] {
  return [...readFileSync(join(root, file), "utf8").matchAll(IMPORT)].map(([, from = "", lazy = ""]) =>
    join(dirname(file), from === "" ? lazy : from),
  );
}

/** All files that a file loads, itself included. */
function reachedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (!seen.has(file)) {
    seen.add(file);
    for (const other of importsOf(file)) {
      reachedBy(other, seen);
    }
  }
  return seen;
}

describe("made-up answers prove checks, and are evidence of nothing", () => {
  const judging = ["specs/laws", "engine", "reports"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );

  it("what judges reaches none of them", () => {
    expect(judging.length).toBeGreaterThan(80);
    const reached = new Set(judging.flatMap((file) => [...reachedBy(file)]));
    expect([...reached].filter((file) => /^specs\/(fixtures|makers)\//.test(file))).toEqual([]);
  });

  it("they are refused where an exchange is written down", () => {
    const came = answer("tokens", 200, { tokens: [] });
    const target = { urls: {}, headers: { status: {}, base: {}, verify: {} }, parameters: {}, samples: {} };
    const client = { gave: (reply: unknown) => reply === came, shownHeaders: () => ({}) };
    const scribe = createScribe({ target }, client, showAll);
    expect(scribe.curl(came)).toContain(call("tokens").target);
    expect(() => scribe.curl(answer("tokens", 200, { tokens: [] }))).toThrow("never sent");
  });
});
