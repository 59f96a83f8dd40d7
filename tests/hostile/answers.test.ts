import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exactBody, integerOf } from "../../engine/message/body.ts";
import { ask, ASK, outcomeOf, settingsOf, withClient } from "./asking.ts";
import { answerOf, EMPTY_PAGE, rawTarget, type Target } from "./targets.ts";

const SECONDS = 20_000;
const MEBI = 1_048_576;
let target: Target;
let bytes: Buffer = Buffer.alloc(0);

beforeEach(async () => {
  target = await rawTarget((socket) => {
    socket.write(bytes);
  });
});

afterEach(async () => {
  await target.close();
});

/** What comes of an answer. */
async function outcome(answer: Buffer | string, limits: Parameters<typeof ask>[1] = {}): Promise<string> {
  bytes = Buffer.from(answer);
  return await ask(target.url, limits);
}

describe("heads", { timeout: SECONDS }, () => {
  test("100 KB of header fields", async () => {
    const long = { x: "x".repeat(100_000) };
    expect(await outcome(answerOf(200, EMPTY_PAGE, long))).toMatch(/^Failure: the header fields are longer/);
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`x-${index}`, "0123456789"]),
    );
    expect(await outcome(answerOf(200, EMPTY_PAGE, many))).toMatch(/^Failure: the header fields are longer/);
    const raised = { limits: { headerBytes: 200_000 } };
    expect(await outcome(answerOf(200, EMPTY_PAGE, many), raised)).toBe("200 json");
    expect(target.received).toHaveLength(3);
  });

  test("fields with the names of what every object has", async () => {
    const head =
      "HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\nconstructor: c\r\ncontent-length: 2\r\n\r\n{}";
    expect(await outcome(head)).toBe("200 json");
  });

  test("announcements before the answer", async () => {
    const hints = "HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n";
    expect(await outcome(hints + hints + answerOf(200, EMPTY_PAGE).toString())).toBe("200 json");
    expect(await outcome(`HTTP/1.1 100 Continue\r\n\r\n${answerOf(200, EMPTY_PAGE).toString()}`)).toMatch(
      /^Failure/,
    );
    expect(await outcome("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")).toMatch(
      /^Failure/,
    );
  });

  test("an answer without content", async () => {
    expect(await outcome("HTTP/1.1 204 No Content\r\n\r\n")).toBe("204 an empty body");
  });
});

describe("size", { timeout: SECONDS }, () => {
  test("a 50 MB page is not read", async () => {
    expect(await outcome(`HTTP/1.1 200 OK\r\ncontent-length: ${50 * MEBI}\r\n\r\n{"tokens":[`)).toBe(
      `Failure: the answer is ${50 * MEBI} bytes long, ${2 * MEBI} are read at most`,
    );
  });

  test("a body without end", async () => {
    await target.close();
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    target = await rawTarget((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on("drain", pour);
      pour();
    });
    const limits = { answerBytes: MEBI };
    expect(await ask(target.url, { limits })).toBe(`Failure: the answer is longer than ${MEBI} bytes`);
    expect(target.received).toHaveLength(1);
  });

  test("a body in a million pieces", async () => {
    const pieces = "1\r\n \r\n".repeat(1_000_000);
    const limits = { requestMs: SECONDS };
    const head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    expect(await outcome(`${head}${pieces}0\r\n\r\n`, { limits })).toBe("200 an empty body");
  });

  test("one large answer after the other", async () => {
    bytes = answerOf(200, `"${"x".repeat(7 * MEBI)}"`);
    const limits = { requestMs: SECONDS, answerBytes: 8 * MEBI };
    await withClient(settingsOf(target.url, { concurrency: 1, limits }), async (client) => {
      const outcomes = [];
      for (let count = 0; count < 10; count += 1) {
        outcomes.push(await outcomeOf(client.send(ASK)));
      }
      expect(outcomes.slice(0, 6)).toStrictEqual(Array.from({ length: 6 }, () => "200 json"));
      expect(outcomes[7]).toMatch(/^Failure: .*the run has read its fill/);
    });
  });
});

describe("content codings", { timeout: SECONDS }, () => {
  const coded = (coding: string, body: Buffer): Buffer => answerOf(200, body, { "content-encoding": coding });
  const page = Buffer.from(EMPTY_PAGE);

  test.each([
    ["gzip", gzipSync(page)],
    ["x-gzip", gzipSync(page)],
    ["br", brotliCompressSync(page)],
    ["deflate", deflateSync(page)],
    ["Deflate", deflateRawSync(page)],
    ["gzip, identity, br", brotliCompressSync(gzipSync(page))],
    ["identity", page],
  ])("%s is taken off", async (coding, body) => {
    expect(await outcome(coded(coding, body))).toBe("200 json");
  });

  test("a gzip bomb is stopped by what comes out of it", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MEBI, 32));
    expect(bomb.length).toBeLessThan(MEBI);
    expect(await outcome(coded("gzip", bomb))).toBe(
      `Failure: the answer is longer than ${2 * MEBI} bytes once it is decoded`,
    );
    const twice = gzipSync(bomb);
    expect(await outcome(coded("gzip, gzip", twice))).toMatch(/once it is decoded$/);
    const brotli = brotliCompressSync(Buffer.alloc(32 * MEBI, 32));
    expect(await outcome(coded("br", brotli))).toMatch(/once it is decoded$/);
  });

  test.each([
    ["gzip", page, "cannot be decoded as gzip"],
    ["br", page, "cannot be decoded as br"],
    ["deflate", page, "cannot be decoded as deflate"],
    ["gzip", gzipSync(page).subarray(0, 20), "cannot be decoded as gzip"],
    ["zstd", page, 'content-encoding "zstd", which was not asked for'],
    ["constructor", page, 'content-encoding "constructor", which was not asked for'],
    ["gzip,gzip,gzip,gzip", page, "4 content-encodings, one over the other"],
  ])("%s that is none, or not known", async (coding, body, reason) => {
    const came = await outcome(coded(coding, body));
    expect(came).toMatch(/^Failure: the answer /);
    expect(came).toContain(reason);
  });
});

describe("text and JSON", { timeout: SECONDS }, () => {
  test.each([
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "200 not UTF-8"],
    ["a surrogate in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), "200 not UTF-8"],
    ["a lone surrogate, escaped", Buffer.from('{"name":"\\ud800"}'), "200 json"],
    ["members of every object", Buffer.from('{"__proto__":{"tokens":[]},"constructor":1}'), "200 json"],
    ["members given twice", Buffer.from('{"tokens":[],"tokens":[1]}'), "200 json"],
    ["nothing", Buffer.from(""), "200 an empty body"],
    ["NUL bytes", Buffer.alloc(100), "200 not one well-formed JSON value"],
  ])("%s", async (_name, body, came) => {
    expect(await outcome(answerOf(200, body))).toBe(came);
  });

  test.each([
    ["arrays", "[".repeat(100_000) + "]".repeat(100_000)],
    ["objects", '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000)],
    [
      "arrays in a page",
      `{"tokens":[],"links":{"next":null},"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
    ],
    ["arrays that never close", "[".repeat(100_000)],
  ])("100,000 levels of %s", async (_name, body) => {
    expect(await outcome(answerOf(200, body))).toBe("Failure: the answer is nested deeper than 100 levels");
  });

  test("600,000 values", async () => {
    expect(await outcome(answerOf(200, `[${"{},".repeat(600_000)}1]`))).toMatch(
      /holds more than 50000 values$/,
    );
  });

  test("numbers of 10,000 digits", async () => {
    const digits = "7".repeat(10_000);
    bytes = answerOf(200, `{"a":${digits},"b":-1e${digits},"c":1.${digits}}`);
    await withClient(settingsOf(target.url), async (client) => {
      const { body } = await client.send(ASK);
      expect(body.fault).toBeUndefined();
      expect(JSON.stringify(exactBody(body)?.value)).toContain(digits);
      expect(integerOf(digits)).toBeGreaterThan(10n ** 3_000n);
      expect(integerOf(`1.${digits}`)).toBeUndefined();
      expect(integerOf(`-1e${digits}`)).toBeLessThan(-(10n ** 3_000n));
      expect(integerOf(`1e-${digits}`)).toBeUndefined();
    });
  });
});
