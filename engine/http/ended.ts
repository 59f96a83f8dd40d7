import type { Obstacle } from "../model/clause-results.ts";
import { Trouble } from "../model/exchange.ts";

export const OUT_OF_TIME = "the time for the whole run was used up";

/** Why a signal ended a run: the text that it was aborted with, or the end of the time. */
export function whyEnded({ reason }: AbortSignal): string {
  return typeof reason === "string" ? reason : OUT_OF_TIME;
}

/** Who ended a run: the user, or answers that did not come within its time. */
export const whoEnded = ({ reason }: AbortSignal): Obstacle =>
  typeof reason === "string" && reason !== OUT_OF_TIME ? "user" : "network";

export function endedBy(signal: AbortSignal): Trouble {
  const remedy = typeof signal.reason === "string" ? { remedy: { kind: "runToItsEnd" } as const } : {};
  return new Trouble(whyEnded(signal), "run", { obstacle: whoEnded(signal), ...remedy });
}
