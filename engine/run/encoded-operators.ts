import { ignoreUntested } from "../clauses/prerequisites.ts";
import { isServed } from "../message/classify.ts";
import type { ApiRequest } from "../model/exchange.ts";
import type { Warning } from "../model/results.ts";
import type { Endpoint } from "../model/settings.ts";
import type { Wiring } from "./wiring.ts";

/** The filters by id, each with the list that it selects from. */
const ID_FILTERS = [
  { endpoint: "tokens", needs: { list: "tokens", name: "tokens.tokenId" } },
  { endpoint: "tokenBalances", needs: { list: "balances", name: "tokenBalances.accountId" } },
] as const;

/**
 * Sends a filter of each list with a percent-encoded colon (`gte%3A0.0.5`), as most client libraries write it. The contract
 * does not say whether a service accepts that (§2.1), so a refusal is a warning.
 */
export async function encodedOperatorWarnings(
  { provider, sendAgain, signal, formatter }: Pick<Wiring, "provider" | "sendAgain" | "signal" | "formatter">,
  endpoints: ReadonlySet<Endpoint>,
): Promise<readonly Warning[]> {
  const warnings = await Promise.all(
    ID_FILTERS.map(async ({ endpoint, needs }): Promise<readonly Warning[]> => {
      const isMeant = endpoints.has(endpoint) && !signal.aborted;
      const resolved = isMeant ? await provider.resolve(needs).catch(ignoreUntested) : undefined;
      const id = resolved?.list.rows[0]?.[resolved.list.identity];
      if (resolved === undefined || typeof id !== "string") {
        return [];
      }
      const { list, name } = resolved;
      const requests = ["gte", "lt"].map((operator) =>
        encoded(list.request([[name, `${operator}:${id}`]], "open")),
      );
      const responses = await Promise.all(
        requests.map((request) => sendAgain(request).catch(ignoreUntested)),
      );
      const refused = responses.flatMap((response) =>
        response !== undefined && response.status >= 400 && response.status < 500 && !isServed(response)
          ? [response]
          : [],
      );
      const message = `${refused.length} of ${responses.length} filters with a percent-encoded colon (%3A), as most client libraries send it, were refused`;
      const curls = refused.map((response) => formatter.curl(response));
      return refused.length === 0
        ? []
        : [{ id: "encoded-operators", endpoint, about: "%3A", message, curls }];
    }),
  );
  return warnings.flat();
}

function encoded(request: ApiRequest): ApiRequest {
  const [path = "", query = ""] = request.target.split("?");
  return { ...request, target: `${path}?${query.replaceAll(":", "%3A")}` };
}
