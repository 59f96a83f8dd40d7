// Recorded runs, and bodies as recorders write them: encoded, attached, cut short or left out
import { readFileSync, writeFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join, dirname } from "node:path";
import { expect, test, describe } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { command, lastLine } from "../cli/io.ts";
import { ownFolder, ownReference } from "../tools/own.ts";
import { resultIn } from "../valid-results.ts";
import * as zlib from "node:zlib";
import { idsOf } from "../run/check-reference.ts";
import { type Entry, FEES, FEES_URL, HOST, openBench, TOKENS_URL, tokens } from "./har.ts";

const { sending } = await loadCatalogue();
const unrecorded = sending.filter((clause) => clause.recorded === undefined);
const severalExchanges: readonly string[] = unrecorded.map(({ id }) => id);

const failedIn = (folder: string): readonly string[] =>
  idsOf(resultIn(folder).clauses, "failed")
    .filter((id) => !severalExchanges.includes(id))
    .toSorted();

const reference = await ownReference();
const folder = ownFolder();
const { parameters } = reference.target;

async function recorded(...argv: readonly string[]) {
  const har = join(folder, `run-${argv.join("-").replaceAll(/\W/g, "")}.har`);
  const out = `${har}-out`;
  const seen = await command(["run", ...argv, "--level", "smoke", "--seed", "5", "--har", har, "--out", out]);
  return { ...seen, har, out };
}

test.each([
  ["tokens-decimals-as-text", "tokens"],
  ["fees-fourth-type", "networkFees"],
  ["tokens-page-above-limit", "4.4-limit-at-most"],
  ["direct-accepts-no-address", "4.10"],
])("a recorded run is validated with the same violations: %s", async (fault, endpoint) => {
  const { har, out, code } = await recorded("--fault", fault, "--only", endpoint);
  expect(code).toBe(1);
  const target = join(folder, "names.json");
  writeFileSync(target, JSON.stringify({ parameters }));
  const again = `${har}-validated`;
  await command(["validate", har, "--target", target, "--only", endpoint, "--out", again]);
  expect(failedIn(again)).toStrictEqual(failedIn(out));
  expect(failedIn(out).length).toBeGreaterThan(0);
});

test("a recorded run has the members that HAR 1.2 requires, and one entry per request", async () => {
  const { har, out } = await recorded("--only", "4.5", "--only", "4.10");
  const { log } = JSON.parse(readFileSync(har, "utf8"));
  expect(log).toMatchObject({ version: "1.2", creator: { name: "ledger-conformance" } });
  expect(log.entries).toHaveLength(resultIn(out).requests);
  const [number, list, text] = [expect.any(Number), expect.any(Array), expect.any(String)];
  const message = { httpVersion: "HTTP/1.1", cookies: [], headers: list, headersSize: -1, bodySize: number };
  const content = { size: number, mimeType: text };
  for (const entry of log.entries) {
    expect(entry).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
      time: number,
      cache: {},
      timings: { send: number, wait: number, receive: number },
      request: { ...message, method: expect.stringMatching(/^(GET|POST)$/), url: text, queryString: list },
      response: { ...message, status: number, statusText: "", content, redirectURL: "" },
    });
    expect(entry.request.method === "POST").toBe("postData" in entry.request);
  }
});

test("a recorded run has no secrets, and long bodies are truncated as in the report", async () => {
  const { baseUrl, samples } = reference.target;
  const headers = { base: { authorization: "Bearer a-very-secret-token" } };
  const target = join(folder, "secret.json");
  writeFileSync(target, JSON.stringify({ baseUrl, parameters, samples, headers }));
  const { har, code } = await recorded("--target", target, "--only", "4.4");
  expect(code).toBe(0);
  const text = readFileSync(har, "utf8");
  expect(text).not.toContain("a-very-secret-token");
  expect(text).toContain("$LEDGER_AUTHORIZATION");
  const { log } = JSON.parse(text);
  const texts: string[] = log.entries.map(
    (entry: { response: { content: { text: string } } }) => entry.response.content.text,
  );
  expect(Math.max(...texts.map(({ length }) => length))).toBe(4_000);
});

test.each(["/dev/full", "/nowhere/at/all.har"])("%s cannot be written: exit code 2", async (har) => {
  const { code, err } = await command(["run", "--only", "4.5", "--har", har, "--out", `${folder}/out`]);
  const reason: unknown = expect.stringContaining(`${har}: the HAR file cannot be written`);
  expect([code, lastLine(err)]).toStrictEqual([2, reason]);
});

// Bodies as recorders write them: encoded, attached, cut short, or left out. A body that was not recorded is no failure.

const { file, ofHar } = openBench();
const WRONG = JSON.stringify({ ...FEES, timestamp: 5 });
/** An exchange whose body is complete, so that the file is tested. */
const LISTED: Entry = { url: TOKENS_URL, body: tokens(1) };
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
    ["br", fees(base64(zlib.brotliCompressSync(WRONG)), "br")],
    ["deflate in the zlib format", fees(base64(zlib.deflateSync(WRONG)), "deflate")],
    ["gzip without the header field", fees(base64(zlib.gzipSync(WRONG)))],
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
    const seen = await ofHar([LISTED, fees(base64(frame), "zstd")]);
    const reason = `body recorded, but not decoded (Node ${process.version} cannot decode "zstd"; Node 22.15 and later versions can)`;
    expect([seen.inPart(), seen.clause("2.5-timestamp")?.outcome]).toStrictEqual(
      "zstdDecompressSync" in zlib ? [{}, "failed"] : [{ [reason]: 1 }, "notTested"],
    );
  });

  test.each<[string, Entry, RegExp]>([
    ["cut short", fees(base64(zlib.gzipSync(WRONG).subarray(0, 30)), "gzip"), /cannot be decoded as gzip/],
    ["unknown", fees(base64(new Uint8Array([0, 1, 2, 200])), "compress"), /cannot decode "compress"/],
  ])("but one that is %s is not recorded", async (_name, entry, reason) => {
    const seen = await ofHar([LISTED, entry]);
    expect([seen.code, Object.keys(seen.inPart() ?? {})]).toEqual([0, [expect.stringMatching(reason)]]);
  });
});

const long = JSON.stringify({ ...FEES, more: "x".repeat(100_000) });
test.each<[string, object, string]>([
  ["at 64 kB", { size: long.length, text: long.slice(0, 65_536) }, "body not recorded (cut at 64 kB)"],
  ["without its size", { size: -1, text: long.slice(0, 5_001) }, "body not recorded (cut at 5,001 bytes)"],
  ["to nothing", { size: long.length, text: "" }, "body not recorded"],
])("a truncated recording of a body is no violation %s", async (_name, content, reason) => {
  const seen = await ofHar([LISTED, { url: FEES_URL, content }]);
  expect([seen.code, seen.inPart()]).toStrictEqual([0, { [reason]: 1 }]);
});

test("a truncated recording of a body is no violation unless the service itself truncated it", async () => {
  const text = '{"fees":[';
  const seen = await ofHar([{ url: FEES_URL, content: { size: text.length, text } }]);
  expect([seen.code, seen.clause("4.5-json-body")?.outcome]).toStrictEqual([1, "failed"]);
});

describe("a body in an attached file", () => {
  const place = dirname(file("attached.json", WRONG));
  const outside = ownFolder();
  writeFileSync(join(outside, "outside.json"), WRONG);
  mkdirSync(join(place, "sub"));
  writeFileSync(join(place, "sub", "fees.json.gz"), zlib.gzipSync(WRONG));
  symlinkSync(join(outside, "outside.json"), join(place, "link.json"));
  const attached = (name: string): Entry => ({ url: FEES_URL, content: { size: 9, _file: name } });

  test.each(["attached.json", "sub/fees.json.gz"])("is read: %s", async (name) => {
    const seen = await ofHar([attached(name)]);
    expect(seen.clause("2.5-timestamp")?.outcome).toBe("failed");
  });

  test.each<[string, RegExp]>([
    [join(outside, "outside.json"), /is outside the folder of the HAR file/],
    [`../${outside.split("/").at(-1) ?? ""}/outside.json`, /is outside the folder of the HAR file/],
    ["link.json", /is outside the folder of the HAR file/],
    ["gone.json", /is missing/],
  ])("is not read, with the reason: %s", async (name, reason) => {
    const seen = await ofHar([LISTED, attached(name)]);
    expect([seen.code, Object.keys(seen.inPart() ?? {})]).toStrictEqual([0, [expect.stringMatching(reason)]]);
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
  ])("is not a violation if it is %s, and the response is checked", async (_name, posted) => {
    const right = await ofHar([post(posted, ENTRY)]);
    expect([right.code, right.clause("2.9-result-entry-status")?.outcome]).toStrictEqual([0, "passed"]);
    const wrong = await ofHar([post(posted, { ...ENTRY, status: 5 })]);
    expect([wrong.code, wrong.clause("2.9-result-entry-status")?.outcome]).toStrictEqual([1, "failed"]);
    const [reason, ...others] = Object.keys(right.inPart() ?? {});
    expect([reason, others]).toEqual([expect.stringMatching(/^request body not recorded/), []]);
  });

  test.each<[string, object, number, string]>([
    ["in base64", base64(NO_ADDRESS), NO_ADDRESS.length, "4.10-address-required"],
    ["as text", { text: NO_ADDRESS }, NO_ADDRESS.length, "4.10-address-required"],
    ["if it is malformed and complete", { text: '{"address":' }, 11, "4.10-body-is-json-object"],
  ])("is read %s: an invalid one that is served fails", async (_name, posted, length, id) => {
    const seen = await ofHar([post(base64(BODY), ENTRY), post(posted, ENTRY, length)]);
    expect(idsOf(seen.result().clauses, "failed")).toStrictEqual([id]);
  });
});
