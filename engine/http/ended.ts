import { Trouble } from "../model/exchange.ts";

export const OUT_OF_TIME = "the time for the whole run was used up";

/** Why a signal ended a run: the text that it was aborted with, or the end of the time. */
export function whyEnded({ reason }: AbortSignal): string {
  return typeof reason === "string" ? reason : OUT_OF_TIME;
}

/** What becomes of a request whose run was ended before it. */
export function endedBy(signal: AbortSignal): Trouble {
  const aborted = typeof signal.reason === "string";
  return new Trouble(whyEnded(signal), "run", {
    obstacle: aborted ? "user" : "network",
    ...(aborted ? { remedy: { kind: "runToItsEnd" } } : {}),
  });
}
