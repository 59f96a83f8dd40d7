import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { ALLURE_HISTORY, ALLURE_REPORT, allureLink } from "../../reports/allure/ids.ts";
import { selfContained } from "../../reports/allure/page.ts";
import { FILES, openFolder, writePages, writeResults } from "../../reports/files/folder.ts";
import { embeddedIn } from "../outputs.ts";
import { failed, header, mixedResult, passed, planned, resultOf } from "./samples.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "allure-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function history(): readonly {
  readonly uuid: string;
  readonly testResults: Readonly<Record<string, unknown>>;
}[] {
  const lines = readFileSync(join(folder, ALLURE_HISTORY), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

async function report(result: RunResult): Promise<void> {
  expect(await writePages(folder, result, { allure: true })).toStrictEqual({
    path: join(folder, FILES.page),
  });
}

describe("the history", () => {
  test("has a line for each run into the folder, and one only", async () => {
    await report(resultOf([passed(planned(1))], { startedAt: "2026-11-18T10:00:00.000Z" }));
    await report(resultOf([failed(planned(1))], { startedAt: "2026-11-19T10:00:00.000Z" }));
    await report(resultOf([failed(planned(1))], { startedAt: "2026-11-19T10:00:00.000Z" }));
    expect(history()).toHaveLength(2);
    const page = readFileSync(join(folder, ALLURE_REPORT, "index.html"), "utf8");
    const id = allureLink("4.4-limit-kept").replace(/.*#/, "");
    const [, text = ""] = embeddedIn(page).find(([name]) => name === `data/test-results/${id}.json`) ?? [];
    const shown: { readonly history: readonly { readonly status: string; readonly start: number }[] } =
      JSON.parse(text);
    expect(shown.history.map(({ status }) => status)).toStrictEqual(["passed"]);
  });

  test("outlives the next run, which nothing else of the last one does", async () => {
    openFolder(folder, header()).release();
    writeResults(folder, mixedResult());
    await report(mixedResult());
    openFolder(folder, header()).release();
    expect(readdirSync(folder).toSorted()).toStrictEqual([ALLURE_HISTORY, FILES.journal]);
  });

  test("survives a line that was cut off", async () => {
    await report(mixedResult());
    writeFileSync(join(folder, ALLURE_HISTORY), '{"uuid":"x","testResults":{}, "na', { flag: "a" });
    await report(resultOf([passed(planned(1))], { startedAt: "2026-11-19T10:00:00.000Z" }));
    expect(history()).toHaveLength(2);
  });

  test("of many runs is cut to the last twenty", { timeout: 60_000 }, async () => {
    await report(mixedResult());
    const [line] = history();
    const many = Array.from({ length: 30 }, (_, index) => JSON.stringify({ ...line, uuid: `run ${index}` }));
    writeFileSync(join(folder, ALLURE_HISTORY), `${many.join("\n")}\n`);
    await report(mixedResult());
    expect(history()).toHaveLength(20);
    expect(history().at(-2)?.uuid).toBe("run 29");
  });
});

describe("the page", () => {
  test("has no word of analytics, of this machine or of where it was made", async () => {
    await report(mixedResult());
    const page = readFileSync(join(folder, ALLURE_REPORT, "index.html"), "utf8");
    const embedded = embeddedIn(page);
    expect(embedded.length).toBeGreaterThan(20);
    // The generator's own script is 1.4 MB of it, packed.
    expect(page.length).toBeLessThan(1_600_000);
    for (const [name, text] of [["page", page] as const, ...embedded]) {
      expect.soft(text, name).not.toContain("googletagmanager");
      expect.soft(text, name).not.toContain(folder);
      expect.soft(text, name).not.toContain(process.cwd());
      expect
        .soft(text, name)
        .not.toMatch(/"name":"(?:host|thread|package|framework|language|suite|parentSuite)"/);
    }
  });

  test("shows a known deviation as a failure that is accepted, with its reason", async () => {
    const known = [{ clause: "4.4-limit-kept", reason: "agreed until spring" }];
    await report(resultOf([failed(planned(1))], { known }));
    const page = readFileSync(join(folder, ALLURE_REPORT, "index.html"), "utf8");
    const id = allureLink("4.4-limit-kept").replace(/.*#/, "");
    const [, text = ""] = embeddedIn(page).find(([name]) => name === `data/test-results/${id}.json`) ?? [];
    expect(JSON.parse(text)).toMatchObject({
      status: "failed",
      resolution: "accepted",
      resolutionComment: expect.stringContaining("agreed until spring"),
    });
  });

  test("that would load something is refused", () => {
    expect(() =>
      selfContained('<head></head><script src="https://cdn.example.test/x.js"></script>', ""),
    ).toThrow("loaded from elsewhere");
    expect(() => selfContained("<head></head>gtag('https://www.googletagmanager.com/x')", "")).toThrow(
      "from elsewhere",
    );
  });

  test("that cannot be made leaves the other files whole, and says why", async () => {
    mkdirSync(join(folder, ALLURE_HISTORY));
    const pages = await writePages(folder, mixedResult(), { allure: true });
    expect(pages.allureTrouble).toBe("it is a folder");
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining([FILES.page, FILES.junit, FILES.summary, FILES.badge]),
    );
    expect(readFileSync(join(folder, FILES.page), "utf8")).not.toContain(ALLURE_REPORT);
    expect(readdirSync(folder)).not.toContain(ALLURE_REPORT);
  });
});
