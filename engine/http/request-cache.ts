import { bytesHeld } from "../message/body.ts";
import { isSuccess } from "../message/classify.ts";
import type { ApiRequest, ApiResponse, Send } from "../model/exchange.ts";

/** Bytes of the responses that are kept for later requests; those that were not requested lately go first. */
const CACHE_BYTES = 24 * 1024 * 1024;

/** Bytes of a response besides its body, and how often its request is held with it: a link may be long. */
const BYTES_PER_ENTRY = 4_000;
const COPIES = 4;

interface CachedResponse {
  readonly response: Promise<ApiResponse>;
  readonly bytes: number;
}

/** Answers from memory where it can: whoever asks first, a request is sent once. */
export function sendOnce(send: Send): Send {
  /** Those that were asked for lately stand behind. */
  const remembered = new Map<string, CachedResponse>();
  let held = 0;

  function forget(key: string): void {
    held -= remembered.get(key)?.bytes ?? 0;
    remembered.delete(key);
  }

  function remember(key: string, kept: CachedResponse): void {
    forget(key);
    remembered.set(key, kept);
    held += kept.bytes;
    for (const oldest of remembered.keys()) {
      if (held <= CACHE_BYTES) {
        break;
      }
      forget(oldest);
    }
  }

  function sendNow(request: ApiRequest, plain: string, key: string): Promise<ApiResponse> {
    const sent = send(request);
    remember(key, { response: sent, bytes: 0 });
    sent.then(
      (response) => {
        forget(key);
        const kept = isSuccess(response) ? plain : key;
        const bytes =
          BYTES_PER_ENTRY +
          COPIES * (kept.length + JSON.stringify(response.headers).length) +
          bytesHeld(response.body);
        remember(kept, { response: sent, bytes });
        // What was free to succeed and did is what another one expects.
        if (request.expects === "open" && isSuccess(response)) {
          remember(cacheKey({ ...request, expects: "success" }), { response: sent, bytes });
        }
      },
      // What came to nothing once is asked again by the next who needs it.
      () => forget(key),
    );
    return sent;
  }

  return (request) => {
    const plain = cacheKey(request);
    const key = `${plain}${request.gateways ?? ""}`;
    const found = remembered.has(plain) ? plain : key;
    const known = remembered.get(found);
    if (known === undefined) {
      return sendNow(request, plain, key);
    }
    remember(found, known);
    // Who asked before may not have wanted to hear of a gateway's answer.
    return request.gateways === undefined
      ? known.response
      : known.response.catch(() => sendNow(request, plain, key));
  };
}

/** Whatever a gateway's answer counts as. */
function cacheKey({ expects, service, method, target, body = "", withoutUserHeaders }: ApiRequest): string {
  return `${expects} ${service} ${method} ${target} ${withoutUserHeaders ?? ""} ${body}`;
}
