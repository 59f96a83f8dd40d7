import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Ask, call, type Judgement, type Reply, Trouble } from "../../engine/model/exchange.ts";
import { type AskingClause, casesOf, seedFor } from "../../engine/clauses/clause.ts";
import { family } from "../../engine/clauses/declare.ts";
import { createCoverage } from "../../engine/message/known-deviations.ts";
import { createGates } from "../../engine/pacing/turns.ts";
import { judgeTogether, type Bench } from "../../engine/run/judge.ts";
import type { Provider } from "../../engine/discovery/provider.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { SIZES } from "../../engine/clauses/prerequisites.ts";
import { answer } from "../../specs/fixtures/answers.ts";

const SEED = 42;

async function judge(judged: AskingClause, bench: Bench) {
  const [verdict] = await judgeTogether([judged], bench);
  if (verdict === undefined || "fault" in verdict) {
    throw verdict?.fault;
  }
  return verdict;
}

/** A bench whose target answers with the given function; `sent` keeps what was asked. */
function benchOf(
  reply: (ask: Ask, count: number) => Reply,
  level: "smoke" | "standard" = "standard",
  known: readonly KnownDeviation[] = [],
) {
  const sent: string[] = [];
  const send = (ask: Ask): Promise<Reply> => {
    sent.push(ask.target);
    return Promise.resolve().then(() => ({
      ...reply(ask, sent.length),
      ask,
      url: `http://127.0.0.1${ask.target}`,
    }));
  };
  // Two values by chance: what is tested is how they are judged, not how many a level sends.
  const size = { ...SIZES[level], ...(level === "smoke" ? {} : { values: 40 }) };
  const have = () => Promise.resolve({ size } as never);
  const provider: Provider = { resolve: have, refresh: have };
  const { signal } = new AbortController();
  const coverage = createCoverage(known);
  const cases = createGates(8);
  const bench: Bench = { provider, send, sendAgain: send, cases, seed: SEED, signal, coverage };
  return { bench, sent };
}

const page = (rows: readonly object[]): Reply =>
  answer("tokens", 200, { tokens: rows, links: { next: null } });

/** A clause on numbers that are sent as limits: the answer must hold no row. */
function numbers(check: (reply: Reply, value: number) => Judgement, compares = false): AskingClause {
  const [made] = family({
    family: "4.4-numbers",
    needs: {},
    given: () => ({
      boundaries: [{ name: "one", value: 1 }],
      middle: fc.integer({ min: 100, max: 100_000 }).map((value) => ({ name: String(value), value })),
    }),
    ask: (t, value) => t.get(call("tokens", { query: [["limit", String(value)]] })),
    ...(compares ? { compares: true as const } : {}),
    clauses: [
      {
        id: "4.4-numbers",
        endpoint: "tokens",
        statement: "numbers are judged",
        cites: ["4.4 limit effect"],
        check,
        keeps: [
          { answer: page([]), value: 1 },
          { answer: page([]), value: 2 },
        ],
        breaks: { rows: { answer: page([{}]), value: 1 } },
      },
    ],
  });
  if (made === undefined) {
    throw new Error("a family of one clause has none");
  }
  return made;
}

const limitOf = (ask: Ask): number => Number(ask.target.split("=")[1]);
const judgeNumbers = (bench: Bench, ...given: Parameters<typeof numbers>) => judge(numbers(...given), bench);
const finding = (message: string): Judgement => [
  { message, pointer: "/tokens", expected: "none", actual: "some" },
];

describe(`a clause is judged (seed ${SEED})`, () => {
  test("as failed, only after it was asked again", async () => {
    const { bench, sent } = benchOf(() => page([{}]), "smoke");
    const judged = await judgeNumbers(bench, () => finding("a row"));
    expect(judged).toMatchObject({ outcome: "fail" });
    expect(judged.found[0]).toMatchObject({ path: "one" });
    expect(sent).toHaveLength(2);
  });

  test("on past what is known, which is not made smaller, to what is new", async () => {
    const known = [{ clause: "4.4-numbers", request: "limit=1$", reason: "known" }];
    const { bench, sent } = benchOf(() => page([{}]), "standard", known);
    const judged = await judgeNumbers(bench, () => finding("a row"));
    expect(judged.outcome).toBe("fail");
    const urls = judged.found.map(({ reply }) => reply.url.replace(/^.*limit=/, ""));
    expect(urls).toContain("1");
    expect(urls).toContain("100"); // the smallest value that is new
    expect(sent.length).toBeGreaterThan(4);
  });

  test.each([
    [1, 200],
    [2, 500],
  ])("as inconclusive where a right answer follows %i with status %i", async (wrong, status) => {
    let asked = 0;
    const { bench } = benchOf(() => ({ ...page([]), status }), "smoke");
    const judged = await judgeNumbers(bench, () => ((asked += 1) <= wrong ? finding("a row") : []));
    expect(judged).toMatchObject({ outcome: "inconclusive", obstacle: "service", found: [] });
  });

  test("as inconclusive where the data never stand still", async () => {
    const { bench, sent } = benchOf((_ask, count) => page([{ token_id: `0.0.${count}` }]), "smoke");
    const judged = await judgeNumbers(bench, () => finding("a row"), true);
    expect(judged.outcome).toBe("inconclusive");
    expect(judged.reason).toContain("the responses changed");
    expect(sent).toHaveLength(4);
  });

  test.each([
    [1, { outcome: "pass", cases: 2, reason: "passed in 2 of 3 cases; inconclusive in 1: no answer" }],
    [2, { outcome: "inconclusive", obstacle: "network", reason: "no answer (the first of 2 reasons)" }],
  ])("on the cases that were answered, where these are most: %i of 3 were not", async (lost, verdict) => {
    let answered = 0;
    const { bench } = benchOf(() => {
      if ((answered += 1) <= lost) {
        throw new Trouble(answered === 1 ? "no answer" : "another");
      }
      return page([]);
    });
    const judged = await judgeNumbers(bench, () => []);
    expect(judged).toMatchObject(verdict);
  });
});

describe(`a generated case that fails (seed ${SEED})`, () => {
  test("is made as small as it can be, within a budget of requests", async () => {
    const { bench, sent } = benchOf((ask) => page(limitOf(ask) >= 700 ? [{}] : []));
    const judged = await judgeNumbers(bench, (reply) =>
      reply.body.text.includes("{}") ? finding("a row") : [],
    );
    expect(judged.outcome).toBe("fail");
    expect(judged.found.map(({ reply }) => limitOf(reply.ask))).toContain(700);
    expect(sent.length).toBeLessThan(100);
  });

  test("together with its family, each case asked once, a fault of ours its own affair", async () => {
    const { bench, sent } = benchOf(() => page([{}]), "smoke");
    const fault = new Error("a fault of the suite");
    const [kept, broken, accident] = await judgeTogether(
      [
        numbers(() => []),
        numbers(() => finding("a row")),
        numbers(() => {
          throw fault;
        }),
      ],
      bench,
    );
    expect(kept).toMatchObject({ outcome: "pass", cases: 1 });
    expect(broken).toMatchObject({ outcome: "fail" });
    expect(accident).toEqual({ fault });
    expect(sent).toHaveLength(2); // once for all, and once more for the one that failed
  });

  test("comes again from the same seed", () => {
    const given = { boundaries: [], middle: fc.nat().map((value) => ({ name: "n", value })) };
    const size = { ...SIZES.standard, values: 100 };
    const made = (id: string) => casesOf(given, size, seedFor(SEED, id));
    const once = made("4.4-numbers");
    expect(made("4.4-numbers")).toEqual(once);
    expect(made("4.4-others")).not.toEqual(once);
    expect(once).toHaveLength(100);
  });
});
