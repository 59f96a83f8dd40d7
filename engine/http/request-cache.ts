import { bytesHeld } from "../message/bounds.ts";
import { isSuccess } from "../message/classify.ts";
import type { Send } from "../model/drive.ts";
import type { Ask, Reply } from "../model/exchange.ts";
import { createRecent } from "../model/memo.ts";

/** Bytes of the answers that are kept to vouch for later requests; those that were not asked for lately go first. */
const REMEMBERED = 18 * 1024 * 1024;

/** Bytes of an answer besides its body, and how often its request is held with it: a link may be long. */
const EACH = 4_000;
const COPIES = 4;

/** Characters of the requests that are known to be seen; beyond them one that is sent again counts again. */
const SEEN = 8 * 1024 * 1024;

/**
 * Sends what only vouches for another request, and answers from memory where it can. Whoever asks first, and however
 * often it is sent, the answer is seen once.
 */
export function sendingOnce(send: Send, see: (reply: Reply, key: string) => void): Send {
  const remembered = createRecent<{ readonly reply: Promise<Reply>; readonly bytes: number }>(
    REMEMBERED,
    (key, { bytes }) => EACH + COPIES * key.length + bytes,
  );
  const seen = createRecent<true>(SEEN, (key) => key.length);

  async function sendAndSee(ask: Ask, key: string): Promise<Reply> {
    const reply = await send(ask);
    if (seen.get(key) === undefined) {
      seen.set(key, true);
      see(reply, key);
    }
    return reply;
  }

  function remember(key: string, reply: Promise<Reply>, bytes: number): void {
    remembered.delete(key);
    remembered.set(key, { reply, bytes });
  }

  return (ask) => {
    const plain = plainKeyOf(ask);
    const key = `${plain}${ask.gateways ?? ""}`;
    const known = remembered.get(plain) ?? remembered.get(key);
    if (known !== undefined) {
      return known.reply;
    }
    const sent = sendAndSee(ask, key);
    remember(key, sent, 0);
    sent.then(
      (reply) => {
        remembered.delete(key);
        remember(isSuccess(reply) ? plain : key, sent, bytesHeld(reply.body.text));
      },
      // What came to nothing once is asked again by the next who needs it.
      () => remembered.delete(key),
    );
    return sent;
  };
}

/** Whatever a gateway's answer counts as. */
function plainKeyOf({ expects, service, method, target, body = "" }: Ask): string {
  return `${expects} ${service} ${method} ${target} ${body}`;
}
