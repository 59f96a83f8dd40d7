import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run } from "../../lib/index.ts";
import { isObject, type Json } from "../../reference/json.ts";
import { command } from "../cli/io.ts";
import { changeAt, type Change, type Members } from "../real/change.ts";
import { executions, messages } from "../real/mirror-node/data.ts";
import { startMirrorNode } from "../real/mirror-node/app.ts";
import { idsOf, judged, newIn } from "./judged.ts";

const profile = "hiero-mirror-node";
const bare = (baseUrl: string) => ({ baseUrl });
const LONG = 120_000;

/** Records of every kind, for a run that has no recipes. */
const SAMPLES = {
  topicMessageTimestamps: messages.map(({ consensus_timestamp: at }) => at),
  contractResults: executions
    .filter(({ record }) => record.timestamp > "1700000100")
    .map(({ record }) => record.hash),
  contracts: ["0.0.8001", "0.0.8002"],
};

/** Changes the row of a list that has this id. */
function changeWhere(body: Json, list: string, id: string, members: Members): Json {
  const rows = isObject(body) ? body[list] : undefined;
  const index = Array.isArray(rows)
    ? rows.findIndex((row: Json) => isObject(row) && row["token_id"] === id)
    : -1;
  return changeAt(body, [list, String(index)], members);
}

describe("a healthy mirror node with its profile", () => {
  test.each(["0.123", "0.152", "0.160"] as const)(
    "%s conforms, each deviation known",
    { timeout: LONG },
    async (release) => {
      const result = await judged(startMirrorNode({ release }), bare, { profile });
      expect(newIn(result)).toStrictEqual([]);
      expect(result.verdict).toBe("conforms");
      expect(idsOf(result, "known")).toEqual(
        expect.arrayContaining([
          "2.4-timestamp",
          "2.6-chunk-info",
          "2.6-chunk-info-initial-transaction-id",
          "2.7-failed-initcode",
          "2.7-address",
          "2.7-state-change-value-written",
          "2.8-timestamp-to",
          "4.1-tokens-next-null-at-end",
          "4.1-balances-pages-end",
          "4.7-success-status",
          ...(release === "0.160"
            ? ["2.7-access-list", "7.4-fees-not-found", "7.4-fees-not-found-any-order"]
            : []),
        ]),
      );
      const [applied] = result.profiles ?? [];
      expect(applied).toMatchObject({ name: profile, group: "base", paths: [] });
      expect(applied?.recipes.every(({ found }) => found > 0)).toBe(true);
      const met = result.known?.met?.filter((entry) => entry.profile === profile) ?? [];
      expect(new Set(met.map(({ clause }) => clause))).toStrictEqual(new Set(idsOf(result, "known")));
      expect(result.known?.stale).toStrictEqual([]);
    },
  );

  test.each([
    ["0.123", "smoke", 11],
    ["0.123", "standard", 12],
    ["0.152", "smoke", 13],
    ["0.152", "standard", 14],
    ["0.160", "smoke", 15],
  ] as const)("%s conforms at %s with the seed %i", { timeout: LONG }, async (release, level, seed) => {
    const result = await judged(startMirrorNode({ release }), bare, { profile, level, seed });
    expect(newIn(result)).toStrictEqual([]);
    expect(result.verdict).toBe("conforms");
  });

  test("is judged on records that recipes found, and says where", { timeout: LONG }, async () => {
    const only = ["4.6", "4.7", "4.8", "2.6", "2.7", "2.8"];
    const result = await judged(startMirrorNode(), bare, { profile, only, level: "smoke" });
    const origins = new Set(result.clauses.map(({ origin }) => origin));
    expect(
      [...origins].filter((origin) => origin?.includes("(profile hiero-mirror-node)")),
    ).not.toStrictEqual([]);
    expect([...origins].join("\n")).toContain("/api/v1/topics/0.0.7001/messages?limit=10");
    const unasked = result.clauses.filter(({ outcome }) => outcome === "notExercised");
    expect(
      unasked.filter(({ reason = "" }) => !reason.startsWith("left to the level standard")),
    ).toStrictEqual([]);
  });
});

describe("a fault that the profile does not know", () => {
  test("in a clause that is otherwise kept fails that clause alone", { timeout: LONG }, async () => {
    const change: Change = (path, body) =>
      path === "/api/v1/tokens" ? changeWhere(body, "tokens", "0.0.3002", { decimals: "6" }) : body;
    const result = await judged(startMirrorNode({ change }), bare, { profile, level: "smoke" });
    expect(result.verdict).toBe("nonconforming");
    expect(newIn(result)).toStrictEqual([["2.3-decimals", "/tokens/1/decimals", '"6"']]);
  });

  test(
    "at a place of a known deviation fails it, and what is known stays known",
    { timeout: LONG },
    async () => {
      const hash = executions.at(-1)?.record.hash ?? "";
      const change: Change = (_, body) =>
        isObject(body) && body["hash"] === hash ? changeAt(body, [], { failed_initcode: 5 }) : body;
      const result = await judged(startMirrorNode({ change }), bare, { profile });
      expect(newIn(result)).toStrictEqual([["2.7-failed-initcode", "/failed_initcode", "5"]]);
      const clause = result.clauses.find(({ id }) => id === "2.7-failed-initcode");
      expect(clause?.violations.map(({ actual, known }) => [actual, known !== undefined])).toEqual(
        expect.arrayContaining([
          ["null", true],
          ["5", false],
        ]),
      );
    },
  );

  test("of a whole answer is seen behind those that are known", { timeout: LONG }, async () => {
    // Ids with large shards are refused, as is known; this deployment refuses some others as well.
    const result = await judged(startMirrorNode({ refuses: "gt:1" }), bare, {
      profile,
      only: ["4.4-token-id-accepted"],
    });
    expect(idsOf(result, "fail")).toStrictEqual(["4.4-token-id-accepted"]);
    const [violation] = result.clauses[0]?.violations.filter(({ known }) => known === undefined) ?? [];
    expect(violation?.request.url).toMatch(/token\.id=gt:1/);
  });
});

test("without the profile the same deviations are failures", { timeout: LONG }, async () => {
  const target = (baseUrl: string) => ({ baseUrl, samples: SAMPLES });
  const options = { only: ["2.4", "2.6", "2.7", "2.8", "4.1", "4.7-answers-200", "4.7-success-status"] };
  const plain = await judged(startMirrorNode(), target, options);
  const known = await judged(startMirrorNode(), target, { ...options, profile });
  expect(plain.verdict).toBe("nonconforming");
  expect(known.verdict).toBe("conforms");
  expect(idsOf(plain, "fail")).toStrictEqual(idsOf(known, "known"));
  expect(idsOf(plain, "fail")).toContain("4.7-answers-200");
});

test(
  "a recipe whose list is missing leaves its clauses unjudged, with what to add",
  { timeout: LONG },
  async () => {
    const lists = ["contracts", "contracts/results", "contracts/results/logs", "transactions"];
    const without = lists.map((list) => `/api/v1/${list}`);
    const only = ["4.8-contract-of-that-name", "2.8-memo", "4.6-message-of-that-time"];
    const result = await judged(startMirrorNode({ without }), bare, { profile, only });
    const reasons = result.clauses.map(({ id, outcome, reason }) => [id, outcome, reason]);
    expect(reasons).toContainEqual([
      "4.8-contract-of-that-name",
      "notExercised",
      "no sample (profile hiero-mirror-node: /api/v1/contracts?limit=100 was answered with 404): " +
        "add samples.contracts to the target file",
    ]);
    expect(new Set(reasons.map(([, outcome]) => outcome))).toStrictEqual(new Set(["notExercised"]));
    const recipes = result.profiles?.[0]?.recipes ?? [];
    expect(recipes.filter(({ sample }) => sample === "contracts").every(({ found }) => found === 0)).toBe(
      true,
    );
  },
);

test("samples of the target file win over recipes", { timeout: LONG }, async () => {
  const target = (baseUrl: string) => ({ baseUrl, samples: { contracts: ["0.0.8002"] } });
  const only = ["4.8-contract-of-that-name"];
  const result = await judged(startMirrorNode(), target, { profile, only });
  expect(result.profiles?.[0]?.recipes.filter(({ sample }) => sample === "contracts")).toStrictEqual([]);
  expect(result.clauses[0]?.origin).toBe("samples.contracts of the target file");
});

test(
  "a failure on a record that a recipe found is sent again with the profile of its run",
  { timeout: LONG },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "replayed-"));
    const change: Change = (path, body) =>
      path === "/api/v1/contracts/0.0.8002" ? changeAt(body, [], { memo: 5 }) : body;
    const server = await startMirrorNode({ change });
    try {
      const only = ["2.8-memo", "4.8-contract-of-that-name"];
      const result = await run({ baseUrl: server.url }, { profile, only, seed: 7 });
      expect(result.command).toContain("--profile hiero-mirror-node");
      writeFileSync(join(folder, "results.json"), JSON.stringify(result));
      const { code, out } = await command(["run", "--replay", "2.8-memo", "--out", folder]);
      expect([code, out]).toEqual([1, expect.stringContaining("still fails")]);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  },
);
