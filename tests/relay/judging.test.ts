// A client asks a service through the proxy; the report of it is that of a run.
import { createServer, request, type IncomingMessage, type RequestListener } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startReference, type Reference } from "../../reference/server.ts";
import { makeCertificates } from "../reach/certificates.ts";
import { listening, openFront } from "../reach/front.ts";
import { program } from "../cli/program.ts";
import { removeFolders, send, sockets, stand, until, type Standing } from "./standing.ts";

const MINUTE = 120_000;
let reference: Reference;

beforeAll(async () => {
  reference = await startReference();
});

afterAll(async () => {
  await reference.close();
  removeFolders();
});

/** What a client of a service asks, through the address of the proxy. */
async function askAround({ origin }: Standing, { target, ...service }: Reference): Promise<void> {
  const at = (url: string): string => origin + new URL(url).pathname;
  const [base, status, verify] = [at(service.baseUrl), at(service.statusUrl), at(service.verifyUrl)];
  const { contracts, contractResults, topicMessageTimestamps, tokenIds, verifications } = target.samples;
  const paths = [
    "tokens",
    "tokens?limit=2&order=desc",
    "tokens?limit=0",
    `tokens/${tokenIds[0]}/balances`,
    "network/fees",
    `topics/messages/${topicMessageTimestamps[0]}`,
    "topics/messages/9999999999.000000001",
    `contracts/results/${contractResults[0]}`,
    `contracts/${contracts[0]}`,
  ];
  for (const url of [`${status}/api/v2/summary.json`, ...paths.map((path) => `${base}/api/v1/${path}`)]) {
    await (await fetch(url)).text();
  }
  const [first] = verifications;
  const posted = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(first),
  };
  await (await fetch(`${verify}/session/verify/explorer`, posted)).text();
}

function urlsOf({ statusUrl, baseUrl, verifyUrl }: Reference): readonly string[] {
  return ["--status-url", statusUrl, "--base-url", baseUrl, "--verify-url", verifyUrl];
}

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

async function answering(fields: string, body: Buffer, status = "200 OK"): ReturnType<typeof sockets> {
  const head = `HTTP/1.1 ${status}\r\n${fields}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return await sockets((socket, _sofar, piece) => {
    if (piece.includes("\r\n\r\n")) {
      socket.write(Buffer.concat([Buffer.from(head), body]));
    }
  });
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
    const file = join(process.env["TMPDIR"] ?? "/tmp", `relay-target-${process.pid}.json`);
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

describe("how it begins and ends", { timeout: MINUTE }, () => {
  test("a client certificate and an authority of the house, as a run has them", async () => {
    const made = makeCertificates();
    const tls = {
      cert: made.text("right.pem"),
      key: made.text("right.key"),
      ca: made.text("ca.pem"),
      requestCert: true,
    };
    const front = await openFront({ ...tls, rejectUnauthorized: true }, reference.baseUrl);
    const certificate = [
      "--ca",
      made.path("ca.pem"),
      "--cert",
      made.path("client.pem"),
      "--key",
      made.path("client.key"),
    ];
    const proxy = await stand("--base-url", `https://localhost:${front.port}/ledger`, ...certificate);
    const { status } = await fetch(`${proxy.origin}/ledger/api/v1/tokens`);
    const left = await proxy.stop();
    await front.close();
    made.remove();
    expect([status, left.code, left.traffic?.judged]).toStrictEqual([200, 0, 1]);
  });

  test("nothing passed: no verdict, exit code 2", async () => {
    const left = await (await stand("--base-url", reference.baseUrl)).stop();
    expect(left).toMatchObject({ code: 2, err: "ledger-conformance: no clause was judged\n" });
    expect(left.traffic).toMatchObject({ exchanges: 0, form: "proxied" });
  });

  test("a request that is under way when it ends is waited for", async () => {
    const service = await sockets((socket) => {
      setTimeout(() => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"), 700);
    });
    const proxy = await stand("--base-url", service.url);
    const coming = send(proxy.port, "GET /api/v1/tokens HTTP/1.1\r\nHost: me\r\n\r\n");
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    const left = await proxy.stop();
    await service.close();
    expect((await coming).toString()).toMatch(/\r\n\r\n\{\}$/);
    expect(left.traffic).toMatchObject({ exchanges: 1, judged: 1 });
  });

  test("a second signal ends it at once", async () => {
    const service = await sockets(() => undefined);
    const { port, running } = await stand("--base-url", service.url);
    const asked = send(port, "GET /api/v1/tokens HTTP/1.1\r\nHost: me\r\n\r\n");
    await until(() => service.came.length === 1, "the service is asked");
    running.process.kill("SIGINT");
    setTimeout(() => running.process.kill("SIGINT"), 300);
    const { code, err } = await running.ended.catch(() => ({ code: 2, err: "interrupted twice" }));
    await Promise.all([asked, service.close()]);
    expect([code, err]).toStrictEqual([2, expect.stringContaining("interrupted twice")]);
  });

  test.each([
    [["proxy"], /no service is given: --base-url, --status-url/],
    [["proxy", "--base-url", "http://127.0.0.1:7", "--port", "7"], /is where the proxy itself is to listen/],
    [
      ["proxy", "--base-url", "http://127.0.0.1:7", "--fail-on", "new"],
      /give an earlier result with --previous/,
    ],
    [
      ["proxy", "--base-url", "http://127.0.0.1:7", "--host", "192.0.2.1"],
      /nothing can listen .* EADDRNOTAVAIL/,
    ],
  ])("%j cannot begin", async (argv, reason) => {
    const { code, err } = await program([
      ...argv,
      "--out",
      join(process.env["TMPDIR"] ?? "/tmp", `relay-none-${process.pid}`),
    ]).catch((error: unknown) => ({ code: 2, err: String(error) }));
    expect(code).toBe(2);
    expect(err).toMatch(reason);
  });

  test("a port that is taken is told, with exit code 2", async () => {
    const first = await stand("--base-url", reference.baseUrl);
    const argv = ["proxy", "--base-url", reference.baseUrl, "--port", String(first.port)];
    const { code, err } = await program([...argv, "--out", `${first.out}-second`]);
    await first.stop();
    expect(code).toBe(2);
    expect(err).toBe(
      `ledger-conformance: port ${first.port} of 127.0.0.1 is taken: give another --port, or none for a free one\n`,
    );
  });

  test("--fail-on new: what an earlier result holds fails nothing, what it does not hold does", async () => {
    const broken = await startReference({ fault: "tokens-name-null" });
    const first = await stand(...urlsOf(broken));
    await askAround(first, broken);
    const earlier = await first.stop();
    const again = await stand(...urlsOf(broken), "--fail-on", "new", "--previous", first.out);
    await askAround(again, broken);
    const known = await again.stop();
    await broken.close();
    const worse = await startReference({ fault: "fees-timestamp-missing" });
    const last = await stand(...urlsOf(worse), "--fail-on", "new", "--previous", first.out);
    await askAround(last, worse);
    const fresh = await last.stop();
    await worse.close();
    expect([earlier.code, known.code, fresh.code]).toStrictEqual([1, 0, 1]);
    expect(known.clause("2.3-name")?.outcome).toBe("known");
  });
});
