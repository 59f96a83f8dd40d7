import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readKnownFile } from "../../engine/target/files/known-file.ts";
import { PLACEHOLDER } from "../../reports/reading/known.ts";

const folder = mkdtempSync(join(tmpdir(), "known-"));
const path = join(folder, "known.json");
const IDS = new Set(["2.7-gas-used"]);
const ENTRY = { clause: "2.7-gas-used", reason: "agreed" };

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function read(content: unknown): unknown {
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readKnownFile(path, IDS);
}

test("entries are taken as they are", () => {
  const full = { ...ENTRY, pointer: "/logs/*/data", owner: "o", link: "https://x.test", until: "2027-06-30" };
  expect(read({ $schema: "x", deviations: [ENTRY, full] })).toStrictEqual([ENTRY, full]);
  expect(read({ deviations: [{ ...ENTRY, pointer: "" }] })).toHaveLength(1);
});

test.each([
  [
    "no reason",
    { deviations: [{ clause: "2.7-gas-used" }] },
    'the member "reason" is missing in deviations[0]',
  ],
  ["an empty reason", { deviations: [{ ...ENTRY, reason: "" }] }, "deviations[0].reason must be"],
  [
    "the placeholder that a run prints",
    { deviations: [{ ...ENTRY, reason: PLACEHOLDER }] },
    "deviations[0].reason is none yet: write why",
  ],
  ["a beginning of it", { deviations: [{ ...ENTRY, reason: " Say why …" }] }, "reason is none yet"],
  ["a blank reason", { deviations: [{ ...ENTRY, reason: "  " }] }, "reason is none yet"],
  ["no value", { deviations: [{ ...ENTRY, values: [] }] }, "deviations[0].values must"],
  ["no clause", { deviations: [{ reason: "x" }] }, 'the member "clause" is missing'],
  [
    "an unknown clause",
    { deviations: [{ ...ENTRY, clause: "2.7-x" }] },
    'deviations[0].clause names "2.7-x"',
  ],
  ["a day that is none", { deviations: [{ ...ENTRY, until: "2027-02-30" }] }, "until must be a day"],
  ["another way to write a day", { deviations: [{ ...ENTRY, until: "30.6.2027" }] }, "until must be a day"],
  ["a pointer without slash", { deviations: [{ ...ENTRY, pointer: "a" }] }, "pointer must be a JSON Pointer"],
  ["an unknown member", { deviations: [{ ...ENTRY, count: 3 }] }, 'unknown member "count" in deviations[0]'],
  ["no entries at all", {}, 'the member "deviations" is missing'],
  ["no JSON", "{", "is not JSON"],
])("%s is refused", (_, content, message) => {
  expect(() => read(content)).toThrow(message);
  expect(() => read(content)).toThrow(path);
});
