import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as httpRequest, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { main } from "../../cli/main.ts";
import type { KeyInput } from "../../cli/watch/keys.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { command } from "./io.ts";

const MINUTE = 60_000;
const FAULT = "tokens-links-missing";

/** A service that can be mended while it is watched: it hands everything on to one of two references. */
interface Mendable {
  readonly url: string;
  readonly requests: () => number;
  mend: (mended: boolean) => void;
}

let honest: Reference;
let broken: Reference;
let proxy: Server;
let target: Mendable;
let folder: string;

beforeAll(async () => {
  [honest, broken] = await Promise.all([startReference(), startReference({ fault: FAULT })]);
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "watch-"));
  let current = broken;
  let requests = 0;
  proxy = createServer((incoming, outgoing) => {
    requests += 1;
    const { port } = new URL(current.baseUrl);
    const { method, url, headers } = incoming;
    const onward = httpRequest({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve);
  });
  target = {
    url: urlOf(proxy),
    requests: () => requests,
    mend: (mended) => {
      current = mended ? honest : broken;
    },
  };
});

afterEach(() => {
  proxy.closeAllConnections();
  proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

afterAll(async () => {
  await Promise.all([honest.close(), broken.close()]);
});

function urlOf(server: Server): string {
  const address = server.address();
  return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}/ledger` : "";
}

class Keyboard extends EventEmitter implements KeyInput {
  readonly isTTY = true;
  raw = false;
  setRawMode(raw: boolean): void {
    this.raw = raw;
  }
  resume(): void {
    this.emit("resumed");
  }
  pause(): void {
    this.emit("paused");
  }
  press(key: string): void {
    this.emit("data", Buffer.from(key));
  }
}

/** A command line that goes on, and what it has said so far. */
interface Watching {
  readonly ended: Promise<number>;
  readonly said: () => string;
  /** Settles once so many runs have come to their summary and the watch waits. */
  readonly waiting: (times: number) => Promise<void>;
}

function start(argv: readonly string[], keyboard?: Keyboard): Watching {
  let out = "";
  const ended = main(
    ["run", ...argv, "--watch", "--level", "smoke", "--seed", "1", "--out", join(folder, "out")],
    {
      out: (text) => {
        out += text;
      },
      err: () => undefined,
      env: {},
      stdout: {},
      stderr: process.stderr,
      ...(keyboard === undefined ? {} : { stdin: () => keyboard }),
    },
  );
  return {
    ended,
    said: () => out,
    waiting: async (times) => {
      await expect.poll(() => out.split("one request every").length - 1, { timeout: 40_000 }).toBe(times);
    },
  };
}

test(
  "what was broken is judged again when its answer changes, and then everything; without a terminal that is the end",
  async () => {
    const watching = start(["--base-url", target.url, "--only", "4.4"]);
    await watching.waiting(1);
    expect(watching.said()).toMatch(/\[\d\d:\d\d:\d\d\] broken: .*4\.4-links/);
    expect(watching.said()).toContain("no terminal: keys are not read");
    target.mend(true);
    expect(await watching.ended).toBe(0);
    expect(watching.said()).toMatch(/the answer behind 4\.4-\S+ has changed: judging what was broken/);
    expect(watching.said()).toContain("what was broken is kept now: judging everything");
    expect(watching.said()).toMatch(/\] nothing is broken\n/);
  },
  MINUTE,
);

test(
  "it looks gently: one request at a time, at most two in a second, or as --rps allows",
  async () => {
    const keyboard = new Keyboard();
    const watching = start(["--base-url", target.url, "--only", "4.4-links", "--rps", "1.5"], keyboard);
    await watching.waiting(1);
    const before = target.requests();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(target.requests() - before).toBeLessThanOrEqual(5);
    expect(target.requests() - before).toBeGreaterThanOrEqual(1);
    expect(watching.said()).toContain("one request every 0.7 s");
    keyboard.press("q");
    expect(await watching.ended).toBe(1);
  },
  MINUTE,
);

test(
  "keys run everything, or what is broken, or end it; others mean nothing, and the terminal is left as it was",
  async () => {
    const keyboard = new Keyboard();
    const watching = start(["--base-url", target.url, "--only", "4.4"], keyboard);
    await watching.waiting(1);
    expect(keyboard.raw).toBe(true);
    keyboard.press("x");
    keyboard.press("f");
    await watching.waiting(2);
    keyboard.press("r");
    await watching.waiting(3);
    const judged = [...watching.said().matchAll(/(\d+) clauses?, about/g)].map(([, clauses]) =>
      Number(clauses),
    );
    expect(judged).toStrictEqual([expect.any(Number), 2, judged[0]]);
    expect(judged[0]).toBeGreaterThan(10);
    keyboard.press("\u0003");
    expect(await watching.ended).toBe(1);
    expect(keyboard.raw).toBe(false);
  },
  2 * MINUTE,
);

test(
  "a target that is not there is waited for",
  async () => {
    const { port } = new URL(target.url);
    await new Promise((resolve) => proxy.close(resolve));
    target.mend(true);
    const watching = start(["--base-url", target.url, "--only", "4.4-links"]);
    await watching.waiting(1);
    expect(watching.said()).toContain("the target is not there");
    await new Promise<void>((resolve) => {
      proxy.listen(Number(port), "127.0.0.1", resolve);
    });
    expect(await watching.ended).toBe(0);
    expect(watching.said()).toContain("the target answers");
  },
  MINUTE,
);

test.each([
  [["run", "--watch"], "--watch waits for a target to change"],
  [["run", "--watch", "--fault", FAULT], "--watch waits for a target to change"],
  [
    ["run", "--watch", "--base-url", "http://127.0.0.1:1", "--list"],
    "'--watch' cannot be used with option '--list'",
  ],
])("%j cannot run", async (argv, reason) => {
  const { code, err } = await command(argv);
  expect([code, err]).toStrictEqual([2, expect.stringContaining(reason)]);
});

test("one clause is judged in a short time on this machine", { timeout: MINUTE, retry: 2 }, async () => {
  const begin = performance.now();
  const out = join(folder, "one");
  const { code } = await command(["run", "--base-url", honest.baseUrl, "--only", "4.4-links", "--out", out]);
  expect(code).toBe(0);
  // It takes about a second where nothing else runs: the bound leaves room for a busy machine.
  expect(performance.now() - begin).toBeLessThan(10_000);
});
