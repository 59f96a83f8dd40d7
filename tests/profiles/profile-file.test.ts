import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyProfiles, resolve } from "../../engine/target/resolve.ts";
import {
  bundledNames,
  bundledProfiles,
  checkProfile,
  clauseIdsOf,
} from "../../engine/target/files/profile.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { command } from "../cli/io.ts";
import { run } from "../../lib/run.ts";
import type { Middleware } from "../../reference/server.ts";
import { ownFolder, testReference } from "../tools/own.ts";

const folder = ownFolder();
const clauses = clauseIdsOf(await loadCatalogue());
const BUNDLED = "hiero-mirror-node, incident-io, openstatus, sourcify, statuspage";
const LEAST = { name: "mine", group: "base", title: "Mine", versions: [] };
const STEP = { path: "/api/v1/contracts", select: "$.contracts[*].contract_id" };

const recipe = (...steps: readonly object[]): object => ({
  ...LEAST,
  recipes: [{ sample: "contracts", steps }],
});

const deviation = (entry: object): object => ({
  ...LEAST,
  deviations: [{ clause: "2.3-name", pointer: "/a", reason: "known", ...entry }],
});

test.each([
  ["the content must have required property 'title'", { name: "a", group: "base", versions: [] }],
  ["group must be one of status, base, verify", { ...LEAST, group: "ledger" }],
  ['unknown member "lim" in parameters.tokens', { ...LEAST, parameters: { tokens: { lim: "x" } } }],
  ["deviations[0] must have required property 'pointer'", deviation({ pointer: undefined })],
  ['unknown member "where" in deviations[0]', deviation({ where: { "/a": 1 } })],
  ['deviations[0].clause names "2.3-nam": no such clause', deviation({ clause: "2.3-nam" })],
  ["deviations[0].request must be a regular expression", deviation({ request: "(" })],
  ['"$..[" is not a JSONPath', recipe({ ...STEP, select: "$..[" })],
])("an invalid profile is rejected with the member at fault: %s", (message, content) => {
  const read: unknown = JSON.parse(JSON.stringify(content));
  expect(() => checkProfile(read, "mine.json", clauses)).toThrow(`mine.json: ${message}`);
});

test("--profile knows the bundled profiles, which are valid", () => {
  expect(bundledNames().join(", ")).toBe(BUNDLED);
  expect(bundledProfiles(clauses).map(({ name }) => name)).toStrictEqual(bundledNames());
});

test("recipes find records by their lists alone, not by members that clauses check", () => {
  const recipes = bundledProfiles(clauses).flatMap((one) => one.recipes ?? []);
  const selections = recipes
    .filter(({ sample }) => sample !== "publicKeys")
    .flatMap(({ steps }) => steps.map(({ select }) => select));
  expect(selections.length).toBeGreaterThan(9);
  expect(selections.filter((select) => select.includes("?"))).toStrictEqual([]);
});

test.each([
  [
    ["--profile", "mirror"],
    `no profile is named "mirror": did you mean "hiero-mirror-node"? there are ${BUNDLED}`,
  ],
  [
    ["--profile", "hiero-mirror-node", "--profile", "hiero-mirror-node"],
    "the profiles hiero-mirror-node and hiero-mirror-node both describe the ledger query service: give one per service",
  ],
])("--profile %s is refused", async (options, message) => {
  const { code, err } = await command(["run", "--base-url", "http://127.0.0.1:9", ...options, "--dry-run"]);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test("--profile warns about a profile for a service without a URL", async () => {
  const options = ["--base-url", "http://127.0.0.1:9", "--profile", "statuspage", "--dry-run"];
  const { code, err } = await command(["run", ...options]);
  expect(code).toBe(0);
  const why = "warning: the profile statuspage is not used: no URL is given for the status page service";
  expect(err).toContain(why);
});

test("--profile moves operations to the paths of the service", async () => {
  const paths = new Set<string>();
  const middleware: Middleware = ({ req }, next) => {
    paths.add(req.path);
    return next();
  };
  const { verifyUrl, target } = await testReference({ middleware });
  const samples = { verifications: target.samples.verifications };
  const only = ["4.9-answers-200", "4.10-answers-200"];
  await run({ verifyUrl, samples }, { profile: ["sourcify"], only, level: "smoke" });
  expect(paths).toContain("/verify/session/verify/etherscan");
  expect(paths).toContain("/verify/verify/etherscan");
});

test("--profile is overridden by the names of the target file", () => {
  const target = {
    urls: { base: "http://127.0.0.1:9" },
    headers: { status: {}, base: {}, verify: {} },
    parameters: { tokens: { limit: "count", name: null } },
    samples: {},
  };
  const own = { tokens: { limit: "limit", order: "order", name: "name" } };
  const profile = checkProfile({ ...LEAST, parameters: own }, "mine.json", clauses);
  const applied = applyProfiles(target, [profile]).target;
  expect(applied.parameters.tokens).toStrictEqual({ limit: "count", order: "order", name: null });
});

test("--profile applies the known deviations of the user before those of the profile", async () => {
  const path = join(folder, "own.json");
  writeFileSync(path, JSON.stringify(deviation({ pointer: "/tokens/*/name" })));
  const known = [{ clause: "2.3-name", reason: "mine" }];
  const target = { baseUrl: "http://127.0.0.1:9", profile: [path], known };
  expect((await resolve({ target, env: {} })).settings.known).toStrictEqual([
    { clause: "2.3-name", reason: "mine" },
    { clause: "2.3-name", pointer: "/tokens/*/name", reason: "known", profile: "mine" },
  ]);
});
