// Interpretations 10, 13, 22, 23: an endpoint none of whose samples is found was not tested; if some are found, there is a warning.
import { obstacleOf } from "../../engine/model/codes.ts";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { exitCodeOf } from "../../reports/reading/verdict.ts";
import { run, type RunTarget } from "../../lib/run.ts";
import type { RunOptions } from "../../engine/target/options.ts";
import { ownFolder, ownReference } from "../tools/own.ts";
import { changed, type Edit } from "./check-reference.ts";

const PROFILE = "hiero-mirror-node";
const usual = await ownReference();
const GONE: Edit = () => undefined;

const check = (target: RunTarget, options: RunOptions): Promise<RunResult> =>
  run(target, { level: "smoke", seed: 1, ...options });

const verdictIn = (result: RunResult) => [exitCodeOf(result), result.reason];
const warningIn = (result: RunResult) => {
  const [first] = result.warnings;
  return [exitCodeOf(result), first?.id, first?.message];
};

const missingIn = ({ warnings }: RunResult): readonly string[] =>
  warnings.filter(({ id }) => id === "samples-missing").map(({ message }) => message);

/** The result of a run whose samples come from the recipes of the profile alone. */
async function byRecipe(paths: RegExp, edit: Edit, options: RunOptions): Promise<RunResult> {
  const { baseUrl } = await changed(paths, edit, { variant: `${PROFILE}-0.160` });
  return check({ baseUrl }, { profile: [PROFILE], ...options });
}

const MESSAGE = /topics\/messages\//;
const RESULT = /contracts\/results\//;
const CONTRACT = /contracts\/(?!results)/;
const BALANCES = /tokens\/.*\/balances/;
const SESSION = /session\/verify/;
const DIRECT = /verify\/verify/;

/** Edits the bodies of every second path. Of contracts it edits every second one, by whichever path it is requested. */
const half: Edit = (body, path) => {
  const [, id] = /"(?:contract_id|evm_address)":"([^"]+)"/.exec(body) ?? [];
  const name = CONTRACT.test(path) ? (id ?? path) : path;
  const sum = Buffer.from(name.replace("0x", "")).reduce((total, byte) => (total * 31 + byte) % 65_536, 0);
  return sum % 2 === 0 ? undefined : body;
};

describe("a run is incomplete if an endpoint returns no record", () => {
  test.each([
    ["topicMessage", MESSAGE, "topic messages", "topicMessageTimestamps"],
    ["contract", CONTRACT, "contracts", "contracts"],
    ["verify", DIRECT, "verifications?", "verifications"],
  ])("%s, which only the target file names", async (endpoint, paths, nouns, member) => {
    const result = await check(await changed(paths, GONE), { only: [endpoint] });
    const source = `requested ${nouns} named in samples.${member} of the target file`;
    const why = `(\\d+) of \\2 ${source} returned Not found: correct samples.${member}$`;
    const text = new RegExp(`^no .*\\b${endpoint} \\((GET|POST) .*\\): ${why}`);
    expect(verdictIn(result)).toStrictEqual([2, expect.stringMatching(text)]);
    expect(result.summary.passed).toBe(0);
    const ofRecords = result.clauses.filter(({ section }) => section.startsWith("2"));
    expect(new Set(ofRecords.map(({ code }) => code))).toEqual(new Set(["samplesUnsuitable"]));
  });

  test.each([
    ["contractResult", RESULT, "contract results", String.raw`/api/v1/\S+ and /api/v1/\S+`],
    ["contract", CONTRACT, "contracts", "/api/v1/contracts"],
  ])("%s, which lists of the service contain", async (endpoint, paths, nouns, lists) => {
    const result = await byRecipe(paths, GONE, { only: [endpoint] });
    const found = `: (\\d+) of \\1 requested ${nouns} listed by ${lists} returned Not found; the service's own lists show them`;
    const text = new RegExp(`${found}: this is a fault of the service$`);
    expect(verdictIn(result)).toStrictEqual([2, expect.stringMatching(text)]);
    const ofUser = result.clauses.filter(({ code }) => code !== undefined && obstacleOf(code) === "user");
    expect(ofUser).toEqual([]);
  });

  test("token balances, with and without samples", async () => {
    const target = await changed(BALANCES, GONE);
    for (const samples of [target.samples, {}]) {
      const result = await check({ ...target, samples }, { only: ["tokenBalances"] });
      const why = /tokens? listed by \/api\/v1\/tokens returned Not found; the service's own lists/;
      expect(verdictIn(result)).toStrictEqual([2, expect.stringMatching(why)]);
    }
  });

  test("a selected clause gets the same reason as its endpoint", async () => {
    const target = await changed(RESULT, GONE);
    const only = ["contractResult", "4.7", "4.7-malformed-hash"];
    const results = await Promise.all(only.map((one) => check(target, { only: [one] })));
    expect(results.map(exitCodeOf)).toStrictEqual([2, 2, 2]);
    const reasons = results.map(({ reason }) => reason?.replace(/^.*contractResult /, ""));
    expect(new Set(reasons).size).toBe(1);
  });
});

describe("missing samples are a warning if other samples are found", () => {
  test.each([
    ["contractResult", RESULT],
    ["sessionVerify", SESSION],
  ])("%s", async (endpoint, paths) => {
    let requests = 0;
    const everySecond: Edit = (body, path) =>
      path.includes("session") ? ((requests += 1) % 2 === 0 ? undefined : body) : half(body, path, "");
    const options = { only: [endpoint], level: "standard" } as const;
    const result = await check(await changed(paths, everySecond), options);
    const text =
      /^\d+ of \d+ .* named in samples\.\w+ of the target file( requested \D+)? returned Not found$/;
    expect(warningIn(result)).toStrictEqual([0, "samples-missing", expect.stringMatching(text)]);
    expect(missingIn(result).filter((message) => !text.test(message))).toStrictEqual([]);
    expect(result.warnings[0]?.curls[0]).toMatch(/^curl /);
  });

  test("all requested by hash: the warning names this form, and the service must fix it", async () => {
    const result = await byRecipe(/results\/0x/, GONE, { only: ["contractResult"], level: "standard" });
    const text =
      /^(\d+) of \1 contract results? listed by \S+ requested by hash( and nonce)? returned Not found$/;
    expect(warningIn(result).slice(1)).toEqual(["samples-missing", expect.stringMatching(text)]);
    expect(missingIn(result).filter((message) => !text.test(message))).toStrictEqual([]);
    const lookup = result.clauses.find(({ id }) => id === "4.7-malformed-hash");
    expect(lookup).toMatchObject({ outcome: "inconclusive", code: "recordsNotFound" });
    expect(lookup?.reason?.split("; ")[0]).toBe(result.warnings[0]?.message);
  });
});

test("no token is known because the token list is malformed: its clause comes first", async () => {
  const noJson: Edit = (body) => body.replace(/"decimals":\s*\d+/, '"decimals":NaN');
  const { samples: _, ...target } = await changed(/v1\/tokens$/, noJson);
  const result = await check(target, { only: ["tokens", "tokenBalances"] });
  const unknown = result.clauses.filter(({ reason = "" }) => reason.startsWith("no token is known"));
  expect(unknown).not.toHaveLength(0);
  const causes = new Set(unknown.map(({ consequenceOf }) => consequenceOf));
  expect(causes).toStrictEqual(new Set(["4.4-json-body"]));
});

test("a verification without an address needs no other sample: the clause on the address comes first", async () => {
  const target = await changed(/verify\/explorer$/, () => '{"contracts":[{}],"unused":[],"result":[{}]}');
  const result = await check(target, { only: ["sessionVerify", "verify"] });
  const own = result.clauses.filter(({ id }) => id.endsWith("-own-address"));
  const cause = { sessionVerify: "2.9-contract-address", verify: "2.9-result-entry-address" };
  expect(own.map(({ consequenceOf }) => consequenceOf)).toStrictEqual(Object.values(cause));
});

test("a hash of the target file that a record shows, and that finds none, is a failure at smoke", async () => {
  const isTransaction = (id: string): boolean => id.includes("-");
  const [transaction = ""] = usual.target.samples.contractResults.filter(isTransaction);
  const record = await fetch(`${usual.baseUrl}/api/v1/contracts/results/${transaction}`);
  const [, hash = ""] = /"hash":\s*"(0x\w+)"/.exec(await record.text()) ?? [];
  const target = await changed(/results\/(0x)?[\da-f]{64}$/i, GONE);
  const samples = { contractResults: [transaction, hash] };
  const result = await check({ ...target, samples }, { only: ["contractResult"] });
  const failed = result.clauses.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
  expect(failed).toStrictEqual(["4.7-own-hash-found"]);
  const blamed = result.clauses.filter(({ reason = "" }) => reason.includes("correct samples"));
  expect(blamed).toStrictEqual([]);
  const lookups = result.clauses.filter(({ code }) => code === "recordsNotFound");
  expect(new Set(lookups.map(({ consequenceOf }) => consequenceOf))).toEqual(new Set(["4.7-own-hash-found"]));
});

const folder = ownFolder();

test("a warning fails a strict run, and with --fail-on new only if it is new", async () => {
  const out = join(folder, "first");
  const only = ["4.7-answers-200", "4.8-answers-200"];
  const strict = { only, strict: true, level: "standard" } as const;
  const first = await check(await changed(CONTRACT, half), { ...strict, out });
  const text = /^there are 2 warnings, first: \d+ of \d+ contracts/;
  expect(verdictIn(first)).toStrictEqual([1, expect.stringMatching(text)]);
  const onNew = { ...strict, previous: out, failOn: "new" } as const;
  const again = await check(await changed(CONTRACT, half), onNew);
  expect([exitCodeOf(again), again.warnings.length]).toStrictEqual([0, first.warnings.length]);
  const more = await check(await changed(/contracts\//, half), onNew);
  const results = /^there are 2 warnings, first: \d+ of \d+ contract results/;
  expect(verdictIn(more)).toStrictEqual([1, expect.stringMatching(results)]);
});

test("a list that is read for samples is a warning if some identifiers have no valid form", async () => {
  const numbers: Edit = (body) => body.replaceAll(/"contract_id":\s*"0\.0\.(\d+)"/g, '"contract_id":$1');
  const result = await byRecipe(/v1\/contracts$/, numbers, { only: ["contract"] });
  const text = /identifiers of contracts in \/api\/v1\/contracts violate their format/;
  expect(warningIn(result)).toStrictEqual([0, "samples-malformed", expect.stringMatching(text)]);
});

test("a list that is read for samples is a warning if it returns an error", async () => {
  const result = await byRecipe(/v1\/contracts$/, () => undefined, { only: ["contract"] });
  const text = /^the list \/api\/v1\/contracts\S* was not read for samples: status 404$/;
  const unread = result.warnings.filter(({ id }) => id === "samples-list-unread");
  expect(unread[0]?.message).toMatch(text);
});

test("token balances that are not found are a warning if others are an empty list", async () => {
  const [gone = "", ...others] = usual.target.samples.tokenIds;
  const target = await changed(BALANCES, (body, path) => (path.includes(`/${gone}/`) ? undefined : body));
  const samples = { tokenIds: [gone, ...others.slice(-2)] };
  const result = await check({ ...target, samples }, { only: ["4.3-answers-200"], level: "standard" });
  const text = /^1 of \d+ requested tokens listed by \/api\/v1\/tokens returned Not found/;
  expect(warningIn(result)).toStrictEqual([0, "samples-missing", expect.stringMatching(text)]);
});

const TIMES = /topics\/[\d.]+\/messages$/;
const colons = (text: string, most: number): string => {
  let replaced = 0;
  return text.replace(/("consensus_timestamp":"\d+)\.(\d+")/g, (whole, first: string, second: string) => {
    replaced += 1;
    return replaced > most ? whole : `${first}:${second}`;
  });
};

test("identifiers in lists without a valid form cannot be requested: the run is incomplete", async () => {
  const result = await byRecipe(TIMES, (body) => colons(body, 99), { only: ["topicMessage"] });
  const text =
    /(\d+) of \1 identifiers of topic messages in \/api\/v1\/topics\/[\d.]+\/messages violate their format \(section 2\), such as "\d+:\d+"; the service must fix this/;
  expect(verdictIn(result)).toStrictEqual([2, expect.stringMatching(text)]);
});

test("identifiers in lists in another valid form are requested in that form", async () => {
  const requests: string[] = [];
  const inUpperCase: Edit = (body, path) => {
    requests.push(path);
    const upper = (_: string, digits: string): string => `"hash":"${digits.toUpperCase()}"`;
    return path.endsWith("/results") ? body.replace(/"hash":"0x([0-9a-f]{64})"/g, upper) : body;
  };
  // The profile accepts violations of 4.7-answers-200: alone, that clause would count as not tested.
  const options = { only: ["4.7-answers-200", "2.7-hash"], level: "standard" } as const;
  const result = await byRecipe(/contracts\/results/, inUpperCase, options);
  expect([exitCodeOf(result), result.warnings]).toStrictEqual([0, []]);
  expect(requests.filter((path) => /results\/[0-9A-F]{64}$/.test(path)).length).toBeGreaterThan(1);
});

test("a verification service that verifies no random address is reachable without a sample", async () => {
  const { statusUrl, verifyUrl } = usual;
  const result = await check({ statusUrl, verifyUrl }, { only: ["2.2-page", "2.9", "4.9", "4.10"] });
  expect(verdictIn(result)).toStrictEqual([0, undefined]);
  expect(result.clauses.map(({ reason }) => reason).join()).not.toContain("no request below this URL");
});
