import type { RunFlags } from "../../engine/target/options.ts";
import { startThread } from "../running/thread.ts";
import type { Io } from "../terminal/io.ts";

/** `run`: judges a target, or without one the embedded reference. Gives the exit code. */
export async function run(flags: RunFlags, io: Io): Promise<number> {
  if (flags.replay !== undefined) {
    const { replay } = await import("./replay.ts");
    return await replay(flags.replay, flags, io);
  }
  const isPlan = flags.list || flags.dryRun;
  // First of all: it loads at the same time as what orders the run.
  const thread = isPlan ? undefined : startThread();
  try {
    const { judgeOrdered, showPlan } = await import("../running/task.ts");
    return thread === undefined ? await showPlan(flags, io) : await judgeOrdered(flags, io, thread);
  } finally {
    thread?.close();
  }
}
