import type { Send } from "./drive.ts";
import type { Ask, Reply } from "./exchange.ts";

/** Answers that are kept to vouch for later requests; the oldest one goes first, so that memory stays flat. */
const REMEMBERED = 2_000;

/**
 * Sends what only vouches for another request, and answers from memory where it can. Whoever asks first, and however
 * often it is sent, the answer is seen once.
 */
export function sendingOnce(send: Send, see: (reply: Reply, key: string) => void): Send {
  const remembered = new Map<string, Promise<Reply>>();
  const seen = new Set<string>();

  async function sendAndSee(ask: Ask, key: string): Promise<Reply> {
    const reply = await send(ask);
    if (!seen.has(key)) {
      seen.add(key);
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
    const [oldest] = remembered.size >= REMEMBERED ? remembered.keys() : [];
    if (oldest !== undefined) {
      remembered.delete(oldest);
    }
    const sent = sendAndSee(ask, key);
    remembered.set(key, sent);
    // What came to nothing once is asked again by the next who needs it.
    sent.catch(() => remembered.delete(key));
    return sent;
  };
}
