// Loaded into a run by --import: leaves behind what the process used.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env["BENCH_USAGE_FILE"];

if (isMainThread && file !== undefined) {
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(
      file,
      JSON.stringify({ peakMb: maxRSS / 1_024, cpuMs: (userCPUTime + systemCPUTime) / 1_000 }),
    );
  });
}
