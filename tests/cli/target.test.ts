import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resolve } from "../../engine/target/resolve.ts";
import { checkTarget, type Environment } from "../../engine/target/files/target-file.ts";
import { ownFolder } from "../tools/own.ts";

const FULL = {
  $schema: "./target.schema.json",
  statusUrl: "https://status.example.test/",
  baseUrl: "https://ledger.example.test/prefix/",
  verifyUrl: "https://verify.example.test",
  headers: { status: {}, base: { authorization: "Bearer ${LEDGER_TOKEN}" }, verify: { "x-key": "plain" } },
  parameters: {
    tokens: { limit: "limit", order: null, name: "name", publicKey: "publickey" },
    tokenBalances: { balance: "account.balance", timestamp: null },
    networkFees: { order: "order" },
  },
  samples: {
    tokenIds: ["0.0.1001"],
    accountIds: ["0.0.98"],
    publicKeys: ["aa"],
    topicMessageTimestamps: ["1700000000.000000001"],
    contractResults: [`0x${"a".repeat(64)}`, "0.0.10-1700000000-000000001"],
    contracts: ["0.0.5001", `0x${"b".repeat(40)}`],
    verifications: [{ address: "0x01", chainId: "295", apiKey: "the-key" }],
    missing: { tokenId: "0.0.4000000000", contract: "0.0.4000000001" },
  },
};

const path = join(ownFolder(), "target.json");
writeFileSync(path, JSON.stringify(FULL));

describe("the target file", () => {
  test("is read with values of the environment", () => {
    const { file, secrets, placeholders } = checkTarget(FULL, "t.json", { LEDGER_TOKEN: "s3cret" });
    expect(file.headers?.base).toStrictEqual({ authorization: "Bearer s3cret" });
    expect(file.parameters?.tokens?.["order"]).toBeNull();
    expect(secrets).toStrictEqual([
      { value: "s3cret", from: "the environment variable LEDGER_TOKEN" },
      { value: "Bearer s3cret", from: "headers.base.authorization" },
      { value: "plain", from: "headers.verify.x-key" },
      { value: "the-key", from: "samples.verifications[0].apiKey" },
    ]);
    expect(placeholders).toStrictEqual({ base: { authorization: "Bearer $LEDGER_TOKEN" } });
  });

  test.each([
    ["an unknown name", { parameters: { tokens: { x: "a" } } }, 'unknown member "x" in parameters.tokens'],
    ["text for a list", { samples: { tokenIds: "0.0.1" } }, "samples.tokenIds must be array"],
    ["a malformed id", { samples: { tokenIds: ["0.0.1", "1001"] } }, "samples.tokenIds[1] must be an entity"],
    [
      "a verification without chain",
      { samples: { verifications: [{ address: "0x01" }] } },
      "samples.verifications[0] must have required property 'chainId'",
    ],
    ["one name twice", { parameters: { tokens: { limit: "q", order: "q" } } }, "parameters.tokens.limit"],
    ["an empty name", { parameters: { tokens: { limit: "" } } }, "parameters.tokens.limit must not be empty"],
    ["no variable", { headers: { base: { a: "Bearer ${bad-name}" } } }, 'headers.base.a has a "${" that'],
    ["a variable without an end", { baseUrl: "${URL" }, 'baseUrl has a "${" that'],
    ["another type at the top", [], "the content must be object"],
  ])("%s is named", (_, content, message) => {
    expect(() => checkTarget(content, "t.json", {})).toThrow(`t.json: ${message}`);
  });

  test("a line break in a header is rejected without showing the value", () => {
    const content = { headers: { base: { authorization: "${LEDGER_TOKEN}" } } };
    const check = (): unknown => checkTarget(content, "t.json", { LEDGER_TOKEN: "s3cret\nx" });
    expect(check).toThrow("headers.base.authorization must be text on one line");
    expect(check).not.toThrow(/s3cret/);
  });

  test.each([
    ["not set", {}],
    ["empty", { LEDGER_TOKEN: "" }],
  ])("a variable that is %s is named with its member", (word, env: Environment) => {
    expect(() => checkTarget(FULL, "t.json", env)).toThrow(
      `t.json: headers.base.authorization needs the environment variable LEDGER_TOKEN, which is ${word}`,
    );
  });
});

const ENV = { LEDGER_TOKEN: "s3cret-token" };
const settle = async (given: Omit<Parameters<typeof resolve>[0], "env">, env: Environment = ENV) =>
  await resolve({ ...given, env });
const outside = (url: string) => ({ baseUrl: url });

describe("resolved settings", () => {
  test("have URLs without trailing slashes and with their prefix", async () => {
    const { settings } = await settle({ target: path });
    expect(settings.target.urls).toStrictEqual({
      status: "https://status.example.test",
      base: "https://ledger.example.test/prefix",
      verify: "https://verify.example.test",
    });
    expect(settings.target.headers.base).toStrictEqual({ authorization: "Bearer s3cret-token" });
    expect(settings.target.samples.tokenIds).toStrictEqual(["0.0.1001"]);
    expect(settings.command).toBe(`ledger-conformance run --target ${path} --seed ${settings.seed}`);
  });

  test("prefer flags to the environment, and the environment to the file", async () => {
    const environment = outside("https://ledger.example.test/env");
    const first = await settle({ target: path, environmentUrls: environment });
    expect(first.settings.target.urls.base).toBe("https://ledger.example.test/env");
    const options = { baseUrl: "https://ledger.example.test/flag", level: "smoke", rps: 7 } as const;
    const second = await settle({ target: path, environmentUrls: environment, options });
    expect(second.settings.target.urls.base).toBe("https://ledger.example.test/flag");
    expect(second.settings).toMatchObject({ level: "smoke", rps: 7, concurrency: 8 });
  });

  test("have a lower default rate for remote hosts than for loopback", async () => {
    const local = await settle({ target: { baseUrl: "http://localhost:1" } });
    expect([local.settings.concurrency, local.settings.rps]).toStrictEqual([16, undefined]);
    const shared = await settle({ target: { baseUrl: "https://x.test" }, options: { concurrency: 3 } });
    expect(shared.settings).toMatchObject({ concurrency: 3, rps: 20 });
  });

  test("have no secrets of the file if a URL has another origin", async () => {
    await expect(settle({ target: path, environmentUrls: outside("http://other.test") })).rejects.toThrow(
      "BASE_URL names http://other.test, and",
    );
    const options = { baseUrl: "http://flag.test", verifyUrl: "http://flag.test" };
    const { settings, warnings } = await settle({ target: path, options });
    expect(settings.target.headers).toStrictEqual({ status: {}, base: {}, verify: {} });
    expect(JSON.stringify(settings.target)).not.toMatch(/s3cret-token|the-key/);
    expect(warnings.filter((line) => line.includes("are not sent"))).toHaveLength(2);
  });
});
