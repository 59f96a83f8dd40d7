import { bytesHeld } from "../message/body.ts";
import { isSuccess } from "../message/classify.ts";
import type { ApiRequest, ApiResponse, Send } from "../model/exchange.ts";

/** Bytes of the responses that the cache holds; the least recently used ones are removed first. */
const CACHE_BYTES = 24 * 1024 * 1024;

/** Bytes of an entry besides the body, and how many copies of the request and header fields it holds (a link may be long). */
const BYTES_PER_ENTRY = 4_000;
const COPIES = 4;

interface CachedResponse {
  readonly response: Promise<ApiResponse>;
  readonly bytes: number;
}

/**
 * Wraps a function that sends requests with a cache: of equal requests of a run, one is sent. Requests in flight are shared too;
 * failures are not cached.
 */
export function sendOnce(send: Send): Send {
  /** Least recently used first. */
  const entries = new Map<string, CachedResponse>();
  let held = 0;

  function forget(key: string): void {
    held -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  function remember(key: string, kept: CachedResponse): void {
    forget(key);
    entries.set(key, kept);
    held += kept.bytes;
    for (const oldest of entries.keys()) {
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
        // A success of an open request also answers an equal request that has to succeed.
        if (request.expects === "open" && isSuccess(response)) {
          remember(cacheKey({ ...request, expects: "success" }), { response: sent, bytes });
        }
      },
      // A failure is not cached: the next equal request is sent.
      () => forget(key),
    );
    return sent;
  }

  return (request) => {
    const plain = cacheKey(request);
    const key = `${plain}${request.gateways ?? ""}`;
    const found = entries.has(plain) ? plain : key;
    const known = entries.get(found);
    if (known === undefined) {
      return sendNow(request, plain, key);
    }
    remember(found, known);
    // The earlier request may have rejected a response of a gateway that this one accepts.
    return request.gateways === undefined
      ? known.response
      : known.response.catch(() => sendNow(request, plain, key));
  };
}

/** The key of a request, whether or not it accepts responses of gateways. */
function cacheKey({ expects, service, method, target, body = "", withoutUserHeaders }: ApiRequest): string {
  return `${expects} ${service} ${method} ${target} ${withoutUserHeaders ?? ""} ${body}`;
}
