import { bytesHeld } from "../message/body.ts";
import { isSuccess } from "../message/classify.ts";
import type { Ask, Reply, Send } from "../model/exchange.ts";

/** Bytes of the answers that are kept for later requests; those that were not asked for lately go first. */
const REMEMBERED = 24 * 1024 * 1024;

/** Bytes of an answer besides its body, and how often its request is held with it: a link may be long. */
const EACH = 4_000;
const COPIES = 4;

interface Kept {
  readonly reply: Promise<Reply>;
  readonly bytes: number;
}

/** Answers from memory where it can: whoever asks first, a request is sent once. */
export function sendingOnce(send: Send): Send {
  /** Those that were asked for lately stand behind. */
  const remembered = new Map<string, Kept>();
  let held = 0;

  function forget(key: string): void {
    held -= remembered.get(key)?.bytes ?? 0;
    remembered.delete(key);
  }

  function remember(key: string, kept: Kept): void {
    forget(key);
    remembered.set(key, kept);
    held += kept.bytes;
    for (const oldest of remembered.keys()) {
      if (held <= REMEMBERED) {
        break;
      }
      forget(oldest);
    }
  }

  function sendNow(ask: Ask, plain: string, key: string): Promise<Reply> {
    const sent = send(ask);
    remember(key, { reply: sent, bytes: 0 });
    sent.then(
      (reply) => {
        forget(key);
        const kept = isSuccess(reply) ? plain : key;
        const bytes =
          EACH + COPIES * (kept.length + JSON.stringify(reply.headers).length) + bytesHeld(reply.body);
        remember(kept, { reply: sent, bytes });
        // What was free to succeed and did is what another one expects.
        if (ask.expects === "open" && isSuccess(reply)) {
          remember(plainKeyOf({ ...ask, expects: "success" }), { reply: sent, bytes });
        }
      },
      // What came to nothing once is asked again by the next who needs it.
      () => forget(key),
    );
    return sent;
  }

  return (ask) => {
    const plain = plainKeyOf(ask);
    const key = `${plain}${ask.gateways ?? ""}`;
    const found = remembered.has(plain) ? plain : key;
    const known = remembered.get(found);
    if (known === undefined) {
      return sendNow(ask, plain, key);
    }
    remember(found, known);
    // Who asked before may not have wanted to hear of a gateway's answer.
    return ask.gateways === undefined ? known.reply : known.reply.catch(() => sendNow(ask, plain, key));
  };
}

/** Whatever a gateway's answer counts as. */
function plainKeyOf({ expects, service, method, target, body = "", bare }: Ask): string {
  return `${expects} ${service} ${method} ${target} ${bare ?? ""} ${body}`;
}
