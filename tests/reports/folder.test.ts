import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newAjv } from "../../engine/schema/validator.ts";
import { FILES, openFolder, readFolder, writePages, writeResults } from "../../reports/files/folder.ts";
import { parseJournal } from "../../reports/reading/journal.ts";
import { resultsSchema } from "../../engine/model/results.ts";
import {
  CLOSING,
  entries,
  failed,
  header,
  hostileResult,
  mixedResult,
  passed,
  planned,
  resultOf,
  unjudged,
} from "./samples.ts";

const validate = newAjv().compile(resultsSchema);
const NO_ALLURE = { allure: false };
let folder = "";

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "folder-")), "out");
});

afterEach(() => {
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

test("a run leaves the files of a result and no other", async () => {
  const lock = openFolder(folder, header());
  writeResults(folder, mixedResult());
  expect(await writePages(folder, mixedResult(), NO_ALLURE)).toStrictEqual({
    path: join(folder, "index.html"),
  });
  lock.release();
  expect(readdirSync(folder).toSorted()).toStrictEqual(Object.values(FILES).toSorted());
});

test("pages that no run wrote are left alone", () => {
  mkdirSync(folder);
  writeFileSync(join(folder, "index.html"), "somebody's home page");
  expect(() => openFolder(folder, header())).toThrow("there is index.html that is not of a run");
  expect(readdirSync(folder)).toStrictEqual(["index.html"]);
});

test.each(["results.json", "results.jsonl", "junit.xml", "badge.svg"])(
  "a %s that no run wrote is left alone",
  (name) => {
    mkdirSync(folder);
    writeFileSync(join(folder, name), '{"of":"another tool"}');
    expect(() => openFolder(folder, header())).toThrow(`there is ${name} that is not of a run`);
    expect(readFileSync(join(folder, name), "utf8")).toBe('{"of":"another tool"}');
  },
);

test("what was written is read back", () => {
  openFolder(folder, header());
  writeResults(folder, mixedResult());
  expect(readFolder(folder)).toStrictEqual(mixedResult());
});

test("a second run leaves nothing of the first", async () => {
  openFolder(folder, header({ seed: 1 })).release();
  appendFileSync(
    join(folder, "results.jsonl"),
    `${JSON.stringify({ type: "stopped", reason: "the first run" })}\n`,
  );
  writeResults(folder, mixedResult());
  await writePages(folder, mixedResult(), NO_ALLURE);
  writeFileSync(join(folder, "results.json.77.tmp"), "half of it");
  openFolder(folder, header({ seed: 2 })).release();
  expect(readdirSync(folder)).toStrictEqual(["results.jsonl"]);
  expect(readFileSync(join(folder, "results.jsonl"), "utf8")).not.toContain("the first run");
  expect(readFolder(folder)).toMatchObject({ seed: 2 });
});

test("the journal alone is enough, a line that was cut off included", () => {
  openFolder(folder, header());
  const lines = entries(passed(planned(0)), failed(planned(1)), passed(planned(2))).map((entry) =>
    JSON.stringify(entry),
  );
  appendFileSync(join(folder, "results.jsonl"), `${lines.slice(0, 2).join("\n")}\n${lines[2]?.slice(0, 40)}`);
  expect(existsSync(join(folder, "results.json"))).toBe(false);
  const result = readFolder(folder);
  expect(result).toMatchObject({ verdict: "incomplete", summary: { pass: 1, fail: 1, notExercised: 1 } });
  expect(validate(result)).toBe(true);
});

test("a journal with its closing lines is a finished run", () => {
  openFolder(folder, header({ plan: [planned(0)] }));
  for (const entry of [...entries(passed(planned(0))), ...CLOSING]) {
    appendFileSync(join(folder, "results.jsonl"), `${JSON.stringify(entry)}\n`);
  }
  expect(readFolder(folder)).toMatchObject({ verdict: "conforms" });
});

test("an empty folder holds no run", () => {
  expect(readFolder(folder)).toBeUndefined();
});

test("lines of no known type are left out of a journal", () => {
  expect(parseJournal('{"type":"other"}\nnull\n7\n\n{"type":').entries).toStrictEqual([]);
});

test.each([
  ["mixed", mixedResult()],
  ["hostile", hostileResult()],
  [
    "known",
    resultOf([failed(planned(1)), unjudged(planned(2))], {
      known: [{ clause: "4.4-limit-kept", reason: "agreed", until: "2027-01-01" }],
      strict: true,
    }),
  ],
])("a %s result keeps the schema", (_, result) => {
  expect(validate(result) || validate.errors).toBe(true);
});

test("the schema demands a reason for every outcome but pass", () => {
  const result = mixedResult();
  const [first] = result.clauses;
  expect(validate({ ...result, clauses: [{ ...first, outcome: "inconclusive" }] })).toBe(false);
});
