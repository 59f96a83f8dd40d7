import { Worker } from "node:worker_threads";
import type { Measured, Plan } from "./measure.ts";
import type { Task, Told } from "./worker.ts";

/** Measurements under way; each is there as soon as its fault has been judged. */
export interface Measurements {
  /** The measurement of a fault; rejects where there is none. */
  of(fault: string): Promise<Measured>;
  close(): Promise<void>;
}

interface Waiting {
  readonly fault: string;
  readonly resolve: (measured: Measured) => void;
  readonly reject: (error: Error) => void;
}

/** Judges the faults in their order, by so many workers that each take the next one from the list. */
export function startMeasuring(
  faults: readonly string[],
  plan: Plan,
  workers: number,
  script: URL,
): Measurements {
  const queue: Waiting[] = [];
  const promises = new Map<string, Promise<Measured>>();
  for (const fault of faults) {
    const promise = new Promise<Measured>((resolve, reject) => {
      queue.push({ fault, resolve, reject });
    });
    promise.catch(() => undefined); // whoever waits for it is told
    promises.set(fault, promise);
  }
  const team = Array.from({ length: Math.min(workers, queue.length) }, () => hire(queue, plan, script));
  return {
    of: (fault) =>
      promises.get(fault) ?? Promise.reject(new Error(`${fault} is not among the faults to judge`)),
    close: async () => {
      queue.length = 0;
      await Promise.all(team.map((worker) => worker.terminate()));
    },
  };
}

function hire(queue: Waiting[], plan: Plan, script: URL): Worker {
  const worker = new Worker(script);
  let current: Waiting | undefined;
  function next(): void {
    current = queue.shift();
    if (current === undefined) {
      worker.unref();
      return;
    }
    worker.postMessage({ fault: current.fault, plan } satisfies Task, []);
  }
  worker.on("message", (told: Told) => {
    if ("measured" in told) {
      current?.resolve(told.measured);
    } else {
      current?.reject(new Error(told.accident));
    }
    next();
  });
  worker.on("error", (error) => {
    current?.reject(error);
    for (const waiting of queue.splice(0)) {
      waiting.reject(error);
    }
  });
  next();
  return worker;
}
