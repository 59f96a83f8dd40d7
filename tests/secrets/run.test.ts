import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../cli/io.ts";
import { instead, type Act } from "../hostile/attacks/attack.ts";
import { echoing, echoOf } from "../hostile/attacks/attacks.ts";
import { startAttacker, type Attacker } from "../hostile/attacks/server.ts";
import { filesUnder, ownFolder, ownServer } from "../tools/own.ts";
import { resultIn } from "../valid-results.ts";
import { encodingsOf, leaksIn } from "./encodings.ts";
import type { Ended } from "../tools/processes.ts";

/** Every printable character, in an unusual order. */
const CODES = Array.from({ length: 95 }, (_, index) => 32 + ((index * 37) % 95));
const SIGNS = String.fromCharCode(...CODES);
const PASSWORD = `open${SIGNS}sesame`;
const CREDENTIALS = `alice:${PASSWORD}`;

const BASIC = Buffer.from(CREDENTIALS).toString("base64");
const LEDGER_TOKEN = `tok-$(id)${SIGNS}Zq7`;
const ENV = { LEDGER_TOKEN, BASIC, STATUS_KEY: "päss-wörd-0815", EMPTY_ENOUGH: "1" } as const;

const API_KEY = `key/with+${SIGNS}==and-more`;
const LITERAL = `lit"eral${SIGNS}; cookie=Monster-42`;
const SECRETS = [ENV.LEDGER_TOKEN, ENV.BASIC, CREDENTIALS, PASSWORD, ENV.STATUS_KEY, API_KEY, LITERAL];

/** Echoes the values of requests in one encoding after the other. */
const inEveryWay: Act = (socket, incoming) => echoing[incoming.count % echoing.length]?.act(socket, incoming);
/** Conforms to the contract, and echoes the values of requests in unspecified places. */
const besides = instead((value, incoming) => JSON.stringify({ ...value, echo: echoOf(incoming) }));
const folder = ownFolder();
/** Without the clauses of lists, which send most requests of a run. */
const SOME = ["--skip", "tokens", "--skip", "tokenBalances", "--level", "smoke"];
const broken = await ownServer(startAttacker(inEveryWay));
const good = await ownServer(startAttacker(besides));

/** A target file with a secret in every possible place. */
function targetFile({ target }: Pick<Attacker, "target">, changes = {}): string {
  const path = join(folder, `target-${Math.random()}.json`);
  const samples = {
    verifications: [{ address: `0x${"13d9".padStart(40, "0")}`, chainId: "295", apiKey: API_KEY }],
  };
  const headers = {
    status: { "x-status-key": "${STATUS_KEY}" },
    base: { authorization: "Bearer ${LEDGER_TOKEN}", "x-literal": LITERAL, "x-version": "${EMPTY_ENOUGH}" },
    verify: { authorization: "Basic ${BASIC}" },
  };
  const content = { ...target, headers, samples: { ...target.samples, ...samples }, ...changes };
  writeFileSync(path, JSON.stringify(content));
  return path;
}

function expectNoLeak({ out, err }: Ended, dir?: string): void {
  const texts = new Map([...(dir === undefined ? [] : filesUnder(dir)), ["stdout", out], ["stderr", err]]);
  for (const [name, text] of texts) expect.soft(leaksIn(text, SECRETS).join("\n"), name).toBe("");
}

test("the search for leaks finds an intentional leak", () => {
  expect(leaksIn("nothing here", SECRETS)).toStrictEqual([]);
  for (const secret of SECRETS) {
    for (const form of Object.values(encodingsOf(secret))) {
      expect(leaksIn(`a ${form} b`, SECRETS).length).toBeGreaterThan(0);
    }
    expect(leaksIn(Buffer.from(`me:${secret}`).toString("base64"), SECRETS).length).toBeGreaterThan(0);
  }
});

test("a server that echoes requests in malformed responses leaks no secret", async () => {
  const out = join(folder, "broken");
  const argv = ["run", "--target", targetFile(broken), "--out", out, "--seed", "5", ...SOME];
  const ended = await command(argv, ENV);
  const results = filesUnder(out).get("results.json") ?? "";
  // The number of requests before the time-out depends on the machine.
  expect(results.match(/"outcome": "failed"/g)?.length).toBeGreaterThan(25);
  expect(results.match(/\*\*\*/g)?.length).toBeGreaterThan(200);
  expectNoLeak(ended, out);
  expect(results).toContain(
    String.raw`-H \"authorization: Bearer $LEDGER_TOKEN\" -H \"x-literal: $LEDGER_X_LITERAL\"`,
  );
  expect(ended.err).toContain("EMPTY_ENOUGH is not hidden in what the service sends back: it has fewer");

  const page = join(folder, "comparison.html");
  expectNoLeak(await command(["compare", out, out, "--out", page]));
  expect(leaksIn(readFileSync(page, "utf8"), SECRETS)).toStrictEqual([]);
});

test("a conforming run leaks no secret", async () => {
  const out = join(folder, "good");
  const ended = await command(["run", "--target", targetFile(good), "--out", out, ...SOME], ENV);
  expect(resultIn(out).summary.passed).toBeGreaterThan(100);
  expectNoLeak(ended, out);
});

test("a plan, a usage error and an unreachable target leak no secret", async () => {
  const nowhere = { statusUrl: undefined, verifyUrl: undefined, baseUrl: "http://127.0.0.1:1" };
  const out = join(folder, "unreachable");
  const target = targetFile(good, nowhere);
  const unreachable = await command(["run", "--target", target, "--out", out], ENV);
  expect(unreachable.code).toBe(2);
  expectNoLeak(unreachable, out);
  const unfit = [{ baseUrl: "ftp://${BASIC}" }, { samples: { tokenIds: ["${BASIC}"], "${STATUS_KEY}": 1 } }];
  const files = unfit.map((changes) => targetFile(good, changes));
  for (const argv of [[target, "--dry-run"], ...files.map((file) => [file])]) {
    const ended = await command(["run", "--target", ...argv], ENV);
    expect(ended.code).toBe(argv.length === 2 ? 0 : 2);
    expectNoLeak(ended);
  }
});
