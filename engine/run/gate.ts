import { createQueue } from "../pacing/queue.ts";

/** Does work when its turn has come, and tells what came of it. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many be at work at once; the others wait. */
export function createGate(most: number): Gate {
  const waiting = createQueue<() => void>();
  let inside = 0;

  function leave(): void {
    const next = waiting.first();
    if (next === undefined) {
      inside -= 1;
    } else {
      waiting.take();
      next();
    }
  }

  return async (work) => {
    if (inside < most) {
      inside += 1;
    } else {
      await new Promise<void>((go) => {
        waiting.add(go);
      });
    }
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
