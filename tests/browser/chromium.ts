/** Pages in the headless Chromium that tests/setup/browser.ts started. They are opened from disk, and nothing else can be reached. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, type TestAPI } from "vitest";
import { ownFolder } from "../tools/own.ts";

/** The view in which a page is opened; by default 1280 by 800 pixels, light, with scripts, and with reduced motion. */
interface View {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  readonly javaScript?: boolean;
  readonly motion?: true;
}

/** Connects the tests of a file with the one Chromium of all tests. Without a browser they are skipped. */
export function useBrowser() {
  /** By whether scripts run: a process of its own for each page would take more time than the page. */
  const tabs = new Map<boolean, Tab>();
  let browser: Browser | undefined;
  const folder = ownFolder();
  const found = inject("browser");
  beforeAll(async () => {
    browser = "endpoint" in found ? await chromium.connect(found.endpoint) : undefined;
  });
  beforeEach(({ skip }) => skip("missing" in found, "there is no browser"));
  afterAll(() => browser?.close());
  return {
    /** Opens a file, or a file with a fragment (`…/index.html#4.4-limit-kept`), in place of the one before it. */
    open: async (path: string, { javaScript = true, ...view }: View = {}) => {
      if (browser === undefined) throw new Error("the browser is there in tests: open pages inside of them");
      const tab = tabs.get(javaScript) ?? (await newTab(browser, javaScript));
      tabs.set(javaScript, tab);
      return await openIn(tab, path, view);
    },
    writePage: (html: string, name = "index.html"): string => {
      const path = join(mkdtempSync(join(folder, "page-")), name);
      writeFileSync(path, html);
      return path;
    },
  };
}

/** The serious and critical violations that axe reports, one line per rule: the rule, its description, and the elements. */
async function seriousFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join()}`);
}

export const UNFOLD = "document.querySelectorAll('details').forEach((details) => { details.open = true; })";

/** Two views, wide and narrow: no serious violation reported by axe, and no horizontal overflow. */
export function testAccess(test: TestAPI, browser: ReturnType<typeof useBrowser>, path: string): void {
  test.each([
    { width: 1_280, colorScheme: "light" },
    { width: 360, colorScheme: "dark" },
  ] as const)("has no violation reported by axe and no horizontal overflow, at %j", async (view) => {
    const { page } = await browser.open(path, view);
    await page.evaluate(UNFOLD);
    expect(await seriousFaults(page)).toStrictEqual([]);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(view.width);
  });
}

/** A page in which one file after the other is opened, and the URLs that the present one requested (each request is refused). */
interface Tab {
  readonly page: Page;
  now: { readonly own: string; readonly requests: string[]; readonly errors: string[] };
}

async function newTab(browser: Browser, javaScriptEnabled: boolean): Promise<Tab> {
  const permissions = ["clipboard-read", "clipboard-write"];
  const context = await browser.newContext({ javaScriptEnabled, permissions, offline: true });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const tab: Tab = { page, now: { own: "", requests: [], errors: [] } };
  const isOwn = (url: string): boolean => url === tab.now.own || url.startsWith(`${tab.now.own}#`);
  await context.route("**/*", (route) => (isOwn(route.request().url()) ? route.continue() : route.abort()));
  context.on("request", (request) => void (isOwn(request.url()) || tab.now.requests.push(request.url())));
  // Violations of the security policy of the page are errors too.
  context.on("console", (line) => void (line.type() === "error" && tab.now.errors.push(line.text())));
  page.on("pageerror", (error) => tab.now.errors.push(error.message));
  return tab;
}

async function openIn(tab: Tab, path: string, { width = 1_280, height = 800, colorScheme, motion }: View) {
  const [file = "", ...fragment] = path.split("#");
  const own = pathToFileURL(file).href;
  const { page } = tab;
  await page.goto("about:blank");
  await page.setViewportSize({ width, height });
  const reducedMotion = motion === true ? "no-preference" : "reduce";
  await page.emulateMedia({ media: null, colorScheme: colorScheme ?? "light", reducedMotion });
  const { requests, errors } = (tab.now = { own, requests: [], errors: [] });
  await page.goto([own, ...fragment].join("#"));
  // Everything that was reported before this response has arrived.
  await page.evaluate("0");
  return { page, requests, errors };
}
