/**
 * Starts the browser for the tests of the pages, one for all of them: `CHROMIUM_PATH`; a Chromium, Chrome or Edge that
 * is installed; the one that a package carries (Linux on x64). The first one that starts is used. Where none does, the
 * tests of the pages are skipped and a line says so. That is an error with `PAGE_TESTS=required`, and where the browser
 * that `CHROMIUM_PATH` names does not start.
 */
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
const STARTING_MS = 15_000;
/** Chrome and Edge are found by playwright, wherever their installers put them. */
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

/** Tries to start each browser that may be here; a path in `CHROMIUM_PATH` is tried alone. */
async function startBrowser(): Promise<BrowserServer | { readonly missing: string }> {
  const failures: string[] = [];
  for (const { name, options } of candidates()) {
    try {
      return await chromium.launchServer({ ...(await options()), args: ARGS, timeout: STARTING_MS });
    } catch (error) {
      const [first = ""] = String(error instanceof Error ? error.message : error).split("\n");
      failures.push(`${name}: ${first}`);
    }
  }
  return {
    missing: `no Chromium, Chrome or Edge starts here. Install one, or give the path of one in CHROMIUM_PATH. Tried: ${failures.join("; ")}`,
  };
}

interface Candidate {
  readonly name: string;
  readonly options: () => LaunchOptions | Promise<LaunchOptions>;
}

function candidates(): readonly Candidate[] {
  const named = process.env["CHROMIUM_PATH"];
  if (named !== undefined) {
    return [{ name: named, options: () => ({ executablePath: named }) }];
  }
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => COMMANDS.map((command) => join(folder, command)))
    .filter((path) => existsSync(path));
  return [
    ...onPath.map((path) => ({ name: path, options: () => ({ executablePath: path }) })),
    ...["chrome", "msedge"].map((channel) => ({ name: channel, options: () => ({ channel }) })),
    ...(platform() === "linux" && arch() === "x64"
      ? [
          {
            name: "@sparticuz/chromium",
            options: async () => ({ executablePath: await packed.executablePath() }),
          },
        ]
      : []),
  ];
}
