// Bodies as recorders write them: encoded, attached, cut short, or left out. A body that was not recorded is no failure.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as zlib from "node:zlib";
import { describe, expect, test } from "vitest";
import { ownFolder } from "../tools/own.ts";
import type { Entry } from "./har.ts";
import { FEES, FEES_URL, HOST, openBench, TOKENS_URL, tokens } from "./har.ts";

const { file, ofHar } = openBench();
const WRONG = JSON.stringify({ ...FEES, timestamp: 5 });
const base64 = (bytes: Uint8Array | string): object => ({
  text: Buffer.from(bytes).toString("base64"),
  encoding: "base64",
});
const fees = (content: object, coding?: string): Entry => ({
  url: FEES_URL,
  content: { mimeType: "application/json", size: Buffer.byteLength(WRONG), ...content },
  ...(coding === undefined ? {} : { responseHeaders: { "Content-Encoding": coding } }),
});

describe("an encoded response body is decoded", () => {
  test.each<[string, Entry]>([
    ["base64", fees(base64(WRONG))],
    ["base64 in capitals", fees({ ...base64(WRONG), encoding: "BASE64" })],
    ["br", fees(base64(zlib.brotliCompressSync(WRONG)), "br")],
    ["deflate in the zlib format", fees(base64(zlib.deflateSync(WRONG)), "deflate")],
    ["raw deflate", fees(base64(zlib.deflateRawSync(WRONG)), "deflate")],
    ["gzip", fees(base64(zlib.gzipSync(WRONG)), "gzip")],
    ["gzip without the header field", fees(base64(zlib.gzipSync(WRONG)))],
    ["two codings", fees(base64(zlib.brotliCompressSync(zlib.gzipSync(WRONG))), "gzip, br")],
    ["decoded, with the header field left", fees({ text: WRONG }, "br")],
  ])("%s", async (_name, entry) => {
    const seen = await ofHar([entry]);
    expect([seen.left(), seen.clause("2.5-timestamp")?.outcome]).toStrictEqual([{}, "failed"]);
  });

  test("zstd is decoded if Node.js supports it, and otherwise reported", async () => {
    // The frame of `{"fees":[],"timestamp":5}`, written raw.
    const text = '{"fees":[],"timestamp":5}';
    const frame = Buffer.concat([
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, text.length, (text.length << 3) | 1, 0, 0]),
      Buffer.from(text),
    ]);
    const seen = await ofHar([{ url: TOKENS_URL, body: tokens(1) }, fees(base64(frame), "zstd")]);
    const reason = `body not recorded (Node ${process.version} cannot decode "zstd")`;
    expect([seen.left(), seen.clause("2.5-timestamp")?.outcome]).toStrictEqual(
      "zstdDecompressSync" in zlib ? [{}, "failed"] : [{ [reason]: 1 }, "notTested"],
    );
  });

  test.each<[string, Entry, RegExp]>([
    ["cut short", fees(base64(zlib.gzipSync(WRONG).subarray(0, 30)), "gzip"), /cannot be decoded as gzip/],
    ["too long", fees(base64(zlib.gzipSync("x".repeat(3_000_000))), "gzip"), /longer than 2 MiB/],
    ["unknown", fees(base64(new Uint8Array([0, 1, 2, 200])), "compress"), /cannot decode "compress"/],
  ])("but one that is %s is not recorded", async (_name, entry, reason) => {
    const seen = await ofHar([{ url: TOKENS_URL, body: tokens(1) }, entry]);
    expect(seen.code).toBe(0);
    expect(Object.keys(seen.left() ?? {})).toStrictEqual([expect.stringMatching(reason)]);
  });
});

const longBody = JSON.stringify({ ...FEES, more: "x".repeat(100_000) });
test.each<[string, object, string]>([
  [
    "at 64 kB",
    { size: longBody.length, text: longBody.slice(0, 65_536) },
    "body not recorded (cut at 64 kB)",
  ],
  [
    "without its size",
    { size: -1, text: longBody.slice(0, 5_001) },
    "body not recorded (cut at 5,001 bytes)",
  ],
  ["its size cut too", { size: 4_000, text: longBody.slice(0, 4_000) }, "body not recorded (cut at 4 kB)"],
  ["to nothing", { size: longBody.length, text: "" }, "body not recorded"],
])("a truncated recording of a body is no violation %s", async (_name, content, reason) => {
  const seen = await ofHar([
    { url: TOKENS_URL, body: tokens(1) },
    { url: FEES_URL, content },
  ]);
  expect([seen.code, seen.left()]).toStrictEqual([0, { [reason]: 1 }]);
});

test("a truncated recording of a body is no violation unless the service itself truncated it", async () => {
  const text = '{"fees":[';
  const seen = await ofHar([{ url: FEES_URL, content: { size: text.length, text } }]);
  expect([seen.code, seen.clause("4.5-json-body")?.outcome]).toStrictEqual([1, "failed"]);
});

describe("a body in an attached file", () => {
  const folder = dirname(file("attached.json", WRONG));
  const outside = ownFolder();
  writeFileSync(join(outside, "outside.json"), WRONG);
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "sub", "fees.json.gz"), zlib.gzipSync(WRONG));
  symlinkSync(join(outside, "outside.json"), join(folder, "link.json"));
  const attached = (name: string): Entry => ({ url: FEES_URL, content: { size: 9, _file: name } });

  test.each(["attached.json", "sub/fees.json.gz"])("is read: %s", async (name) => {
    const seen = await ofHar([attached(name)]);
    expect(seen.clause("2.5-timestamp")?.outcome).toBe("failed");
  });

  test.each<[string, RegExp]>([
    [join(outside, "outside.json"), /is outside the folder of the HAR file/],
    [`../${outside.split("/").at(-1) ?? ""}/outside.json`, /is outside the folder of the HAR file/],
    ["link.json", /is outside the folder of the HAR file/],
    ["sub", /is missing/],
    ["gone.json", /is missing/],
  ])("is not read, with the reason: %s", async (name, reason) => {
    const seen = await ofHar([{ url: TOKENS_URL, body: tokens(1) }, attached(name)]);
    expect([seen.code, Object.keys(seen.left() ?? {})]).toStrictEqual([0, [expect.stringMatching(reason)]]);
  });
});

describe("the body of a request", () => {
  const address = `0x${"a".repeat(40)}`;
  const ENTRY = { address, chainId: "1", status: "perfect", message: "", libraryMap: {} };
  const post = (posted: object | undefined, result: object, length?: number): Entry => ({
    url: `${HOST}/verify/explorer`,
    method: "POST",
    body: { result: [result] },
    ...(posted === undefined ? {} : { posted }),
    ...(length === undefined ? {} : { requestHeaders: { "Content-Length": String(length) } }),
  });
  const BODY = JSON.stringify({ address, chainId: "1" });
  const NO_ADDRESS = JSON.stringify({ chainId: "1" });

  test.each<[string, object | undefined]>([
    ["absent", undefined],
    ["empty", { text: "" }],
    ["cut short", { text: BODY.slice(0, 20) }],
    ["in another file that is gone", { _file: "gone.json" }],
  ])("is not a violation if it is %s, and the response is checked", async (_name, posted) => {
    const right = await ofHar([post(posted, ENTRY)]);
    expect([right.code, right.clause("2.9-result-entry-status")?.outcome]).toStrictEqual([0, "passed"]);
    const wrong = await ofHar([post(posted, { ...ENTRY, status: 5 })]);
    expect([wrong.code, wrong.clause("2.9-result-entry-status")?.outcome]).toStrictEqual([1, "failed"]);
    const inPart = Object.keys(right.result().files?.[0]?.checkedInPart ?? {});
    expect(inPart).toStrictEqual([expect.stringMatching(/^request body not recorded/)]);
  });

  test("is reported as missing if nothing else was checked", async () => {
    const refused = { ...post({ text: BODY.slice(0, 20) }, {}), status: 400, body: { error: "no" } };
    const seen = await ofHar([{ url: FEES_URL, body: FEES }, refused]);
    expect(seen.left()).toStrictEqual({ "request body not recorded (cut at 20 bytes)": 1 });
  });

  test.each<[string, object, number, string]>([
    ["in base64", base64(NO_ADDRESS), NO_ADDRESS.length, "4.10-address-required"],
    ["as text", { text: NO_ADDRESS }, NO_ADDRESS.length, "4.10-address-required"],
    ["if it is malformed and complete", { text: '{"address":' }, 11, "4.10-body-is-json-object"],
  ])("is read %s: an invalid one that is served fails", async (_name, posted, length, id) => {
    const seen = await ofHar([post(base64(BODY), ENTRY), post(posted, ENTRY, length)]);
    const failed = seen.result().clauses.filter(({ outcome }) => outcome === "failed");
    expect(failed.map((clause) => clause.id)).toStrictEqual([id]);
  });
});
