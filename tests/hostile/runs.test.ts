import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { targetOfFile } from "../../engine/target/choose-target.ts";
import { loadCatalogue, type Catalogue } from "../../engine/clauses/catalogue.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { JournalEntry } from "../../engine/model/results.ts";
import { runAll } from "../../engine/run/run-all.ts";
import { DEFAULT_LIMITS, type Endpoint, type Limits } from "../../engine/model/settings.ts";
import { startBetween, type Between } from "./between.ts";
import { rawTarget } from "./targets.ts";

const MINUTE = 120_000;
const SHORT: Partial<Limits> = { requestMs: 10_000, retries: 1, outageMs: 700, retryAfterMs: 100 };
/** Silence is waited for: so long that a busy machine is not taken for a silent one. */
const SILENCE_MS = 2_500;
let catalogue: Catalogue;
let honest: readonly ClauseResult[];

beforeAll(async () => {
  catalogue = await loadCatalogue();
  honest = clausesOf(await runBehind(() => false));
});

function clausesOf(journal: readonly JournalEntry[]): readonly ClauseResult[] {
  return journal.flatMap((entry) => (entry.type === "clause" ? [entry.result] : []));
}

function stoppedBy(journal: readonly JournalEntry[]): string | undefined {
  return journal.find((entry) => entry.type === "stopped")?.reason;
}

type Wanted = (endpoint: Endpoint) => boolean;

/** The lists ask for most of what a run asks for. */
const withoutLists: Wanted = (endpoint) => endpoint !== "tokens" && endpoint !== "tokenBalances";
const tokensAlone: Wanted = (endpoint) => endpoint === "tokens";

/** What a run at level smoke writes of the reference behind something, of all endpoints or of those that are wanted. */
async function runBehind(
  between: Between,
  limits: Partial<Limits> = SHORT,
  wanted: Wanted = () => true,
): Promise<readonly JournalEntry[]> {
  const front = await startBetween(between);
  try {
    return await runAll(
      {
        target: targetOfFile({ file: front.target, secrets: [] }).target,
        limits: { ...DEFAULT_LIMITS, ...limits },
        seed: 7,
        level: "smoke",
        concurrency: 16,
        clauseIds: catalogue.clauses.filter(({ endpoint }) => wanted(endpoint)).map(({ id }) => id),
        secrets: [],
        known: [],
        outDir: "",
      },
      catalogue,
    );
  } finally {
    await front.close();
  }
}

const FEES = "/api/v1/network/fees";
const SURE = { "content-type": "application/json" };

/** Answers the requests for the fees, and no others. */
function onFees(answer: (outgoing: ServerResponse) => void): Between {
  return ({ url = "" }, outgoing) => {
    const isMine = url.includes(FEES);
    if (isMine) {
      answer(outgoing);
    }
    return isMine;
  };
}

const text =
  (body: string | Buffer, fields: Record<string, string> = {}, status = 200) =>
  (outgoing: ServerResponse): void => {
    outgoing.writeHead(status, { ...SURE, ...fields });
    outgoing.end(body);
  };

const levels = "[".repeat(100_000) + "]".repeat(100_000);

describe.concurrent("one endpoint misbehaves: the others are judged as ever", { timeout: MINUTE }, () => {
  const unreadable: Record<string, (outgoing: ServerResponse) => void> = {
    silence: () => undefined,
    "a reset": (outgoing) => outgoing.socket?.resetAndDestroy(),
    "half a body": (outgoing) => {
      outgoing.writeHead(200, { ...SURE, "content-length": "1000" });
      outgoing.write("{", () => outgoing.destroy());
    },
    "a body without end": (outgoing) => {
      outgoing.writeHead(200, SURE);
      const pour = (): void => {
        while (!outgoing.destroyed && outgoing.write(" ".repeat(65_536)));
      };
      outgoing.on("drain", pour);
      pour();
    },
    "a gzip bomb": text(gzipSync(Buffer.alloc(100 * 1_048_576)), { "content-encoding": "gzip" }),
    "an unknown coding": text("{}", { "content-encoding": "snappy" }),
    "100,000 levels": text(`{"fees":${levels},"timestamp":"1.000000001"}`),
    "a gateway": text("<html>", { "content-type": "text/html" }, 502),
    "patience for ever": text("", { "retry-after": "3600" }, 503),
    "a redirect": text("", { location: "http://192.0.2.1/" }, 302),
    credentials: text("{}", {}, 401),
  };

  test.each(Object.entries(unreadable))("%s", async (name, answer) => {
    const limits = name === "silence" ? { ...SHORT, requestMs: SILENCE_MS } : SHORT;
    const journal = await runBehind(onFees(answer), limits, withoutLists);
    const clauses = clausesOf(journal);
    expect(stoppedBy(journal)).toBeUndefined();
    expect(clauses.filter(({ cause }) => cause === "suite")).toStrictEqual([]);
    const ofOthers = (results: readonly ClauseResult[]): readonly string[] =>
      results
        .filter(({ endpoint }) => endpoint !== "networkFees")
        .map(({ id, outcome }) => `${id} ${outcome}`)
        .toSorted();
    const honestly = honest.filter(({ endpoint }) => withoutLists(endpoint));
    expect(ofOthers(clauses)).toStrictEqual(ofOthers(honestly));
    const fees = clauses.filter(({ endpoint }) => endpoint === "networkFees");
    expect(new Set(fees.map(({ outcome, cause }) => `${outcome} ${cause}`))).toStrictEqual(
      new Set(["inconclusive environment"]),
    );
  });

  const readable: Record<string, string | Buffer> = {
    "lone surrogates": '{"fees":[{"gas":1,"transaction_type":"\\ud800"}],"timestamp":"\\udfff"}',
    "bytes that are not UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    "members of every object":
      '{"__proto__":{"fees":[]},"constructor":1,"fees":{"__proto__":null},"timestamp":[]}',
    "members given twice": '{"fees":[],"fees":[{"gas":1}],"timestamp":"1.1","timestamp":2}',
    "numbers of 10,000 digits": `{"fees":[{"gas":${"9".repeat(10_000)},"transaction_type":1e${"9".repeat(10_000)}}]}`,
    "levels that are just allowed": `{"fees":[{"gas":${"[".repeat(95)}${"]".repeat(95)},"transaction_type":{}}]}`,
    "a text of a megabyte": `{"fees":"${"\u001b[31m::error::".repeat(60_000)}","timestamp":null}`,
    nothing: "",
  };

  test.each(Object.entries(readable))("%s", async (_name, body) => {
    const clauses = clausesOf(await runBehind(onFees(text(body)), SHORT, withoutLists));
    expect(clauses.filter(({ cause }) => cause === "suite")).toStrictEqual([]);
    const broken = clauses.filter(({ outcome }) => outcome === "fail");
    expect(broken.length).toBeGreaterThan(0);
    expect(new Set(broken.map(({ endpoint }) => endpoint))).toStrictEqual(new Set(["networkFees"]));
  });
});

describe.concurrent("links.next", { timeout: MINUTE }, () => {
  /** The list of tokens, whose every page says that another one follows. */
  const endless =
    (next: (path: string) => unknown): Between =>
    ({ url = "" }, outgoing) => {
      const isMine = url.split("?")[0]?.endsWith("/api/v1/tokens") ?? false;
      if (isMine) {
        text(JSON.stringify({ tokens: [], links: { next: next(url) } }))(outgoing);
      }
      return isMine;
    };

  test("another origin, near or private, is never asked and never learns a secret", async () => {
    const other = await rawTarget((socket) => socket.destroy());
    for (const host of [other.url, other.url.replace("http:", ""), `//user@127.0.0.1:${other.port}`]) {
      const journal = await runBehind(
        endless(() => `${host}/api/v1/tokens?page=2`),
        SHORT,
        tokensAlone,
      );
      expect(clausesOf(journal).filter(({ cause }) => cause === "suite")).toStrictEqual([]);
      expect(JSON.stringify(clausesOf(journal))).toContain(`127.0.0.1:${other.port}/api/v1/tokens?page=2`);
    }
    expect(other.received).toHaveLength(0);
    await other.close();
  });

  test.each<[string, (path: string) => unknown]>([
    [
      "that never ends",
      (path) => `${path.split("?")[0]}?page=${Number(/page=(\d+)/.exec(path)?.[1] ?? 0) + 1}`,
    ],
    ["that leads to itself", (path) => path],
    ["that grows", (path) => `${path}${path.includes("?") ? "&" : "?"}x=${"x".repeat(2_000)}`],
    ["of a megabyte", () => `/api/v1/tokens?x=${"x".repeat(1_048_576)}`],
    ["that is no reference", () => "http://["],
    ["that is an object", () => ({ href: "/api/v1/tokens?page=2" })],
    ["with a lone surrogate and control characters", () => "/api/v1/tokens?x=\ud800\r\nx: y\u0000"],
  ])("%s", async (_name, next) => {
    const journal = await runBehind(endless(next), SHORT, tokensAlone);
    expect(clausesOf(journal).filter(({ cause }) => cause === "suite")).toStrictEqual([]);
    const bill = journal.findLast((entry) => entry.type === "bill");
    expect(bill?.requests).toBeLessThan(1_000);
  });

  test("a walk goes no further than it may", async () => {
    const next = (path: string): string =>
      `/api/v1/tokens?page=${Number(/page=(\d+)/.exec(path)?.[1] ?? 0) + 1}`;
    const seen: number[] = [];
    const between = endless(next);
    await runBehind(
      (incoming, outgoing) => {
        seen.push(Number(/[?&]page=(\d+)/.exec(incoming.url ?? "")?.[1] ?? 0));
        return between(incoming, outgoing);
      },
      { ...SHORT, pages: 6 },
      tokensAlone,
    );
    expect(Math.max(...seen)).toBe(5);
  });
});

describe("the whole target", { timeout: MINUTE }, () => {
  test("dies in the middle: broken off early, and said so", async () => {
    let count = 0;
    const started = performance.now();
    const journal = await runBehind((_incoming, outgoing) => {
      count += 1;
      if (count > 40) {
        outgoing.socket?.destroy();
      }
      return count > 40;
    });
    expect(performance.now() - started).toBeLessThan(MINUTE / 3);
    expect(stoppedBy(journal)).toMatch(/ service stopped answering: /);
    expect(clausesOf(journal).filter(({ cause }) => cause === "suite")).toStrictEqual([]);
    expect(count).toBeLessThan(600);
  });

  test("is away for a moment: everything is judged as ever", async () => {
    let count = 0;
    let back = Number.POSITIVE_INFINITY;
    const journal = await runBehind(
      (_incoming, outgoing) => {
        count += 1;
        if (count === 60) {
          back = performance.now() + 600;
        }
        const isAway = count >= 60 && performance.now() < back;
        if (isAway) {
          outgoing.socket?.destroy();
        }
        return isAway;
      },
      { ...SHORT, retries: 3, outageMs: 5_000 },
    );
    expect(stoppedBy(journal)).toBeUndefined();
    expect(
      clausesOf(journal)
        .map(({ id, outcome }) => `${id} ${outcome}`)
        .toSorted(),
    ).toStrictEqual(honest.map(({ id, outcome }) => `${id} ${outcome}`).toSorted());
  });

  test("never answers: the time for the run ends it", async () => {
    const started = performance.now();
    const journal = await runBehind(() => true, { requestMs: 60_000, runMs: 1_500 });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(stoppedBy(journal)).toBe("the time for the whole run was used up");
    expect(clausesOf(journal)).toHaveLength(honest.length);
    expect(
      clausesOf(journal).filter(({ outcome }) => outcome === "pass" || outcome === "fail"),
    ).toStrictEqual([]);
  });

  test("is a server that speaks no HTTP", async () => {
    const journal = await runBehind((_incoming, outgoing) => {
      outgoing.socket?.end("220 mail\r\n");
      return true;
    });
    expect(clausesOf(journal).filter(({ cause }) => cause === "suite")).toStrictEqual([]);
    expect(clausesOf(journal).filter(({ outcome }) => outcome === "pass")).toStrictEqual([]);
  });
});
