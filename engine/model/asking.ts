import type { Ask, Asker, Reply } from "./exchange.ts";

export type Send = (ask: Ask) => Promise<Reply>;

/** What sends requests, and keeps the answers in the order of asking. */
export interface Noting extends Asker {
  readonly replies: Reply[];
}

export function asking(send: Send): Noting {
  const replies: Reply[] = [];
  const all = async (asks: readonly Ask[]): Promise<readonly Reply[]> => {
    const answered = await settled(asks.map((ask) => send(ask)));
    replies.push(...answered);
    return answered;
  };
  const get = async (ask: Ask): Promise<Reply> => {
    const reply = await send(ask);
    replies.push(reply);
    return reply;
  };
  return { get, all, replies };
}

/** Waits for all, so that none is left running when one fails, then throws the first failure. */
async function settled(sent: readonly Promise<Reply>[]): Promise<readonly Reply[]> {
  const results = await Promise.allSettled(sent);
  return results.map((result) => {
    if (result.status === "rejected") {
      throw result.reason;
    }
    return result.value;
  });
}
