/** Starts one browser for all tests of pages. Where none starts they are skipped, except with `PAGE_TESTS=required` or `CHROMIUM_PATH`. */
import { existsSync } from "node:fs";
import { arch, platform } from "node:os";
import { delimiter, join } from "node:path";
import packed from "@sparticuz/chromium";
import { chromium, type BrowserServer, type LaunchOptions } from "playwright-core";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the browser, or the reason why there is none. */
    browser: { readonly endpoint: string } | { readonly missing: string };
  }
}

const ARGS = ["--no-sandbox", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND"];
const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "microsoft-edge"];

/** Called by vitest before the first test; the returned function is called after the last one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = await startBrowser();
  if (!("missing" in found)) {
    project.provide("browser", { endpoint: found.wsEndpoint() });
    return async () => await found.close();
  }
  if (process.env["PAGE_TESTS"] === "required" || process.env["CHROMIUM_PATH"] !== undefined) {
    throw new Error(found.missing);
  }
  console.warn(`The tests of the pages are skipped: ${found.missing}`);
  project.provide("browser", found);
  return async () => undefined;
}

async function startBrowser(): Promise<BrowserServer | { readonly missing: string }> {
  const failures: string[] = [];
  for (const optionsOf of candidates()) {
    const candidate = await optionsOf();
    try {
      return await chromium.launchServer({ ...candidate, args: ARGS, timeout: 15_000 });
    } catch (error) {
      const [first = ""] = String(error instanceof Error ? error.message : error).split("\n");
      failures.push(`${candidate.executablePath ?? candidate.channel}: ${first}`);
    }
  }
  const advice = "Install one, or give the path of one in CHROMIUM_PATH.";
  return { missing: `no Chromium, Chrome or Edge starts here. ${advice} Tried: ${failures.join("; ")}` };
}

/** Each browser that may be here; a path in `CHROMIUM_PATH` is tried alone. Playwright itself finds Chrome and Edge. */
function candidates(): readonly (() => LaunchOptions | Promise<LaunchOptions>)[] {
  const { CHROMIUM_PATH: named, PATH = "" } = process.env;
  if (named !== undefined) return [() => ({ executablePath: named })];
  const paths = PATH.split(delimiter).flatMap((folder) => COMMANDS.map((command) => join(folder, command)));
  const isPacked = platform() === "linux" && arch() === "x64";
  return [
    ...paths.filter((path) => existsSync(path)).map((executablePath) => () => ({ executablePath })),
    ...["chrome", "msedge"].map((channel) => () => ({ channel })),
    ...(isPacked ? [async () => ({ executablePath: await packed.executablePath() })] : []),
  ];
}
