import type { Send } from "../model/drive.ts";
import type { Ask, Reply } from "../model/exchange.ts";

/** Malformed requests for a verification that are under way at once: a service refuses them before it compiles. */
const REFUSED_TOGETHER = 4;

/**
 * Verifications cost the target a compiler run and must not meet each other: one at a time. Those that must be refused
 * are many, and cost little: a few of them go beside it, so that a run does not wait for them alone.
 */
export function createTurns(send: Send): Send {
  const ends = Array.from({ length: 1 + REFUSED_TOGETHER }, () => Promise.resolve<unknown>(undefined));
  let refused = 0;

  function laneOf({ expects }: Ask): number {
    if (expects !== "refusal") {
      return 0;
    }
    refused += 1;
    return 1 + (refused % REFUSED_TOGETHER);
  }

  return (ask) => {
    const lane = laneOf(ask);
    const sent: Promise<Reply> = (ends[lane] ?? Promise.resolve()).then(() => send(ask));
    ends[lane] = sent.catch(() => undefined);
    return sent;
  };
}
