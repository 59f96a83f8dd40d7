import { createServer } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import { ask, ASK, outcomeOf, settingsOf, withClient, type Changes } from "./asking.ts";
import { answerOf, EMPTY_PAGE, listening, rawTarget, type Received, type Target } from "./targets.ts";

const SECONDS = 20_000;
const FEES = call("networkFees");
const open: Target[] = [];

afterAll(async () => {
  await Promise.all(open.splice(0).map((target) => target.close()));
});

/** A target that answers each request with what the function gives; nothing: silence. */
async function answering(answer: (request: Received) => Buffer | undefined): Promise<Target> {
  const target = await rawTarget((socket, request) => {
    const bytes = answer(request);
    if (bytes !== undefined) {
      socket.write(bytes);
    }
  });
  open.push(target);
  return target;
}

const page = answerOf(200, EMPTY_PAGE);

/** Milliseconds that pass until a request is answered, and its outcome. */
async function timed(
  url: string,
  changes?: Changes,
): Promise<readonly [outcome: string, milliseconds: number]> {
  const started = performance.now();
  const outcome = await ask(url, changes);
  return [outcome, performance.now() - started];
}

describe.concurrent("429 and 503", { timeout: SECONDS }, () => {
  test.each([
    ["429 with seconds", 429, { "retry-after": "1" }, 1_000],
    ["429 without a time", 429, {}, 500],
    ["503 with seconds", 503, { "retry-after": "1" }, 1_000],
    ["503 with a date", 503, { "retry-after": new Date(Date.now() + 1_500).toUTCString() }, 50],
    ["429 with nonsense", 429, { "retry-after": "later" }, 500],
  ])("%s: waited for, then answered", async (_name, status, fields, least) => {
    const target = await answering(({ count }) => (count === 1 ? answerOf(status, "", fields) : page));
    const [outcome, milliseconds] = await timed(target.url, { limits: { retryAfterMs: 5_000 } });
    expect(outcome).toBe("200 json");
    expect(milliseconds).toBeGreaterThanOrEqual(least - 5);
    expect(target.received).toHaveLength(2);
  });

  test("a long Retry-After is cut", async () => {
    const fields = { "retry-after": "99999999999999999999" };
    const target = await answering(({ count }) => (count === 1 ? answerOf(429, "", fields) : page));
    const [outcome, milliseconds] = await timed(target.url, { limits: { retryAfterMs: 400 } });
    expect(outcome).toBe("200 json");
    expect(milliseconds).toBeLessThan(5_000);
  });

  test("429 for ever: a bounded number of requests", async () => {
    const target = await answering(() => answerOf(429, "", { "retry-after": "0" }));
    const outcome = await ask(target.url, { limits: { retryAfterMs: 50 } });
    expect(outcome).toMatch(/answered 429: the target asks for patience$/);
    expect(target.received.length).toBeLessThan(12);
  });

  test("an error that the document shows is judged, whatever its status code", async () => {
    const shown = '{"_status":{"messages":[{"message":"Not found"}]}}';
    const target = await answering(() => answerOf(503, shown));
    expect(await ask(target.url)).toBe("503 json");
    expect(target.received).toHaveLength(1);
  });
});

describe.concurrent("gateways and redirects", { timeout: SECONDS }, () => {
  test.each([408, 502, 504])("%d is repeated, then said", async (status) => {
    const target = await answering(() => answerOf(status, "<html>"));
    expect(await ask(target.url)).toBe(
      `Failure: answered ${status}: a gateway or time-out speaks instead of the service`,
    );
    expect(target.received).toHaveLength(2);
  });

  test.each([301, 302, 303, 307, 308])("%d is not followed: no other host hears of it", async (status) => {
    const other = await answering(() => page);
    const target = await answering(() => answerOf(status, "", { location: `${other.url}/api/v1/tokens` }));
    const headers = { authorization: "Bearer secret" };
    expect(await ask(target.url, { headers })).toContain(`answered ${status} (to "${other.url}`);
    expect(target.received).toHaveLength(1);
    expect(other.received).toHaveLength(0);
  });

  test("a redirect to itself is asked for once", async () => {
    const target = await answering(({ path }) => answerOf(302, "", { location: path }));
    expect(await ask(target.url)).toMatch(/redirects are not followed$/);
    expect(target.received).toHaveLength(1);
  });

  test.each([401, 403, 407])("%d: credentials are missing", async (status) => {
    const target = await answering(() => answerOf(status, "{}"));
    expect(await ask(target.url)).toMatch(/the target wants credentials/);
  });
});

describe.concurrent("an error that the service itself tells", { timeout: SECONDS }, () => {
  const own = answerOf(503, '{"_status":{"messages":[{"message":"Service unavailable"}]}}');
  const broken = call("tokens", { query: [["order", "desc"]] });

  test("is its answer where it answers others of the endpoint", async () => {
    const target = await answering(({ path }) => (path.includes("desc") ? own : page));
    await withClient(settingsOf(target.url), async (client) => {
      expect(await outcomeOf(client.send(ASK))).toBe("200 json");
      expect(await outcomeOf(client.send(broken))).toBe("503 json");
    });
  });

  test("is none where others are not answered any more, or never were", async () => {
    let isUp = true;
    const target = await answering(({ path }) => (isUp && !path.includes("desc") ? page : own));
    const trouble = 'Failure: answered 503: the service itself says "Service unavailable"';
    await withClient(settingsOf(target.url), async (client) => {
      expect(await outcomeOf(client.send(broken))).toBe(trouble);
      expect(await outcomeOf(client.send(ASK))).toBe("200 json");
      isUp = false;
      expect(await outcomeOf(client.send(broken))).toBe(trouble);
    });
  });
});

describe.concurrent("one endpoint without answers", { timeout: SECONDS }, () => {
  test("silent from the start: given up after a few, the others go on", async () => {
    const target = await answering(({ path }) => (path.includes("fees") ? undefined : page));
    const changes = { concurrency: 8, limits: { requestMs: 1_500 } };
    const started = performance.now();
    await withClient(settingsOf(target.url, changes), async (client) => {
      const fees = Promise.all(Array.from({ length: 300 }, () => outcomeOf(client.send(FEES))));
      const tokens = Promise.all(Array.from({ length: 30 }, () => outcomeOf(client.send(ASK))));
      expect(new Set(await tokens)).toStrictEqual(new Set(["200 json"]));
      expect((await fees).at(-1)).toMatch(
        /^Trouble: given up after networkFees gave no usable answer .*within 1500 ms/,
      );
      expect(await outcomeOf(client.send(ASK))).toBe("200 json");
      expect(client.broken()).toBeUndefined();
    });
    expect(performance.now() - started).toBeLessThan(8_000);
    expect(target.received.filter(({ path }) => path.includes("fees")).length).toBeLessThan(20);
  });

  test("silent to some requests: those that were answered before tell that it lives", async () => {
    const bad = call("networkFees", { query: [["order", "hang"]] });
    const target = await answering(({ path }) => (path.includes("hang") ? undefined : page));
    const changes = { concurrency: 8, limits: { requestMs: 1_000 } };
    await withClient(settingsOf(target.url, changes), async (client) => {
      expect(await outcomeOf(client.send(FEES))).toBe("200 json");
      const hanging = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(client.send(bad))));
      for (const outcome of hanging) {
        expect(outcome).toMatch(
          /^Failure: no complete answer came within (1000|[2-9]\d\d) ms before the answer began$/,
        );
      }
      expect(await outcomeOf(client.send(FEES))).toBe("200 json");
    });
  });

  test("too long every time: given up, not read for ever", async () => {
    const target = await answering(() => answerOf(200, `"${"x".repeat(4_096)}"`));
    await withClient(
      settingsOf(target.url, { concurrency: 1, limits: { answerBytes: 2_048 } }),
      async (client) => {
        const outcomes = [];
        for (let count = 0; count < 20; count += 1) {
          outcomes.push(await outcomeOf(client.send(ASK)));
        }
        expect(outcomes.at(-1)).toMatch(/^Trouble: given up after tokens gave/);
      },
    );
    expect(target.received).toHaveLength(3);
  });
});

describe("outages", { timeout: SECONDS }, () => {
  /** Sends requests one after the other until it is told to stop; gives the outcomes. */
  async function keepAsking(
    url: string,
    changes: Changes,
    during: () => Promise<void>,
  ): Promise<readonly string[]> {
    return await withClient(settingsOf(url, changes), async (client) => {
      const outcomes: string[] = [];
      const state = { isOver: false };
      const asking = Array.from({ length: 4 }, async () => {
        while (!state.isOver && client.broken() === undefined) {
          outcomes.push(await outcomeOf(client.send(ASK)));
        }
      });
      await during();
      state.isOver = true;
      await Promise.all(asking);
      return [...outcomes, client.broken() ?? "alive"];
    });
  }

  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });

  test("a target that dies: the run is broken off early", async () => {
    const target = await answering(() => page);
    const started = performance.now();
    const outcomes = await keepAsking(target.url, { rps: 200 }, async () => {
      await wait(200);
      await target.close();
      await wait(2_500);
    });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(outcomes[0]).toBe("200 json");
    expect(outcomes.at(-1)).toMatch(
      /^the base service stopped answering: cannot be reached: the connection was refused$/,
    );
  });

  test("a target that comes back: nothing is lost", async () => {
    const target = await answering(() => page);
    const outcomes = await keepAsking(target.url, { rps: 200, limits: { outageMs: 5_000 } }, async () => {
      await wait(200);
      await target.close();
      await wait(700);
      const server = createServer((_request, response) => response.end(EMPTY_PAGE));
      await new Promise<void>((resolve) => {
        server.listen(target.port, "127.0.0.1", resolve);
      });
      open.push({ ...target, close: () => new Promise((resolve) => server.close(() => resolve())) });
      await wait(1_000);
    });
    expect(new Set(outcomes)).toStrictEqual(new Set(["200 json", "alive"]));
    expect(outcomes.length).toBeGreaterThan(60);
  });

  test("a target behind a gateway that dies: broken off too", async () => {
    let isAlive = true;
    const target = await answering(() => (isAlive ? page : answerOf(502, "")));
    const outcomes = await keepAsking(target.url, {}, async () => {
      await wait(100);
      isAlive = false;
      await wait(4_000);
    });
    expect(outcomes.at(-1)).toMatch(/^the base service stopped answering: answered 502/);
  });

  test("a stop ends what is under way and what waits", async () => {
    const target = await answering(() => undefined);
    await withClient(settingsOf(target.url, { limits: { requestMs: 60_000 } }), async (client, stop) => {
      const sent = Promise.all(Array.from({ length: 20 }, () => outcomeOf(client.send(ASK))));
      await wait(100);
      const stopped = performance.now();
      stop.abort();
      expect(new Set(await sent)).toStrictEqual(new Set(["Trouble: the time for the whole run was used up"]));
      expect(performance.now() - stopped).toBeLessThan(500);
    });
    // An endpoint that has answered nothing yet is tried once at a time.
    expect(target.received).toHaveLength(1);
  });
});

test(
  "a server that closes idle connections at once is asked again without loss",
  { timeout: SECONDS },
  async () => {
    const server = createServer({ keepAliveTimeout: 1 }, (_request, response) => response.end(EMPTY_PAGE));
    const target = await listening(server);
    open.push(target);
    await withClient(settingsOf(target.url), async (client) => {
      for (let count = 0; count < 20; count += 1) {
        expect(await outcomeOf(client.send(ASK))).toBe("200 json");
        await new Promise((resolve) => {
          setTimeout(resolve, (count % 5) * 2);
        });
      }
    });
  },
);
