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

  function sendNow(request: ApiRequest, key: string): Promise<ApiResponse> {
    const pending = send(request);
    remember(key, pending);
    pending.then(
      (response) => {
        entries.delete(key);
        if (bytesHeld(response.body) <= LARGEST_BODY) {
          remember(isSuccess(response) ? cacheKey(request) : key, pending);
        }
      },
      () => entries.delete(key),
    );
    return pending;
  }

  return (request) => {
    const anyKey = cacheKey(request);
    const plainKey = `${anyKey} ${request.expects} `;
    const key = `${plainKey}${request.gateways ?? ""}`;
    const cachedKey = [anyKey, plainKey].find((one) => entries.has(one)) ?? key;
    const cached = entries.get(cachedKey);
    if (cached === undefined) {
      return sendNow(request, key);
    }
    remember(cachedKey, cached);
    // The earlier request may have rejected a response of a gateway that this one accepts.
    return request.gateways === undefined ? cached : cached.catch(() => sendNow(request, key));
  };
}

/** The key of a request without its expectation: a success serves every equal request. */
const cacheKey = ({ service, method, target, body = "", withoutUserHeaders }: ApiRequest): string =>
  `${service} ${method} ${target} ${withoutUserHeaders ?? ""} ${body}`;
