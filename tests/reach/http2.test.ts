import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { run, type RunOptions, type RunResult } from "../../lib/index.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { command } from "../cli/io.ts";
import { removeFolders, send, stand } from "../relay/standing.ts";
import { makeCertificates, type Certificates } from "./certificates.ts";
import { openHttp2Front, openTls, passingOnTo, type Answering, type Http2Front } from "./http2-front.ts";

const MINUTE = 60_000;
let made: Certificates;
let server: Reference;
let folder: string;
const opened: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  made = makeCertificates();
  folder = mkdtempSync(join(tmpdir(), "http2-"));
  server = await startReference();
}, MINUTE);

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

afterAll(async () => {
  await server.close();
  made.remove();
  rmSync(folder, { recursive: true, force: true });
});

const FEES = { level: "smoke", seed: 1, only: ["networkFees"] } as const;

async function front(
  answering: Answering,
  more: { readonly allowHTTP1?: boolean } = {},
): Promise<Http2Front> {
  const own = { cert: made.text("right.pem"), key: made.text("right.key"), ...more };
  const opening = await openHttp2Front(own, answering);
  opened.push(opening);
  return opening;
}

async function judged(port: number, options: RunOptions = {}): Promise<RunResult> {
  const tls = { base: { ca: made.path("ca.pem") } };
  return await run({ baseUrl: `https://localhost:${port}/ledger`, tls }, { ...FEES, ...options });
}

describe("a service behind a gateway", () => {
  test(
    "that speaks HTTP/2 alone is judged like any other, and the result says so",
    { timeout: MINUTE },
    async () => {
      const only = await front(passingOnTo(server.baseUrl));
      const [ca, at] = [made.path("ca.pem"), `https://localhost:${only.port}`];
      const target = {
        ...server.target,
        statusUrl: `${at}/status`,
        baseUrl: `${at}/ledger`,
        verifyUrl: `${at}/verify`,
        tls: { status: { ca }, base: { ca }, verify: { ca } },
      };
      const result = await run(target, { level: "standard", seed: 1 });
      expect(result.verdict).toBe("conforms");
      expect(result.clauses.filter(({ outcome }) => outcome !== "pass")).toStrictEqual([]);
      expect(result.bill).toMatchObject({
        overHttp2: expect.arrayContaining(["status", "base", "verify"]),
        retries: 0,
      });
      expect([...only.versions]).toStrictEqual(["2.0"]);
      expect(only.requests()).toBe(result.requests);
      expect(result.clauses.map(({ sample }) => sample ?? "").join("\n")).toContain("curl -i --http2 ");
    },
  );

  test("that speaks both is asked over HTTP/1.1, as it ever was", { timeout: MINUTE }, async () => {
    const both = await front(passingOnTo(server.baseUrl), { allowHTTP1: true });
    const result = await judged(both.port);
    expect(result.verdict).toBe("conforms");
    expect([...both.versions]).toStrictEqual(["1.1"]);
    expect(result.bill.overHttp2).toBeUndefined();
    expect(JSON.stringify(result)).not.toContain("--http2");
  });

  test("is seen to break the same, over both, with the same evidence", { timeout: MINUTE }, async () => {
    const broken = await startReference({ fault: "fees-gas-as-text" });
    opened.push(broken);
    const answering = passingOnTo(broken.baseUrl);
    const [two, one] = [await front(answering), await front(answering, { allowHTTP1: true })];
    const evidence = ({ clauses }: RunResult, port: number) =>
      clauses.map(({ id, outcome, cases, violations }) => ({
        id,
        outcome,
        cases,
        violations: violations.map(({ pointer, actual, response: { status, body, headers }, curl }) => ({
          pointer,
          actual,
          status,
          body,
          headers: Object.keys(headers).filter(
            (name) => !["connection", "keep-alive", "transfer-encoding"].includes(name),
          ),
          curl: curl.replace("--http2 ", "").replace(`:${port}`, ""),
        })),
      }));
    const [over2, over1] = [await judged(two.port), await judged(one.port)];
    expect(over2.verdict).toBe("nonconforming");
    expect(evidence(over2, two.port)).toStrictEqual(evidence(over1, one.port));
    expect(over2.clauses.flatMap(({ violations }) => violations)[0]?.curl).toContain("curl -i --http2 ");
  });
});

test(
  "the command line tells of it, and a recording of it is judged alike",
  { timeout: 2 * MINUTE },
  async () => {
    const only = await front(passingOnTo(server.baseUrl));
    const out = join(folder, "told");
    const recording = join(folder, "recording.har");
    const argv = ["run", "--level", "smoke", "--seed", "1", "--only", "networkFees", "--no-allure"];
    const target = ["--base-url", `https://localhost:${only.port}/ledger`, "--ca", made.path("ca.pem")];
    const first = await command([...argv, ...target, "--record", recording, "--out", out]);
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/Bill +\d+ requests sent.*, over HTTP\/2: ledger queries/);
    expect(readFileSync(join(out, "index.html"), "utf8")).toContain("Over HTTP/2");
    const again = join(folder, "again");
    expect((await command([...argv, "--replay-from", recording, "--out", again])).code).toBe(0);
    const result: RunResult = JSON.parse(readFileSync(join(again, "results.json"), "utf8"));
    expect(result.bill.overHttp2).toStrictEqual(["base"]);
    expect(result.clauses.map(({ sample }) => sample ?? "").join("\n")).toContain("--http2");
  },
);

/** An answer to everything, as an attacker or an accident may give it. */
const BAD: readonly (readonly [string, Answering, RegExp])[] = [
  [
    "a body without end",
    (_incoming, outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (!outgoing.destroyed && outgoing.write(" ".repeat(65_536)));
      };
      outgoing.on("drain", more);
      more();
    },
    /longer than 65536 bytes/,
  ],
  [
    "a body that is announced too long",
    (_incoming, outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/json", "content-length": "100000000" });
      outgoing.write("{");
    },
    /100000000 bytes long/,
  ],
  ["an answer that never comes", () => undefined, /no complete answer came within 700 ms/],
  [
    "announcements without end",
    (_incoming, outgoing) => {
      const timer = setInterval(() => {
        if (outgoing.stream.destroyed) {
          clearInterval(timer);
        } else {
          outgoing.stream.additionalHeaders({ ":status": 103 });
        }
      }, 5);
      timer.unref();
    },
    /no complete answer came within 700 ms/,
  ],
  [
    "a drip",
    (_incoming, outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => {
        if (outgoing.destroyed || outgoing.stream.destroyed) {
          clearInterval(timer);
        } else {
          outgoing.write(" ");
        }
      }, 50);
      timer.unref();
    },
    /no complete answer came within 700 ms/,
  ],
  ["a stream that is reset", (_incoming, outgoing) => outgoing.stream.close(2), /no complete answer/],
  [
    "a body that is cut, with the stream closed as if all were well",
    (_incoming, outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/json", "content-length": "50" });
      outgoing.write('{"fees":[]', () => outgoing.stream.close(0));
    },
    /ended|no complete answer|other length/,
  ],
  [
    "a body without a length that is cut",
    (_incoming, outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.write('{"fees":[{"gas":1', () => outgoing.stream.close(0));
    },
    /ended|no complete answer/,
  ],
  [
    "a connection that is torn down",
    (_incoming, outgoing, tearDown) => {
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.write('{"fees":[', tearDown);
    },
    /ended|no complete answer|connection/,
  ],
  [
    "a farewell in the middle",
    (_incoming, outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.write('{"fees":[', () => outgoing.stream.session?.destroy(undefined, 2));
    },
    /ended|no complete answer|connection/,
  ],
  [
    "header fields without end",
    (_incoming, outgoing) => {
      const many = Array.from({ length: 2_000 }, (_, index) => [`x-${index}`, "y".repeat(60)] as const);
      outgoing.writeHead(200, Object.fromEntries(many)).end("{}");
    },
    /no complete answer|header fields|connection/,
  ],
];

test.each(BAD)("over HTTP/2 too a bound holds: %s", { timeout: MINUTE }, async (_name, answering, reason) => {
  const bad = await front(answering);
  const limits = { requestMs: 700, answerBytes: 65_536, retries: 0, outageMs: 0, runMs: 30_000 };
  const began = performance.now();
  const result = await judged(bad.port, { limits });
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(result.verdict).toBe("incomplete");
  expect(result.clauses.filter(({ outcome }) => outcome === "fail")).toStrictEqual([]);
  expect([...result.clauses.map((clause) => clause.reason ?? ""), result.reason ?? ""].join("\n")).toMatch(
    reason,
  );
});

test("a farewell after every answer costs repetitions at most", { timeout: MINUTE }, async () => {
  const passing = passingOnTo(server.baseUrl);
  const polite = await front((incoming, outgoing) => {
    outgoing.on("finish", () => outgoing.stream.session?.close());
    passing(incoming, outgoing);
  });
  const result = await judged(polite.port);
  expect(result.verdict).toBe("conforms");
});

test("the proxy command says that it does not speak HTTP/2", { timeout: MINUTE }, async () => {
  const only = await front(passingOnTo(server.baseUrl));
  const url = `https://localhost:${only.port}/ledger`;
  const proxy = await stand("--base-url", url, "--ca", made.path("ca.pem"));
  try {
    const came = await send(
      proxy.port,
      "GET /ledger/api/v1/tokens HTTP/1.1\r\nHost: me\r\nConnection: close\r\n\r\n",
    );
    expect(came.toString()).toMatch(/^HTTP\/1\.1 502 /);
    expect(came.toString()).toContain("the proxy command HTTP/1.1 alone");
  } finally {
    await proxy.stop();
    removeFolders();
  }
});

describe("who agrees on no protocol", () => {
  async function serving(protocols: string[], talk: (socket: TLSSocket) => void): Promise<number> {
    const own = { cert: made.text("right.pem"), key: made.text("right.key"), ALPNProtocols: protocols };
    const talking = await openTls(own, talk);
    opened.push(talking);
    return talking.port;
  }

  test("of those that are offered is told so, with HTTP/2 in the reason", { timeout: MINUTE }, async () => {
    const port = await serving(["spdy/3"], () => undefined);
    const { verdict, reason } = await judged(port, { limits: { outageMs: 0 } });
    expect(verdict).toBe("incomplete");
    expect(reason).toMatch(/no version of HTTP is shared; a run offers HTTP\/1\.1 and HTTP\/2/);
  });

  test("and answers in HTTP/2 all the same is told so", { timeout: MINUTE }, async () => {
    const settings = Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100]);
    let connections = 0;
    const port = await serving([], (socket) => {
      connections += 1;
      socket.write(settings);
    });
    const { verdict, clauses } = await judged(port, { limits: { retries: 0, outageMs: 0 } });
    expect(verdict).toBe("incomplete");
    expect(clauses.map(({ reason }) => reason ?? "").join("\n")).toContain(
      "the answer is HTTP/2, which was not agreed on",
    );
    expect(connections).toBeLessThan(100);
  });
});
