import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { preflight } from "../../engine/target/preflight.ts";
import { plainSettings } from "../plain-settings.ts";
import { listening } from "../reach/front.ts";
import type { Service, Settings } from "../../engine/model/settings.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return await listen(server);
}

async function listen(server: Server): Promise<string> {
  return `http://127.0.0.1:${(await listening(server)).port}`;
}

async function closedPort(): Promise<string> {
  const server = createServer();
  const url = await listen(server);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return url;
}

function settings(urls: Partial<Record<Service, string>>, headers: Record<string, string> = {}): Settings {
  const target = {
    urls,
    headers: { status: {}, base: headers, verify: {} },
    parameters: {},
    samples: {},
  };
  return { ...plainSettings({}, "smoke", 1, []), target, userAgent: "suite/1", runId: "run" };
}

const html: RequestListener = (_, response) => {
  response.setHeader("content-type", "text/html");
  response.end("\n<!doctype html><p>Welcome");
};

const json: RequestListener = (_, response) => {
  response.end("{}");
};

test("a target that answers is fine, with the prefix, headers and user agent it was given", async () => {
  const seen: unknown[] = [];
  const base = await serve((request, response) => {
    const { authorization, "user-agent": agent, "x-request-id": id } = request.headers;
    seen.push([request.url, authorization, agent, typeof id]);
    response.end("{}");
  });
  const sent = await preflight({
    ...settings({ base: `${base}/prefix` }, { authorization: "Bearer x" }),
    runId: "run",
  });
  expect(seen).toStrictEqual([["/prefix/api/v1/tokens", "Bearer x", "suite/1", "string"]]);
  expect(sent).toStrictEqual({ tokens: 1 });
});

test.each(["status", "base", "verify"] as const)("a closed port of %s is named", async (service) => {
  const url = await closedPort();
  const others = { status: await serve(json), base: await serve(json) };
  await expect(preflight(settings({ ...others, [service]: url }))).rejects.toThrow(
    `at ${url} cannot be reached: the connection was refused (most likely a wrong URL, or a service that is down)`,
  );
});

test("a name that does not resolve is named", async () => {
  await expect(preflight(settings({ base: "http://nowhere.invalid" }))).rejects.toThrow(
    "the ledger query service at http://nowhere.invalid cannot be reached: the host name does not resolve",
  );
});

test("a plain server behind https is named", async () => {
  const url = (await serve(json)).replace("http:", "https:");
  await expect(preflight(settings({ base: url }))).rejects.toThrow("no secure connection");
});

test("web pages everywhere are refused", async () => {
  const url = await serve(html);
  await expect(preflight(settings({ base: url, status: url, verify: url }))).rejects.toThrow(
    "the target serves web pages instead of JSON",
  );
});

test("what it sends keeps the rate, and is told for the bill", async () => {
  const times: number[] = [];
  const url = await serve((request, response) => {
    times.push(performance.now());
    (request.url?.includes("fees") === true ? json : html)(request, response);
  });
  const started = performance.now();
  const sent = await preflight({ ...settings({ base: url, status: url }), rps: 10 });
  expect(sent).toStrictEqual({ statusSummary: 1, tokens: 1, networkFees: 1 });
  expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(175);
  expect(performance.now() - started).toBeGreaterThan(280); // nothing follows the last one at once either
});

test("one answer that is no web page is enough to run", async () => {
  const pages = await serve(html);
  const other = settings({ status: pages, base: await serve(json) });
  await expect(preflight(other)).resolves.toStrictEqual({ statusSummary: 1, tokens: 1 });
  const half = await serve((request, response) => {
    (request.url?.includes("fees") === true ? json : html)(request, response);
  });
  await expect(preflight(settings({ base: half }))).resolves.toStrictEqual({ tokens: 1, networkFees: 1 });
});

test.each<[string, RequestListener]>([
  ["an empty answer", (_, response) => response.end()],
  ["a refusal", (_, response) => response.writeHead(401).end("no")],
  ["a server error", (_, response) => response.writeHead(500).end("{}")],
  ["a redirect", (_, response) => response.writeHead(302, { location: "http://nowhere.invalid/" }).end()],
  ["a connection that breaks", (request) => request.socket.destroy()],
  [
    "half a body",
    (request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => request.socket.destroy());
    },
  ],
])("%s is for the run to judge", async (_, listener) => {
  await expect(preflight(settings({ base: await serve(listener) }))).resolves.toStrictEqual({ tokens: 1 });
});

test("an endless answer is not read to its end", async () => {
  const base = await serve((_, response) => {
    response.on("drain", () => response.write(" ".repeat(65_536)));
    response.write(" ".repeat(1_000_000));
  });
  await expect(preflight(settings({ base }))).resolves.toStrictEqual({ tokens: 1 });
});

test("verification is reached and not asked", async () => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  await preflight(settings({ verify: `http://127.0.0.1:${port}` }));
  server.close();
  expect(connections).toBe(1);
});

test("an abort ends it at once, and says nothing of the target", async () => {
  const stop = new AbortController();
  const base = await serve(() => stop.abort());
  const started = performance.now();
  await expect(preflight(settings({ base }), stop.signal)).resolves.toStrictEqual({ tokens: 1 });
  expect(performance.now() - started).toBeLessThan(2_500);
  await expect(preflight(settings({ base }), stop.signal)).resolves.toStrictEqual({});
});
