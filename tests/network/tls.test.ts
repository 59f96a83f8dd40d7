// Servers that speak another protocol than the URL names or are behind a firewall, and certificates
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createSecureServer, createServer as createHttp2Server } from "node:http2";
import { expect, test } from "vitest";
import { run, type RunOptions, type RunResult } from "../../lib/index.ts";
import { begin } from "../../lib/run.ts";
import { untestedItems } from "../../reports/words/blocks.ts";
import { ownServer, ownFolder, ownReference, testReference, testServer, listening } from "../tools/own.ts";
import { makeCertificates, PASSPHRASE } from "./certificates.ts";
import { jsonResponse, webPage, type Respond, openFront } from "./front.ts";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { command } from "../cli/io.ts";
import { hasProgram } from "../tools/programs.ts";

const { path, text } = makeCertificates();
const tls = { cert: text("right.pem"), key: text("right.key") };
const HOST = "127.0.0.1";
const fees = jsonResponse(200, { fees: [{ gas: 1, transaction_type: "ContractCall" }], timestamp: "1.1" });
const http = (respond: Respond) => createServer((_request, response) => respond(response));
const served = async (server: Parameters<typeof listening>[0]): Promise<number> =>
  (await ownServer(listening(server, HOST))).port;

const ports = {
  tls: await served(createTlsServer(tls, (_request, response) => fees(response))),
  plain: await served(http(fees)),
  http2: await served(createHttp2Server(() => undefined)),
  secureHttp2: await served(createSecureServer({ ...tls, allowHTTP1: false }, () => undefined)),
  nginx: await served(http(webPage(400, {}, "<html>The plain HTTP request was sent to HTTPS port</html>"))),
  blocked: await served(http(webPage(403, { server: "cloudflare" }))),
  forbidden: await served(http(jsonResponse(403, { message: "forbidden" }))),
  login: await served(http(webPage(401, { "www-authenticate": "Basic" }))),
  redirecting: await served(
    createServer((request, response) => {
      response.writeHead(308, { location: `https://ledger.example.test/prefix${request.url ?? ""}` }).end();
    }),
  ),
  large: await served(http(jsonResponse(200, Array(2 ** 21).fill(1)))),
};

const FEES = { level: "smoke", seed: 1, only: ["networkFees"] } as const;

async function resultOf(target: RunOptions, phrase = PASSPHRASE): Promise<RunResult> {
  const limits = { outageMs: 200, retries: 1 };
  const env = { CONFORMANCE_PASSPHRASE: phrase };
  return await (await begin({ target, options: FEES, env, limits })).check();
}

/** The verdict and the reason of a run against a URL, and its advice. */
async function adviceAt(target: RunOptions) {
  const result = await resultOf(target);
  return [result.verdict, result.reason, untestedItems(result)[0]?.text];
}

const ELSEWHERE = "https://ledger.example.test/prefix";

test.each([
  ["http", "tls", "speaks TLS; use https://", "Use https://…"],
  ["http", "nginx", "speaks TLS; use https://", "Use https://…"],
  ["https", "plain", "plain HTTP; use http://", "Use http://…"],
  ["https", "tls", "with --ca FILE", "--ca FILE"],
  ["http", "http2", "speaks HTTP/2 only", "Make the server support HTTP/1.1"],
  ["https", "secureHttp2", "speaks HTTP/2 only", "Make the server support HTTP/1.1"],
  ["http", "redirecting", `not followed; use ${ELSEWHERE}`, `Use ${ELSEWHERE} as the URL`],
  ["http", "large", "longer than 2 MiB (2,097,152 bytes)", "Make the service return a shorter response"],
  ["http", "blocked", "a CDN or firewall in front of the service", "Make the CDN or firewall"],
  ["http", "forbidden", "requires credentials", "Add the required headers"],
  ["http", "login", "requires credentials", "Add the required headers"],
] as const)("%s at the port %s", async (scheme, port, reason, advice) => {
  const trust = port === "secureHttp2" ? { tls: { ca: path("ca.pem") } } : {};
  const given = await adviceAt({ baseUrl: `${scheme}://${HOST}:${ports[port]}`, ...trust });
  expect(given).toEqual(["incomplete", expect.stringContaining(reason), expect.stringContaining(advice)]);
});

const folder = ownFolder();
const server = await ownReference();
const opened = (name: string, more = {}) =>
  ownServer(openFront({ cert: text(`${name}.pem`), key: text(`${name}.key`), ...more }, server.baseUrl));
const fronts = {
  right: await opened("right"),
  wrong: await opened("wrong"),
  expired: await opened("expired"),
  mutual: await opened("right", { ca: text("ca.pem"), requestCert: true, rejectUnauthorized: true }),
};

const urlAt = (front: keyof typeof fronts): string => `https://localhost:${fronts[front].port}/ledger`;

test("an additional certificate authority is trusted, by target file and by option", async () => {
  const ca = path("ca.pem");
  expect((await resultOf({ baseUrl: urlAt("right"), tls: { ca } })).verdict).toBe("conforms");
  const options = ["--out", folder, "--level", "smoke", "--seed", "1", "--only", "4.5"];
  const { code, out } = await command(["run", "--base-url", urlAt("right"), "--ca", ca, ...options]);
  expect([code, out]).toStrictEqual([0, expect.stringContaining("conforms")]);
});

test.each([
  ["right", "unable to verify the first certificate", false, "--ca FILE"],
  ["wrong", "the certificate of the server is for elsewhere.test, not", true, "(elsewhere"],
  ["expired", "certificate has expired", true, "Renew the certificate of the server: it is not valid"],
] as const)("the problem of the certificate of %s is reported", async (front, why, isTrusted, advice) => {
  const baseUrl = urlAt(front);
  const given = await adviceAt({ baseUrl, tls: isTrusted ? { ca: path("ca.pem") } : {} });
  const problem = `the ledger query service at ${baseUrl} cannot be reached: ${why}`;
  expect(given).toEqual(["incomplete", expect.stringContaining(problem), expect.stringContaining(advice)]);
});

test("a server that requires a client certificate is not waited for, and no sample is asked for", async () => {
  const target = { baseUrl: urlAt("mutual"), tls: { ca: path("ca.pem") } };
  const { clauses, warnings, requests } = await run(target, { level: "smoke", seed: 1 });
  expect(new Set(clauses.map(({ outcome, remedy }) => `${outcome} ${remedy?.kind}`))).toStrictEqual(
    new Set(["inconclusive giveCertificate"]),
  );
  expect(warnings).toStrictEqual([]);
  expect(requests).toBeLessThan(20);
});

test.each(["client.key", "client.locked"])("a client certificate with %s is accepted", async (key) => {
  const files = { ca: path("ca.pem"), cert: path("client.pem"), key: path(key) };
  expect((await resultOf({ baseUrl: urlAt("mutual"), tls: files })).verdict).toBe("conforms");
});

test("invalid certificate files are reported before a request is sent", async () => {
  const [cert, key, baseUrl] = [path("client.pem"), path("client.locked"), urlAt("mutual")];
  await expect(resultOf({ baseUrl, tls: { cert, key } }, "another")).rejects.toThrow(
    `${cert}, ${key}: not usable: the passphrase in CONFORMANCE_PASSPHRASE is missing or wrong`,
  );
  const none = resultOf({ baseUrl, tls: { ca: "none.pem" } });
  await expect(none).rejects.toThrow("none.pem: cannot be read: no such");
});

test("certificate paths are relative to the target file and appear in curl lines; the passphrase does not", async () => {
  const broken = await testReference({ fault: "fees-gas-as-text" });
  const pair = { cert: text("right.pem"), key: text("right.key") };
  const front = await testServer(openFront(pair, broken.baseUrl));
  writeFileSync(join(folder, "mine.pem"), text("ca.pem"));
  const files = { ca: "mine.pem", cert: path("client.pem"), key: path("client.locked") };
  const file = { baseUrl: `https://localhost:${front.port}/ledger`, tls: files };
  writeFileSync(join(folder, "target.json"), JSON.stringify(file));
  const env = { ...process.env, CONFORMANCE_PASSPHRASE: PASSPHRASE };
  const result = await run(join(folder, "target.json"), { ...FEES, env });
  const curl = result.clauses.flatMap(({ violations }) => violations)[0]?.curl ?? "";
  const given = `--cacert '${join(folder, "mine.pem")}' --cert '${files.cert}' --key '${files.key}'`;
  expect(curl).toContain(`${given} --pass "$CONFORMANCE_PASSPHRASE"`);
  expect(JSON.stringify(result)).not.toContain(PASSPHRASE);
  for (const line of hasProgram("curl") ? [curl.replace("curl", "curl -s -m 10")] : []) {
    const shown = await promisify(execFile)("sh", ["-c", line], { env });
    expect(shown.stdout).toContain("200 OK");
  }
});
