import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import { chooseTarget } from "../../engine/target/choose-target.ts";
import { run, type RunResult } from "../../lib/index.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { command } from "../cli/io.ts";
import { makeCertificates, type Certificates } from "./certificates.ts";
import { listening, openFront, type Front } from "./front.ts";
import { openHttp2Front, passingOnTo } from "./http2-front.ts";
import { isInstalled } from "./installed.ts";

/** Means this machine, and is no loopback address by its name: a proxy is asked for it. */
const HERE = "0.0.0.0";
const CREDENTIALS = "porter:a-word-for-the-door";

interface Proxy {
  readonly url: (credentials?: string) => string;
  readonly lines: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** A proxy in a few lines, that notes what it is asked for. */
async function ownProxy(password: boolean): Promise<Proxy> {
  const lines: string[] = [];
  const expected = `Basic ${Buffer.from(CREDENTIALS).toString("base64")}`;
  const isLetIn = (given: string | undefined): boolean => !password || given === expected;
  const server: Server = createServer((incoming, outgoing) => {
    lines.push(`${incoming.method} ${incoming.url}`);
    const { "proxy-authorization": given, ...headers } = incoming.headers;
    if (!isLetIn(given)) {
      outgoing.writeHead(407, { "proxy-authenticate": "Basic" }).end();
      return;
    }
    request(incoming.url ?? "", { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    }).end();
  });
  server.on("connect", (incoming, socket) => {
    lines.push(`CONNECT ${incoming.url}`);
    if (!isLetIn(incoming.headers["proxy-authorization"])) {
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
  const { port, close } = await listening(server);
  return { url: (own) => urlOf(port, own), lines: () => lines, close };
}

function urlOf(port: number, credentials?: string): string {
  return `http://${credentials === undefined ? "" : `${credentials}@`}127.0.0.1:${port}`;
}

/** The proxy of Debian. */
async function tinyproxy(password: boolean): Promise<Proxy> {
  const dir = mkdtempSync(join(tmpdir(), "tinyproxy-"));
  const port = await freePort();
  const [user = "", word = ""] = CREDENTIALS.split(":");
  const lines = [`Port ${port}`, "Listen 127.0.0.1", "Allow 127.0.0.1", "LogLevel Error"];
  writeFileSync(join(dir, "conf"), [...lines, password ? `BasicAuth ${user} ${word}` : "", ""].join("\n"));
  const running: ChildProcess = spawn("tinyproxy", ["-d", "-c", join(dir, "conf")], { stdio: "ignore" });
  for (let tries = 0; tries < 100 && !(await isOpen(port)); tries += 1) {
    await sleep(50);
  }
  return {
    url: (own) => urlOf(port, own),
    lines: () => [],
    close: async () => {
      const ended = new Promise((resolve) => {
        running.once("exit", resolve);
      });
      running.kill("SIGKILL");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const { port, close } = await listening(createServer());
  await close();
  return port;
}

async function isOpen(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

let server: Reference;
let made: Certificates;
let front: Front;

beforeAll(async () => {
  made = makeCertificates();
  server = await startReference();
  front = await openFront({ cert: made.text("right.pem"), key: made.text("right.key") }, server.baseUrl);
}, 60_000);

afterAll(async () => {
  await Promise.all([server.close(), front.close()]);
  made.remove();
});

const FEES = { level: "smoke", seed: 1, only: ["networkFees"], limits: { outageMs: 0 } } as const;

async function through(proxy: string, secure: boolean): Promise<RunResult> {
  const plain = server.baseUrl.replace("127.0.0.1", HERE);
  const baseUrl = secure ? `https://${HERE}:${front.port}/ledger` : plain;
  const tls = secure ? { tls: { base: { ca: made.path("ca.pem") } } } : {};
  return await run({ baseUrl, proxy, ...tls }, FEES);
}

const PROXIES = [
  ["a proxy", ownProxy],
  ["tinyproxy", tinyproxy],
] as const;

describe.each(PROXIES)("%s", (name, open) => {
  const isThere = name === "a proxy" || isInstalled("tinyproxy");

  test.for([
    ["http", false],
    ["https", true],
  ] as const)(
    "carries %s, with its password and without one",
    { timeout: 60_000 },
    async ([, secure], { skip }) => {
      skip(!isThere, "tinyproxy is not installed: apt-get install tinyproxy");
      const [free, locked] = await Promise.all([open(false), open(true)]);
      try {
        const results = [await through(free.url(), secure), await through(locked.url(CREDENTIALS), secure)];
        expect(results.map(({ verdict }) => verdict)).toStrictEqual(["conforms", "conforms"]);
        expect(JSON.stringify(results)).not.toMatch(/a-word-for-the-door|cG9ydGVyOm/);
        const refused = await through(locked.url(), secure);
        expect(refused).toMatchObject({ verdict: "incomplete" });
        expect(refused.reason).toMatch(/the proxy lets nothing through: .*(?:credentials|40[17])/);
      } finally {
        await Promise.all([free.close(), locked.close()]);
      }
    },
  );
});

test("the whole URL goes to the proxy for http, and a tunnel is laid for https", async () => {
  const proxy = await ownProxy(false);
  try {
    await through(proxy.url(), false);
    expect(proxy.lines()[0]).toMatch(new RegExp(`^GET http://${HERE}:\\d+/ledger/api/v1/`));
    await through(proxy.url(), true);
    expect(proxy.lines()).toContain(`CONNECT ${HERE}:${front.port}`);
  } finally {
    await proxy.close();
  }
}, 60_000);

test("through a tunnel too HTTP/2 is spoken with who speaks nothing else", async () => {
  const keys = { cert: made.text("right.pem"), key: made.text("right.key") };
  const [proxy, only] = [await ownProxy(false), await openHttp2Front(keys, passingOnTo(server.baseUrl))];
  try {
    const baseUrl = `https://${HERE}:${only.port}/ledger`;
    const tls = { base: { ca: made.path("ca.pem") } };
    const result = await run({ baseUrl, proxy: proxy.url(), tls }, FEES);
    expect([result.verdict, result.bill.overHttp2]).toStrictEqual(["conforms", ["base"]]);
    expect(new Set(proxy.lines())).toStrictEqual(new Set([`CONNECT ${HERE}:${only.port}`]));
  } finally {
    await Promise.all([proxy.close(), only.close()]);
  }
}, 60_000);

test("loopback never goes through one, and one that is not there is told", async () => {
  const proxy = await ownProxy(false);
  const folder = mkdtempSync(join(tmpdir(), "proxied-"));
  const told = ["--out", folder, "--no-allure", "--level", "smoke", "--seed", "1", "--only", "4.5"];
  try {
    const straight = await command(["run", "--base-url", server.baseUrl, ...told], {
      HTTP_PROXY: proxy.url(),
    });
    expect([straight.code, proxy.lines()]).toStrictEqual([0, []]);
    const nowhere = await command([
      "run",
      "--base-url",
      "http://ledger.example.test",
      "--proxy",
      urlOf(await freePort()),
      ...told,
    ]);
    expect(nowhere.code).toBe(2);
    expect(nowhere.err).toContain(
      "cannot be reached at http://ledger.example.test: the connection was refused",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await proxy.close();
  }
}, 60_000);

test("a service that answers 407 itself is not taken for a proxy", async () => {
  const { port, close } = await listening(createServer((_, outgoing) => outgoing.writeHead(407).end()));
  try {
    const { verdict, reason } = await run(
      { baseUrl: urlOf(port) },
      { level: "smoke", seed: 1, only: ["4.5"] },
    );
    expect([verdict, reason]).toStrictEqual(["incomplete", expect.not.stringContaining("proxy")]);
  } finally {
    await close();
  }
}, 60_000);

describe("which proxy is taken", () => {
  const baseUrl = "https://ledger.example.test";
  const PROXY = { HTTPS_PROXY: "http://one.test:3128", HTTP_PROXY: "http://two.test:3128" };
  const originOf = (flags: object, env: Record<string, string>, url = baseUrl): string | undefined =>
    chooseTarget({ baseUrl: url, ...flags }, env)?.target.reach?.base?.proxy?.origin;

  test("an option wins over the environment, which has one for each scheme", () => {
    expect(originOf({}, PROXY)).toBe("http://one.test:3128");
    expect(originOf({}, PROXY, "http://ledger.example.test")).toBe("http://two.test:3128");
    expect(originOf({}, { https_proxy: "three.test:1" })).toBe("http://three.test:1");
    expect(originOf({ proxy: "http://four.test" }, PROXY)).toBe("http://four.test");
    expect(originOf({}, PROXY, "https://[::1]")).toBeUndefined();
    expect(originOf({}, {})).toBeUndefined();
  });

  test.each([
    ["ledger.example.test", true],
    ["example.test", true],
    [".example.test", true],
    ["*.example.test", true],
    ["other.test, ledger.example.test:443", true],
    ["*", true],
    ["ledger.example.test:8443", false],
    ["ample.test", false],
    ["", false],
  ])("NO_PROXY=%s", (list, excepted) => {
    expect(originOf({}, { ...PROXY, NO_PROXY: list }) === undefined).toBe(excepted);
  });

  test("credentials are secrets, and what is no proxy is told without them", () => {
    const proxy = `http://${CREDENTIALS}@one.test:3128`;
    const chosen = chooseTarget({ baseUrl, proxy }, {});
    expect(chosen?.secrets.map(({ value }) => value)).toContain("a-word-for-the-door");
    const wrong = (): unknown => chooseTarget({ baseUrl, proxy: `socks5://${CREDENTIALS}@one.test` }, {});
    expect(wrong).toThrow(CannotRun);
    expect(wrong).not.toThrow(/door/);
  });
});
