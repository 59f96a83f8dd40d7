import { createServer as createTlsServer } from "node:tls";
import { afterAll, describe, expect, test } from "vitest";
import { ask, ASK, outcomeOf, settingsOf, withClient } from "./asking.ts";
import { answerOf, EMPTY_PAGE, listening, rawTarget, type Target } from "./targets.ts";

const SECONDS = 20_000;
/** Silence is waited for. */
const IMPATIENT = { limits: { requestMs: 600 } };
const open: Target[] = [];

afterAll(async () => {
  await Promise.all(open.splice(0).map((target) => target.close()));
});

async function served(...given: Parameters<typeof rawTarget>): Promise<Target> {
  const target = await rawTarget(...given);
  open.push(target);
  return target;
}

describe.concurrent("no connection", { timeout: SECONDS }, () => {
  test("refused", async () => {
    const target = await rawTarget(() => undefined);
    await target.close();
    expect(await ask(target.url)).toMatch(/^Trouble: the base service stopped .*the connection was refused$/);
  });

  test("a name that does not resolve", async () => {
    expect(await ask("http://no-such-host.invalid")).toMatch(/the host name does not resolve$/);
  });

  test("no route", async () => {
    expect(await ask("http://[100::1]", IMPATIENT)).toMatch(
      /cannot be reached: (there is no route|no connection came)/,
    );
  });

  test("a TLS server without a certificate, and a server without TLS", async () => {
    const secure = await listening(createTlsServer({}));
    open.push(secure);
    const plain = await served(() => undefined);
    expect(await ask(`https://127.0.0.1:${secure.port}`)).toMatch(/no secure connection \(E/);
    expect(await ask(`https://127.0.0.1:${plain.port}`)).toMatch(/cannot be reached/);
  });
});

describe.concurrent("connections that break", { timeout: SECONDS }, () => {
  test.each([
    ["before an answer", "", /connection.*before the answer began$/],
    ["within the head", "HTTP/1.1 200 OK\r\ncontent-ty", /connection.*before the answer began$/],
    ["behind the head", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n", /after 0 bytes of the body$/],
    [
      "behind a body without a length",
      "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}",
      /after 2 bytes of the body$/,
    ],
    ["within a body without a length", 'HTTP/1.0 200 OK\r\n\r\n{"a"', /after 4 bytes of the body$/],
    ["within the body", 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a"', /after 4 bytes of the body$/],
  ])("reset %s, again and again", async (_where, begun, reason) => {
    const target = await served((socket) => {
      socket.write(begun, () => setTimeout(() => socket.resetAndDestroy(), 5));
    });
    expect(await ask(target.url)).toMatch(reason);
    expect(target.received).toHaveLength(2);
  });

  test("half a body, and then an orderly end", async () => {
    const target = await served((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"tokens":[');
    });
    expect(await ask(target.url)).toMatch(/^Failure: .*after 11 bytes of the body$/);
  });

  test.each([
    [
      "half a body without a length",
      '{"tokens":[',
      /^Failure: the connection ended after 11 bytes of the body$/,
    ],
    [
      "a text of it cut",
      '{"tokens":[{"name":"a\\"}]}',
      /^Failure: the connection ended after 26 bytes of the body$/,
    ],
    ["none of it", "", /^Failure: the connection ended after 0 bytes of the body$/],
    ["a whole one", EMPTY_PAGE, /^200 json$/],
    ["no JSON", '<a href="', /^200 an HTML or XML page$/],
    ["malformed JSON", '{"tokens":[],}', /^200 not one well-formed JSON value$/],
  ])("%s, and then an orderly end", async (_what, body, outcome) => {
    const target = await served((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${body}`);
    });
    expect(await ask(target.url)).toMatch(outcome);
  });

  test("half a chunked body", async () => {
    const target = await served((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"tok\r\n');
    });
    expect(await ask(target.url)).toMatch(/^Failure: .*after 5 bytes of the body$/);
  });

  test("not HTTP at all", async () => {
    const target = await served((socket) => {
      socket.end("SSH-2.0-OpenSSH_9.9\r\n");
    });
    expect(await ask(target.url)).toMatch(/^Failure: the answer is not HTTP/);
  });

  test("a content-length that is too short: what is beyond it is no part of the answer", async () => {
    const target = await served((socket) => {
      socket.write(answerOf(200, EMPTY_PAGE, { "content-length": "10" }));
    });
    await withClient(settingsOf(target.url), async (client) => {
      expect(await outcomeOf(client.send(ASK))).toBe("200 not one well-formed JSON value");
      expect(await outcomeOf(client.send(ASK))).toBe("200 not one well-formed JSON value");
    });
  });

  test("two content-lengths that differ", async () => {
    const target = await served((socket) => {
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{} ");
    });
    expect(await ask(target.url)).toMatch(/^Failure: /);
  });

  test("one break is made good by a repetition", async () => {
    const target = await served((socket, { count }) => {
      if (count === 1) {
        socket.resetAndDestroy();
      } else {
        socket.write(answerOf(200, EMPTY_PAGE));
      }
    });
    expect(await ask(target.url)).toBe("200 json");
  });

  test("what came of no use is counted by what it was, and usable answers with their time", async () => {
    const target = await served((socket, { count }) => {
      if (count === 1) {
        socket.resetAndDestroy();
      } else {
        setTimeout(() => socket.write(answerOf(count === 2 ? 429 : 200, EMPTY_PAGE)), 30);
      }
    });
    await withClient(settingsOf(target.url, { limits: { retries: 3 } }), async (client) => {
      expect(await outcomeOf(client.send(ASK))).toBe("200 json");
      expect(client.failures()).toStrictEqual({ cut: 1, "429": 1 });
      const { answers = 0, ms = 0 } = client.answerTimes()[ASK.endpoint] ?? {};
      expect(answers).toBe(1);
      expect(ms).toBeGreaterThan(25);
    });
  });

  test("keep-alive connections that are closed at random", async () => {
    const target = await served((socket, { count }) => {
      const close = (count * 7) % 5 < 2;
      if (close && count % 3 === 0) {
        socket.destroy();
      } else {
        socket.write(answerOf(200, EMPTY_PAGE), () => (close ? socket.destroy() : undefined));
      }
    });
    await withClient(settingsOf(target.url, { limits: { retries: 3 } }), async (client) => {
      const outcomes = await Promise.all(Array.from({ length: 200 }, () => outcomeOf(client.send(ASK))));
      expect(new Set(outcomes)).toStrictEqual(new Set(["200 json"]));
      expect(client.retries()).toBeGreaterThan(0);
      expect(client.broken()).toBeUndefined();
    });
  });
});

describe.concurrent("silence", { timeout: SECONDS }, () => {
  test("headers that never come", async () => {
    const target = await served(() => undefined);
    expect(await ask(target.url, IMPATIENT)).toMatch(
      /^Failure: no complete answer came within 600 ms before the answer began$/,
    );
    expect(target.received).toHaveLength(2);
  });

  test("a byte at a time", async () => {
    const target = await served((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      const drip = setInterval(() => socket.write("["), 50);
      socket.once("close", () => clearInterval(drip));
    });
    expect(await ask(target.url, IMPATIENT)).toMatch(
      /^Failure: no complete answer came within 600 ms after \d+ bytes/,
    );
  });

  test("header fields a byte at a time", async () => {
    const target = await served((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx: ");
      const drip = setInterval(() => socket.write("x"), 50);
      socket.once("close", () => clearInterval(drip));
    });
    expect(await ask(target.url, IMPATIENT)).toMatch(/within 600 ms before the answer began$/);
  });

  test("announcements without end", async () => {
    const target = await served((socket) => {
      const drip = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n"), 20);
      socket.once("close", () => clearInterval(drip));
    });
    expect(await ask(target.url, IMPATIENT)).toMatch(/within 600 ms before the answer began$/);
  });
});
