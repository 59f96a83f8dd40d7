// The outcomes of clauses if the target file has fewer members, or the service accepts fewer requests, than the reference.
import { describe, expect, test } from "vitest";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { obstacleOf } from "../../engine/model/reason.ts";
import type { Reference } from "../../reference/server.ts";
import { run } from "../../lib/run.ts";
import { changed, idsOf, checked, type CheckedTarget } from "./check-reference.ts";
const LISTS = ["tokens", "tokenBalances", "networkFees"];
const isOpen = ({ outcome, code }: ClauseResult): boolean =>
  outcome !== "passed" && (code === undefined || obstacleOf(code) !== "level");

test("a service that refuses malformed values of its own parameters has the path of the fees, even if it has no fees", async () => {
  const target = await changed(/network\/fees/, () => undefined, { variant: "other-parameter-names" });
  const { clauses } = await run(target, { only: ["networkFees"], level: "smoke", seed: 1 });
  expect(clauses.filter(({ code }) => code === "endpointNotFound")).toEqual([]);
});

describe("clauses on an assumed parameter name that works are tested", () => {
  const nameless: CheckedTarget["change"] = ({ parameters: _parameters, ...target }) => target;

  test("in every clause of the reference", async () => {
    const results = await checked({}, { only: LISTS, level: "smoke", change: nameless });
    expect(results.filter(isOpen)).toEqual([]);
  });

  test.each([
    ["tokens-limit-1-refused", "4.4-limit-accepted"],
    ["balances-account-id-bare-refused", "4.3-account-id-accepted"],
    ["tokens-status-201-by-name", "4.4-success-status"],
    ["fees-a-server-error-at-a-time-under-desc", "4.5-order-at-time"],
  ])("%s fails %s", async (fault, clause) => {
    const how: CheckedTarget = clause.endsWith("-status")
      ? { only: [clause.slice(0, "4.4".length)], level: "smoke" }
      : { only: [clause] };
    expect(idsOf(await checked({ fault }, { ...how, change: nameless }), "failed")).toContain(clause);
  });
});

test.each([
  ["balances-next-never-null", "4.1-balances-next-null-at-end"],
  ["balances-second-next-drops-account-balance", "4.1-balances-next-keeps-filters"],
])("of a service without a limit %s fails %s", async (fault, clause) => {
  const change: CheckedTarget["change"] = ({ parameters: { tokens, tokenBalances }, ...target }) => {
    const own = { tokens: { ...tokens, limit: null }, tokenBalances: { ...tokenBalances, limit: null } };
    return { ...target, parameters: own };
  };
  const results = await checked({ fault, variant: "short-pages" }, { only: [clause], change });
  expect(idsOf(results, "failed")).toEqual([clause]);
});

describe("a target file with samples of one kind", () => {
  /** Names contract results by those of their names that fit, and by no more than `most`. */
  const named =
    (fits: (name: string) => boolean, most = Infinity): NonNullable<CheckedTarget["change"]> =>
    ({ samples, ...target }) => {
      const contractResults = samples.contractResults.filter(fits).slice(0, most);
      return { ...target, samples: { ...samples, contractResults } };
    };

  test("a served malformed transaction id fails although all samples are hashes", async () => {
    const how = { only: ["4.7-transaction-id-refused"], change: named((name) => name.startsWith("0x")) };
    const results = await checked({ fault: "result-text-accepted" }, how);
    expect(results.map(({ outcome }) => outcome)).toEqual(["failed"]);
  });

  const keyless: CheckedTarget = {
    only: ["4.1-tokens-public-key-pages", "4.4-public-key-with-token-id"],
    change: ({ samples, ...target }) => ({ ...target, samples: { ...samples, publicKeys: [] } }),
  };
  const outcomes = (results: readonly ClauseResult[]) => results.map(({ outcome }) => outcome);

  test("public keys of tokens and contracts are sent if the list accepts them", async () => {
    expect(outcomes(await checked({}, keyless))).toEqual(["passed", "passed"]);
    expect(outcomes(await checked({ fault: "tokens-next-drops-publickey" }, keyless))).toContain("failed");
  });
});

test("clauses of a service without a URL are not in the result, and selecting only them is an error", async () => {
  const change = ({ baseUrl: _base, ...target }: Reference["target"]) => target;
  const results = await checked({}, { level: "smoke", only: ["4.4", "4.2"], change });
  expect(new Set(results.map(({ section }) => section))).toStrictEqual(new Set(["4.2"]));
  await expect(checked({}, { only: ["4.4"], change })).rejects.toThrow(
    "nothing to test: no URL is given for the ledger query service (--base-url)",
  );
});
