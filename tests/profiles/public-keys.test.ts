import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { run } from "../../lib/run.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { listening } from "../tools/listening.ts";

const profile = "hiero-mirror-node";
let reference: Reference | undefined;
let front: Server | undefined;

afterEach(async () => {
  front?.close();
  await reference?.close();
});

/** A mirror node whose lists are empty where they are asked for by a key. */
async function keylessUrl(): Promise<string> {
  reference = await startReference({ variant: `${profile}-0.123` });
  const { origin, pathname } = new URL(reference.baseUrl);
  front = createServer((request, response) => {
    const { url = "" } = request;
    void fetch(`${origin}${url}`).then(async (came) => {
      const text = await came.text();
      const [, list] =
        came.ok && url.includes("publickey=") ? (/"(tokens|balances)":\[/.exec(text) ?? []) : [];
      const empty = JSON.stringify({ timestamp: null, [list ?? ""]: [], links: { next: null } });
      response.writeHead(came.status, { "content-type": "application/json" });
      response.end(list === undefined ? text : empty);
    });
  });
  const { port } = await listening(front);
  return `http://127.0.0.1:${port}${pathname}`;
}

const KEYS = ["4.3-public-key", "4.4-public-key"];

test("a key filter that never selects a row fails where the keys of rows are known", async () => {
  const { clauses } = await run(
    { baseUrl: await keylessUrl() },
    { profile: [profile], only: KEYS, level: "smoke", seed: 1 },
  );
  expect(clauses.map(({ outcome, reason }) => [outcome, reason])).toStrictEqual([
    ["fail", "the key of an account that holds the token does not select it"],
    ["fail", "no public key selects a token, neither that of a token nor that of its holder"],
  ]);
});

test("it is undecided where nobody knows whose key is compared", async () => {
  const target = { baseUrl: await keylessUrl(), samples: { publicKeys: ["00".repeat(32)] } };
  const parameters = {
    tokens: { publicKey: "publickey" },
    tokenBalances: { publicKey: "account.publickey" },
  };
  const { clauses } = await run({ ...target, parameters }, { only: KEYS, level: "smoke", seed: 1 });
  expect(clauses.map(({ outcome, reason }) => [outcome, reason])).toStrictEqual([
    ["inconclusive", expect.stringContaining("none is known to belong to an account of the list")],
    ["inconclusive", expect.stringContaining("whose key is compared is open")],
  ]);
});
