/** Does work when its turn has come, and tells what came of it. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many be at work at once; the others wait. */
export function createGate(most: number): Gate {
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

export function createGates(most: number): (key: string) => Gate {
  const gates = new Map<string, Gate>();
  return (key) => {
    const gate = gates.get(key) ?? createGate(most);
    gates.set(key, gate);
    return gate;
  };
}
