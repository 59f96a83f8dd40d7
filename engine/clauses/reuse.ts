// Reuses what an earlier case derived from the same responses
import { isCacheable } from "../message/body.ts";
import { recordingSender, type ApiResponse, type RequestSender } from "../model/exchange.ts";

/** Maximum number of results that are kept: enough for all contexts of a list at level standard. */
const MOST_KEPT = 300;

type Reuse<A> = (t: RequestSender, key: string, derive: (sender: RequestSender) => Promise<A>) => Promise<A>;

/**
 * Creates a function that derives a result from responses. The result of an earlier call with the same key is reused if each of its
 * requests gets the same response object again. Only the cache of the run returns such an object: if requests bypass the cache, the
 * result is derived anew. Without reuse, the clauses of several families would compare the same pages with their expected rows.
 */
export function createReuse<A>(): Reuse<A> {
  const kept = new Map<string, { readonly responses: readonly ApiResponse[]; readonly result: A }>();
  return async (t, key, derive) => {
    const { responses: [first, ...others] = [], result: earlier } = kept.get(key) ?? {};
    // The first request shows whether the cache is used. Otherwise the other requests would be sent twice.
    if (earlier !== undefined && first !== undefined && (await t.get(first.request)) === first) {
      const again = await t.all(others.map(({ request }) => request));
      if (again.every((response, index) => response === others[index])) return earlier;
    }
    const sender = recordingSender(t.get);
    const result = await derive(sender);
    if (kept.size < MOST_KEPT && sender.responses.every(({ body }) => isCacheable(body))) {
      kept.set(key, { responses: sender.responses, result });
    }
    return result;
  };
}
