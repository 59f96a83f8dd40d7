import { bytesHeld } from "../message/bounds.ts";
import { isSuccess } from "../message/classify.ts";
import type { Send } from "../model/asking.ts";
import type { Ask, Reply } from "../model/exchange.ts";
import { createRecent } from "../model/memo.ts";

/** Bytes of the answers that are kept to vouch for later requests; those that were not asked for lately go first. */
const REMEMBERED = 32 * 1024 * 1024;

/** Bytes of an answer besides its body, and how often its request is held with it: a link may be long. */
const EACH = 4_000;
const COPIES = 4;

/**
 * Sends what only vouches for another request, and answers from memory where it can: whoever asks first, the request is
 * sent once.
 */
export function sendingOnce(send: Send): Send {
  const remembered = createRecent<{ readonly reply: Promise<Reply>; readonly bytes: number }>(
    REMEMBERED,
    (key, { bytes }) => EACH + COPIES * key.length + bytes,
  );
  return (ask) => {
    const plain = plainKeyOf(ask);
    const key = `${plain}${ask.gateways ?? ""}`;
    const known = remembered.get(plain) ?? remembered.get(key);
    if (known !== undefined) {
      // Who asked before may not have wanted to hear of a gateway's answer.
      return ask.gateways === undefined ? known.reply : known.reply.catch(() => sendNow(ask, plain, key));
    }
    return sendNow(ask, plain, key);
  };

  function sendNow(ask: Ask, plain: string, key: string): Promise<Reply> {
    const sent = send(ask);
    remembered.set(key, { reply: sent, bytes: 0 });
    sent.then(
      (reply) => {
        remembered.delete(key);
        const bytes = bytesHeld(reply.body.text);
        remembered.set(isSuccess(reply) ? plain : key, { reply: sent, bytes });
      },
      // What came to nothing once is asked again by the next who needs it.
      () => remembered.delete(key),
    );
    return sent;
  }
}

/** Whatever a gateway's answer counts as. */
function plainKeyOf({ expects, service, method, target, body = "" }: Ask): string {
  return `${expects} ${service} ${method} ${target} ${body}`;
}
