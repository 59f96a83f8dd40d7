import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { answerOf, rawTarget } from "./targets.ts";

const MEBI = 1_048_576;
const CLIENT = fileURLToPath(new URL("../../dist/engine/", import.meta.url));

/** Asks 64 times, 16 at once, in a process of its own, and prints the most memory that it held, in MiB. */
const PROGRAM = `
const { createClient } = await import(process.argv[1] + "http/client.js");
const { DEFAULT_LIMITS } = await import(process.argv[1] + "model/settings.js");
const none = { status: {}, base: {}, verify: {} };
const client = createClient({
  target: { urls: { base: process.argv[2] }, headers: none, parameters: {}, samples: {} },
  limits: { ...DEFAULT_LIMITS, requestMs: 5_000, retries: 0, outageMs: 0 }, concurrency: 16, secrets: [], known: [],
}, new AbortController().signal);
const ask = { endpoint: "tokens", service: "base", method: "GET", target: "/", expects: "success" };
let most = 0;
const look = () => { most = Math.max(most, process.memoryUsage.rss()); };
const timer = setInterval(look, 2);
await Promise.all(Array.from({ length: 64 }, () => client.send(ask).then(look, look)));
clearInterval(timer);
await client.close();
console.log(Math.round(most / 1024 / 1024));
`;

const endless = Buffer.alloc(60 * MEBI, `{"tokens":[${'{"name":"x"},'.repeat(4_000)}`);
const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

test.each([
  ["a page of 50 MB", answerOf(200, endless.subarray(0, 50 * MEBI))],
  ["a page of 50 MB in chunks", Buffer.concat([Buffer.from(`${chunked}3c00000\r\n`), endless])],
  ["a million pieces", Buffer.from(`${chunked}${"1\r\n[\r\n".repeat(1_000_000)}0\r\n\r\n`)],
  ["a gzip bomb", answerOf(200, gzipSync(Buffer.alloc(200 * MEBI)), { "content-encoding": "gzip" })],
  ["100,000 levels", answerOf(200, "[".repeat(100_000) + "]".repeat(100_000))],
  ["two million values", answerOf(200, `[${"{},".repeat(2_000_000)}{}]`)],
])("%s: 64 answers stay under 300 MB", { timeout: 120_000, retry: 1 }, async (_name, answer) => {
  const target = await rawTarget((socket) => {
    socket.write(answer);
  });
  const argv = ["--input-type=module", "-e", PROGRAM, CLIENT, target.url];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  await target.close();
  expect(Number(stdout)).toBeLessThan(300);
  expect(Number(stdout)).toBeGreaterThan(20);
});
