import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Environment } from "../../engine/target/files/target-file.ts";
import { startReference } from "../../reference/server.ts";
import { har } from "../traffic/har.ts";
import { command, type Seen } from "./io.ts";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "traps-"));
const SECRET = "tok-8f1c-0451";

/** A stranger's server: it answers everything, and remembers what it was told. */
let stranger: Server;
let told: string[];

beforeEach(async () => {
  told = [];
  stranger = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      told.push([request.url, JSON.stringify(request.headers), body].join(" "));
      response.setHeader("content-type", "application/json");
      response.end('{"tokens":[],"links":{"next":null}}');
    });
  });
  await new Promise<void>((resolve) => {
    stranger.listen(0, "127.0.0.1", resolve);
  });
});

afterEach(() => {
  stranger.closeAllConnections();
  stranger.close();
});

afterAll(() => rmSync(folder, { recursive: true }));

function urlOf(server: Server): string {
  const address = server.address();
  return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
}

function fileOf(name: string, content: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const lastLine = ({ err }: Seen): string => err.trimEnd().split("\n").at(-1) ?? "";

describe("a URL that ends in what requests add by themselves", () => {
  test.each([
    ["--base-url", "/ledger/api/v1/", "/api/v1"],
    ["--base-url", "/api/v1/network/fees", "/api/v1/network/fees"],
    ["--status-url", "/api/v2", "/api/v2"],
    ["--status-url", "/page/api/v2/summary.json", "/api/v2/summary.json"],
    ["--verify-url", "/session/verify/explorer", "/session/verify/explorer"],
  ])("%s …%s is bad usage before anything is sent", async (option, path, twice) => {
    const seen = await command(["run", option, urlOf(stranger) + path, "--out", join(folder, "twice")]);
    expect(seen.code).toBe(2);
    expect(lastLine(seen)).toContain(option);
    expect(lastLine(seen)).toContain(`ends in ${twice}, which every request adds by itself: leave it away`);
    expect(told).toStrictEqual([]);
  });

  test("while other paths are prefixes like any", async () => {
    const argv = ["run", "--base-url", `${urlOf(stranger)}/api/v1/ledger`, "--dry-run"];
    expect((await command(argv)).code).toBe(0);
    expect((await command(["run", "--status-url", `${urlOf(stranger)}/api`, "--dry-run"])).code).toBe(0);
  });
});

describe("an empty URL", () => {
  test.each<readonly [string, readonly string[], Environment, string]>([
    ["a variable", ["run"], { BASE_URL: "" }, "BASE_URL"],
    ["a variable of another service", ["run"], { VERIFY_URL: "" }, "VERIFY_URL"],
    ["the variable of the file", ["run"], { CONFORMANCE_TARGET: "" }, "CONFORMANCE_TARGET"],
    ["an option", ["run", "--status-url", ""], {}, "--status-url"],
    ["a plan", ["run", "--dry-run"], { STATUS_URL: "" }, "STATUS_URL"],
    ["discover", ["discover", "--out", join(folder, "found.json")], { BASE_URL: "" }, "BASE_URL"],
    ["a watch", ["run", "--watch"], { BASE_URL: "" }, "BASE_URL"],
    ["validate", ["validate", "x.har", "--base-url", ""], {}, "--base-url"],
  ])("from %s is bad usage, and judges nothing", async (_, argv, env, name) => {
    const out = join(folder, "empty");
    const seen = await command([...argv, ...(argv[0] === "run" ? ["--out", out] : [])], env);
    expect([seen.code, lastLine(seen)]).toStrictEqual([2, expect.stringContaining(`${name} is`)]);
    expect(seen.out).toBe("");
    expect(existsSync(out)).toBe(false);
  });
});

test("a run of the embedded reference says so first, wherever it is told", async () => {
  const out = join(folder, "reference");
  const { code, out: text } = await command(["run", "--only", "4.4-links", "--level", "smoke", "--out", out]);
  expect(code).toBe(0);
  const lines = text.trimEnd().split("\n");
  expect(lines[0]).toContain("judges its own embedded reference");
  expect(text).toContain("\n  The embedded reference was judged, and no service of yours.\n");
  expect(lines.at(-1)).toMatch(/^✔ conforms .*, by the embedded reference$/);
  const read = (name: string): string => readFileSync(join(out, name), "utf8");
  expect(read("summary.md").split("\n")[0]).toBe("# Conformance of the embedded reference: conforms");
  expect(read("index.html")).toContain("<h1>The embedded reference conforms</h1>");
  expect(read("index.html")).toContain("<title>Conformance of the embedded reference: conforms</title>");
  expect(JSON.parse(read("badge.json"))).toMatchObject({ label: "conformance of the embedded reference" });
  expect(read("results.json").split("\n")[1]).toBe('  "embedded": true,');
  expect(read("results.jsonl").split("\n")[0]).toContain('"embedded":true');
});

describe("secrets of a target file", () => {
  const secret = {
    baseUrl: "http://127.0.0.1:1",
    verifyUrl: "http://127.0.0.1:1",
    headers: { base: { authorization: `Bearer ${SECRET}` } },
    samples: { verifications: [{ address: "0x01", chainId: "1", apiKey: SECRET }] },
  };

  test.each([["run"], ["discover"]])(
    "%s does not take them where a variable points: it cannot run, and says why",
    async (name) => {
      const target = fileOf("secret.json", secret);
      const argv = [name, "--target", target, "--out", join(folder, `${name}-elsewhere`)];
      const seen = await command(argv, { BASE_URL: urlOf(stranger) });
      expect([seen.code, told]).toStrictEqual([2, []]);
      expect(lastLine(seen)).toContain(
        `BASE_URL names ${urlOf(stranger)}, and ${target} gives http://127.0.0.1:1`,
      );
      const other = await command(argv.toSpliced(1, 2), {
        CONFORMANCE_TARGET: target,
        VERIFY_URL: urlOf(stranger),
      });
      expect([other.code, told]).toStrictEqual([2, []]);
    },
  );

  test("an option that leads elsewhere leaves them behind, and the run says so", async () => {
    const target = fileOf("secret.json", secret);
    const url = urlOf(stranger);
    const urls = ["--base-url", url, "--verify-url", url];
    const out = join(folder, "elsewhere");
    const { err } = await command(["run", "--target", target, ...urls, "--level", "smoke", "--out", out]);
    expect(told.length).toBeGreaterThan(10);
    expect(told.filter((request) => request.includes(SECRET))).toStrictEqual([]);
    expect(err).toContain("--base-url names");
    expect(err).not.toContain(SECRET);
  });

  test("discover writes them into no file for another origin", async () => {
    const found = join(folder, "found-elsewhere.json");
    const target = fileOf("secret.json", secret);
    const url = urlOf(stranger);
    const argv = ["discover", "--target", target, "--base-url", url, "--verify-url", url, "--out", found];
    const { code } = await command(argv);
    expect(code).toBe(0);
    expect(told.filter((request) => request.includes(SECRET))).toStrictEqual([]);
    expect(readFileSync(found, "utf8")).not.toMatch(/authorization|apiKey|tok-/);
  });

  test("a link to the next page at another origin is not followed", async () => {
    const lists = createServer((_request, response) => {
      response.setHeader("content-type", "application/json");
      const next = `${urlOf(stranger)}/api/v1/tokens?token.id=gt:0.0.1`;
      response.end(JSON.stringify({ tokens: [{ token_id: "0.0.1" }], links: { next } }));
    });
    await new Promise<void>((resolve) => {
      lists.listen(0, "127.0.0.1", resolve);
    });
    const target = fileOf("lists.json", { baseUrl: urlOf(lists), headers: secret.headers });
    await command([
      "run",
      "--target",
      target,
      "--only",
      "4.4",
      "--level",
      "smoke",
      "--out",
      join(folder, "l"),
    ]);
    lists.closeAllConnections();
    lists.close();
    expect(told).toStrictEqual([]);
  });
});

describe("a replay asks the service that the result came from", () => {
  /** Recorded answers of a service, in which the token list has no links. */
  async function offline(name: string, url: string): Promise<string> {
    const recorded = har({ url: `${url}/api/v1/tokens`, body: { tokens: [] } });
    const out = join(folder, name);
    const seen = await command(["validate", fileOf(`${name}.har`, recorded), "--out", out]);
    expect(seen.code).toBe(1);
    return out;
  }

  test("one that was judged offline is asked there, and not the reference", async () => {
    const out = await offline("asked", urlOf(stranger));
    const { code, out: text } = await command(["run", "--replay", "4.4-links", "--out", out]);
    expect([code, told.length]).toStrictEqual([0, 1]);
    expect(text).toContain(`at ${urlOf(stranger)}`);
  });

  test("one that cannot be reached could not run", async () => {
    const out = await offline("gone", "http://127.0.0.1:1");
    const seen = await command(["run", "--replay", "4.4-links", "--out", out], { BASE_URL: urlOf(stranger) });
    expect([seen.code, told]).toStrictEqual([2, []]);
    expect(lastLine(seen)).toContain("the connection was refused");
  });

  test("where the files tell no URL it cannot run, and says what to give", async () => {
    const out = join(folder, "bodies");
    const file = fileOf("tokens-body.json", { tokens: [] });
    expect((await command(["validate", file, "--endpoint", "tokens", "--out", out])).code).toBe(1);
    const seen = await command(["run", "--replay", "4.4-links", "--out", out]);
    expect(seen.code).toBe(2);
    expect(lastLine(seen)).toContain("does not tell the URL of the base service: give it, with --base-url");
  });

  test("what is in the environment by chance is not asked in its place", async () => {
    const own = await startReference({ fault: "tokens-links-missing" });
    try {
      const out = join(folder, "own");
      const argv = [
        "run",
        "--base-url",
        own.baseUrl,
        "--only",
        "4.4-links",
        "--level",
        "smoke",
        "--out",
        out,
      ];
      expect((await command(argv)).code).toBe(1);
      const again = await command(["run", "--replay", "4.4-links", "--out", out], {
        BASE_URL: urlOf(stranger),
      });
      expect([again.code, told]).toStrictEqual([1, []]);
    } finally {
      await own.close();
    }
  });

  test("the embedded reference is started only for a result of its own, with the fault that it had", async () => {
    const out = join(folder, "faulty");
    const argv = ["run", "--fault", "tokens-links-missing", "--only", "4.4-links", "--level", "smoke"];
    expect((await command([...argv, "--out", out])).code).toBe(1);
    const again = await command(["run", "--replay", "4.4-links", "--out", out], {
      BASE_URL: urlOf(stranger),
    });
    expect([again.code, told]).toStrictEqual([1, []]);
    expect(again.out).toContain("still fails");
  });
});

describe("what a pipeline forgets", () => {
  const faulty = ["run", "--fault", "tokens-links-missing", "--only", "4.4-links", "--level", "smoke"];

  test.each([["*"], ["4.4-*"], [""]])(
    "a known deviation of the clause %j covers nothing: bad usage",
    async (clause) => {
      const known = fileOf("wild.json", { deviations: [{ clause, reason: "all of it is known" }] });
      const out = join(folder, "wild");
      const { code, err } = await command([...faulty, "--known", known, "--out", out]);
      expect([code, existsSync(out)]).toStrictEqual([2, false]);
      expect(err).toContain("deviations[0].clause");
    },
  );

  test("an earlier result that is not there hides nothing, and is missed in words", async () => {
    const nowhere = join(folder, "nowhere");
    const seen = await command([...faulty, "--previous", nowhere, "--out", join(folder, "first")]);
    expect(seen.code).toBe(1);
    expect(seen.err).toContain(`${nowhere}: there is no earlier result`);
  });

  test("one share of two is no whole, green or not", async () => {
    const only = ["--only", "4.5", "--only", "4.4-links", "--level", "smoke", "--seed", "7"];
    const share = join(folder, "share");
    expect((await command(["run", ...only, "--shard", "1/2", "--out", share])).code).toBe(0);
    const merged = ["merge", share, "--out", join(folder, "whole"), "--previous", join(folder, "nowhere")];
    const seen = await command(merged);
    expect([seen.code, lastLine(seen)]).toStrictEqual([2, "ledger-conformance: shard 2/2 is missing"]);
    expect(seen.err).toContain("there is no earlier result");
    expect((await command(["merge", share, share, "--out", join(folder, "twice")])).code).toBe(2);
  });
});
