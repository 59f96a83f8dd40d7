// The pinned outcome of every clause for recorded responses and for variants of real software, and the files of profiles
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { checkResponse } from "../../lib/check.ts";
import { run } from "../../lib/run.ts";
import { testReference, ownFolder } from "../tools/own.ts";
import { recordingsOf } from "./check-variant.ts";
import { join } from "node:path";
import { resolve } from "../../engine/target/resolve.ts";
import { bundledNames, bundledProfiles } from "../../engine/target/files/profile.ts";
import { checkProfile, clauseIdsOf } from "../../engine/target/files/profile.ts";
import { command } from "../cli/io.ts";
import type { Middleware } from "../../reference/server.ts";

const catalogue = await loadCatalogue();
const PINS = new URL("outcomes.json", import.meta.url);
const WRITES_PINS = process.env["PINS"] === "write";
/** Ids by outcome, except for the most frequent outcome. */
type Outcomes = Readonly<Record<string, readonly string[] | string>>;
const pins: Readonly<Record<string, Outcomes>> = JSON.parse(readFileSync(PINS, "utf8"));
const outcomesByClause: Record<string, Outcomes> = {};
/** The pinned outcomes of a run, or the current ones while pins are written. */
const before = (key: string): Outcomes | undefined => (WRITES_PINS ? outcomesByClause : pins)[key];

function outcomesOf(results: readonly Pick<ClauseResult, "id" | "outcome">[]): Outcomes {
  const ids = new Map<string, string[]>();
  for (const { id, outcome } of results.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    ids.set(outcome, [...(ids.get(outcome) ?? []), id]);
  }
  const [[others] = [""]] = [...ids].toSorted(([, a], [, b]) => b.length - a.length);
  return Object.fromEntries([["others", others], ...[...ids].filter(([name]) => name !== others)]);
}

/** The worst outcome of a clause among the recorded responses. */
async function recorded(name: string, profile: readonly string[]): Promise<Outcomes> {
  const order = ["notTested", "passed", "known", "failed"] as const;
  const worst = new Map<string, number>(catalogue.clauses.map(({ id }) => [id, 0]));
  for (const { endpoint, request, response } of recordingsOf(name)) {
    for (const { id, outcome } of (await checkResponse(response, endpoint, request, { profile })).clauses) {
      const rank = order.findIndex((one) => one === outcome);
      worst.set(id, Math.max(worst.get(id) ?? 0, rank));
    }
  }
  return outcomesOf([...worst].map(([id, rank]) => ({ id, outcome: order[rank] ?? "notTested" })));
}

async function served(variant: string, profile: readonly string[], service: "baseUrl" | "statusUrl") {
  const reference = await testReference({ variant });
  const result = await run({ [service]: reference[service] }, { profile, level: "smoke", seed: 1 });
  return outcomesOf(result.clauses);
}

describe.each(["hiero-mirror-node", "statuspage", "incident-io", "openstatus", "sourcify"])("%s", (name) => {
  test.each([["with", [name]] as const, ["without", []] as const])("recordings, %s", async (how, profile) => {
    const key = `recorded responses of ${name}, ${how} its profile`;
    outcomesByClause[key] = await recorded(name, profile);
    expect(profile.length > 0 && outcomesByClause[key]["failed"]).toBeFalsy();
    expect(outcomesByClause[key]).toEqual(before(key));
  });
});

describe.each([
  ["hiero-mirror-node", "hiero-mirror-node-0.160", "baseUrl"],
  ["statuspage", "statuspage-atlassian", "statusUrl"],
] as const)("%s", (name, variant, service) => {
  test.each([["with", [name]] as const, ["without", []] as const])("variant, %s", async (how, profile) => {
    const key = `variant ${variant}, ${how} its profile`;
    outcomesByClause[key] = await served(variant, profile, service);
    expect(profile.length > 0 && outcomesByClause[key]["failed"]).toBeFalsy();
    expect(outcomesByClause[key]).toEqual(before(key));
  });
});

if (WRITES_PINS) {
  afterAll(() => {
    // One line for each outcome: a difference shows what changed.
    const text = JSON.stringify({ ...pins, ...outcomesByClause }, undefined, 2);
    const lines = text.replace(/\[[^\]]*\]/g, (list) => JSON.stringify(JSON.parse(list)));
    writeFileSync(PINS, `${lines}\n`);
  });
}

const folder = ownFolder();
const clauseIds = clauseIdsOf(catalogue);
const BUNDLED = "hiero-mirror-node, incident-io, openstatus, sourcify, statuspage";
const LEAST = { name: "mine", group: "base", title: "Mine", versions: [] };
const STEP = { path: "/api/v1/contracts", select: "$.contracts[*].contract_id" };

const recipe = (step: object): object => ({ ...LEAST, recipes: [{ sample: "contracts", steps: [step] }] });

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
  expect(() => checkProfile(read, "mine.json", clauseIds)).toThrow(`mine.json: ${message}`);
});

test("--profile knows the bundled profiles, which are valid", () => {
  expect(bundledNames().join(", ")).toBe(BUNDLED);
  expect(bundledProfiles(clauseIds).map(({ name }) => name)).toStrictEqual(bundledNames());
});

test("recipes find records by their lists alone, not by members that clauses check", () => {
  const recipes = bundledProfiles(clauseIds).flatMap((one) => one.recipes ?? []);
  const selections = recipes
    .filter(({ sample }) => sample !== "publicKeys")
    .flatMap(({ steps }) => steps.map(({ select }) => select));
  expect(selections.length).toBeGreaterThan(9);
  expect(selections.filter((select) => select.includes("?"))).toStrictEqual([]);
});

test.each([
  ["mirror", `named "mirror": did you mean "hiero-mirror-node"? there are ${BUNDLED}`],
  ["hiero-mirror-node,hiero-mirror-node", "both describe the ledger query service: give one per service"],
])("--profile %s is refused", async (names, message) => {
  const options = names.split(",").flatMap((name) => ["--profile", name]);
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

test("--profile is overridden by the names and known deviations of the user", async () => {
  const path = join(folder, "own.json");
  const profile = { parameters: { tokens: { limit: "limit", order: "order", name: "name" } } };
  writeFileSync(path, JSON.stringify({ ...deviation({ pointer: "/tokens/*/name" }), ...profile }));
  const known = [{ clause: "2.3-name", reason: "mine" }];
  const parameters = { tokens: { limit: "count", name: null } };
  const target = { baseUrl: "http://127.0.0.1:9", profile: [path], known, parameters };
  const { settings } = await resolve({ target, env: {} });
  const names = { limit: "count", order: "order", name: null };
  expect(settings.target.parameters.tokens).toStrictEqual(names);
  expect(settings.known).toStrictEqual([
    ...known,
    { clause: "2.3-name", pointer: "/tokens/*/name", reason: "known", profile: "mine" },
  ]);
});
