import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface Measured {
  /** Milliseconds at which each request arrived. */
  readonly times: readonly number[];
  /** The most requests that were in flight together. */
  readonly most: number;
  readonly agents: readonly string[];
}

const PROGRAM = fileURLToPath(new URL("../tools/meter.mjs", import.meta.url));

/** Starts the server of tests/tools/meter.mjs in front of the origin `behind`; it fails at every `failEvery`th request. */
export async function startMeter(behind = "", failEvery = 0) {
  const env = { ...process.env, BEHIND: behind, FAIL_EVERY: String(failEvery) };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  const port = Number(await next());
  return {
    url: `http://127.0.0.1:${port}`,
    read: async (): Promise<Measured> => {
      child.stdin.write("\n");
      const measured: Measured = JSON.parse(await next());
      return measured;
    },
  };
}

/** The maximum number of requests in any interval of one second. */
export function mostInASecond(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= 1_000) {
      first += 1;
    }
    most = Math.max(most, last - first + 1);
  }
  return most;
}
