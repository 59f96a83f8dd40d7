import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { targetOfFile } from "../../engine/target/choose-target.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { runAll } from "../../engine/run/run-all.ts";
import { startBetween } from "./between.ts";
import { settingsOf } from "./asking.ts";

/** As by default, but a tenth as long. */
const TENTH = { requestMs: 1_500, outageMs: 1_000, retryAfterMs: 1_000, retries: 3 };

/** A run at level standard of the reference, of which some requests are taken, by their number, and answered otherwise. */
async function runOf(isTaken: (count: number) => boolean, answer: (outgoing: ServerResponse) => void) {
  let count = 0;
  const front = await startBetween((_incoming, outgoing) => {
    count += 1;
    const isMine = isTaken(count);
    if (isMine) {
      answer(outgoing);
    }
    return isMine;
  });
  const catalogue = await loadCatalogue();
  const started = performance.now();
  try {
    const journal = await runAll(
      {
        ...settingsOf("http://unused.test", { limits: TENTH, concurrency: 16 }),
        target: targetOfFile({ file: front.target, secrets: [] }).target,
        level: "standard",
        clauseIds: catalogue.clauses.map(({ id }) => id),
      },
      catalogue,
    );
    return {
      seconds: (performance.now() - started) / 1_000,
      stopped: journal.find((entry) => entry.type === "stopped")?.reason,
      outcomes: journal.flatMap((entry) => (entry.type === "clause" ? [entry.result.outcome] : [])),
    };
  } finally {
    await front.close();
  }
}

const silence = (): void => undefined;
const wait = (outgoing: ServerResponse): void => {
  outgoing.writeHead(429, { "retry-after": "10" });
  outgoing.end();
};

// What is lost is measured by the clock: where the machine stalls, it is measured again.
test.each<[string, (count: number) => boolean, (outgoing: ServerResponse) => void, RegExp]>([
  ["every second request found silence", (count) => count % 2 === 0, silence, /s were lost: no complete/],
  ["four of five were asked to wait", (count) => count % 5 !== 0, wait, /pauses of \d+ s: answered 429/],
])(
  "a run of which %s ends and says why",
  { timeout: 60_000, retry: 2 },
  async (_name, isTaken, answer, why) => {
    const { seconds, stopped, outcomes } = await runOf(isTaken, answer);
    expect(stopped).toMatch(why);
    expect(seconds).toBeLessThan(20);
    expect(outcomes).not.toContain("fail");
  },
);
