/**
 * Pages in a real browser: the headless Chromium that tests/setup/browser.ts found, driven by playwright-core.
 * Everything is opened from disk, and nothing else can be reached. Where there is no browser the tests are skipped.
 *
 *     const browser = useBrowser(); // once per test file: one Chromium for all of its tests
 *
 *     test("…", async () => {
 *       const { page, requests, errors } = await browser.open(path, { width: 360, colorScheme: "dark" });
 *       await page.getByRole("button", { name: "Copy" }).click(); // what Playwright's page can do
 *       expect(requests).toStrictEqual([]); // what the page asked for beside itself, each one refused
 *       expect(errors).toStrictEqual([]); // console errors, CSP violations and uncaught exceptions
 *       expect(await seriousFaults(page)).toStrictEqual([]); // axe: serious and critical, as text
 *     });
 *
 * `browser.open` takes a file, or a file with a fragment (`…/index.html#4.4-limit-kept`). A page is closed after
 * its test. `writePage(html)` puts a page on disk for that.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";

const HEIGHT = 800;
/** What a page is waited for: a test that waits in vain says for what. */
const PATIENCE_MS = 60_000;

/** How a page is looked at. */
export interface View {
  /** Pixels; 1280 where nothing is said. */
  readonly width?: number;
  /** Pixels; 800 where nothing is said. */
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** A reader who switched scripts off. */
  readonly javaScript?: boolean;
  /** With the motion that a reader has who asked for nothing; without it motion is reduced, and no test waits for it. */
  readonly motion?: true;
}

/** A page that was opened, with everything that it asked for and complained of so far. */
export interface Opened {
  readonly page: Page;
  /** URLs that the page asked for beside itself; every one was refused. */
  readonly requests: readonly string[];
  /** Errors on the console (violations of its security policy too) and uncaught exceptions. */
  readonly errors: readonly string[];
}

/** The browser of a test file. */
export interface TestBrowser {
  /** Opens a file, or a file with a fragment, in a profile of its own; resolves when it has loaded. */
  open(path: string, view?: View): Promise<Opened>;
  /** Writes a page into a folder that is removed after the tests, and gives its path. */
  writePage(html: string, name?: string): string;
}

/** Starts one Chromium for the tests of a file. Call it at the top of the file. */
export function useBrowser(): TestBrowser {
  const contexts: BrowserContext[] = [];
  let browser: Browser | undefined;
  let folder = "";
  const found = inject("browser");

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "pages-"));
    browser = "launch" in found ? await chromium.launch(found.launch) : undefined;
  });
  beforeEach(({ skip }) => {
    skip("missing" in found, "there is no browser");
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function newContext(view: View): Promise<BrowserContext> {
    if (browser === undefined) {
      throw new Error("the browser is started before the tests: open pages inside of them");
    }
    const context = await browser.newContext({
      viewport: { width: view.width ?? 1_280, height: view.height ?? HEIGHT },
      colorScheme: view.colorScheme ?? "light",
      javaScriptEnabled: view.javaScript ?? true,
      permissions: ["clipboard-read", "clipboard-write"],
      reducedMotion: view.motion === true ? "no-preference" : "reduce",
    });
    contexts.push(context);
    return context;
  }

  return {
    open: async (path, view = {}) => await openIn(await newContext(view), path),
    writePage: (html, name = "index.html") => {
      const path = join(mkdtempSync(join(folder, "page-")), name);
      writeFileSync(path, html);
      return path;
    },
  };
}

/** What axe finds serious or critical on a page, one line per rule: the rule, what it says, and where. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
}

async function openIn(context: BrowserContext, path: string): Promise<Opened> {
  const [file = "", ...fragment] = path.split("#");
  const own = pathToFileURL(file).href;
  const requests: string[] = [];
  const errors: string[] = [];
  await context.setOffline(true);
  await context.route("**/*", async (route) => {
    await (isOwn(route.request().url(), own) ? route.continue() : route.abort());
  });
  context.on("request", (request) => {
    if (!isOwn(request.url(), own)) {
      requests.push(request.url());
    }
  });
  context.on("console", (message) => {
    if (message.type() === "error") {
      errors.push(message.text());
    }
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(fragment.length === 0 ? own : `${own}#${fragment.join("#")}`);
  // What was reported before this answer has arrived by now.
  await page.evaluate("0");
  return { page, requests, errors };
}

function isOwn(url: string, own: string): boolean {
  return url === own || url.startsWith(`${own}#`);
}
