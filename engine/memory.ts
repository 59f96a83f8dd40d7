import { isSuccess } from "./classify.ts";
import type { Send } from "./drive.ts";
import type { Ask, Reply } from "./exchange.ts";
import { createRecent } from "./recent.ts";

/** Answers that are kept to vouch for later requests; the oldest go first, so that memory stays flat. */
const REMEMBERED = 3_000;

/** Characters of the bodies that are kept: then all are forgotten, and what is needed is asked for again. */
const REMEMBERED_CHARACTERS = 8 * 1024 * 1024;

/** Requests that are known to be seen; beyond them one that is sent again counts again. */
const SEEN = 40_000;

/**
 * Sends what only vouches for another request, and answers from memory where it can. Whoever asks first, and however
 * often it is sent, the answer is seen once.
 */
export function sendingOnce(send: Send, see: (reply: Reply, key: string) => void): Send {
  let remembered = createRecent<Promise<Reply>>(REMEMBERED);
  let characters = 0;
  const seen = createRecent<true>(SEEN);

  async function sendAndSee(ask: Ask, key: string): Promise<Reply> {
    const reply = await send(ask);
    if (isSuccess(reply)) {
      remembered.set(plainKeyOf(ask), Promise.resolve(reply));
    }
    characters += reply.body.text.length;
    if (characters > REMEMBERED_CHARACTERS) {
      characters = 0;
      remembered = createRecent(REMEMBERED);
    }
    if (seen.get(key) === undefined) {
      seen.set(key, true);
      see(reply, key);
    }
    return reply;
  }

  return (ask) => {
    const plain = plainKeyOf(ask);
    const key = `${plain}${ask.gateways ?? ""}`;
    const known = remembered.get(plain) ?? remembered.get(key);
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

/** Whatever a gateway's answer counts as. */
function plainKeyOf({ expects, service, method, target, body = "" }: Ask): string {
  return `${expects} ${service} ${method} ${target} ${body}`;
}
