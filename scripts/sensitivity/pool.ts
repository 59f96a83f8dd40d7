import { fork, type ChildProcess } from "node:child_process";
import type { Measured, Plan } from "./measure.ts";
import type { Task, WorkerReport } from "./worker.ts";

interface Waiting {
  readonly fault: string;
  readonly resolve: (measured: Measured) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Judges the faults in their order, by so many workers that each take the next one from the list. They are processes of
 * their own: shells are started by the thousand, and a small process starts one far sooner than a large one.
 */
export function startMeasuring(faults: readonly string[], plan: Plan, workers: number, script: URL) {
  const queue: Waiting[] = [];
  const promises = new Map(
    faults.map((fault) => {
      const promise = new Promise<Measured>((resolve, reject) => {
        queue.push({ fault, resolve, reject });
      });
      promise.catch(() => undefined); // whoever waits for it is told
      return [fault, promise] as const;
    }),
  );
  const team = Array.from({ length: Math.min(workers, queue.length) }, () => hire(queue, plan, script));
  return {
    /** The measurement of a fault, as soon as it has been judged; rejects where there is none. */
    of: (fault: string): Promise<Measured> =>
      promises.get(fault) ?? Promise.reject(new Error(`${fault} is not among the faults to judge`)),
    close: () => {
      queue.length = 0;
      team.forEach((worker) => worker.kill());
    },
  };
}

function hire(queue: Waiting[], plan: Plan, script: URL): ChildProcess {
  const worker = fork(script, { execArgv: [] });
  let current: Waiting | undefined;
  const next = (): void => {
    current = queue.shift();
    if (current === undefined) worker.disconnect();
    else worker.send({ fault: current.fault, plan } satisfies Task);
  };
  const fail = (error: Error): void => {
    for (const waiting of [current, ...queue.splice(0)]) waiting?.reject(error);
  };
  worker.on("message", (told: WorkerReport) => {
    if ("measured" in told) current?.resolve(told.measured);
    else current?.reject(new Error(told.accident));
    next();
  });
  worker.on("error", fail);
  worker.on("exit", (code) => {
    if (current !== undefined) fail(new Error(`a process that judges faults ended with ${code}`));
  });
  next();
  return worker;
}
