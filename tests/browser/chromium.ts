/**
 * Pages in a real browser: the headless Chromium that tests/setup/browser.ts started, driven by playwright-core. Everything is
 * opened from disk, and nothing else can be reached. Where there is no browser the tests are skipped.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { ownFolder } from "../tools/own.ts";

/** The condition that a test waits for, for the message after a time-out. */
const PATIENCE_MS = 60_000;

/** The view in which a page is opened. */
export interface View {
  /** In pixels; by default 1280 by 800. */
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** Whether scripts are enabled, as by default. */
  readonly javaScript?: boolean;
  /** Enables animations; by default reduced motion is preferred, so that no test waits for them. */
  readonly motion?: true;
}

/** An open page, with its requests and errors so far. */
export interface Opened {
  readonly page: Page;
  /** URLs that the page requested; each request was refused. */
  readonly requests: readonly string[];
  /** Errors on the console (violations of its security policy too) and uncaught exceptions. */
  readonly errors: readonly string[];
}

/** The browser of a test file. */
export type TestBrowser = ReturnType<typeof useBrowser>;

/** Connects the tests of a file with the one Chromium of all tests. Call it at the top of the file. */
export function useBrowser() {
  /** By whether scripts run: a process of its own for each page would take more time than the page. */
  const tabs = new Map<boolean, Tab>();
  let browser: Browser | undefined;
  const folder = ownFolder();
  const found = inject("browser");

  beforeAll(async () => {
    browser = "endpoint" in found ? await chromium.connect(found.endpoint) : undefined;
  });
  beforeEach(({ skip }) => {
    skip("missing" in found, "there is no browser");
  });
  afterAll(() => browser?.close());

  return {
    /** Opens a file, or a file with a fragment (`…/index.html#4.4-limit-kept`), in place of the one before it. */
    open: async (path: string, view: View = {}): Promise<Opened> => {
      if (browser === undefined) {
        throw new Error("the browser is there in tests: open pages inside of them");
      }
      const javaScript = view.javaScript ?? true;
      const tab = tabs.get(javaScript) ?? (await newTab(browser, javaScript));
      tabs.set(javaScript, tab);
      return await openIn(tab, path, view);
    },
    /** Writes a page into a folder that is removed after the tests, and gives its path. */
    writePage: (html: string, name = "index.html"): string => {
      const path = join(mkdtempSync(join(folder, "page-")), name);
      writeFileSync(path, html);
      return path;
    },
  };
}

/** The serious and critical violations that axe reports, one line per rule: the rule, its description, and the elements. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
}

/** A page in which one file after the other is opened. */
interface Tab {
  readonly page: Page;
  /** The open page, and the log of its requests and errors. */
  now: { readonly own: string; readonly requests: string[]; readonly errors: string[] };
}

async function newTab(browser: Browser, javaScriptEnabled: boolean): Promise<Tab> {
  const permissions = ["clipboard-read", "clipboard-write"];
  const context = await browser.newContext({ javaScriptEnabled, permissions, offline: true });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const tab: Tab = { page, now: { own: "", requests: [], errors: [] } };
  await context.route("**/*", async (route) => {
    await (isOwn(route.request().url(), tab.now.own) ? route.continue() : route.abort());
  });
  context.on("request", (request) => {
    if (!isOwn(request.url(), tab.now.own)) {
      tab.now.requests.push(request.url());
    }
  });
  context.on("console", (message) => {
    if (message.type() === "error") {
      tab.now.errors.push(message.text());
    }
  });
  page.on("pageerror", (error) => tab.now.errors.push(error.message));
  return tab;
}

async function openIn(tab: Tab, path: string, view: View): Promise<Opened> {
  const [file = "", ...fragment] = path.split("#");
  const own = pathToFileURL(file).href;
  const { page } = tab;
  await page.goto("about:blank");
  await page.setViewportSize({ width: view.width ?? 1_280, height: view.height ?? 800 });
  await page.emulateMedia({
    media: null,
    colorScheme: view.colorScheme ?? "light",
    reducedMotion: view.motion === true ? "no-preference" : "reduce",
  });
  const { requests, errors } = (tab.now = { own, requests: [], errors: [] });
  await page.goto(fragment.length === 0 ? own : `${own}#${fragment.join("#")}`);
  // Everything that was reported before this response has arrived.
  await page.evaluate("0");
  return { page, requests, errors };
}

function isOwn(url: string, own: string): boolean {
  return url === own || url.startsWith(`${own}#`);
}
