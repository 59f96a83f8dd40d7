// Interpretations 10, 13, 22, 23: an endpoint none of whose samples is found was not tested; if some are found, there is a warning.
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

/** The result of a run whose samples come from the recipes of the profile alone. */
async function byRecipe(paths: RegExp, edit: Edit, options: RunOptions): Promise<RunResult> {
  const { baseUrl } = await changed(paths, edit, { variant: `${PROFILE}-0.160` });
  return check({ baseUrl }, { profile: [PROFILE], ...options });
}

const verdictIn = (result: RunResult) => [exitCodeOf(result), result.reason];

const MESSAGE = /topics\/messages\//;
const RESULT = /contracts\/results\//;
const CONTRACT = /contracts\/(?!results)/;
const BALANCES = /tokens\/.*\/balances/;
const SESSION = /session\/verify/;

/** Edits the bodies of every second path. Of contracts it edits every second one, by whichever path it is requested. */
const half: Edit = (body, path) => {
  const [, id] = /"(?:contract_id|evm_address)":"([^"]+)"/.exec(body) ?? [];
  const name = CONTRACT.test(path) ? (id ?? path) : path;
  const sum = Buffer.from(name.replace("0x", "")).reduce((total, byte) => (total * 31 + byte) % 65_536, 0);
  return sum % 2 === 0 ? undefined : body;
};

describe("a run is incomplete if an endpoint returns no record", () => {
  test.each([
    ["topicMessage", MESSAGE, "topic messages", "topicMessageTimestamps", "topicMessage"],
    ["contract", CONTRACT, "contracts", "contracts", "contract"],
    ["verify", /verify\/verify/, "verifications?", "verifications", "verify"],
    ["4.7-malformed-hash", RESULT, "contract results", "contractResults", "contractResult"],
  ])("%s, which only the target file names", async (only, paths, nouns, member, endpoint) => {
    const result = await check(await changed(paths, GONE), { only: [only] });
    const source = `requested ${nouns} named in samples.${member} of the target file`;
    const why = `(\\d+) of \\2 ${source} returned Not found: correct samples.${member}$`;
    expect(verdictIn(result)).toStrictEqual([
      2,
      expect.stringMatching(new RegExp(`^no .*\\b${endpoint} \\((GET|POST) .*\\): ${why}`)),
    ]);
    expect(result.summary.passed).toBe(0);
  });

  const FAULT = "; the service's own lists show them: this is a fault of the service$";
  test.each([
    ["contractResult", RESULT, String.raw`contract results listed by /api/v1/\S+ and /api/v1/\S+`],
    ["contract", CONTRACT, "contracts listed by /api/v1/contracts"],
    ["tokenBalances", BALANCES, "tokens? listed by /api/v1/tokens"],
  ])("%s, which lists of the service contain", async (endpoint, paths, source) => {
    const result = await byRecipe(paths, GONE, { only: [endpoint] });
    expect(verdictIn(result)).toStrictEqual([
      2,
      expect.stringMatching(new RegExp(`: (\\d+) of \\1 requested ${source} returned Not found${FAULT}`)),
    ]);
    expect(result.clauses.filter(({ remedy }) => remedy?.kind === "giveSamples")).toEqual([]);
  });

  test("topicMessage, whose identifiers in lists have no valid form", async () => {
    const colons: Edit = (body) => body.replaceAll(/("consensus_timestamp":"\d+)\.(\d+")/g, "$1:$2");
    const list = /topics\/[\d.]+\/messages$/;
    const text =
      /(\d+) of \1 identifiers of topic messages in \/api\/v1\/topics\/[\d.]+\/messages violate their format \(section 2\), such as "\d+:\d+"; the service must fix this/;
    const result = await byRecipe(list, colons, { only: ["topicMessage"] });
    expect(verdictIn(result)).toStrictEqual([2, expect.stringMatching(text)]);
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
    expect([exitCodeOf(result), result.warnings[0]?.id]).toStrictEqual([0, "samples-missing"]);
    expect(result.warnings.filter(({ message }) => !text.test(message))).toStrictEqual([]);
  });

  test("all requested by hash: the warning names this form, and the service must fix it", async () => {
    const result = await byRecipe(/results\/0x/, GONE, { only: ["contractResult"], level: "standard" });
    const text =
      /^(\d+) of \1 contract results? listed by \S+ requested by hash( and nonce)? returned Not found$/;
    const missing = result.warnings.filter(({ id }) => id === "samples-missing");
    expect(missing.filter(({ message }) => !text.test(message))).toStrictEqual([]);
    const lookup = result.clauses.find(({ id }) => id === "4.7-malformed-hash");
    expect(lookup).toMatchObject({ outcome: "inconclusive", code: "recordsNotFound" });
    expect(lookup?.reason?.split("; ")[0]).toBe(missing[0]?.message);
  });
});

const notJson: Edit = (body) => body.replace(/"decimals":\s*\d+/, '"decimals":NaN');
const noAddress: Edit = () => '{"contracts":[{}],"unused":[],"result":[{}]}';
const ADDRESSES = ["2.9-contract-address", "2.9-result-entry-address"];

test.each([
  ["without JSON", /v1\/tokens$/, notJson, /no token is known/, ["4.4-json-body"]],
  ["without an address", /verify\/explorer$/, noAddress, /-own-address /, ADDRESSES],
])("a response %s needs no other sample: its clause comes first", async (_what, paths, edit, own, causes) => {
  const { samples, ...target } = await changed(paths, edit);
  const only = ["tokens", "tokenBalances", "sessionVerify", "verify"];
  const result = await check({ ...target, samples: { verifications: samples.verifications } }, { only });
  const clauses = result.clauses.filter(({ id, reason }) => own.test(`${id} ${reason}`));
  expect([...new Set(clauses.map(({ consequenceOf }) => consequenceOf))]).toStrictEqual(causes);
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

const numbers: Edit = (body) => body.replaceAll(/"contract_id":\s*"0\.0\.(\d+)"/g, '"contract_id":$1');

test.each([
  ["samples-malformed", numbers, /identifiers of contracts in \/api\/v1\/contracts violate their format/],
  ["samples-list-unread", GONE, /^the list \/api\/v1\/contracts\S* was not read for samples: status 404$/],
])("a list that is read for samples has the warning %s", async (id, edit, text) => {
  const { warnings } = await byRecipe(/v1\/contracts$/, edit, { only: ["contract"] });
  expect(warnings.find((warning) => warning.id === id)?.message).toMatch(text);
});

test("a verification service that verifies no random address is reachable without a sample", async () => {
  const { statusUrl, verifyUrl } = usual;
  const result = await check({ statusUrl, verifyUrl }, { only: ["2.2-page", "2.9", "4.9", "4.10"] });
  expect(verdictIn(result)).toStrictEqual([0, undefined]);
  expect(result.clauses.map(({ reason }) => reason).join()).not.toContain("no request below this URL");
});
