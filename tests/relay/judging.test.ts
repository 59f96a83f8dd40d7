// A client asks a service through the proxy; the report of it is that of a run.
import { createServer, request, type IncomingMessage, type RequestListener } from "node:http";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startReference, type Reference } from "../../reference/server.ts";
import { program } from "../cli/program.ts";
import { listening } from "../reach/front.ts";
import { resultIn } from "../valid-results.ts";
import { answering, askAround, urlsOf } from "./client.ts";
import { removeFolders, stand } from "./standing.ts";

const MINUTE = 120_000;
let reference: Reference;

beforeAll(async () => {
  reference = await startReference();
});

afterAll(async () => {
  await reference.close();
  removeFolders();
});

describe("what passes is judged", { timeout: MINUTE }, () => {
  test("a service that keeps the contract: exit code 0, and every endpoint that was asked has kept clauses", async () => {
    const proxy = await stand(...urlsOf(reference));
    await askAround(proxy, reference);
    const left = await proxy.stop();
    expect([left.code, left.err]).toStrictEqual([0, ""]);
    expect(left.traffic).toMatchObject({
      form: "proxied",
      exchanges: 11,
      judged: 11,
      left: {},
      departures: [],
    });
    const kept = new Set(
      left.result.clauses.filter(({ outcome }) => outcome === "pass").map(({ endpoint }) => endpoint),
    );
    expect(kept.size).toBe(8);
    expect(left.clause("4.4-token-id-refused")).toMatchObject({ outcome: "pass", cases: 1 });
    expect(left.result.target).toStrictEqual({
      statusUrl: reference.statusUrl,
      baseUrl: reference.baseUrl,
      verifyUrl: reference.verifyUrl,
    });
    expect(left.out).toContain("nothing asked: 11 answers looked at as they passed");
  });

  test.each([
    ["tokens-name-null", "2.3-name"],
    ["summary-status-null", "2.2-status"],
    ["fees-timestamp-missing", "2.5-timestamp"],
    ["balances-links-null", "2.4-links"],
  ])(
    "a service with the fault %s: exit code 1, and %s is named with the request that shows it",
    async (fault, id) => {
      const broken = await startReference({ fault });
      const proxy = await stand(...urlsOf(broken));
      await askAround(proxy, broken);
      const left = await proxy.stop("SIGTERM");
      await broken.close();
      expect(left.code).toBe(1);
      expect(
        left.result.clauses.filter(({ outcome }) => outcome === "fail").map((clause) => clause.id),
      ).toContain(id);
      const [violation] = left.clause(id)?.violations ?? [];
      expect([broken.baseUrl, broken.statusUrl].some((url) => violation?.request.url.startsWith(url))).toBe(
        true,
      );
      expect(violation?.origin).toMatch(/^the traffic that passed, exchange \d+$/);
      expect(left.out).toContain(id);
    },
  );

  test("services with origins of their own, told apart by their paths on one port", async () => {
    const fronts = await Promise.all(
      [reference.statusUrl, reference.baseUrl, reference.verifyUrl].map(async (url) => {
        const seen: string[] = [];
        const server = createServer(noting(url, seen));
        return { seen, ...(await listening(server)) };
      }),
    );
    const [status, base, verify] = fronts.map(({ port }) => `http://127.0.0.1:${port}`);
    const prefixes = [reference.statusUrl, reference.baseUrl, reference.verifyUrl].map(
      (url) => new URL(url).pathname,
    );
    const proxy = await stand(
      "--status-url",
      `${status}${prefixes[0]}`,
      "--base-url",
      `${base}${prefixes[1]}`,
      "--verify-url",
      `${verify}${prefixes[2]}`,
    );
    await askAround(proxy, reference);
    await fetch(`${proxy.origin}/elsewhere`);
    const left = await proxy.stop();
    await Promise.all(fronts.map(({ close }) => close()));
    expect(fronts.map(({ seen }) => seen.length)).toStrictEqual([1, 10, 1]);
    expect(fronts[1]?.seen.at(-1)).toBe("/elsewhere");
    expect(left.traffic).toMatchObject({ exchanges: 12, judged: 11, left: { "another path": 1 } });
    expect(left.code).toBe(0);
  });

  test("a whole run through the proxy: both verdicts are those of the service", async () => {
    const proxy = await stand("--base-url", reference.baseUrl);
    const url = `${proxy.origin}${new URL(reference.baseUrl).pathname}`;
    const only = ["tokens", "networkFees", "topicMessage"].flatMap((name) => ["--only", name]);
    const out = `${proxy.out}-run`;
    const argv = ["run", "--base-url", url, "--level", "smoke", "--seed", "7", ...only, "--out", out];
    const { code } = await program(argv);
    const left = await proxy.stop();
    const { requests, summary } = resultIn(out);
    expect([code, left.code]).toStrictEqual([0, 0]);
    // Beside the requests, it was looked whether there is a service.
    expect(left.traffic?.exchanges).toBeGreaterThanOrEqual(requests);
    expect(left.traffic?.judged).toBeGreaterThan(60);
    expect([summary.fail, left.result.summary.fail]).toStrictEqual([0, 0]);
    expect(left.result.summary.pass).toBeGreaterThan(30);
  });

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
  ])("an answer in %s, from a copy without it", async (coding, encode) => {
    const fees = Buffer.from(await (await fetch(`${reference.baseUrl}/api/v1/network/fees`)).arrayBuffer());
    const fields = `Content-Type: application/json\r\nContent-Encoding: ${coding}`;
    const service = await answering(fields, encode(fees));
    const proxy = await stand("--base-url", service.url);
    await (await fetch(`${proxy.origin}/api/v1/network/fees`)).text();
    const left = await proxy.stop();
    await service.close();
    expect(left.clause("2.5-timestamp")).toMatchObject({ outcome: "pass", cases: 1 });
    expect(left.code).toBe(0);
  });

  test("what is too long to be judged passes whole, and is counted", async () => {
    const service = await answering("Content-Type: application/json", Buffer.alloc(5_000, " "));
    const proxy = await stand("--base-url", service.url, "--max-answer-bytes", "4096");
    expect((await (await fetch(`${proxy.origin}/api/v1/tokens`)).text()).length).toBe(5_000);
    const left = await proxy.stop();
    await service.close();
    const reason = "the answer is longer than 4096 bytes: it was passed on, and not judged";
    expect(left.traffic).toMatchObject({ exchanges: 1, judged: 0, left: { [reason]: 1 } });
  });

  test("what a client wanted otherwise than the document describes is left aside", async () => {
    const service = await answering("Content-Type: text/html", Buffer.from("<p>"), "406 Not Acceptable");
    const proxy = await stand("--base-url", service.url);
    const url = `${proxy.origin}/api/v1/tokens`;
    await (await fetch(url, { headers: { accept: "text/html" } })).text();
    await (await fetch(url, { headers: { range: "bytes=0-1" } })).text();
    const form = {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "a=1",
    };
    await (await fetch(`${proxy.origin}/verify/explorer`, form)).text();
    const left = await proxy.stop();
    await service.close();
    expect(left.traffic?.left).toStrictEqual({
      "another host": 1,
      "the client asked for a part of the answer": 1,
      "the client asked for another media type than JSON": 1,
    });
    expect(left.result.summary.fail).toBe(0);
  });
});

/** Passes on what it gets, and notes it. */
function noting(url: string, seen: string[]): RequestListener {
  const { hostname, port } = new URL(url);
  return (incoming: IncomingMessage, outgoing) => {
    seen.push(incoming.url ?? "");
    const { method, url: path, headers } = incoming;
    const onwards = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onwards);
  };
}

describe("secrets of the traffic are in no output", { timeout: MINUTE }, () => {
  test("those of header fields, queries and bodies, and those of a target file, wherever they are said back", async () => {
    const secrets = [
      "tok-4711-abcdef",
      "sid-0815-ghijkl",
      "key-2342-mnopqr",
      "tenant-9-stuvwx",
      "api-77777-yz",
    ];
    const [token, cookie, key, tenant, api] = secrets;
    const said = JSON.stringify({ tokens: 5, links: { next: 7 }, echo: secrets.join(" ") });
    const service = await answering(
      `Content-Type: application/json\r\nSet-Cookie: a=${cookie}`,
      Buffer.from(said),
    );
    const target = {
      baseUrl: service.url,
      verifyUrl: service.url,
      headers: { base: { "x-tenant": "another-value" } },
    };
    const file = join(tmpdir(), `relay-target-${process.pid}.json`);
    writeFileSync(file, JSON.stringify(target));
    const proxy = await stand("--target", file);
    const headers = { authorization: `Bearer ${token}`, cookie: `a=${cookie}`, "x-tenant": String(tenant) };
    await (await fetch(`${proxy.origin}/api/v1/tokens?access_token=${key}`, { headers })).text();
    await (await fetch(`${proxy.origin}/api/v1/tokens`, { headers })).text();
    const body = JSON.stringify({ address: `0x${"a".repeat(40)}`, chainId: "1", apiKey: api });
    const json = { "content-type": "application/json" };
    await (await fetch(`${proxy.origin}/verify/explorer`, { method: "POST", headers: json, body })).text();
    const left = await proxy.stop();
    await service.close();
    expect(left.code).toBe(1);
    expect(Buffer.concat(service.came.flat()).toString()).toContain(`x-tenant: ${tenant}`);
    expect(secrets.filter((secret) => left.outputs.includes(secret))).toStrictEqual([]);
    expect(left.outputs).toContain("***");
  });
});
