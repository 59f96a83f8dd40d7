// Servers that speak another protocol than the URL names, or are behind a firewall: the remedy depends on the response.
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createSecureServer, createServer as createHttp2Server } from "node:http2";
import { connect, createServer as createTcpServer } from "node:net";
import { expect, test } from "vitest";
import type { RunTarget } from "../../lib/index.ts";
import { begin } from "../../lib/run.ts";
import { untestedItems } from "../../reports/words/blocks.ts";
import { listening } from "../tools/listening.ts";
import { ownServer } from "../tools/own.ts";
import { makeCertificates } from "./certificates.ts";

const { path, text } = makeCertificates();
const tls = { cert: text("right.pem"), key: text("right.key") };
const HOST = "127.0.0.1";
const FEES = JSON.stringify({ fees: [{ gas: 1, transaction_type: "ContractCall" }], timestamp: "1.1" });
const json: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(FEES);
};
const page =
  (
    status: number,
    headers: Readonly<Record<string, string>>,
    body = "<html>Sorry, you have been blocked</html>",
  ): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);
  };
const served = async (server: Parameters<typeof listening>[0]): Promise<number> =>
  (await ownServer(listening(server, HOST))).port;

const bytes = (...sent: readonly number[]) =>
  createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.end(Buffer.from(sent));
  });

const ports = {
  tls: await served(createTlsServer(tls, json)),
  alert: await served(bytes(0x15, 3, 1, 0, 2, 2, 70)),
  plain: await served(createServer(json)),
  http2: await served(createHttp2Server(() => undefined)),
  secureHttp2: await served(createSecureServer({ ...tls, allowHTTP1: false }, () => undefined)),
  nginx: await served(
    createServer(page(400, {}, "<html>The plain HTTP request was sent to HTTPS port</html>")),
  ),
  blocked: await served(createServer(page(403, { server: "cloudflare" }))),
  forbidden: await served(
    createServer(page(403, { "content-type": "application/json" }, '{"message":"forbidden"}')),
  ),
  login: await served(createServer(page(401, { "www-authenticate": "Basic" }))),
  redirecting: await served(
    createServer((request, response) => {
      response.writeHead(308, { location: `https://ledger.example.test/prefix${request.url ?? ""}` }).end();
    }),
  ),
  elsewhere: await served(createServer(page(302, { location: "/login" }))),
  large: await served(
    createServer(page(200, { "content-type": "application/json" }, `[${"1,".repeat(2 ** 21)}1]`)),
  ),
  closing: await served(createServer((request) => request.socket.destroy())),
};

/** The reason of a run against a URL, and its advice. */
async function reasonAndAdvice(
  target: Exclude<RunTarget, string>,
): Promise<readonly [reason: string, advice: string]> {
  const options = { level: "smoke", seed: 1, only: ["networkFees"] } as const;
  const given = { target, options, env: {}, limits: { outageMs: 100, retries: 1 } };
  const result = await (await begin(given)).check();
  expect(result.verdict).toBe("incomplete");
  const [first] = untestedItems(result);
  return [result.reason ?? "", first?.text ?? ""];
}

const CA = { ca: path("ca.pem") };
const ELSEWHERE = "https://ledger.example.test/prefix";

test.each([
  ["http", "tls", "speaks TLS; use https://", "Use https://…"],
  ["http", "alert", "speaks TLS; use https://", "Use https://…"],
  ["http", "nginx", "speaks TLS; use https://", "Use https://…"],
  ["https", "plain", "plain HTTP; use http://", "Use http://…"],
  ["https", "tls", "with --ca FILE", "--ca FILE"],
  ["http", "http2", "speaks HTTP/2 only", "Make the server support HTTP/1.1"],
  ["http", "redirecting", `not followed; use ${ELSEWHERE}`, `Use ${ELSEWHERE} as the URL`],
  ["http", "elsewhere", "redirects are not followed", "Check the URL and its path prefix"],
  ["http", "large", "longer than 2 MiB (2,097,152 bytes)", "Make the service return a shorter response"],
  ["http", "blocked", "a CDN or firewall in front of the service", "Make the CDN or firewall"],
  ["http", "forbidden", "requires credentials", "Add the required headers"],
  ["http", "login", "requires credentials", "Add the required headers"],
  ["http", "closing", "the connection failed", "Check the URL and its path prefix"],
] as const)("%s at the port %s", async (scheme, port, reason, advice) => {
  const [why, advised] = await reasonAndAdvice({ baseUrl: `${scheme}://${HOST}:${ports[port]}` });
  expect(why).toContain(reason);
  expect(advised).toContain(advice);
});

test("HTTP/2 over TLS", async () => {
  const [why, advice] = await reasonAndAdvice({ baseUrl: `https://localhost:${ports.secureHttp2}`, tls: CA });
  expect(why).toContain("speaks HTTP/2 only");
  expect(advice).toContain("Make the server support HTTP/1.1");
});

test("TLS is tried once, and only if the port closed a plain connection", async () => {
  let connections = 0;
  const port = await served(
    createTcpServer((socket) => {
      connections += 1;
      const onwards = connect(ports.tls, HOST);
      socket.pipe(onwards).pipe(socket);
      socket.on("error", () => onwards.destroy());
      onwards.on("error", () => socket.destroy());
    }),
  );
  await reasonAndAdvice({ baseUrl: `http://${HOST}:${port}` });
  // One of the preflight, one for the request, and one handshake.
  expect(connections).toBeLessThanOrEqual(4);
});
