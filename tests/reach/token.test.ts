import { createServer } from "node:http";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OAuth2Server, type MutableResponse } from "oauth2-mock-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { run, type RunOptions, type TargetFile } from "../../lib/index.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { command } from "../cli/io.ts";
import { listening, passingOn, type Front } from "./front.ts";

const SECRET = "an-open-sesame-of-ours";
const FEES = { level: "smoke", seed: 1, only: ["networkFees"], limits: { outageMs: 0 } } as const;

let reference: Reference;
let broken: Reference;
let authority: OAuth2Server;
/** Lets in whoever brings a token that holds, and says it back. */
let gate: Front;
let folder: string;

/** What was granted, in order. */
let granted: string[];
let asked: { readonly headers: { readonly authorization?: string }; readonly body: unknown }[];
let seconds: number;
let refusal: MutableResponse | undefined;
/** Whether the gate takes a token. */
let holds: (token: string) => boolean;
let refused: number;
let judged: Reference;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "token-"));
  [reference, broken] = await Promise.all([
    startReference(),
    startReference({ fault: "fees-order-ignored" }),
  ]);
  authority = new OAuth2Server();
  await authority.issuer.keys.generate("RS256");
  await authority.start(0, "127.0.0.1");
  authority.service.on("beforeResponse", (answer: MutableResponse, { headers, body }: (typeof asked)[0]) => {
    asked.push({ headers, body });
    if (refusal !== undefined) {
      Object.assign(answer, refusal);
    } else if (answer.body !== "" && typeof answer.body === "object") {
      answer.body["expires_in"] = seconds;
      granted.push(String(answer.body["access_token"]));
    }
  });
  const server = createServer((incoming, outgoing) => {
    const { authorization = "" } = incoming.headers;
    outgoing.setHeader("x-said", authorization);
    if (holds(authorization.replace("Bearer ", ""))) {
      passingOn(judged.baseUrl, [])(incoming, outgoing);
    } else {
      refused += 1;
      outgoing.writeHead(401, { "www-authenticate": "Bearer" }).end();
    }
  });
  gate = { ...(await listening(server)), seen: [] };
}, 60_000);

beforeEach(() => {
  [granted, asked, seconds, refusal, refused, judged] = [[], [], 3_600, undefined, 0, reference];
  // Each token carries the second of its making: two of one second are equal.
  holds = (token) => granted.includes(token);
});

afterEach(() => {
  authority.service.removeAllListeners("beforeTokenSigning");
});

afterAll(async () => {
  await Promise.all([reference.close(), broken.close(), authority.stop(), gate.close()]);
  rmSync(folder, { recursive: true, force: true });
});

function target(more: object = {}): TargetFile {
  const grant = {
    tokenUrl: `${authority.issuer.url}/token`,
    clientId: "the-suite",
    clientSecret: SECRET,
    ...more,
  };
  return {
    baseUrl: `http://127.0.0.1:${gate.port}${new URL(reference.baseUrl).pathname}`,
    authorization: { base: grant },
  };
}

async function freePort(): Promise<number> {
  const { port, close } = await listening(createServer());
  await close();
  return port;
}

/** Every token is another one. */
function numbered(): void {
  let number = 0;
  authority.service.on("beforeTokenSigning", ({ payload }: { payload: Record<string, unknown> }) => {
    number += 1;
    payload["jti"] = String(number);
  });
}

async function verdictOf(file: TargetFile, options: Partial<RunOptions> = {}): Promise<string> {
  const { verdict, reason = "" } = await run(file, { ...FEES, ...options });
  return `${verdict} ${reason}`.trim();
}

test("client credentials are granted a token, which every request carries", async () => {
  expect(await verdictOf(target({ scope: "read", audience: "ledger" }))).toBe("conforms");
  expect(refused).toBe(0);
  expect(asked[0]).toMatchObject({
    headers: { authorization: expect.stringContaining("Basic ") },
    body: { grant_type: "client_credentials", scope: "read", audience: "ledger" },
  });
  // Name and secret are percent-encoded in front of base64 (RFC 6749, 2.3.1).
  const basic = Buffer.from(asked[0]?.headers.authorization?.slice("Basic ".length) ?? "", "base64");
  expect(decodeURIComponent(String(basic))).toBe(`the-suite:${SECRET}`);
  expect(asked.length).toBeLessThanOrEqual(2);
}, 60_000);

test("credentials go into the body where the authorization server wants them there", async () => {
  expect(await verdictOf(target({ clientAuthMethod: "client_secret_post" }))).toBe("conforms");
  expect(asked[0]?.body).toMatchObject({ client_id: "the-suite", client_secret: SECRET });
}, 60_000);

test("a token is renewed before it ends", async () => {
  numbered();
  const ends = new Map<string, number>();
  seconds = 1;
  holds = (token) => {
    const at = ends.get(token) ?? performance.now() + seconds * 1_000;
    ends.set(token, at);
    return granted.includes(token) && performance.now() < at;
  };
  expect(await verdictOf(target(), { rps: 12 })).toBe("conforms");
  expect(granted.length).toBeGreaterThan(3);
  expect(refused).toBeLessThan(granted.length);
}, 60_000);

test("a token that is refused in the middle of a run is renewed, and nobody notices", async () => {
  numbered();
  let served = 0;
  holds = (token) => {
    served += 1;
    return token === granted.at(-1) && (served < 20 || granted.length > 2);
  };
  expect(await verdictOf(target())).toBe("conforms");
  expect(granted.length).toBe(3);
}, 60_000);

test("a service that takes no token is told, and the authorization server is left alone", async () => {
  numbered();
  holds = () => false;
  expect(await verdictOf(target())).toMatch(/^incomplete .*401/);
  expect(granted.length).toBeLessThanOrEqual(3);
}, 60_000);

test("who gets no token is told why before anything is asked", async () => {
  refusal = { statusCode: 401, body: { error: "invalid_client", error_description: SECRET } };
  expect(await verdictOf(target())).toBe(
    "incomplete the ledger query service cannot be asked: no access token: the authorization server says invalid_client (status 401)",
  );
  refusal = { statusCode: 503, body: "" };
  expect(await verdictOf(target())).toContain("the authorization server answered 503");
  const nowhere = { tokenUrl: `http://127.0.0.1:${await freePort()}/token` };
  expect(await verdictOf(target(nowhere))).toContain(
    "the authorization server cannot be reached: the connection was refused",
  );
}, 60_000);

test("a command prints the token, alone or as an authorization server would", async () => {
  const file = join(folder, "token");
  holds = (token) => token === "printed.token-of_ours";
  const by = (printing: string): TargetFile => ({
    ...target(),
    authorization: { base: { command: printing } },
  });
  expect(await verdictOf(by("echo printed.token-of_ours"))).toBe("conforms");
  writeFileSync(file, JSON.stringify({ access_token: "printed.token-of_ours", expires_in: 60 }));
  expect(await verdictOf(by(`cat ${file}`))).toBe("conforms");
  expect(await verdictOf(by(`echo ${SECRET} >&2; exit 3`))).toMatch(
    /no access token: its command failed with 3: run it by hand$/,
  );
  expect(await verdictOf(by("echo two words"))).toMatch(/what its command printed is no token$/);
}, 60_000);

test("neither a token nor what it is granted for is in any output, whatever the service says back", async () => {
  judged = broken;
  numbered();
  let served = 0;
  // The second token of the run is one that the run did not begin with.
  holds = (token) => {
    served += 1;
    return granted.includes(token) && (served < 10 || token === granted.at(-1));
  };
  writeFileSync(join(folder, "target.json"), JSON.stringify(target()).replace(SECRET, "${CLIENT_SECRET}"));
  const out = join(folder, "out");
  const {
    code,
    out: said,
    err,
  } = await command(
    ["run", "--target", join(folder, "target.json"), "--out", out, "--level", "smoke", "--seed", "1"],
    { CLIENT_SECRET: SECRET },
  );
  expect(code).toBe(1);
  const result = await run(target(), { ...FEES });
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const written = files.map((file) => readFileSync(join(file.parentPath, file.name), "utf8"));
  const told = [JSON.stringify(result), said, err, ...written].join("\n");
  expect(result.verdict).toBe("nonconforming");
  expect(told).toContain("Bearer $LEDGER_TOKEN");
  expect([SECRET, ...granted].filter((secret) => told.includes(secret))).toStrictEqual([]);
}, 120_000);

test.each([
  [
    { command: "echo x", tokenUrl: "https://a.test" },
    "needs tokenUrl, clientId and clientSecret, or a command",
  ],
  [{ tokenUrl: "https://a.test" }, "needs tokenUrl, clientId and clientSecret, or a command"],
  [
    { tokenUrl: "ftp://a.test", clientId: "a", clientSecret: "b" },
    "tokenUrl is not the http or https URL of an authorization server",
  ],
])("authorization %j is told as %s", async (base, message) => {
  await expect(verdictOf({ ...target(), authorization: { base } })).rejects.toThrow(message);
});

test("a header field of one's own and a token for the same service contradict each other", async () => {
  const headers = { base: { Authorization: "Basic abcdefgh" } };
  await expect(verdictOf({ ...target(), headers })).rejects.toThrow("leave one of them away");
});
