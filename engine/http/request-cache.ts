import { bytesHeld } from "../message/body.ts";
import { isSuccess } from "../message/classify.ts";
import type { ApiRequest, ApiResponse, Send } from "../model/exchange.ts";

/** Maximum number of cached responses. The least recently used ones are removed first. */
const MOST_CACHED = 2_000;
/** Bytes in memory of a body of 64 kB with its value: a response that takes more is not cached. */
const LARGEST_BODY = 128 * 1024;

/**
 * Wraps a function that sends requests with a cache: of equal requests of a run, one is sent. Requests in flight are shared too;
 * failures are not cached.
 */
export function sendOnce(send: Send): Send {
  /** Least recently used first. */
  const entries = new Map<string, Promise<ApiResponse>>();

  function remember(key: string, response: Promise<ApiResponse>): void {
    entries.delete(key);
    entries.set(key, response);
    const [oldest = key] = entries.keys();
    if (entries.size > MOST_CACHED) {
      entries.delete(oldest);
    }
  }

  function sendNow(request: ApiRequest, plainKey: string, key: string): Promise<ApiResponse> {
    const pending = send(request);
    remember(key, pending);
    pending.then(
      (response) => {
        entries.delete(key);
        if (bytesHeld(response.body) > LARGEST_BODY) {
          return;
        }
        remember(isSuccess(response) ? plainKey : key, pending);
        // A success for a request that may be refused (`open`) also serves an equal request that has to succeed.
        if (request.expects === "open" && isSuccess(response)) {
          remember(cacheKey({ ...request, expects: "success" }), pending);
        }
      },
      () => entries.delete(key),
    );
    return pending;
  }

  return (request) => {
    const plainKey = cacheKey(request);
    const key = `${plainKey}${request.gateways ?? ""}`;
    const cachedKey = entries.has(plainKey) ? plainKey : key;
    const cached = entries.get(cachedKey);
    if (cached === undefined) {
      return sendNow(request, plainKey, key);
    }
    remember(cachedKey, cached);
    // The earlier request may have rejected a response of a gateway that this one accepts.
    return request.gateways === undefined ? cached : cached.catch(() => sendNow(request, plainKey, key));
  };
}

/** The key of a request, whether or not it accepts responses of gateways. */
const cacheKey = ({ expects, service, method, target, body = "", withoutUserHeaders }: ApiRequest): string =>
  `${expects} ${service} ${method} ${target} ${withoutUserHeaders ?? ""} ${body}`;
