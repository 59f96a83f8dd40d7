import type { Limits } from "../model/settings.ts";
import type { OneService } from "./scopes.ts";

/** Failed attempts that show more than an accident. */
const ACCIDENTS = 2;
/** Losses out of all requests, from which on they are none on the way: a service that loses one in twenty is judged. */
const MANY = { least: 8, oneIn: 6 };
/** Milliseconds of pauses for each answer, beyond which a run would not come to its end. */
const PAUSED_PER_ANSWER = 1_000;
type Times = Pick<Limits, "requestMs" | "outageMs">;

/**
 * Why the patience with a service is at its end: it has the time for a request, and half of that for an outage, for one
 * usable answer; and as much may be lost in the whole run (`lostMs`), where its answers in between are few.
 */
export function whySpent(
  own: OneService,
  all: readonly OneService[],
  { lostMs, now }: { readonly lostMs: number; readonly now: number },
  { requestMs, outageMs }: Times,
): string | undefined {
  const patienceMs = requestMs + outageMs / 2;
  const { since = now, failures, failing, last, losses, losing, answered, paused } = own;
  // One endpoint alone says nothing of the others; who answered before, and now asks for patience, may mean it.
  const isOne = answered > 0 && (failing.size < 2 || last?.kind === "busy");
  if (failures >= ACCIDENTS && !isOne && now - since >= patienceMs) {
    return `for ${seconds(now - since)}`;
  }
  const requests = losses + answered;
  const losesMany = losing.size > 1 && losses >= MANY.least && losses * MANY.oneIn >= requests;
  if (losesMany && lostMs >= patienceMs) {
    return `to ${losses} of ${requests} requests, and ${seconds(lostMs)} were lost`;
  }
  // A run may wait long for one service, if the others answer.
  const sumOf = (key: "paused" | "answered"): number => all.reduce((sum, one) => sum + one[key], 0);
  const isSlow =
    paused >= PAUSED_PER_ANSWER * answered && sumOf("paused") >= PAUSED_PER_ANSWER * sumOf("answered");
  return isSlow && sumOf("paused") >= 2 * requestMs
    ? `but ${answered}, and required pauses of ${seconds(paused)}`
    : undefined;
}

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1_000)} s`;
