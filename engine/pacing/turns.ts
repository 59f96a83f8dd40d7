import type { Send } from "../model/asking.ts";

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

/** Malformed requests for a verification that are under way at once: a service refuses them before it compiles. */
const REFUSED_TOGETHER = 4;

/**
 * Verifications cost the target a compiler run and must not meet each other: one at a time. Those that must be refused
 * are many, and cost little: a few of them go beside it, so that a run does not wait for them alone.
 */
export function createTurns(send: Send): Send {
  const alone = createGate(1);
  const refused = createGate(REFUSED_TOGETHER);
  return (ask) => (ask.expects === "refusal" ? refused : alone)(() => send(ask));
}
