// The picture of the report in the README, made by `npm run picture`: its digest is compared with the page of today.
import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { expect, inject, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { run } from "../../lib/run.ts";
import { reportPage } from "../../reports/html/page.ts";
import { ownFolder, testReference } from "../tools/own.ts";
import { ROOT } from "./pages.ts";

const FAULTS = ["tokens-decimals-as-text", "balances-row-lost-between-pages", "fees-order-ignored"];
const THEMES = ["light", "dark"] as const;
const SIZE = { width: 1_000, height: 760 };
const MAX_BYTES = 200_000;
const PER_SECOND = 20;
const folder = ownFolder();
const DIGEST = join(ROOT, "docs/report.sha256");
const pictureOf = (theme: string): string => join(ROOT, `docs/report-${theme}.png`);

/** The result of a run on the faulty reference, with the time and the speed of a run on a remote service. */
async function resultOfThreeFaults(): Promise<RunResult> {
  const { baseUrl } = await testReference({ fault: FAULTS });
  const checked = await run({ baseUrl }, { level: "smoke", seed: 1, concurrency: 1, env: {} });
  const text = JSON.stringify(checked).replaceAll(baseUrl, "https://ledger.example.test");
  const result: RunResult = JSON.parse(text);
  const seconds = Math.ceil(result.requests / PER_SECOND);
  const durations = Object.keys(result.durations ?? {}).map(
    (endpoint, index) => [endpoint, { medianMs: 40 + 15 * index, slowestMs: 120 + 60 * index }] as const,
  );
  const timeline = Array.from({ length: seconds }, (_, second) => {
    const statuses = { "200": PER_SECOND - (second % 5), "400": second % 5 };
    return { second, requests: PER_SECOND, statuses, sentAgain: 0 };
  });
  const times = { startedAt: "2026-11-20T10:00:00.000Z", durationMs: seconds * 1_000, rps: PER_SECOND };
  return { ...result, ...times, durations: Object.fromEntries(durations), timeline };
}

/** The header, the causes and the map, without numbers of requests and responses, which can differ between two runs. */
const picturedPart = (html: string): string =>
  html
    .replace(/<section id="not-tested"[^]*(?=<nav class="map")/, "")
    .replaceAll(/ title="[^"]*"/g, "")
    .replaceAll(/\d[\d.,]*/g, "0");

test("the picture in the README shows the current report", async ({ skip }) => {
  const html = await reportPage(await resultOfThreeFaults());
  const digest = createHash("sha256").update(picturedPart(html)).digest("hex");
  if (process.env["DOCS"] === "write") {
    const browser = inject("browser");
    skip("missing" in browser, "no browser is installed, so the picture was not made");
    await photograph(html, "endpoint" in browser ? browser.endpoint : "");
    writeFileSync(DIGEST, `${digest}\n`);
  }
  const before = readFileSync(DIGEST, "utf8").trim();
  expect(before, "the page has changed: `npm run picture` makes a new picture").toBe(digest);
});

async function photograph(html: string, endpoint: string): Promise<void> {
  const path = join(folder, "index.html");
  writeFileSync(path, html);
  const browser = await chromium.connect(endpoint);
  try {
    for (const colorScheme of THEMES) {
      const page = await browser.newPage({ viewport: SIZE, colorScheme, reducedMotion: "reduce" });
      await page.goto(`file://${path}`);
      await page.screenshot({ path: pictureOf(colorScheme) });
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

test.each(THEMES)("the %s picture exists, and is below 200 kB", (theme) => {
  expect(statSync(pictureOf(theme)).size).toBeLessThan(MAX_BYTES);
});
