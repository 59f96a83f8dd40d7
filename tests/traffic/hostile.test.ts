import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { rawMember } from "../../engine/offline/exchange-lines.ts";
import { FEES } from "./bodies.ts";
import { har } from "./har.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/ledger-conformance.js", import.meta.url));
const MEBIBYTE = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "hostile-files-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `validate` in a process with little memory. */
function validate(argv: readonly string[], input?: string) {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ["--max-old-space-size=160", PROGRAM, "validate", ...argv, "--out", join(folder, "out")],
    { encoding: "utf8", ...(input === undefined ? {} : { input }), timeout: 100_000 },
  );
  return { code: status, err: stderr, out: stdout };
}

/** A file with the same text many times. */
function repeated(name: string, head: string, text: string, times: number): string {
  const path = join(folder, name);
  const file = openSync(path, "w");
  writeSync(file, head);
  for (let turn = 0; turn < times; turn += 1) {
    writeSync(file, text);
  }
  closeSync(file);
  return path;
}

test("a HAR file of 200 MB is refused before it is read", { timeout: 60_000 }, () => {
  const path = repeated("large.har", '{"log":{"entries":[', " ", 1);
  truncateSync(path, 200 * MEBIBYTE);
  const { code, err } = validate([path]);
  expect(code).toBe(2);
  expect(err).toContain("--max-file-bytes takes more");
});

test("a recording of 100 MB is judged line by line, in little memory", { timeout: 120_000 }, () => {
  const exchange = JSON.stringify({
    method: "GET",
    url: "https://ledger.example.test/api/v1/network/fees",
    status: 200,
    headers: { "content-type": "application/json" },
    body: { ...FEES, padding: "x".repeat(MEBIBYTE / 2) },
  });
  const { code, out, err } = validate([repeated("large.jsonl", "", `${exchange}\n`, 200)]);
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out).toMatch(/large\.jsonl +exchanges +200 +200/);
});

test("a line without an end is given up", { timeout: 60_000 }, () => {
  const path = repeated(
    "endless.jsonl",
    '{"method":"GET","url":"/","status":200}\n',
    "x".repeat(MEBIBYTE),
    70,
  );
  const { code, err } = validate([path]);
  expect([code, err]).toStrictEqual([2, expect.stringContaining("line 2 is longer than")]);
});

test("a body on a line is taken letter for letter, whatever stands around it", () => {
  const line = String.raw`{ "a": ["}", {"body": 1}], "body" : {"n":1.50e2,"n":2,"t":"\"},"} , "z":null}`;
  expect(rawMember(line, "body")).toBe(String.raw`{"n":1.50e2,"n":2,"t":"\"},"}`);
  expect(rawMember('{"body":-0.0}', "body")).toBe("-0.0");
  expect(rawMember('{"other":"body"}', "body")).toBeUndefined();
  expect(rawMember("{}", "body")).toBeUndefined();
});

test("standard input is read as a body, or as a HAR file", { timeout: 60_000 }, () => {
  expect(validate(["-", "--endpoint", "networkFees"], JSON.stringify(FEES)).code).toBe(0);
  const capture = har({ url: "https://ledger.example.test/api/v1/network/fees", body: { ...FEES, fees: 1 } });
  const seen = validate(["-"], JSON.stringify(capture));
  expect([seen.code, seen.out]).toStrictEqual([1, expect.stringMatching(/- +HAR +1 +1 +1/)]);
});

test("a body of many values, or deep, is left aside with its reason", { timeout: 60_000 }, () => {
  const path = join(folder, "deep.har");
  const url = "https://ledger.example.test/api/v1/network/fees";
  const deep = "[".repeat(100_000);
  writeFileSync(path, JSON.stringify(har({ url, body: deep }, { url, body: FEES })));
  const { code, out } = validate([path]);
  expect([code, out]).toStrictEqual([
    0,
    expect.stringContaining("the answer is nested deeper than 100 levels"),
  ]);
});
