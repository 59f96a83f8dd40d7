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

test("the picture tells each endpoint that was asked, and what was sent again", async () => {
  const page = String(await runPicture(resultWith(5)));
  expect(page).toContain('aria-label="Requests in 5.0 s: Token list 50, Sent again 2"');
  expect(page.match(/class="sent"/g)).toHaveLength(1);
  expect(page).toMatch(/<th scope="row">1\.0 s<\/th>\s*<td>10<\/td>\s*<td>0<\/td>/);
});

test("there is none where there is nothing to see", async () => {
  expect(String(await runPicture(resultWith(2)))).toBe("");
  expect(String(await runPicture({}))).toBe("");
});
