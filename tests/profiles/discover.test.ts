import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../lib/index.ts";
import { isArray, isObject, type Json } from "../../reference/json.ts";
import { command } from "../cli/io.ts";
import { startMirrorNode } from "../real/mirror-node/app.ts";
import type { Served } from "../real/serve.ts";
import { idsOf, newIn } from "./judged.ts";

const profile = "hiero-mirror-node";
let server: Served;
let folder = "";

beforeAll(async () => {
  server = await startMirrorNode();
});

afterAll(async () => {
  await server.close();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "discover-"));
  return () => rmSync(folder, { recursive: true });
});

function written(name: string): Json {
  const content: Json = JSON.parse(readFileSync(join(folder, name), "utf8"));
  return content;
}

function memberOf(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (at, name) => (isObject(at) ? at[name] : isArray(at) ? at[Number(name)] : undefined),
    value,
  );
}

test(
  "discover writes a target file that runs, with samples of every kind and where they were found",
  { timeout: 60_000 },
  async () => {
    const out = join(folder, "target.json");
    const seen = await command(["discover", "--base-url", server.url, "--profile", profile, "--out", out]);
    expect([seen.code, seen.err]).toStrictEqual([0, ""]);
    expect(seen.out).toContain(
      "1700000014.000000001  /api/v1/topics/0.0.7001/messages?limit=10 (profile hiero-mirror-node)",
    );
    expect(seen.out).toContain("0.0.3001  the token list");
    expect(Object.keys(Object(memberOf(written("target.json"), "samples"))).toSorted()).toStrictEqual([
      "accountIds",
      "contractResults",
      "contracts",
      "publicKeys",
      "tokenIds",
      "topicMessageTimestamps",
    ]);
    expect(memberOf(written("target.schema.json"), "$id")).toBe("urn:ledger-conformance:target");
    const result = await run(out, { profile, seed: 7, only: ["2.6", "2.7", "2.8", "4.6", "4.7", "4.8"] });
    expect(newIn(result)).toStrictEqual([]);
    expect(result.verdict).toBe("conforms");
    expect(idsOf(result, "notExercised")).toStrictEqual([]);
  },
);

test("without a profile discover reads the lists of the contract, and says what is missing", async () => {
  const out = join(folder, "target.json");
  const seen = await command(["discover", "--base-url", server.url, "--out", out]);
  expect(seen.code).toBe(0);
  expect(seen.out).toContain("contracts: none\n    no sample: add samples.contracts to the target file");
  expect(Object.keys(Object(memberOf(written("target.json"), "samples")))).toStrictEqual([
    "tokenIds",
    "accountIds",
  ]);
});

describe("discover keeps what a target file told", () => {
  const GIVEN = {
    headers: { base: { authorization: "Bearer ${LEDGER_TOKEN}", "x-api-key": "literal-secret-1" } },
    parameters: { tokens: { publicKey: null } },
    samples: {
      contracts: ["0.0.8002"],
      verifications: [{ address: `0x${"1".repeat(40)}`, chainId: "1", apiKey: "literal-secret-2" }],
      missing: { tokenId: "0.0.4000000000" },
    },
  };

  test("with secrets as variables, in the file and on the terminal", async () => {
    const [given, out] = [join(folder, "given.json"), join(folder, "target.json")];
    writeFileSync(given, JSON.stringify({ baseUrl: server.url, ...GIVEN }));
    const options = ["--target", given, "--profile", profile, "--out", out];
    const seen = await command(["discover", ...options], { LEDGER_TOKEN: "secret-from-outside" });
    expect(seen.code).toBe(0);
    const text = readFileSync(out, "utf8") + seen.out + seen.err;
    expect(text).not.toMatch(/literal-secret|secret-from-outside/);
    expect(seen.out).toContain("Set ${LEDGER_X_API_KEY}: its value is a secret, and is not written.");
    const file = written("target.json");
    expect(memberOf(file, "headers", "base")).toStrictEqual({
      authorization: "Bearer ${LEDGER_TOKEN}",
      "x-api-key": "${LEDGER_X_API_KEY}",
    });
    expect(memberOf(file, "parameters", "tokens")).toMatchObject({ publicKey: null, limit: "limit" });
    expect(memberOf(file, "samples", "contracts", "0")).toBe("0.0.8002");
    expect(memberOf(file, "samples", "missing", "tokenId")).toBe("0.0.4000000000");
    expect(JSON.stringify(memberOf(file, "samples", "verifications"))).toContain("${API_KEY}");
  });
});

test("discover gives each secret a variable of its own, and keeps templates as they were written", async () => {
  const [given, out] = [join(folder, "given.json"), join(folder, "target.json")];
  const verification = { address: `0x${"1".repeat(40)}`, chainId: "1" };
  writeFileSync(
    given,
    JSON.stringify({
      baseUrl: server.url,
      verifyUrl: server.url,
      headers: {
        base: {
          authorization: "Bearer AAAA-ledger-secret",
          cookie: "sid=${CK}; b=2",
          "x-t": "Bearer tok${T1}",
        },
        verify: { authorization: "Bearer BBBB-verify-secret", "x-t": "part-of-a-secret${T1}" },
      },
      samples: {
        verifications: [
          { ...verification, apiKey: "literal-key-1" },
          { ...verification, apiKey: "literal-key-2" },
          { ...verification, apiKey: "literal-key-1" },
          { ...verification, apiKey: "${API_KEY}" },
        ],
      },
    }),
  );
  const env = { CK: "cookie-secret", T1: "token-secret", API_KEY: "key-from-outside" };
  const seen = await command(["discover", "--target", given, "--out", out], env);
  expect([seen.code, seen.err]).toStrictEqual([0, ""]);
  const file = written("target.json");
  expect(JSON.stringify(file) + seen.out).not.toMatch(/-secret|literal-key|from-outside/);
  expect(memberOf(file, "headers")).toStrictEqual({
    base: { authorization: "${LEDGER_AUTHORIZATION}", cookie: "sid=${CK}; b=2", "x-t": "Bearer tok${T1}" },
    verify: { authorization: "${VERIFY_AUTHORIZATION}", "x-t": "${VERIFY_X_T}" },
  });
  expect(
    [0, 1, 2, 3].map((at) => memberOf(file, "samples", "verifications", String(at), "apiKey")),
  ).toStrictEqual(["${API_KEY_2}", "${API_KEY_3}", "${API_KEY_2}", "${API_KEY}"]);
  expect(seen.out.match(/^Set \S+/gm)).toStrictEqual(
    ["LEDGER_AUTHORIZATION", "VERIFY_AUTHORIZATION", "VERIFY_X_T", "API_KEY_2", "API_KEY_3"].map(
      (name) => `Set \${${name}}:`,
    ),
  );
});

test("discover says of each account where it stands", async () => {
  const [given, out] = [join(folder, "given.json"), join(folder, "target.json")];
  writeFileSync(given, JSON.stringify({ baseUrl: server.url, samples: { accountIds: ["0.0.1"] } }));
  const seen = await command(["discover", "--target", given, "--out", out]);
  expect(seen.code).toBe(0);
  expect(seen.out).toContain("    0.0.1  samples.accountIds of the target file\n");
  expect(seen.out).toMatch(/^ {4}0\.0\.\d+ {2}the balances of token 0\.0\.\d+$/m);
  expect(seen.out).not.toContain("or a sample");
});

describe("discover refuses", () => {
  test("to replace a file, unless it is told to", async () => {
    const out = join(folder, "target.json");
    writeFileSync(out, "{}");
    const options = ["discover", "--base-url", server.url, "--out", out];
    const { code, err } = await command(options);
    expect([code, err]).toStrictEqual([
      2,
      `ledger-conformance: ${out} is there already: give another --out, or --force to replace it\n`,
    ]);
    expect(readFileSync(out, "utf8")).toBe("{}");
    expect((await command([...options, "--force"])).code).toBe(0);
    expect(memberOf(written("target.json"), "baseUrl")).toBe(server.url);
  });

  test.each([
    ["without a target", [], "discover needs a target: give its URL"],
    ["what cannot be reached", ["--base-url", "http://127.0.0.1:1"], "cannot be reached"],
    ["an unknown profile", ["--base-url", "http://127.0.0.1:1", "--profile", "x"], 'no profile is named "x"'],
  ])("%s", async (_, options, message) => {
    const out = join(folder, "target.json");
    const { code, err } = await command(["discover", ...options, "--out", out]);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(existsSync(out)).toBe(false);
  });
});
