// Loaded before a program (`node --import`): writes the peak of its memory, at its end, to the file MEASURE_TO.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const path = process.env["MEASURE_TO"];

if (isMainThread && path !== undefined) {
  process.on("exit", () => writeFileSync(path, JSON.stringify({ peakMb: Math.round(peakKb() / 1024) })));
}

/** Linux gives the peak of this program alone; elsewhere it is that of the process, including the one that started it. */
function peakKb() {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const [, peak = process.resourceUsage().maxRSS] = /VmHWM:\s+(\d+)/.exec(status) ?? [];
  return Number(peak);
}
