/** What ends a worker of vitest from outside; the last is the end of the process that started it. */
const ENDS = ["SIGINT", "SIGTERM", "disconnect"] as const;
/** By then a run has ended and its folder is written. */
const LONGEST_MS = 10_000;

/** Vitest takes `process.exit` away from its workers. */
const leave = (): void => void process.kill(process.pid, "SIGKILL");

/**
 * Works on something that can be ended. Vitest leaves at a signal without a word to its workers: one that is a process
 * of its own ends the work, and goes when that has left behind what it leaves. (A worker thread hears of no signal, and is
 * gone with its process.)
 */
export async function whileInterruptible<T>(stop: AbortController, work: () => Promise<T>): Promise<T> {
  const end = (name?: string): void => {
    // What is told to a process that is gone is an error, at which vitest would end this one.
    process.removeAllListeners("error");
    process.on("error", () => undefined);
    setTimeout(leaveAlone, LONGEST_MS).unref();
    stop.abort(`interrupted by ${name ?? "the end of vitest"}`);
  };
  ENDS.forEach((name) => process.once(name, end));
  try {
    return await work();
  } finally {
    ENDS.forEach((name) => process.off(name, end));
    if (stop.signal.aborted) {
      process.once("disconnect", leave);
      leaveAlone();
    }
  }
}

/** Goes where the process that started this one has gone; it has a channel to that as long as both live. */
function leaveAlone(): void {
  if (process.send !== undefined && !process.connected) {
    leave();
  }
}
