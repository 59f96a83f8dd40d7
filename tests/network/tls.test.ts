import { execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { run, type RunOptions } from "../../lib/index.ts";
import { begin } from "../../lib/run.ts";
import { command } from "../cli/io.ts";
import { makeCertificates, PASSPHRASE } from "./certificates.ts";
import { ownFolder, ownReference, ownServer, testReference, testServer } from "../tools/own.ts";
import { hasProgram, needsPrograms } from "../tools/programs.ts";
import { openFront } from "./front.ts";

const { path, text } = makeCertificates();
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

const FEES = { level: "smoke", seed: 1, only: ["networkFees"] } as const;
const urlAt = (front: keyof typeof fronts): string => `https://localhost:${fronts[front].port}/ledger`;

async function checked(target: RunOptions, phrase = PASSPHRASE): Promise<string> {
  const given = { target, options: FEES, env: { CONFORMANCE_PASSPHRASE: phrase }, limits: { outageMs: 200 } };
  const { verdict, reason = "" } = await (await begin(given)).check();
  return `${verdict} ${reason}`.trim();
}

test("an additional certificate authority is trusted, by target file and by option", async () => {
  const ca = path("ca.pem");
  expect(await checked({ baseUrl: urlAt("right"), tls: { ca } })).toBe("conforms");
  const options = ["--out", folder, "--level", "smoke", "--seed", "1", "--only", "4.5"];
  const { code, out } = await command(["run", "--base-url", urlAt("right"), "--ca", ca, ...options]);
  expect([code, out]).toStrictEqual([0, expect.stringContaining("conforms")]);
});

test.each([
  ["right", "unable to verify the first certificate", false],
  ["wrong", "Host: localhost. is not in the cert's altnames: DNS:elsewhere", true],
  ["expired", "certificate has expired", true],
] as const)("the problem of the certificate of %s is reported", async (front, why, trusted) => {
  const tls = trusted ? { ca: path("ca.pem") } : {};
  const said = await checked({ baseUrl: urlAt(front), tls });
  expect(said).toContain(`incomplete the ledger query service at ${urlAt(front)} cannot be reached: ${why}`);
});

test("a missing client certificate is reported", async (context) => {
  needsPrograms(context, "openssl");
  const files = { "-cert": "right.pem", "-key": "right.key", "-CAfile": "ca.pem" };
  const keys = Object.entries(files).flatMap(([flag, name]) => [flag, path(name)]);
  const strict = ["-Verify", "1", "-verify_return_error", "-accept", "127.0.0.1:0", "-www"];
  const serving = spawn("openssl", ["s_server", ...keys, ...strict], { stdio: ["pipe", "pipe", "ignore"] });
  try {
    const port = await new Promise<string>((resolve) => {
      serving.stdout.on("data", (chunk: Buffer) => {
        const [, found] = /ACCEPT 127\.0\.0\.1:(\d+)/.exec(chunk.toString()) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    const said = await checked({
      baseUrl: `https://localhost:${port}`,
      tls: { ca: path("ca.pem") },
    });
    expect(said).toMatch(/cannot be reached: .*alert.+\(ERR_SSL_.*: give one with --cert and --key$/);
  } finally {
    serving.kill();
  }
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

test.each(["wrong", "expired"] as const)("a certificate that is %s is to be corrected", async (name) => {
  const target = { baseUrl: urlAt(name), tls: { ca: path("ca.pem") } };
  const { clauses } = await run(target, FEES);
  expect(new Set(clauses.map(({ remedy }) => remedy?.kind))).toStrictEqual(new Set(["correctCertificate"]));
});

test("a client certificate with a passphrase is accepted", async () => {
  const [ca, cert] = [path("ca.pem"), path("client.pem")];
  for (const key of ["client.key", "client.locked"].map(path)) {
    expect(await checked({ baseUrl: urlAt("mutual"), tls: { ca, cert, key } })).toBe("conforms");
  }
});

test("invalid certificate files are reported before a request is sent", async () => {
  const [cert, key, baseUrl] = [path("client.pem"), path("client.locked"), urlAt("mutual")];
  await expect(checked({ baseUrl, tls: { cert } })).rejects.toThrow("certificate is given without its key");
  await expect(checked({ baseUrl, tls: { cert, key } }, "another")).rejects.toThrow(
    `${cert}, ${key}: not usable: the passphrase in CONFORMANCE_PASSPHRASE is missing or wrong`,
  );
  for (const url of [baseUrl, "http://localhost:1"]) {
    const none = checked({ baseUrl: url, tls: { ca: "none.pem" } });
    await expect(none).rejects.toThrow("none.pem: cannot be read: no such");
  }
});

test("certificate paths are relative to the target file and appear in curl lines; the passphrase does not", async () => {
  const broken = await testReference({ fault: "fees-gas-as-text" });
  const pair = { cert: text("right.pem"), key: text("right.key") };
  const front = await testServer(openFront(pair, broken.baseUrl));
  writeFileSync(join(folder, "mine.pem"), text("ca.pem"));
  const tls = { ca: "mine.pem", cert: path("client.pem"), key: path("client.locked") };
  const file = { baseUrl: `https://localhost:${front.port}/ledger`, tls };
  writeFileSync(join(folder, "target.json"), JSON.stringify(file));
  const env = { ...process.env, CONFORMANCE_PASSPHRASE: PASSPHRASE };
  const result = await run(join(folder, "target.json"), { ...FEES, env });
  const curl = result.clauses.flatMap(({ violations }) => violations)[0]?.curl ?? "";
  const files = `--cacert '${join(folder, "mine.pem")}' --cert '${tls.cert}' --key '${tls.key}'`;
  expect(curl).toContain(`${files} --pass "$CONFORMANCE_PASSPHRASE"`);
  expect(JSON.stringify(result)).not.toContain(PASSPHRASE);
  for (const line of hasProgram("curl") ? [curl.replace("curl", "curl -s -m 10")] : []) {
    const shown = await promisify(execFile)("sh", ["-c", line], { env });
    expect(shown.stdout).toContain("200 OK");
  }
});
