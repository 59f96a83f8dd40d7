// The files of the result folder, and the files that a run never touches
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { knownSchema } from "../../engine/model/known-deviation.ts";
import { resultsSchema } from "../../engine/model/results.ts";
import { newAjv } from "../../engine/schema/validator.ts";
import { clearFolder, readPrevious, writeFolder } from "../../reports/files/folder.ts";
import { ownFolder } from "../tools/own.ts";
import { mixedResult, passed, planned, resultOf } from "./samples.ts";

const ALWAYS = ["badge.json", "index.html", "junit.xml", "results.json", "summary.md"];
const base = ownFolder();
const folder = join(base, "deep", "out");
const at = (name: string): string => join(folder, name);
const inIt = (): readonly string[] => readdirSync(folder).toSorted();

beforeEach(() => rmSync(join(base, "deep"), { recursive: true, force: true }));

test("a run writes the files of a result and no others, and they can be read", async () => {
  clearFolder(folder);
  expect(inIt()).toStrictEqual([]);
  expect(await writeFolder(folder, mixedResult())).toBe(at("index.html"));
  expect(inIt()).toStrictEqual([...ALWAYS, "known-suggested.json"].toSorted());
  expect(readPrevious(folder)).toStrictEqual(mixedResult());
  expect(JSON.parse(readFileSync(at("badge.json"), "utf8"))).toMatchObject({ schemaVersion: 1 });
  const suggested: unknown = JSON.parse(readFileSync(at("known-suggested.json"), "utf8"));
  expect(newAjv().validate(knownSchema, suggested)).toBe(true);
});

test("a second run removes the files of the first", async () => {
  clearFolder(folder);
  await writeFolder(folder, mixedResult());
  writeFileSync(at("results.json.77.tmp"), "half of it");
  writeFileSync(at("mine.txt"), "kept");
  clearFolder(folder);
  expect(inIt()).toStrictEqual(["mine.txt"]);
  await writeFolder(folder, resultOf([passed(planned(0))]));
  expect(inIt()).toStrictEqual([...ALWAYS, "mine.txt"].toSorted());
});

test.each(["index.html", "results.json", "junit.xml", "badge.json", "known-suggested.json"])(
  "a %s that no run wrote is not overwritten",
  (name) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(at(name), '{"of":"another tool"}');
    expect(() => clearFolder(folder)).toThrow(`the folder contains ${name}, which no run wrote`);
    expect(readFileSync(at(name), "utf8")).toBe('{"of":"another tool"}');
  },
);

test("the schema requires a reason for every outcome but passed", () => {
  const [first] = mixedResult().clauses;
  const lacking = { ...mixedResult(), clauses: [{ ...first, outcome: "inconclusive" }] };
  expect(newAjv().validate(resultsSchema, lacking)).toBe(false);
});
