// Usage errors: exit code 2, one line with the reason, and no request or file.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownFolder, writeIn } from "../tools/own.ts";
import { command, lastLine } from "./io.ts";
import { resolve } from "../../engine/target/resolve.ts";
import { checkTarget, type Environment } from "../../engine/target/files/target-file.ts";

const folder = ownFolder();

const fileOf = (name: string, content: unknown): string => writeIn(folder, name, content);
const OUT = join(folder, "never");
const NO_URL = fileOf("no-url.json", {});
const HALF = fileOf("half.json", '{"baseUrl":');
const SLIP = fileOf("slip.json", { baseURL: "https://x.test" });
const authorization = "Bearer tok-8f1c-0451";
const SECRET = fileOf("secret.json", { baseUrl: "http://127.0.0.1:1", headers: { base: { authorization } } });
const WILD = fileOf("wild.json", { deviations: [{ clause: "4.4-*", reason: "all of it is known" }] });
const unread = { clause: "4.4-links", reason: "say why this is accepted, and for how long" };
const PLACEHOLDER = fileOf("unread.json", { deviations: [unread] });
mkdirSync(join(folder, "unfit"));
writeFileSync(join(folder, "unfit", "results.json"), '{"formatVersion": 1}');

type Case = [name: string, argv: string, reason: RegExp, env?: Readonly<Record<string, string>>];

const CASES: readonly Case[] = [
  ["no command", "", /a command is missing/],
  ["an unknown command", "judge", /unknown command 'judge'/],
  ["a misspelt command", "valdate x.har", /unknown command 'valdate' \(Did you mean validate\?\)/],
  ["a misspelt endpoint", "validate x.har --endpoint tokns", /tokns.*tokens, networkFees/],
  ["a misspelt option", "run --leve smoke", /unknown option '--leve'.*--level/],
  ["an unknown level", "run --level deep", /--level.*smoke, standard, thorough/],
  ["a seed that is no number", "run --seed x", /seed must be integer/],
  ["an option without its value", "run --out", /--out/],
  ["no concurrency", "run --concurrency 0", /: --concurrency must be >= 1/],
  ["an empty selector", "run --only ", /: --only must not be empty/],
  ["a port that is none", "mock --port abc", /: --port must be a number from 0 to 65535/],
  ["an argument too many", "run https://example.test", /too many arguments/],
  ["a URL without scheme", "run --base-url ledger.example.test", /--base-url .* has no scheme/],
  ["another scheme", "run --status-url ftp://x.test", /--status-url .* not an http or https URL/],
  ["credentials in a URL", "run --base-url https://a:secret@x.test", /holds credentials/],
  ["a query in a URL", "run --base-url https://x.test/?a=1", /--base-url .* query or a fragment/],
  ["a path twice", "run --base-url https://x.test/api/v1/", /ends in \/api\/v1, which the suite adds/],
  ["an empty URL", "run --status-url ", /--status-url is set and empty/],
  ["an empty variable", "run", /BASE_URL is set and empty/, { BASE_URL: "" }],
  ["no such target file", "run --target /no/such.json", /\/no\/such\.json: .* no such file/],
  ["a target file without URL", `run --target ${NO_URL}`, /no-url\.json: no URL is given/],
  ["half a target file", `run --target ${HALF}`, /half\.json: the target file is not JSON/],
  ["a slip", `run --target ${SLIP}`, /slip\.json: unknown member "baseURL": did you mean "baseUrl"\?/],
  [
    "a variable that leads secrets elsewhere",
    `run --target ${SECRET}`,
    /BASE_URL names http:\/\/127\.0\.0\.1:2, and .*secret\.json gives http:\/\/127\.0\.0\.1:1/,
    { BASE_URL: "http://127.0.0.1:2" },
  ],
  ["a known deviation of no clause", `run --known ${WILD}`, /deviations\[0\]\.clause names "4\.4-\*"/],
  ["a reason that is none", `run --known ${PLACEHOLDER}`, /deviations\[0\]\.reason is still the placeholder/],
  ["--fail-on without --previous", "run --fail-on new", /give its folder with --previous/],
  ["an earlier result that is none", `run --previous ${join(folder, "unfit")}`, /unfit: /],
  ["a profile of nobody", "run --profile sourcify", /describes a service/],
  ["an unknown fault", "run --fault qqqqqqqqqq", /no fault is named "qqqqqqqqqq"; `mock --list` lists them/],
  ["a misspelt fault", "run --fault fees-gas-as-txt", /did you mean "fees-gas-as-text"\?/],
  ["a misspelt selector", "run --only token", /--only token selects nothing: did you mean "tokens"\?/],
  ["a misspelt clause", "clauses 2.5-fee-gass", /"2\.5-fee-gass": did you mean "2\.5-fee-gas"\?/],
  ["a target file in a file", `mock --target-file ${join(NO_URL, "t.json")}`, /t\.json: the file can/],
  ["a file of somebody else", `mock --target-file ${NO_URL}`, /no-url\.json exists and is not a target/],
  ["two faults", "run --fault a --fault b", /--fault.*only mock accepts several faults/],
  ["a fault of a foreign target", "run --fault x --base-url http://x.test", /embedded reference/],
  ["a selector that selects nothing", "run --only nothing", /--only nothing selects nothing/],
  ["a certificate without its key", `run --base-url https://x.test --cert ${NO_URL}`, /without its key/],
  ["an unknown clause", "clauses 9.9-nothing", /no clause, section or endpoint "9\.9-nothing"/],
  ["schemas without a folder", "schemas", /--out/],
  ["a comparison of one result", "compare /no/such", /compare needs two result folders or more/],
  ["a comparison with a broken result", `compare ${join(folder, "unfit")} /no`, /unfit: /],
  ["a comparison of nothing", "compare /no/such /folder", /no result in this folder/],
];

test.for(CASES)("%s", async ([, line, reason, env = {}]) => {
  const argv = line === "" ? [] : line.split(" ");
  const own = argv[0] === "run" && argv.at(-1) !== "--out" ? [...argv, "--out", OUT] : argv;
  const { code, out, err } = await command(own, env);
  expect(code).toBe(2);
  expect(err).toMatch(/^ledger-conformance: [^\n]+\n$/);
  expect(err).toMatch(reason);
  expect(err).not.toMatch(/secret@|tok-8f1c|\s{4}at |\.[jt]s:\d/);
  expect([out, existsSync(OUT)]).toStrictEqual(["", false]);
});

test("an output folder that cannot be written is reported before the first request", async () => {
  const file = fileOf("file", "");
  const seen = await command(["run", "--base-url", "http://127.0.0.1:1", "--out", join(file, "out")]);
  expect(seen.code).toBe(2);
  expect(lastLine(seen.err)).toMatch(/^ledger-conformance: .*file\/out: the result folder cannot be written/);
});

const FULL = {
  $schema: "./target.schema.json",
  statusUrl: "https://status.example.test/",
  baseUrl: "https://ledger.example.test/prefix/",
  verifyUrl: "https://verify.example.test",
  headers: { status: {}, base: { authorization: "Bearer ${LEDGER_TOKEN}" }, verify: { "x-key": "plain" } },
  parameters: { tokens: { limit: "limit", order: null }, tokenBalances: { timestamp: null } },
  samples: {
    tokenIds: ["0.0.1001"],
    contractResults: [`0x${"a".repeat(64)}`, "0.0.10-1700000000-000000001"],
    verifications: [{ address: "0x01", chainId: "295", apiKey: "the-key" }],
    missing: { tokenId: "0.0.4000000000", contract: "0.0.4000000001" },
  },
};

const targetPath = fileOf("target.json", FULL);

test("the target file is read with values of the environment", () => {
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
  ["a chain", { samples: { verifications: [{ address: "0x01" }] } }, "samples.verifications[0] must have"],
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

const ENV = { LEDGER_TOKEN: "s3cret-token" };
const settle = async (given: Omit<Parameters<typeof resolve>[0], "env">, env: Environment = ENV) =>
  await resolve({ ...given, env });
const outside = (url: string) => ({ baseUrl: url });

test("resolved settings prefer flags to the environment, and the environment to the file", async () => {
  const urlsOf = (base: string) => ({
    status: "https://status.example.test",
    base: `https://ledger.example.test/${base}`,
    verify: "https://verify.example.test",
  });
  const { settings } = await settle({ target: targetPath });
  expect(settings.target.urls).toStrictEqual(urlsOf("prefix"));
  expect(settings.command).toBe(`ledger-conformance run --target ${targetPath} --seed ${settings.seed}`);
  const environmentUrls = outside("https://ledger.example.test/env");
  const second = await settle({ target: targetPath, environmentUrls });
  expect(second.settings.target.urls).toStrictEqual(urlsOf("env"));
  const options = { ...outside("https://ledger.example.test/flag"), level: "smoke", rps: 7 } as const;
  const third = await settle({ target: targetPath, environmentUrls, options });
  expect(third.settings.target.urls).toStrictEqual(urlsOf("flag"));
  expect(third.settings).toMatchObject({ level: "smoke", rps: 7, concurrency: 8 });
});

test("resolved settings have a lower default rate for remote hosts than for loopback", async () => {
  const local = await settle({ target: { baseUrl: "http://localhost:1" } });
  expect([local.settings.concurrency, local.settings.rps]).toStrictEqual([16, undefined]);
  const shared = await settle({ target: { baseUrl: "https://x.test" }, options: { concurrency: 3 } });
  expect(shared.settings).toMatchObject({ concurrency: 3, rps: 20 });
});

test("resolved settings have no secrets of the file if a URL has another origin", async () => {
  await expect(settle({ target: targetPath, environmentUrls: outside("http://other.test") })).rejects.toThrow(
    "BASE_URL names http://other.test, and",
  );
  const options = { baseUrl: "http://flag.test", verifyUrl: "http://flag.test" };
  const { settings, warnings } = await settle({ target: targetPath, options });
  expect(settings.target.headers).toStrictEqual({ status: {}, base: {}, verify: {} });
  expect(JSON.stringify(settings.target)).not.toMatch(/s3cret-token|the-key/);
  expect(warnings.filter((line) => line.includes("are not sent"))).toHaveLength(2);
});
