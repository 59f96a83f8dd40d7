// What passes is measured from outside, with sockets on both sides.
import { connect } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import {
  parted,
  removeFolders,
  send,
  sockets,
  stand,
  unchunked,
  until,
  type Sockets,
  type Standing,
} from "./standing.ts";

const MINUTE = 60_000;
let proxy: Standing | undefined;
let service: Sockets | undefined;

afterEach(async () => {
  proxy?.running.process.kill("SIGKILL");
  await proxy?.running.ended;
  await service?.close();
  [proxy, service] = [undefined, undefined];
}, MINUTE);

afterAll(removeFolders);

/** A proxy in front of what answers each request head by head with `answer`. */
async function inFrontOf(...[answer]: Parameters<typeof sockets>): Promise<Standing> {
  service = await sockets(answer);
  proxy = await stand("--base-url", service.url);
  return proxy;
}

/** Answers with these bytes as soon as the head of a request is there. */
function always(bytes: string | Buffer): Parameters<typeof sockets>[0] {
  return (socket, _sofar, piece) => {
    if (piece.includes("\r\n\r\n")) {
      socket.write(bytes);
    }
  };
}

const GET = "GET /api/v1/tokens HTTP/1.1\r\nHost: me\r\nConnection: close\r\n\r\n";
const EVERY_BYTE = Buffer.from(Array.from({ length: 4_096 }, (_, index) => index % 256));

function answerOf(body: Buffer | string, ...fields: readonly string[]): Buffer {
  const head = ["HTTP/1.1 200 All Right", `Content-Length: ${Buffer.byteLength(body)}`, ...fields, "", ""];
  return Buffer.concat([Buffer.from(head.join("\r\n"), "latin1"), Buffer.from(body)]);
}

describe("an answer comes as it was sent", { timeout: MINUTE }, () => {
  test("byte for byte, with its reason, and its fields in their order, case and number", async () => {
    const fields = [
      "X-oDD: 1",
      "Set-Cookie: a=1",
      "x-odd: \xe9",
      "Set-Cookie: b=2",
      "Content-Type: application/x-mine",
    ];
    const { port } = await inFrontOf(always(answerOf(EVERY_BYTE, ...fields)));
    const { head, body } = parted(await send(port, GET));
    expect(head).toStrictEqual([
      "HTTP/1.1 200 All Right",
      "Content-Length: 4096",
      ...fields,
      "Connection: close",
    ]);
    expect(body.equals(EVERY_BYTE)).toBe(true);
  });

  test("without what concerns the connection to the service alone", async () => {
    const own = [
      "Connection: keep-alive, X-Hop",
      "X-Hop: 1",
      "Keep-Alive: timeout=7",
      "Proxy-Authenticate: Basic",
    ];
    const { port } = await inFrontOf(always(answerOf("{}", ...own, "X-End: 1")));
    const { head } = parted(await send(port, GET));
    expect(head.slice(1)).toStrictEqual(["Content-Length: 2", "X-End: 1", "Connection: close"]);
  });

  test("compressed where it was compressed", async () => {
    const zipped = gzipSync('{"tokens":[],"links":{"next":null}}');
    const { port } = await inFrontOf(always(answerOf(zipped, "Content-Encoding: gzip")));
    const { head, body } = parted(await send(port, GET));
    expect(head).toContain("Content-Encoding: gzip");
    expect(body.equals(zipped)).toBe(true);
    expect(gunzipSync(body).toString()).toContain("tokens");
  });

  test("in chunks, with trailers, where its length is not said", async () => {
    const chunked =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\nX-Sum: 7\r\n\r\n";
    const { port } = await inFrontOf(always(chunked));
    const { head, body } = parted(await send(port, GET));
    expect(head).toContain("Transfer-Encoding: chunked");
    expect(unchunked(body).toString()).toBe("abcdefg");
    expect(body.toString()).toMatch(/\r\n0\r\nX-Sum: 7\r\n\r\n$/i);
  });

  test.each([
    ["HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n", "Content-Length: 5000"],
    ["GET", "HTTP/1.1 204 No Content\r\nX-A: 1\r\n\r\n", "X-A: 1"],
    ["GET", 'HTTP/1.1 304 Not Modified\r\nETag: "7"\r\nContent-Length: 9\r\n\r\n', 'ETag: "7"'],
  ])("without a body to %s, and the connection goes on", async (method, answer, field) => {
    const { port } = await inFrontOf(always(answer));
    const twice = `${method} /x HTTP/1.1\r\nHost: me\r\n\r\n${method} /y HTTP/1.1\r\nHost: me\r\nConnection: close\r\n\r\n`;
    const came = (await send(port, twice)).toString("latin1");
    expect(came.split("HTTP/1.1 ")).toHaveLength(3);
    expect(came.split(field)).toHaveLength(3);
    expect(came.endsWith("\r\n\r\n")).toBe(true);
  });

  test("its first bytes before its last ones were sent", async () => {
    const MIB = 1024 * 1024;
    let release = (): void => undefined;
    const { port } = await inFrontOf((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${MIB}\r\n\r\n${"a".repeat(1_000)}`);
      release = () => socket.write("b".repeat(MIB - 1_000));
    });
    let early = 0;
    const came = await send(port, GET, (sofar) => {
      const size = parted(sofar).body.length;
      if (early === 0 && size >= 1_000) {
        early = size;
        release();
      }
      return size >= MIB;
    });
    expect(early).toBe(1_000);
    expect(parted(came).body.toString()).toBe("a".repeat(1_000) + "b".repeat(MIB - 1_000));
  });

  test("in order on a connection, however long each takes", async () => {
    const { port } = await inFrontOf((socket, _sofar, piece) => {
      const number = Number(/\/n\/(\d+) /.exec(piece.toString())?.[1]);
      const answer = `HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n${String(number).padStart(4, "0")}`;
      setTimeout(() => socket.write(answer), (number * 37) % 90);
    });
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    const asked = numbers.map((number) => `GET /n/${number} HTTP/1.1\r\nHost: me\r\n\r\n`).join("");
    const came = await send(
      port,
      asked,
      (sofar) => sofar.toString().split("HTTP/1.1").length === 41 && /\d{4}$/.test(sofar.toString()),
    );
    const bodies = [...came.toString().matchAll(/\r\n\r\n(\d{4})/g)].map(([, body]) => Number(body));
    expect(bodies).toStrictEqual(numbers);
  });
});

describe("a request goes on as it came", { timeout: MINUTE }, () => {
  test("its path and fields, but for the host and what concerns the connection", async () => {
    const { port } = await inFrontOf(always(answerOf("{}")));
    const path = "/a/../b//c%2fd;e?x=1&x=2&y=%zz'\"#";
    const kept = [
      "X-ODD: 1",
      "accept: a/b",
      "x-odd: 2",
      "Authorization: Basic eDp5",
      "Cookie: a=1",
      "User-Agent: me",
    ];
    const own = [
      "Connection: close, X-Hop",
      "X-Hop: 1",
      "TE: trailers",
      "Proxy-Authorization: Basic eDp6",
      "Upgrade: h2c",
      "Keep-Alive: 3",
    ];
    await send(
      port,
      `GET ${path.slice(0, -1)} HTTP/1.1\r\nHost: me\r\n${[...kept, ...own].join("\r\n")}\r\n\r\n`,
    );
    const { head } = parted(Buffer.concat(service?.came[0] ?? []));
    expect(head[0]).toBe(`GET ${path.slice(0, -1)} HTTP/1.1`);
    expect(head.slice(1, 3)).toStrictEqual([
      `host: ${new URL(service?.url ?? "").host}`,
      "connection: keep-alive",
    ]);
    expect(head.slice(3)).toStrictEqual(kept);
  });

  test.each([
    [
      "with its length",
      (body: Buffer) => Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]),
    ],
    [
      "in chunks",
      (body: Buffer) =>
        Buffer.concat([
          Buffer.from("Transfer-Encoding: chunked\r\n\r\n64\r\n"),
          body.subarray(0, 100),
          Buffer.from(`\r\n${(body.length - 100).toString(16)}\r\n`),
          body.subarray(100),
          Buffer.from("\r\n0\r\n\r\n"),
        ]),
    ],
  ])("a body %s", async (_how, framed) => {
    const { port } = await inFrontOf((socket, sofar) => {
      const { head, body } = parted(sofar);
      const isChunked = head.some((line) => /^transfer-encoding: chunked$/i.test(line));
      if (
        isChunked ? sofar.toString("latin1").endsWith("\r\n0\r\n\r\n") : body.length === EVERY_BYTE.length
      ) {
        socket.end(answerOf("{}"));
      }
    });
    const head = Buffer.from("POST /verify/explorer HTTP/1.1\r\nHost: me\r\nConnection: close\r\n");
    expect((await send(port, Buffer.concat([head, framed(EVERY_BYTE)]))).toString()).toContain(
      "200 All Right",
    );
    const { head: seen, body } = parted(Buffer.concat(service?.came[0] ?? []));
    const isChunked = seen.includes("transfer-encoding: chunked");
    expect((isChunked ? unchunked(body) : body).equals(EVERY_BYTE)).toBe(true);
  });

  test("after its client was told to go on", async () => {
    const { port } = await inFrontOf((socket, sofar) => {
      if (parted(sofar).body.toString() === "{}") {
        socket.end(answerOf("{}"));
      }
    });
    const came = await new Promise<string>((resolve) => {
      let sofar = "";
      const socket = connect(port, "127.0.0.1", () =>
        socket.write(
          "POST /x HTTP/1.1\r\nHost: me\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
        ),
      );
      socket.on("data", (piece) => {
        sofar += piece.toString();
        if (sofar === "HTTP/1.1 100 Continue\r\n\r\n") {
          socket.write("{}");
        }
      });
      socket.on("close", () => resolve(sofar));
    });
    expect(came).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 All Right\r\n/);
  });
});

describe("what breaks, breaks on both sides", { timeout: MINUTE }, () => {
  test("a service that is not there: the proxy answers itself, says so, and judges nothing of it", async () => {
    const { url, close } = await sockets(() => undefined);
    await close();
    proxy = await stand("--base-url", url);
    const { head, body } = parted(await send(proxy.port, GET));
    expect(head[0]).toBe("HTTP/1.1 502 Bad Gateway");
    expect(head).toContain("proxy-status: ledger-conformance; error=destination_unavailable");
    expect(JSON.parse(body.toString())).toStrictEqual({
      proxy: "ledger-conformance",
      message: "no answer of the service: cannot be reached: the connection was refused",
    });
    const left = await proxy.stop();
    expect(left.traffic).toMatchObject({ exchanges: 1, judged: 0, departures: [] });
    expect(left.traffic?.left).toStrictEqual({ "cannot be reached: the connection was refused": 1 });
    expect([left.code, left.result.summary.fail]).toStrictEqual([2, 0]);
  });

  test("an answer that is cut: its client is cut too, and nothing of it is judged", async () => {
    const { port, stop } = await inFrontOf((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"tokens":[',
        () => socket.destroy(),
      );
    });
    const { head, body } = parted(await send(port, GET));
    expect(head).toContain("Content-Length: 500");
    expect(body.toString()).toBe('{"tokens":[');
    const { traffic, result } = await stop();
    expect(traffic).toMatchObject({ exchanges: 1, judged: 0 });
    expect(Object.keys(traffic?.left ?? {})).toStrictEqual([
      expect.stringMatching(/after 11 bytes of the body/),
    ]);
    expect(result.summary.fail).toBe(0);
  });

  test("what is no HTTP is an answer of the proxy", async () => {
    const { port } = await inFrontOf(always("SSH-2.0-OpenSSH_9.9\r\n"));
    const { head } = parted(await send(port, GET));
    expect(head[0]).toBe("HTTP/1.1 502 Bad Gateway");
    expect(head).toContain("proxy-status: ledger-conformance; error=connection_terminated");
  });

  test("a client that goes away: its request ends at the service", async () => {
    let isGone = false;
    let begun = false;
    const { port, stop } = await inFrontOf((socket) => {
      begun = true;
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{");
      socket.on("close", () => {
        isGone = true;
      });
    });
    await send(port, GET, (sofar) => sofar.toString().endsWith("{"));
    expect(begun).toBe(true);
    await until(() => isGone, "the service is told");
    const { traffic } = await stop();
    expect(traffic?.left).toStrictEqual({
      "the connection to the client ended before the answer was whole": 1,
    });
  });
});
