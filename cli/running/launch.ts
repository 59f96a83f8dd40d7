import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { OWN_FAULT } from "../../config/cannot-run.ts";
import { packageInfo } from "../../config/package-info.ts";
import type { Done, Order } from "./worker.ts";

/** What the thread left open is given up this long after its last word. */
const LEAVE_MS = 2_000;

/**
 * Starts the thread that judges, so that it loads while the target is looked at, and gives the function that has it
 * judge all selected clauses. That one gives the reason where the suite itself broke down, or its journal could not
 * be written.
 */
export function startWorker(): (order: Order) => Promise<string | undefined> {
  const compiled = join(packageInfo().root, "dist", "cli", "running", "worker.js");
  const worker = new Worker(compiled, { stdout: true, stderr: true });
  // Its words may hold what a target answered, or a secret.
  worker.stdout.resume();
  worker.stderr.resume();
  let breakdown: string | undefined = `${OWN_FAULT}: the thread that judges ended before its time`;
  const ended = new Promise<string | undefined>((resolve) => {
    worker.once("message", (done: Done) => {
      ({ breakdown } = done);
      setTimeout(() => void worker.terminate(), LEAVE_MS).unref();
    });
    worker.once("error", ({ message }) => {
      breakdown = `${OWN_FAULT}: ${message}`;
    });
    worker.once("exit", () => resolve(breakdown));
  });
  return async (order) => {
    worker.postMessage(order);
    return await ended;
  };
}
