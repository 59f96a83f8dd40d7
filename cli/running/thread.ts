import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { OWN_FAULT } from "../../engine/target/cannot-run.ts";
import { packageInfo } from "../../engine/target/package-info.ts";
import type { Done, WorkerOrder } from "./worker.ts";

export type Thread = ReturnType<typeof startThread>;

/** What the thread left open is given up this long after its last word. */
const LEAVE_MS = 2_000;

/** Starts the thread. It loads while its order is made ready: this file must load little itself. */
export function startThread() {
  const compiled = join(packageInfo().root, "dist", "cli", "running", "worker.js");
  const worker = new Worker(compiled, { stdout: true, stderr: true });
  // Its words may hold what a target answered, or a secret.
  worker.stdout.resume();
  worker.stderr.resume();
  let breakdown: string | undefined = `${OWN_FAULT}: the thread that judges ended before its time`;
  const close = (): void => void worker.terminate();
  const ended = new Promise<string | undefined>((resolve) => {
    worker.once("message", (done: Done) => {
      ({ breakdown } = done);
      setTimeout(close, LEAVE_MS).unref();
    });
    worker.once("error", ({ message }) => {
      breakdown = `${OWN_FAULT}: ${message}`;
    });
    worker.once("exit", () => resolve(breakdown));
  });
  return {
    /** Has it judge all selected clauses, once. Gives the reason where the suite broke down, or its journal was not written. */
    judge: async (order: WorkerOrder) => {
      worker.postMessage(order);
      return await ended;
    },
    /** Ends it, whatever it is doing. */
    close,
  };
}
