// What is told of options, clauses and schemas, and while a run goes on.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { explainClause, explanationText } from "../../cli/explain.ts";
import { USUAL_REQUESTS } from "../../engine/model/plan.ts";
import { standingText } from "../../cli/progress.ts";
import { newAjv } from "../../engine/schema/validator.ts";
import type { Example } from "../../engine/clauses/clause.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { ownFolder } from "../tools/own.ts";
import { command } from "./io.ts";

vi.setConfig({ testTimeout: 60_000 });

const folder = ownFolder();

test("the help of run has at most 50 lines and has the environment variables", async () => {
  const { out } = await command(["run", "--help"]);
  expect(out.trimEnd().split("\n").length).toBeLessThanOrEqual(50);
  expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  for (const name of ["CONFORMANCE_TARGET", "STATUS_URL", "BASE_URL", "VERIFY_URL"]) {
    expect(out).toContain(`[${name}]`);
  }
});

test("every clause is explained on one screen, with lines of the contract, examples and file", async () => {
  const catalogue = await loadCatalogue();
  const all = await Promise.all(catalogue.clauses.map((clause) => explainClause(clause, catalogue)));
  const ids = (wrong: (one: (typeof all)[number]) => boolean): readonly string[] =>
    all.filter(wrong).map(({ id }) => id);
  const isTooLarge = (text: string): boolean => {
    const lines = text.trimEnd().split("\n");
    return lines.length > 24 || lines.some(({ length }) => length > 100);
  };
  expect(ids((one) => isTooLarge(explanationText(one)))).toEqual([]);
  expect(ids(({ contract }) => contract.length === 0)).toEqual([]);
  expect(ids(({ passes, fails }) => passes.length === 0 || fails.length === 0)).toEqual([]);
  expect(ids(({ fails }) => fails.some(({ name, message }) => name === "" || message === ""))).toEqual([]);
  const countById = new Map(catalogue.clauses.map((clause) => [clause.id, clause.interpretations.length]));
  expect(ids(({ id, interpretations }) => interpretations.length !== countById.get(id))).toEqual([]);
  const isThere = (file: string): boolean => existsSync(new URL(`../../${file}`, import.meta.url));
  expect(ids(({ file }) => !isThere(file))).toEqual([]);
});

test("no example passes and fails the same clause", async () => {
  const { sending, passive } = await loadCatalogue();
  const written = ({ made }: Example): string => JSON.stringify(made);
  const alike = [...sending, ...passive].filter(({ accepts, rejects }) => {
    const passing = new Set(accepts.map(written));
    return Object.values(rejects).some((example) => passing.has(written(example)));
  });
  expect(alike.map(({ id }) => id)).toEqual([]);
});

test("a clause id explains the clause, a section lists its clauses", async () => {
  const one = await command(["clauses", "4.6-time-refused"]);
  expect(one.out).toMatch(/^4\.6-time-refused\n {2}a malformed time gets/);
  expect(one.out).toMatch(/declared in +specs\/4\.6-topic-message\.clauses\.ts:\d+\n/);
  expect(one.out).toMatch(/contract +line \d+: /);
  expect(one.out).toMatch(/fails +.+: a request that must be refused succeeds/);
  const data = JSON.parse((await command(["clauses", "4.6-time-refused", "--json"])).out);
  expect(data).toMatchObject({ id: "4.6-time-refused", section: "4.6", endpoint: "topicMessage" });
  expect((await command(["clauses", "4.6"])).out.split("\n").length).toBeGreaterThan(10);
  const unspecified = "4-default-order";
  expect((await command(["clauses", unspecified])).out).toContain(
    "not specified by the contract: observed in",
  );
  expect((await command(["clauses", "4.5", "--json"])).out).toMatch(/"lines": \[\s+\d/);
  expect((await command(["run", "--only", unspecified])).err).toContain(
    `${unspecified} selects nothing: the contract does not specify it`,
  );
});

test("the written schemas compile in a validator", async () => {
  expect((await command(["schemas", "--out", folder])).code).toBe(0);
  expect((await command(["schemas", "--out", folder])).code).toBe(0);
  const names = readdirSync(folder);
  expect(names).toEqual(
    expect.arrayContaining(["target", "known", "profile", "token"].map((name) => `${name}.schema.json`)),
  );
  for (const name of names.filter((file) => file.endsWith(".schema.json"))) {
    const schema: object = JSON.parse(readFileSync(join(folder, name), "utf8"));
    expect(newAjv().compile(schema)).toBeTypeOf("function");
  }
  writeFileSync(join(folder, "openapi.json"), "{}");
  const refused = await command(["schemas", "--out", folder]);
  expect([refused.code, refused.err]).toStrictEqual([
    2,
    expect.stringContaining("there is openapi.json that"),
  ]);
});

test("the progress line counts and fits 80 columns", () => {
  const planned = { clauses: 422, requests: 29_999 };
  const text = standingText({ checked: 421, failed: 129, requests: 30_123 }, planned, 725_000);
  expect(text).toBe("421 of 422 clauses, 129 failed, 30,123 of about 29,999 requests, 12 min 5 s");
  expect(`  ${text}`.length).toBeLessThan(80);
});

test("the plan has each endpoint at each level", () => {
  expect(Object.keys(USUAL_REQUESTS).toSorted()).toEqual([...ENDPOINT_NAMES].toSorted());
  expect(Object.values(USUAL_REQUESTS).every(([a, b, c]) => a <= b && b <= c)).toBe(true);
});
