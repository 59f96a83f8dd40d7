import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALLURE_REPORT, allureLink } from "../../reports/allure/ids.ts";
import { FILES, openFolder, writePages, writeResults } from "../../reports/files/folder.ts";
import {
  failed,
  header,
  HOSTILE,
  hostileResult,
  mixedResult,
  planned,
  resultOf,
  violation,
} from "../reports/samples.ts";
import { useBrowser } from "./chromium.ts";

const browser = useBrowser();
const MINUTE = 60_000;
let folder = "";
let hostile = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "allure-page-"));
  hostile = join(folder, "hostile");
  await write(folder, mixedResult());
  await write(hostile, hostileResult());
}, MINUTE);

afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function write(out: string, result: ReturnType<typeof mixedResult>): Promise<void> {
  openFolder(out, header()).release();
  writeResults(out, result);
  await writePages(out, result, { allure: true });
}

test("says first what the verdict is and where it stands, since its ring counts clauses", async () => {
  const { page } = await browser.open(join(folder, ALLURE_REPORT, "index.html"));
  const [first = ""] = (await page.locator("body").innerText()).trim().split("\n");
  expect(first).toMatch(
    /^Verdict: does not conform\. It stands in the conformance report .* is no verdict\.$/,
  );
  expect(await page.getByRole("link", { name: "conformance report", exact: true }).getAttribute("href")).toBe(
    "../index.html",
  );
});

test("opens from disk, asks for nothing, and complains of nothing", { timeout: MINUTE }, async () => {
  const { page, requests, errors } = await browser.open(join(folder, ALLURE_REPORT, "index.html"));
  await page.getByText("Conformance: does not conform").first().waitFor();
  await page.getByText("Token list").first().waitFor();
  await page.getByText("https://ledger.example.test/prefix").first().waitFor();
  expect(requests.filter((url) => !url.startsWith("data:") && !url.startsWith("blob:"))).toStrictEqual([]);
  expect(errors).toStrictEqual([]);
});

test("a clause leads to its test, and the test back to the clause", { timeout: MINUTE }, async () => {
  const { page } = await browser.open(`${join(folder, FILES.page)}#4.4-limit-kept`);
  const link = page.locator(`[id="4.4-limit-kept"] a[href^="${ALLURE_REPORT}"]`);
  expect(await link.getAttribute("href")).toBe(allureLink("4.4-limit-kept"));

  const there = await browser.open(join(folder, allureLink("4.4-limit-kept")));
  await there.page.getByText("4.4-limit-kept a page has no more rows than asked").first().waitFor();
  await there.page.getByText("/tokens/3/decimals, seen 25 times").first().waitFor();
  const back = there.page.getByRole("link", { name: "4.4-limit-kept in the conformance report" });
  expect(await back.getAttribute("href")).toBe("../index.html#4.4-limit-kept");
  expect(await there.page.evaluate("document.querySelector('a.way-back').href")).toBe(
    `file://${join(folder, FILES.page)}#4.4-limit-kept`,
  );
});

test("a clause that was not judged says why", { timeout: MINUTE }, async () => {
  const { page } = await browser.open(join(folder, allureLink("4.10-needs-address")));
  const reason = page.getByText("not exercised: no sample is known: add one to the target file").first();
  await reason.waitFor();
  expect(await reason.textContent()).toContain("(cause: data)");
});

test("what a hostile service says is text", { timeout: MINUTE }, async () => {
  const { page, requests, errors } = await browser.open(join(hostile, allureLink("4.4-limit-kept")));
  await page.getByText("<script>alert(1)</script>").first().waitFor();
  const names = page.getByText("body", { exact: true });
  await names.last().click();
  await page.getByText("\\u001b[31mred").last().waitFor();
  expect(await page.evaluate("document.querySelectorAll('img[src=x], a[href^=javascript]').length")).toBe(0);
  expect(requests.filter((url) => !url.startsWith("data:") && !url.startsWith("blob:"))).toStrictEqual([]);
  expect(errors).toStrictEqual([]);
});

test("the way back is that of the test which is shown", { timeout: MINUTE }, async () => {
  const { page } = await browser.open(join(folder, allureLink("4.4-limit-kept")));
  await page.getByRole("link", { name: "4.4-limit-kept in the" }).waitFor();
  await page.evaluate(`location.hash = "${allureLink("2.7-gas-used").replace(/.*#/, "")}"`);
  const other = page.getByRole("link", { name: "2.7-gas-used in the conformance report" });
  await other.waitFor();
  expect(await other.getAttribute("href")).toBe("../index.html#2.7-gas-used");
  expect(await page.getByRole("link", { name: "in the conformance report" }).count()).toBe(1);
});

test("a thousand broken clauses open", { timeout: 2 * MINUTE }, async () => {
  const out = join(folder, "many");
  const clauses = Array.from({ length: 1_000 }, (_, index) =>
    failed({ ...planned(1), id: `4.4-clause-${index}` }, [violation({ actual: `${HOSTILE} ${index}` })]),
  );
  await write(out, resultOf(clauses));
  const { page, errors } = await browser.open(join(out, allureLink("4.4-clause-999")));
  await page.getByText("4.4-clause-999 a page has no more rows").first().waitFor();
  expect(errors).toStrictEqual([]);
});
