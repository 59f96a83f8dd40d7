// What was sent over time: from the bills in the journal to the picture
import { expect, test } from "vitest";
import { runPicture } from "../../reports/pictures/timeline.ts";
import { assemble } from "../../reports/reading/assemble.ts";
import type { JournalEntry } from "../../engine/model/results.ts";
import { CLOSING, entries, header, passed, planned } from "./samples.ts";

function bills(length: number): readonly JournalEntry[] {
  return Array.from({ length }, (_, index) => ({
    type: "bill",
    requests: 10 * (index + 1),
    bill: { perEndpoint: { tokens: 10 * (index + 1) }, retries: index === length - 1 ? 2 : 0, waitedMs: 0 },
    atMs: 1_000 * (index + 1),
  }));
}

function resultWith(length: number) {
  const plan = [planned(0)];
  return assemble(header({ plan }), [...entries(passed(planned(0))), ...CLOSING, ...bills(length)], {
    durationMs: 1,
  });
}

test("a result has the moments at which its requests were counted; of many some, and the last", () => {
  expect(resultWith(3).timeline?.map(({ atMs }) => atMs)).toStrictEqual([1_000, 2_000, 3_000]);
  const many = resultWith(500).timeline ?? [];
  expect(many.length).toBeLessThanOrEqual(60);
  expect(many.at(-1)?.atMs).toBe(500_000);
});

const page = async (result: Parameters<typeof runPicture>[0]): Promise<string> =>
  String(await runPicture(result)).replace(/\s+/g, " ");

test("the picture tells each endpoint that was asked, and what was sent again", async () => {
  const picture = await page(resultWith(5));
  expect(picture.match(/class="sent"/g)).toHaveLength(1);
  expect(picture).toMatch(/<th scope="row">Token list<\/th> <td>.*?<td>50<\/td> <td>–<\/td>/);
  expect(picture).toMatch(/<th scope="row">Sent again<\/th> <td>.*?<td>2<\/td>/);
  expect(picture).toMatch(/<th scope="row">1\.0 s<\/th> <td>10<\/td> <td>0<\/td>/);
  expect(picture).not.toContain("<strong>");
});

test("endpoints have one scale, and what is seldom is still seen", async () => {
  const at = (atMs: number, tokens: number, contract: number) => ({
    atMs,
    perEndpoint: { tokens, contract },
    retries: 0,
    waitedMs: 0,
  });
  const timeline = [at(1_000, 100, 1), at(2_000, 100, 51), at(4_000, 200, 51)];
  const picture = await page({ timeline, bill: resultWith(1).bill });
  expect(picture).toContain("the highest bar is 100 a second.");
  const tall = [...picture.matchAll(/class="sent" d="([^"]*)"/g)].map(([, path = ""]) =>
    [...path.matchAll(/v-([\d.]+)/g)].map(([, height]) => Number(height)),
  );
  expect(tall).toStrictEqual([
    [18, 9],
    [1.5, 9],
  ]);
});

test("the picture says first what was in the way, and how long an answer took", async () => {
  const { timeline = [] } = resultWith(5);
  const bill = {
    ...resultWith(5).bill,
    waitedMs: 97_000,
    failures: { "429": 151, "502": 1, silent: 2 },
    answerTimes: { tokens: { answers: 10, ms: 3_100 }, contract: { answers: 10, ms: 20 } },
  };
  const picture = await page({ timeline, bill });
  expect(picture).toContain(
    "<strong>Limited: 151 answers of status 429, and 1 min 37 s waiting for the rate. " +
      "Asked in vain: status 502 (1×), no answer in time (2×). Slow: Token list (0.31 s for an answer).</strong>",
  );
  expect(picture).toMatch(/<td>50<\/td> <td><strong>▲ 0\.31 s<\/strong><\/td>/);
});

test("there is none where there is nothing to see", async () => {
  expect(String(await runPicture(resultWith(2)))).toBe("");
  expect(String(await runPicture({ bill: resultWith(1).bill }))).toBe("");
});
