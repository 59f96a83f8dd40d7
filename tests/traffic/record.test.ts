import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../engine/http/client.ts";
import type { Ask } from "../../engine/model/exchange.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { DEFAULT_LIMITS, type Settings } from "../../engine/model/settings.ts";
import { startReference } from "../../reference/server.ts";
import { bytesOf, BODY_KEPT } from "../../engine/offline/har.ts";
import { linesOfRecording } from "../../engine/offline/read-recording.ts";
import { beginRecording, recordedRun } from "../../engine/offline/recorder.ts";
import type { RecordedEntry, Recording } from "../../engine/offline/recording.ts";
import { openWay } from "../../engine/offline/way.ts";
import { program } from "../cli/program.ts";
import { command } from "../cli/io.ts";

const SECRET = "s3cret-token-4711";
const NOT_UTF8 = Buffer.from([0x7b, 0xff, 0x00, 0x80, 0x7d]);

const BODIES: Readonly<
  Record<string, { readonly bytes: Buffer; readonly coding?: string; readonly type?: string }>
> = {
  "/plain": { bytes: Buffer.from('\ufeff{"a":"\u2028ü"}') },
  "/binary": { bytes: NOT_UTF8 },
  "/secret": { bytes: Buffer.from(`{"echo":"${SECRET}"}`) },
  "/secret-in-binary": { bytes: Buffer.concat([NOT_UTF8, Buffer.from(SECRET), NOT_UTF8]) },
  "/secret-in-gzip": { bytes: gzipSync(`{"echo":"${SECRET}"}`), coding: "gzip" },
  "/secret-in-type": { bytes: Buffer.from("{}"), type: `application/json; echo=${SECRET}` },
  "/large": { bytes: Buffer.alloc(BODY_KEPT + 10, "x") },
};

const folder = mkdtempSync(join(tmpdir(), "record-"));
let server: Server;
let url = "";

beforeAll(async () => {
  server = createServer(({ url: path = "" }, response) => {
    const { bytes, coding, type } = BODIES[path] ?? { bytes: Buffer.from("{}") };
    if (type !== undefined) {
      response.setHeader("content-type", type);
    }
    if (coding !== undefined) {
      response.setHeader("content-encoding", coding);
    }
    if (path === "/broken") {
      response.destroy();
      return;
    }
    response.end(bytes);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function settingsTo(file: string): Settings {
  return {
    target: {
      urls: { base: url },
      headers: { status: {}, base: { authorization: `Bearer ${SECRET}` }, verify: {} },
      parameters: {},
      samples: {},
    },
    limits: { ...DEFAULT_LIMITS, retries: 0 },
    seed: 1,
    level: "smoke",
    concurrency: 2,
    clauseIds: [],
    secrets: [SECRET],
    known: [],
    record: file,
    outDir: folder,
  };
}

/** Asks for some paths, one after the other, and gives the lines of the recording. */
async function recordingOf(name: string, paths: readonly string[]) {
  const file = join(folder, `${name}.har`);
  const settings = settingsTo(file);
  beginRecording(
    file,
    { name: "s", version: "0" },
    recordedRun(settings, 410, (text) => text),
  );
  const way = openWay(settings);
  const client = createClient(settings, new AbortController().signal, way.openWire);
  const asks = paths.map((target): Ask => ({
    endpoint: "tokens",
    service: "base",
    method: "GET",
    target,
    expects: "open",
  }));
  const bodies: string[] = [];
  for (const ask of asks) {
    bodies.push(await client.send(ask).then(({ body }) => body.text, String));
  }
  await client.close();
  way.close();
  const exchanges = [...linesOfRecording(file)].flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
  return { exchanges, bodies, text: readFileSync(file, "utf8") };
}

function bytesAt(exchanges: readonly RecordedEntry[], at: number): Buffer {
  const response = exchanges[at]?.response;
  return response === undefined ? Buffer.alloc(0) : bytesOf(response.content);
}

test("the bytes of a body come back as they were, text or not", async () => {
  const { exchanges } = await recordingOf("bytes", ["/plain", "/binary"]);
  expect(bytesAt(exchanges, 0)).toStrictEqual(BODIES["/plain"]?.bytes);
  expect(bytesAt(exchanges, 1)).toStrictEqual(NOT_UTF8);
  expect(exchanges.map(({ response }) => response.content.encoding)).toStrictEqual([undefined, "base64"]);
});

test("no secret is in a recording: not in text, between other bytes, or under a content coding", async () => {
  const { exchanges, text, bodies } = await recordingOf("secrets", [
    "/secret",
    "/secret-in-binary",
    "/secret-in-gzip",
  ]);
  expect(bodies[2]).toContain(SECRET);
  const decoded = exchanges.map((_, at) => bytesAt(exchanges, at).toString("latin1"));
  expect(decoded.map((body) => body.includes("***"))).toStrictEqual([true, true, true]);
  expect(`${text}${decoded.join("")}`).not.toContain(SECRET);
  expect(text).toContain("$LEDGER_AUTHORIZATION");
});

test("no secret is in what HAR tells a second time: the media type, and the query decoded", async () => {
  const encoded = Buffer.from(SECRET).toString("hex").replace(/../g, "%25$&");
  const { text, exchanges } = await recordingOf("twice", ["/secret-in-type", `/plain?next=${encoded}`]);
  expect(exchanges[0]?.response.content.mimeType).toBe("application/json; echo=***");
  expect(decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, "%25"))).not.toContain(SECRET);
  expect(text).not.toContain(SECRET);
});

test("a body beyond the bound is cut, and marked", async () => {
  const { exchanges } = await recordingOf("large", ["/large", "/plain"]);
  expect(exchanges.map(({ response: { content } }) => [content._cut, content.text.length])).toStrictEqual([
    [true, BODY_KEPT],
    [undefined, 11],
  ]);
  expect(exchanges[0]?.response.content.size).toBe(BODY_KEPT + 10);
});

test("an exchange that came to nothing is recorded as that", async () => {
  const { exchanges, bodies } = await recordingOf("broken", ["/broken"]);
  expect(exchanges[0]?.response._failure?.kind).toBe("cut");
  expect(bodies[0]).toContain(exchanges[0]?.response._failure?.message);
});

test.each([
  ["no JSON at all", "hello\n", "line 1 is no line of a recording"],
  ["another format", '{"log":{}}\n', "line 1 is no line of a recording"],
  ["nothing", "", "the file is empty"],
  ["another version", '{"log":{"_recording":{"formatVersion":2},"entries":[\n', "is not of version 1"],
  ["its end alone", '],"_end":{"exchanges":0}}}\n', "line 1 is no line of a recording"],
])("a file with %s is refused with exit code 2 and a reason", async (_name, content, reason) => {
  const file = join(folder, "bad.jsonl");
  writeFileSync(file, content);
  const { code, err } = await command(["run", "--replay-from", file, "--out", join(folder, "out")]);
  expect(code).toBe(2);
  expect(err).toContain(file);
  expect(err).toContain(reason);
});

test("a file that is no recording is not written over", async () => {
  const file = join(folder, "notes.txt");
  writeFileSync(file, "my notes");
  const { code, err } = await command([
    "run",
    "--level",
    "smoke",
    "--record",
    file,
    "--out",
    join(folder, "o2"),
  ]);
  expect(code).toBe(2);
  expect(err).toContain("there is a file of that name that is no recording");
  expect(readFileSync(file, "utf8")).toBe("my notes");
});

test(
  "the recording of a run and its preflight add up to the requests of the result",
  { timeout: 60_000 },
  async () => {
    const [recording, out] = [join(folder, "whole.har"), join(folder, "whole")];
    const reference = await startReference({});
    const options = ["--level", "smoke", "--seed", "3", "--only", "4.5", "--record", recording, "--out", out];
    const { code } = await program(["run", "--base-url", reference.baseUrl, ...options]).finally(() =>
      reference.close(),
    );
    expect(code).toBe(0);
    const { requests }: RunResult = JSON.parse(readFileSync(join(out, "results.json"), "utf8"));
    const { log }: Recording = JSON.parse(readFileSync(recording, "utf8"));
    expect(log._end).toStrictEqual({ exchanges: log.entries.length, preflight: 1 });
    expect(log.entries.length + 1).toBe(requests);
  },
);

test("recording and replaying go not together", async () => {
  const { code, err } = await command(["run", "--replay-from", "a", "--record", "b"]);
  expect([code, err.includes("'--replay-from <file>' cannot be used with")]).toStrictEqual([2, true]);
});
