import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chooseTarget } from "../../engine/target/choose-target.ts";
import { checkTarget, type Environment } from "../../engine/target/files/target-file.ts";

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

let folder = "";
let path = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "target-"));
  path = join(folder, "target.json");
  writeFileSync(path, JSON.stringify(FULL));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe("the target file", () => {
  test("is taken whole, with the environment filled in", () => {
    const { file, secrets, placeholders } = checkTarget(FULL, "t.json", { LEDGER_TOKEN: "s3cret" });
    expect(file.headers?.base).toStrictEqual({ authorization: "Bearer s3cret" });
    expect(file.parameters?.tokens?.["order"]).toBeNull();
    expect(secrets).toStrictEqual([
      { value: "s3cret", from: "the environment variable LEDGER_TOKEN" },
      { value: "Bearer s3cret", from: "headers.base.authorization" },
      { value: "plain", from: "headers.verify.x-key" },
      { value: "the-key", from: "samples.verifications[0].apiKey" },
    ]);
    expect(placeholders).toStrictEqual({
      status: {},
      base: { authorization: "Bearer $LEDGER_TOKEN" },
      verify: { "x-key": "$VERIFY_X_KEY" },
    });
  });

  test.each([
    ["an unknown member", { baseURL: "x" }, 'unknown member "baseURL"; known are statusUrl, baseUrl'],
    ["an unknown service", { headers: { ledger: {} } }, 'unknown member "ledger" in headers'],
    ["an unknown sample", { samples: { tokens: [] } }, 'unknown member "tokens" in samples'],
    [
      "an unknown parameter",
      { parameters: { tokens: { "account.id": "a" } } },
      'unknown member "account.id" in parameters.tokens; known are name, limit',
    ],
    ["a number for a URL", { baseUrl: 7 }, "baseUrl must be a string, and is a number"],
    ["null for a URL", { baseUrl: null }, "baseUrl must be a string, and is null"],
    [
      "text for a list",
      { samples: { tokenIds: "0.0.1" } },
      "samples.tokenIds must be an array, and is a string",
    ],
    [
      "a malformed id",
      { samples: { tokenIds: ["0.0.1", "1001"] } },
      'samples.tokenIds[1] must be an entity id such as 0.0.1001, and is "1001"',
    ],
    [
      "a malformed hash",
      { samples: { missing: { contractResult: "0x12" } } },
      "samples.missing.contractResult must be a 32-byte hash",
    ],
    [
      "a verification without chain",
      { samples: { verifications: [{ address: "0x01" }] } },
      'the member "chainId" is missing in samples.verifications[0]',
    ],
    ["an empty name", { parameters: { tokens: { limit: "" } } }, "parameters.tokens.limit must be"],
    [
      "a header name with a space",
      { headers: { base: { "x y": "z" } } },
      'headers.base has the member "x y", which is not a header name',
    ],
    ["another type at the top", [], "the document must be an object, and is an array"],
  ])("%s is named", (_, content, message) => {
    expect(() => checkTarget(content, "t.json", {})).toThrow(`t.json: ${message}`);
  });

  test("a line break in a header is refused without showing the value", () => {
    const content = { headers: { base: { authorization: "${LEDGER_TOKEN}" } } };
    const check = (): unknown => checkTarget(content, "t.json", { LEDGER_TOKEN: "s3cret\nx" });
    expect(check).toThrow("headers.base.authorization must be text on one line");
    expect(check).not.toThrow(/s3cret/);
  });

  test("a value from the environment is not shown when it does not fit", () => {
    const content = { samples: { tokenIds: ["${ID}"] } };
    expect(() => checkTarget(content, "t.json", { ID: "s3cret" })).toThrow(
      'samples.tokenIds[0] must be an entity id such as 0.0.1001, and is "***"',
    );
  });

  test.each([
    ["not set", {}],
    ["empty", { LEDGER_TOKEN: "" }],
  ])("a variable that is %s is named with its member", (word, env: Environment) => {
    expect(() => checkTarget(FULL, "t.json", env)).toThrow(
      `t.json: headers.base.authorization needs the environment variable LEDGER_TOKEN, which is ${word}`,
    );
  });

  test.each([
    ["half of a document", '{"baseUrl":', "the target file is not JSON"],
    ["no URL", "{}", "no URL is given"],
    ["a URL without scheme", '{"baseUrl":"x.test"}', 'baseUrl "x.test" has no scheme'],
  ])("%s is refused with the name of the file", (_, text, message) => {
    const broken = join(folder, "broken.json");
    writeFileSync(broken, text);
    expect(() => chooseTarget({ target: broken }, {})).toThrow(`${broken}: ${message}`);
  });
});

describe("precedence", () => {
  const env = { LEDGER_TOKEN: "s3cret" };

  test("the file alone; slashes at the end go, prefixes stay", () => {
    expect(chooseTarget({ target: path }, env)?.target.urls).toStrictEqual({
      status: "https://status.example.test",
      base: "https://ledger.example.test/prefix",
      verify: "https://verify.example.test",
    });
  });

  test("the environment wins over the file, a flag over the environment", () => {
    const open = join(folder, "open.json");
    writeFileSync(open, JSON.stringify({ ...FULL, headers: {}, samples: {} }));
    const chosen = chooseTarget(
      { target: open, baseUrl: "http://flag.test" },
      { BASE_URL: "http://env.test", STATUS_URL: "http://env.test/status" },
    );
    expect(chosen?.target.urls).toStrictEqual({
      status: "http://env.test/status",
      base: "http://flag.test",
      verify: "https://verify.example.test",
    });
  });

  test("the file of the flag wins over the file of the environment", () => {
    expect(chooseTarget({ target: path }, { ...env, CONFORMANCE_TARGET: "/no/such.json" })).toBeDefined();
    expect(chooseTarget({}, { ...env, CONFORMANCE_TARGET: path })?.target.urls.base).toContain("prefix");
  });

  test("a service without a URL is left out", () => {
    expect(chooseTarget({ verifyUrl: "http://v.test/" }, {})?.target.urls).toStrictEqual({
      verify: "http://v.test",
    });
  });

  test("without any target there is none", () => {
    expect(chooseTarget({}, {})).toBeUndefined();
  });

  test.each([
    [{}, { BASE_URL: "" }, "BASE_URL is set and empty"],
    [{}, { STATUS_URL: "  " }, "STATUS_URL is set and empty"],
    [{}, { VERIFY_URL: "", BASE_URL: "http://env.test" }, "VERIFY_URL is set and empty"],
    [{}, { CONFORMANCE_TARGET: "" }, "CONFORMANCE_TARGET is set and empty: give it the path"],
    [{ baseUrl: "" }, {}, "--base-url is set and empty: give it a URL"],
    [{ target: "" }, {}, "--target is set and empty"],
    [{ baseUrl: "http://flag.test" }, { BASE_URL: "" }, "BASE_URL is set and empty"],
    [{ fault: "x" }, { BASE_URL: "" }, "BASE_URL is set and empty"],
  ])("%j with %j in the environment is bad usage", (given, surroundings: Environment, message) => {
    expect(() => chooseTarget(given, surroundings)).toThrow(message);
  });

  test("an empty URL in a file is bad usage, whether it stands there or comes from a variable", () => {
    expect(() => checkTarget({ baseUrl: "" }, "t.json", {})).toThrow("baseUrl must be");
    expect(() => checkTarget({ baseUrl: "${URL}" }, "t.json", { URL: "" })).toThrow("URL, which is empty");
  });

  test("a fault asks for the reference, whatever the environment says", () => {
    expect(chooseTarget({ fault: "x" }, { BASE_URL: "http://env.test" })).toBeUndefined();
    expect(() => chooseTarget({ variant: "x", target: path }, env)).toThrow("--variant");
  });

  test("headers, parameters and samples come from the file", () => {
    const target = chooseTarget({ target: path }, env)?.target;
    expect(target?.headers).toStrictEqual({
      status: {},
      base: { authorization: "Bearer s3cret" },
      verify: { "x-key": "plain" },
    });
    expect(target?.samples.tokenIds).toStrictEqual(["0.0.1001"]);
    expect(target?.parameters.networkFees).toStrictEqual({ order: "order" });
  });

  test("the options that repeat the choice hold no secret of the file", () => {
    const same = "https://status.example.test/other";
    const chosen = chooseTarget({ target: path }, { ...env, STATUS_URL: same });
    expect(chosen?.options).toStrictEqual({ target: path, statusUrl: same });
  });
});

describe("secrets go to the origin that they were given for", () => {
  const env = { LEDGER_TOKEN: "s3cret" };

  test("a variable that names another origin than a file with secrets is bad usage, and names both", () => {
    const choose = (): unknown => chooseTarget({ target: path }, { ...env, BASE_URL: "http://env.test" });
    expect(choose).toThrow(
      `BASE_URL names http://env.test, and ${path} gives https://ledger.example.test/prefix/ for baseUrl`,
    );
    expect(() =>
      chooseTarget({}, { ...env, CONFORMANCE_TARGET: path, VERIFY_URL: "http://env.test" }),
    ).toThrow("VERIFY_URL names http://env.test");
  });

  test("a variable of the same origin, or one that completes the file, is none", () => {
    const same = chooseTarget({ target: path }, { ...env, BASE_URL: "https://LEDGER.example.test/other" });
    expect(same?.target.urls.base).toBe("https://ledger.example.test/other");
    expect(same?.target.headers.base).toStrictEqual({ authorization: "Bearer s3cret" });
    const keys = join(folder, "keys.json");
    writeFileSync(keys, JSON.stringify({ headers: { base: { authorization: "abc" } } }));
    expect(
      chooseTarget({ target: keys }, { BASE_URL: "http://env.test" })?.target.headers.base,
    ).toStrictEqual({
      authorization: "abc",
    });
  });

  test("an option wins, and the secrets of that service stay behind; those of the others do not", () => {
    const chosen = chooseTarget({ target: path, baseUrl: "http://flag.test" }, env);
    expect(chosen?.target.urls.base).toBe("http://flag.test");
    expect(chosen?.target.headers).toStrictEqual({ status: {}, base: {}, verify: { "x-key": "plain" } });
    expect(chosen?.target.samples.verifications).toStrictEqual(FULL.samples.verifications);
    expect(chosen?.warnings).toStrictEqual([
      `--base-url names http://flag.test, and ${path} gives https://ledger.example.test/prefix/ for baseUrl: ` +
        "what the file holds of secrets for that service is not sent",
    ]);
  });

  test("a key, and a sample that came from the environment, stay behind as well", () => {
    const file = join(folder, "samples.json");
    const samples = { contracts: ["${CONTRACT}", "0.0.7"], verifications: FULL.samples.verifications };
    writeFileSync(file, JSON.stringify({ baseUrl: "http://a.test", verifyUrl: "http://a.test", samples }));
    const given = { target: file, baseUrl: "http://b.test", verifyUrl: "http://b.test" };
    const chosen = chooseTarget(given, { CONTRACT: "0.0.123456" });
    expect(chosen?.target.samples).toMatchObject({
      contracts: ["0.0.7"],
      verifications: [{ address: "0x01", chainId: "295" }],
    });
    expect(JSON.stringify(chosen?.target)).not.toContain("the-key");
  });

  test("a URL that is secret itself is not shown", () => {
    const file = join(folder, "hidden.json");
    writeFileSync(file, JSON.stringify({ baseUrl: "https://${HOST}", headers: { base: { a: "b" } } }));
    const choose = (): unknown =>
      chooseTarget({ target: file }, { HOST: "hidden.example.test", BASE_URL: "http://env.test" });
    expect(choose).toThrow("gives https://*** for baseUrl");
  });
});
