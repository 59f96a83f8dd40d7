import type { Ask, Asker, Reply } from "./exchange.ts";

export type Send = (ask: Ask) => Promise<Reply>;

/** Keeps the answers, in the order of asking. */
export function asking(send: Send): Asker & { readonly replies: readonly Reply[] } {
  const replies: Reply[] = [];
  const all = async (asks: readonly Ask[]): Promise<readonly Reply[]> => {
    const sent = asks.map((ask) => send(ask));
    // None is left running when one fails.
    await Promise.allSettled(sent);
    const answered = await Promise.all(sent);
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
