import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run, type TargetFile } from "../../lib/index.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { hasCurl } from "../../scripts/sensitivity/evidence.ts";
import { command } from "../cli/io.ts";
import { makeCertificates, PASSPHRASE, type Certificates } from "./certificates.ts";
import { openFront, type Front } from "./front.ts";
import { isInstalled } from "./installed.ts";

let server: Reference;
let made: Certificates;
let fronts: Readonly<Record<"right" | "wrong" | "expired" | "mutual" | "six", Front>>;
let folder: string;

beforeAll(async () => {
  made = makeCertificates();
  folder = mkdtempSync(join(tmpdir(), "tls-"));
  server = await startReference();
  const open = (name: string, more = {}, host?: string): Promise<Front> =>
    openFront(
      { cert: made.text(`${name}.pem`), key: made.text(`${name}.key`), ...more },
      server.baseUrl,
      host,
    );
  const [right, wrong, expired, mutual, six] = await Promise.all([
    open("right"),
    open("wrong"),
    open("expired"),
    open("right", { ca: made.text("ca.pem"), requestCert: true, rejectUnauthorized: true }),
    open("right", {}, "::1"),
  ]);
  fronts = { right, wrong, expired, mutual, six };
}, 60_000);

afterAll(async () => {
  await Promise.all([server.close(), ...Object.values(fronts).map((front) => front.close())]);
  made.remove();
  rmSync(folder, { recursive: true, force: true });
});

const FEES = { level: "smoke", seed: 1, only: ["networkFees"], limits: { outageMs: 0 } } as const;

function urlAt(front: keyof typeof fronts, host = "localhost"): string {
  return `https://${host}:${fronts[front].port}/ledger`;
}

async function judged(target: TargetFile): Promise<string> {
  const { verdict, reason = "" } = await run(target, { ...FEES, env: { PHRASE: PASSPHRASE } });
  return `${verdict} ${reason}`.trim();
}

test("an authority of one's own is trusted, by target file and by option", async () => {
  const tls = { base: { ca: made.path("ca.pem") } };
  expect(await judged({ baseUrl: urlAt("right"), tls })).toBe("conforms");
  const told = ["--out", folder, "--no-allure", "--level", "smoke", "--seed", "1", "--only", "4.5"];
  const { code, out } = await command([
    "run",
    "--base-url",
    urlAt("right"),
    "--ca",
    made.path("ca.pem"),
    ...told,
  ]);
  expect([code, out]).toStrictEqual([0, expect.stringContaining("conforms")]);
}, 60_000);

test.each([
  ["right", "its authority is not a known one; give it with --ca", { trusted: false }],
  ["wrong", "it is made out for another name", { trusted: true }],
  ["expired", "it has expired", { trusted: true }],
] as const)("what is wrong with the certificate of %s is said", async (front, why, { trusted }) => {
  const tls = trusted ? { base: { ca: made.path("ca.pem") } } : {};
  const said = await judged({ baseUrl: urlAt(front), tls });
  expect(said).toMatch(/^incomplete the ledger query service cannot be reached at https:/);
  expect(said).toContain(why);
  expect(said).toContain(`the certificate of "${front} one" by "Nobody's"`);
});

test.skipIf(!isInstalled("openssl"))(
  "a client certificate that OpenSSL's own server asks for is understood",
  async () => {
    const keys = [
      "-cert",
      made.path("right.pem"),
      "-key",
      made.path("right.key"),
      "-CAfile",
      made.path("ca.pem"),
    ];
    const strict = ["-Verify", "1", "-verify_return_error", "-accept", "127.0.0.1:0"];
    const serving = spawn("openssl", ["s_server", ...keys, ...strict, "-www"], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    try {
      const port = await new Promise<string>((resolve) => {
        serving.stdout.on("data", (chunk: Buffer) => {
          const [, found] = /ACCEPT 127\.0\.0\.1:(\d+)/.exec(chunk.toString()) ?? [];
          if (found !== undefined) {
            resolve(found);
          }
        });
      });
      const said = await judged({
        baseUrl: `https://localhost:${port}`,
        tls: { base: { ca: made.path("ca.pem") } },
      });
      expect(said).toMatch(/^incomplete .+ the service wants a client certificate.+\(ERR_SSL_/);
    } finally {
      serving.kill();
    }
  },
);

test("a server name stands in place of the host", async () => {
  const tls = { base: { ca: made.path("ca.pem"), serverName: "elsewhere.test" } };
  expect(await judged({ baseUrl: urlAt("wrong"), tls })).toBe("conforms");
});

test("a client certificate opens the door, in PEM and PKCS #12, with its passphrase", async () => {
  const ca = made.path("ca.pem");
  const [cert, key] = [made.path("client.pem"), made.path("client.key")];
  const passphrase = "${PHRASE}";
  const keys = [
    { cert, key },
    { cert, key: made.path("client.locked"), passphrase },
    { pfx: made.path("client.p12"), passphrase },
  ];
  for (const own of keys) {
    expect(await judged({ baseUrl: urlAt("mutual"), tls: { base: { ca, ...own } } })).toBe("conforms");
  }
}, 60_000);

test("files that do not fit are told before anything is sent", async () => {
  const [cert, pfx] = [made.path("client.pem"), made.path("client.p12")];
  const baseUrl = urlAt("mutual");
  await expect(judged({ baseUrl, tls: { base: { cert } } })).rejects.toThrow("without its key");
  await expect(judged({ baseUrl, tls: { base: { pfx, passphrase: "another" } } })).rejects.toThrow(
    "the passphrase is missing or wrong",
  );
  await expect(judged({ baseUrl, tls: { base: { ca: "none.pem" } } })).rejects.toThrow(
    "there is no such file",
  );
});

test("paths begin at the folder of the target file, and curl lines carry them; the passphrase is nowhere", async () => {
  const broken = await startReference({ fault: "fees-gas-as-text" });
  const front = await openFront(
    { cert: made.text("right.pem"), key: made.text("right.key") },
    broken.baseUrl,
  );
  try {
    writeFileSync(join(folder, "mine.pem"), made.text("ca.pem"));
    writeFileSync(join(folder, "client.p12"), "");
    const base = { ca: "mine.pem", cert: made.path("client.pem"), key: made.path("client.locked") };
    const file = {
      baseUrl: `https://ledger.test:${front.port}/ledger`,
      resolve: [`ledger.test:${front.port}:127.0.0.1`],
      tls: { base: { ...base, passphrase: "${PHRASE}" } },
    };
    writeFileSync(join(folder, "target.json"), JSON.stringify(file));
    const result = await run(join(folder, "target.json"), { ...FEES, env: { PHRASE: PASSPHRASE } });
    const curl = result.clauses.flatMap(({ violations }) => violations)[0]?.curl ?? "";
    expect(curl).toContain(
      `--cacert '${join(folder, "mine.pem")}' --cert '${base.cert}' --key '${base.key}'`,
    );
    expect(curl).toContain('--pass "$PHRASE"');
    expect(curl).toContain(`--resolve 'ledger.test:${front.port}:127.0.0.1'`);
    expect(JSON.stringify(result)).not.toContain(PASSPHRASE);
    const env = { ...process.env, PHRASE: PASSPHRASE };
    const lines = hasCurl() ? [curl.replace("curl", "curl -s -m 10")] : [];
    for (const line of lines) {
      const shown = await promisify(execFile)("sh", ["-c", line], { env });
      expect(shown.stdout).toContain("200 OK");
    }
  } finally {
    await Promise.all([front.close(), broken.close()]);
  }
}, 60_000);

test("a host is reached at the address that is given for it, and over IPv6", async () => {
  const tls = { base: { ca: made.path("ca.pem") } };
  const port = String(fronts.right.port);
  const named = { baseUrl: urlAt("right", "ledger.test"), tls };
  expect(await judged(named)).toContain("the host name does not resolve");
  expect(await judged({ ...named, resolve: [`ledger.test:${port}:127.0.0.1`] })).toBe("conforms");
  const six = String(fronts.six.port);
  expect(await judged({ ...named, baseUrl: `https://[::1]:${six}/ledger` })).toBe("conforms");
  const resolved = { ...named, baseUrl: urlAt("six", "ledger.test"), resolve: [`ledger.test:${six}:[::1]`] };
  expect(await judged(resolved)).toBe("conforms");
  await expect(judged({ ...named, resolve: ["ledger.test:443"] })).rejects.toThrow("host:port:address");
}, 60_000);
