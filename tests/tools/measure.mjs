// Loaded before a program (`node --import`): writes what its process took, at its end, to the file MEASURE_TO.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const path = process.env["MEASURE_TO"];
const EVERY_MS = 10;

if (isMainThread && path !== undefined) {
  let before = workedMs();
  let longestBlockMs = 0;
  const look = () => {
    const now = workedMs();
    longestBlockMs = Math.max(longestBlockMs, now - before);
    before = now;
  };
  setInterval(look, EVERY_MS).unref();
  process.on("exit", () => {
    look();
    const peakMb = Math.round(peakKb() / 1024);
    writeFileSync(path, JSON.stringify({ peakMb, longestBlockMs: Math.round(longestBlockMs) }));
  });
}

/** What the processor did for this thread: a busy machine makes it no longer. Linux alone tells of one thread. */
function workedMs() {
  const [nanoseconds = ""] = read("/proc/thread-self/schedstat").split(" ");
  const { user, system } = process.cpuUsage();
  return nanoseconds === "" ? (user + system) / 1_000 : Number(nanoseconds) / 1_000_000;
}

/** Linux tells the peak of this program alone; elsewhere that of the process counts, and of what started it. */
function peakKb() {
  const [, peak = process.resourceUsage().maxRSS] = /VmHWM:\s+(\d+)/.exec(read("/proc/self/status")) ?? [];
  return Number(peak);
}

function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
