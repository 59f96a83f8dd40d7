/** Does work when its turn has come, and tells what came of it. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many be at work at once; the others wait. */
export function createSemaphore(most: number): Semaphore {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside < most) {
      inside += 1;
    } else {
      await new Promise<void>((go) => {
        waiting.push(go);
      });
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        inside -= 1;
      } else {
        next();
      }
    }
  };
}

export function createSemaphores(most: number): (key: string) => Semaphore {
  const gates = new Map<string, Semaphore>();
  return (key) => {
    const gate = gates.get(key) ?? createSemaphore(most);
    gates.set(key, gate);
    return gate;
  };
}
