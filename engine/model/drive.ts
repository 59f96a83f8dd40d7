import type { Ask, Asking, Reply } from "./exchange.ts";

/** Sends one request. */
export type Send = (ask: Ask) => Promise<Reply>;

/** Runs a series of requests to its end; the requests of one step go out at once. */
export async function drive<A>(asking: Asking<A>, send: Send): Promise<{ answer: A; replies: Reply[] }> {
  const replies: Reply[] = [];
  let step = asking.next();
  while (step.done !== true) {
    const answered = await settle(step.value.map((ask) => send(ask)));
    replies.push(...answered);
    step = asking.next(answered);
  }
  return { answer: step.value, replies };
}

/** Waits for all, so that none is left running when one fails, then throws the first failure. */
async function settle(sent: readonly Promise<Reply>[]): Promise<readonly Reply[]> {
  const settled = await Promise.allSettled(sent);
  return settled.map((result) => {
    if (result.status === "rejected") {
      throw result.reason;
    }
    return result.value;
  });
}
