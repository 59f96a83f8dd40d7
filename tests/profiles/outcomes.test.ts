// The pinned outcome of every clause for recorded responses and for variants of real software, with and without its profile.
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { checkResponse } from "../../lib/check.ts";
import { run } from "../../lib/run.ts";
import { testReference } from "../tools/own.ts";
import { defined } from "../tools/defined.ts";
import { recordingsOf } from "./check-variant.ts";

const { clauses } = await loadCatalogue();
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
  const worst = new Map<string, number>(clauses.map(({ id }) => [id, 0]));
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

/** In a recorded response, a change of the text and the clause that it breaks. */
test.each([
  ["hiero-mirror-node", "tokens", "2.3-decimals", /"decimals":(\d+)/, '"decimals":"$1"'],
  ["hiero-mirror-node", "contractResult", "2.7-address", /"address":"[^"]*"/, '"address":5'],
  ["statuspage", "statusSummary", "2.2-component-position", /"position":(\d+)/, '"position":"$1"'],
  ["incident-io", "statusSummary", "2.2-status-indicator", /"indicator":"none"/, '"indicator":null'],
  ["sourcify", "sessionVerify", "2.9-files-found", /"found":\[/, '"found":{},"was":['],
] as const)("of %s, one change of %s fails only %s", async (profile, endpoint, clause, from, to) => {
  const { request, response } = defined(
    recordingsOf(profile).find(
      (one) => one.endpoint === endpoint && one.response.status === 200 && from.test(one.response.body),
    ),
  );
  const body = response.body.replace(from, to);
  const { violations } = await checkResponse({ ...response, body }, endpoint, request, { profile });
  expect([...new Set(violations.map((violation) => violation.clause))]).toStrictEqual([clause]);
});

if (WRITES_PINS) {
  afterAll(() => {
    // One line for each outcome: a difference shows what changed.
    const text = JSON.stringify({ ...pins, ...outcomesByClause }, undefined, 2);
    const lines = text.replace(/\[[^\]]*\]/g, (list) => JSON.stringify(JSON.parse(list)));
    writeFileSync(PINS, `${lines}\n`);
  });
}
