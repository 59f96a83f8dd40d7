import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { CannotRun } from "../../engine/model/cannot-run.ts";
import type { RunOptions } from "../../engine/target/options.ts";
import { chooseTarget } from "../../engine/target/target.ts";
import type { RunResult } from "../../lib/index.ts";
import { begin } from "../../lib/run.ts";
import { makeCertificates } from "./certificates.ts";
import { ownReference, ownServer, serve, testServer, listening } from "../tools/own.ts";
import { openFront, passingOn } from "./front.ts";
import { Timeline } from "../../engine/http/timeline.ts";

/** A name of this machine that is not a loopback address, so that requests go through a proxy. */
const HERE = "0.0.0.0";
const CREDENTIALS = "porter:a-word-for-the-door";

async function openProxy(credentials?: string) {
  const lines: string[] = [];
  const expected = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const isRefused = ({ method, url, headers }: IncomingMessage): boolean => {
    lines.push(`${method} ${url}`);
    return headers["proxy-authorization"] !== expected;
  };
  const server: Server = createServer((incoming, outgoing) => {
    if (isRefused(incoming)) {
      outgoing.writeHead(407, { "proxy-authenticate": "Basic" }).end();
    } else {
      passingOn(incoming.url ?? "", [])(incoming, outgoing);
    }
  });
  server.on("connect", (incoming, socket) => {
    if (isRefused(incoming)) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const [host = "", port = ""] = (incoming.url ?? "").split(":");
    const onwards = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onwards.pipe(socket).pipe(onwards);
    });
    onwards.on("error", () => socket.destroy());
    socket.on("error", () => onwards.destroy());
  });
  const { port, close } = await testServer(listening(server));
  return { url: (own?: string) => urlOf(port, own), lines, close };
}

const urlOf = (port: number, credentials?: string): string =>
  `http://${credentials === undefined ? "" : `${credentials}@`}127.0.0.1:${port}`;

const { path, text } = makeCertificates();
const server = await ownReference();
const front = await ownServer(openFront({ cert: text("right.pem"), key: text("right.key") }, server.baseUrl));

const chosenFor = (file: RunOptions, env: Record<string, string>) =>
  chooseTarget({ file, secrets: [] }, {}, {}, env, "the target");

type Scheme = "http" | "https";

async function checked(scheme: Scheme, env: Record<string, string>, host = HERE): Promise<RunResult> {
  const plain = server.baseUrl.replace("127.0.0.1", host);
  const baseUrl = scheme === "http" ? plain : `https://${host}:${front.port}/ledger`;
  return await checkedAt({ baseUrl, tls: { ca: path("ca.pem") } }, env);
}

/** A proxy that does not respond is not awaited. */
async function checkedAt(target: RunOptions, env: Record<string, string> = {}): Promise<RunResult> {
  const options = { level: "smoke", seed: 1, rps: 200, only: ["networkFees"] } as const;
  return await (await begin({ target, options, env, limits: { outageMs: 200 } })).check();
}

describe.each<[Scheme, string]>([
  ["http", "HTTP_PROXY"],
  ["https", "https_proxy"],
])("%s by the variable %s", (scheme, variable) => {
  test("goes through the proxy, with and without a password", async () => {
    const [free, locked] = [await openProxy(), await openProxy(CREDENTIALS)];
    const results = [
      await checked(scheme, { [variable]: free.url() }),
      await checked(scheme, { [variable]: locked.url(CREDENTIALS) }),
    ];
    expect(results.map(({ verdict }) => verdict)).toStrictEqual(["conforms", "conforms"]);
    expect(JSON.stringify(results)).not.toMatch(/a-word-for-the-door|cG9ydGVyOm/);
    // The proxy gets the whole URL for http, and a tunnel for https.
    const requestLine =
      scheme === "http" ? /^GET http:\/\/0\.0\.0\.0:\d+\/ledger\/api\/v1\// : /^CONNECT 0\.0\.0\.0:\d+$/;
    expect(free.lines.filter((line) => !requestLine.test(line))).toStrictEqual([]);
    expect(free.lines).not.toHaveLength(0);
    const refused = await checked(scheme, { [variable]: locked.url() });
    expect(refused.warnings).toStrictEqual([]);
    expect(refused.clauses[0]?.remedy).toStrictEqual({ kind: "correctProxy" });
    expect(refused.reason).toMatch(
      /cannot be reached: the proxy refuses the connection: the proxy returned status 407: give it credentials/,
    );
  });

  test("is direct for hosts of NO_PROXY and for loopback", async () => {
    const proxy = await openProxy();
    const straight = [
      await checked(scheme, { [variable]: proxy.url(), NO_PROXY: `other.test,${HERE}` }),
      await checked(scheme, { [variable]: proxy.url(), no_proxy: "*" }),
      await checked(scheme, { [variable]: proxy.url() }, "127.0.0.1"),
    ];
    expect(straight.map(({ verdict }) => verdict)).toStrictEqual(["conforms", "conforms", "conforms"]);
    expect(proxy.lines).toStrictEqual([]);
    await checked(scheme, { [variable]: proxy.url(), NO_PROXY: `other.test,${HERE}:1` });
    expect(proxy.lines).not.toHaveLength(0);
  });

  test("an unreachable proxy is reported", async () => {
    const gone = await openProxy();
    await gone.close();
    const { reason } = await checked(scheme, { [variable]: gone.url() });
    expect(reason).toMatch(
      /cannot be reached: the proxy at 127\.0\.0\.1:\d+ cannot be reached: the connection was refused \(most likely a wrong URL, or a server that is down\)$/,
    );
  });
});

test("each scheme has its variable, and a host without a scheme is http", () => {
  const proxies = { HTTPS_PROXY: "one.test:3128", http_proxy: "http://two.test" };
  const env = { ...proxies, NO_PROXY: "", no_proxy: "a.test" };
  const chosen = chosenFor({ baseUrl: "https://ledger.test", statusUrl: "http://status.test" }, env);
  expect(chosen.target.reach).toStrictEqual({
    status: { proxy: { url: "http://two.test", except: "a.test" } },
    base: { proxy: { url: "http://one.test:3128", except: "a.test" } },
  });
});

test("credentials of a proxy are secrets, also in the error about a malformed proxy", () => {
  const choose = (proxy: string) => chosenFor({ baseUrl: "https://ledger.test" }, { HTTPS_PROXY: proxy });
  const secrets = choose(`http://${CREDENTIALS}@one.test:3128`).secrets.map(({ value }) => value);
  expect(secrets).toContain("a-word-for-the-door");
  for (const proxy of [`socks5://${CREDENTIALS}@one.test`, `http://${CREDENTIALS}%@one.test`]) {
    expect(() => choose(proxy)).toThrow(CannotRun);
    expect(() => choose(proxy)).not.toThrow(/door/);
  }
});

/** An IPv6 address of this machine, like {@link HERE}. */
const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all);
const hasIPv6 = addresses.some(({ address }) => address === "::1");

test.skipIf(!hasIPv6).each([
  ["without brackets", "::", true],
  ["in another form", "other.test, 0:0::0", true],
  ["of another machine", "fd00::1,[fd00::2]:80", false],
])("NO_PROXY names an IPv6 address %s", async (_name, except, isStraight) => {
  const proxy = await openProxy();
  const { port } = await serve(passingOn(server.baseUrl, []), "::1");
  const baseUrl = `http://[::]:${port}/ledger`;
  const { verdict } = await checkedAt({ baseUrl }, { HTTP_PROXY: proxy.url(), NO_PROXY: except });
  expect(verdict).toBe("conforms");
  expect(proxy.lines.length === 0).toBe(isStraight);
});

// The timeline of a run, and the durations of its endpoints

test("a request counts in its second, and its status with it; seconds without a request are entries too", () => {
  const timeline = new Timeline();
  const first = timeline.countRequest("tokens", 5_000);
  timeline.countRequest("tokens", 5_900).received(200, 5_950);
  timeline.countRequest("verify", 8_100);
  first.received(404, 8_200);
  timeline.countRetry(8_150);
  expect(timeline.entries()).toMatchObject([
    { second: 0, requests: 2, statuses: { 200: 1, 404: 1 }, sentAgain: 0 },
    { second: 1, requests: 0 },
    { second: 2, requests: 0 },
    { second: 3, requests: 1, statuses: {}, sentAgain: 1 },
  ]);
});

test("the median is exact to one percent", () => {
  const timeline = new Timeline();
  for (let second = 0; second < 10_000; second += 1) {
    const start = second * 1_000;
    timeline.countRequest("tokens", start).received(200, start + (second % 2_001) + 1);
  }
  const { medianMs = 0, slowestMs } = timeline.durations().tokens ?? {};
  expect(slowestMs).toBe(2_001);
  expect(Math.abs(medianMs - 1_001)).toBeLessThan(11);
});
