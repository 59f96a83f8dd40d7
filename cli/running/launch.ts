import { join } from "node:path";
import { Writable } from "node:stream";
import { createVitest, type Reporter } from "vitest/node";
import type { Settings } from "../../engine/model/settings.ts";
import { ALLURE_RESULTS } from "../../reports/allure/ids.ts";
import { JournalFailure } from "../../reports/files/file-trouble.ts";
import { OWN_FAULT } from "../terminal/tell-result.ts";
import { packageInfo } from "../../config/package-info.ts";
import { SIGNALS } from "./interruption.ts";

const LONGEST_MS = 2 ** 31 - 1;

/**
 * Judges all selected clauses: one worker of vitest, whose one file writes the journal; Allure's results are written
 * beside it, where they are wanted. Gives the reason where the suite itself broke down, or its journal could not be written.
 */
export async function launch(settings: Settings, allure: boolean): Promise<string | undefined> {
  const { root } = packageInfo();
  const breakdown = createBreakdown();
  const dismissNewListeners = rememberListeners();
  const options: Parameters<typeof createVitest>[1] = {
    root,
    dir: join(root, "dist", "specs"),
    config: false,
    watch: false,
    cache: false,
    include: ["live.spec.js"],
    pool: "threads",
    isolate: false,
    fileParallelism: false,
    // All clauses at once: one that waits for a silent service keeps no other from asking.
    maxConcurrency: Number.MAX_SAFE_INTEGER,
    testTimeout: LONGEST_MS,
    hookTimeout: LONGEST_MS,
    teardownTimeout: 2_000,
    provide: { settings, allure },
    reporters: [breakdown.reporter, ...(allure ? [await allureReporter(settings)] : [])],
    // Everything but the one file is plain JavaScript: loaded as it is, it starts faster.
    server: { deps: { external: [/\/dist\/(?!specs\/live\.spec\.js)/] } },
  };
  const vitest = await createVitest("test", options, {}, { stdout: nowhere(), stderr: nowhere() });
  dismissNewListeners();
  await vitest.start();
  await vitest.close();
  // The verdict comes from the result, never from the test runner.
  process.exitCode = 0;
  return breakdown.reason();
}

async function allureReporter({ outDir }: Settings): Promise<Reporter> {
  const { streamingReporter } = await import("../../reports/allure/streaming.ts");
  return streamingReporter(join(outDir, ALLURE_RESULTS));
}

/** What the test runner would say by itself: its words may hold what a target answered, or a secret. */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * At an accident or a signal the test runner ends the process, a moment later at most: what is written then is for
 * us to do, and takes longer. Gives a function that takes away what began to listen since.
 */
function rememberListeners(): () => void {
  const atAccidents = new Set(process.listeners("unhandledRejection"));
  const atSignals = SIGNALS.map((signal) => [signal, new Set(process.listeners(signal))] as const);
  return () => {
    for (const listener of process.listeners("unhandledRejection").filter((one) => !atAccidents.has(one))) {
      process.off("unhandledRejection", listener);
    }
    for (const [signal, before] of atSignals) {
      for (const listener of process.listeners(signal).filter((one) => !before.has(one))) {
        process.off(signal, listener);
      }
    }
  };
}

/** A reporter that prints nothing, and keeps the first error that no clause accounts for. */
function createBreakdown() {
  const messages: string[] = [];
  const reporter: Reporter = {
    onTestRunEnd: (modules, unhandled) => {
      const errors = [...modules.flatMap((module) => module.errors()), ...unhandled];
      // A folder that cannot be written is not our fault.
      messages.push(
        ...errors.map(({ name, message }) =>
          name === JournalFailure.NAME ? message : `${OWN_FAULT}: ${message}`,
        ),
      );
      if (modules.length === 0) {
        messages.push(`${OWN_FAULT}: the compiled suite was not found: run npm run build`);
      }
    },
  };
  return { reporter, reason: () => messages[0] };
}
