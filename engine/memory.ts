import type { Send } from "./drive.ts";
import type { Ask, Reply } from "./exchange.ts";
import { createRecent } from "./recent.ts";

/** Answers that are kept to vouch for later requests; the oldest go first, so that memory stays flat. */
const REMEMBERED = 3_000;

/** Requests that are known to be seen; beyond them one that is sent again counts again. */
const SEEN = 40_000;

/**
 * Sends what only vouches for another request, and answers from memory where it can. Whoever asks first, and however
 * often it is sent, the answer is seen once.
 */
export function sendingOnce(send: Send, see: (reply: Reply, key: string) => void): Send {
  const remembered = createRecent<Promise<Reply>>(REMEMBERED);
  const seen = createRecent<true>(SEEN);

  async function sendAndSee(ask: Ask, key: string): Promise<Reply> {
    const reply = await send(ask);
    if (seen.get(key) === undefined) {
      seen.set(key, true);
      see(reply, key);
    }
    return reply;
  }

  return (ask) => {
    const key = `${ask.expects} ${ask.service} ${ask.method} ${ask.target} ${ask.body ?? ""}`;
    const known = remembered.get(key);
    if (known !== undefined) {
      return known;
    }
    const sent = sendAndSee(ask, key);
    remembered.set(key, sent);
    // What came to nothing once is asked again by the next who needs it.
    sent.catch(() => remembered.delete(key));
    return sent;
  };
}
