import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { allSchemaFiles } from "../../cli/commands/schemas.ts";
import { newAjv } from "../../engine/schema/validator.ts";
import { ALLURE_HISTORY, ALLURE_REPORT, ALLURE_RESULTS } from "../../reports/allure/ids.ts";
import { FILES, openFolder } from "../../reports/files/folder.ts";
import { header } from "../reports/samples.ts";
import { command } from "./io.ts";

const folder = mkdtempSync(join(tmpdir(), "commands-"));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("clauses lists every clause in a line", async () => {
  const { code, out } = await command(["clauses"]);
  expect(code).toBe(0);
  const lines = out.trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.every((line) => /^\d+(\.\d+)?-\S+ +\S/.test(line))).toBe(true);
});

test("clauses --json is what the list is made of", async () => {
  const { out } = await command(["clauses", "--json"]);
  const { clauses }: { clauses: readonly { id: string }[] } = JSON.parse(out);
  const { out: list } = await command(["clauses"]);
  expect(
    list
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")[0]),
  ).toStrictEqual(clauses.map(({ id }) => id));
});

test("clauses of a section, and one clause explained", async () => {
  const { out } = await command(["clauses", "2.3"]);
  expect(
    out
      .trimEnd()
      .split("\n")
      .every((line) => line.startsWith("2.3-")),
  ).toBe(true);
  const id = out.split(" ")[0] ?? "";
  const explained = await command(["clauses", id]);
  expect(explained.out).toMatch(new RegExp(`^${id}\\n  statement +\\S`));
  expect(explained.out).toContain("GET /api/v1/tokens");
});

test("run --list prints the clauses that were selected", async () => {
  const { code, out } = await command(["run", "--list", "--only", "2.3"]);
  expect(code).toBe(0);
  expect(out).toBe((await command(["clauses", "2.3"])).out);
});

test("run --dry-run prints the plan and asks nobody", async () => {
  const argv = ["run", "--dry-run", "--base-url", "http://nowhere.invalid", "--rps", "10"];
  const { code, out } = await command([...argv, "--level", "smoke"]);
  expect(code).toBe(0);
  expect(out).toMatch(/Token list +\d+ +\d+/);
  expect(out).toMatch(/clauses, about \d+ requests, at least .* at 10 a second/);
});

test("schemas writes files that a validator takes", async () => {
  const { code, out } = await command(["schemas", "--out", join(folder, "schemas")]);
  expect(code).toBe(0);
  const names = readdirSync(join(folder, "schemas"));
  expect(names.toSorted()).toStrictEqual(
    allSchemaFiles()
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(names).toEqual(
    expect.arrayContaining([
      "target.schema.json",
      "known.schema.json",
      "results.schema.json",
      "openapi.json",
    ]),
  );
  expect(out.trimEnd().split("\n")).toHaveLength(names.length);
  for (const name of names.filter((file) => file.endsWith(".schema.json"))) {
    const schema: object = JSON.parse(readFileSync(join(folder, "schemas", name), "utf8"));
    expect(newAjv().compile(schema)).toBeTypeOf("function");
  }
});

test("mock lists its faults and variants", async () => {
  const { code, out } = await command(["mock", "--list-variants"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^gzip +\S/m);
  const faults = await command(["mock", "--list-faults"]);
  expect(faults.code).toBe(0);
  expect(faults.out).toMatch(/^tokens-links-missing +links is missing \(breaks 4\.4-links\)$/m);
});

test("report builds the pages from a journal alone", async () => {
  const dir = join(folder, "cut-short");
  openFolder(dir, header()).release();
  const { code, out } = await command(["report", dir]);
  expect(code).toBe(0);
  expect(out).toContain("incomplete");
  expect(readdirSync(dir).toSorted()).toStrictEqual(
    [...Object.values(FILES), ALLURE_HISTORY, ALLURE_REPORT, ALLURE_RESULTS].toSorted(),
  );
});
