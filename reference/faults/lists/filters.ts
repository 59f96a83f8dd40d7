import { usualDataset } from "../../dataset.ts";
import { jsonText, setQuery, textOf, valuesOf, type JsonObject, type ServerRequest } from "../../exchange.ts";
import { editRows, relist, servedRows, wholeList, withNext } from "../../listing.ts";
import { ignoreParameter, ignoreValues, refuseRequests, refuseValues } from "../../parameter-rewriting.ts";
import { replaceInValue, replaceValue } from "../../parameter-rewriting.ts";
import { editBody, hasParameter, isAscending, isLaterPage, isSuccessResponse } from "../../rewriting.ts";
import { lastOf, replaceRequest, respondWith, when, withoutLimit, type Rewriting } from "../../rewriting.ts";
import { faultsOf, ORDERED_ENDPOINTS, slug, type Fault, type ClauseFaults } from "../../fault.ts";
import { COMPARES } from "../../service/parameters.ts";
import { targetOf } from "../../target.ts";
import { errorPage } from "../notation.ts";
import { SELECTS_NONE } from "./effects.ts";

const highestToken = (): string | undefined =>
  usualDataset()
    .tokens.map(({ token_id: id }) => id)
    .toSorted((a, b) => Number(a.split(".")[2]) - Number(b.split(".")[2]))
    .at(-1);

/** Returns the tokens of which a holder's id, compared as text, meets the lower bound in account.id. */
const accountsAsText = when(hasParameter("account.id", /^gte?:(0\.0\.)?\d+$/))((handler) => {
  const holders = new Map(
    usualDataset().distributions.map(({ tokenId, snapshots }) => [tokenId, snapshots.at(-1)?.holders ?? []]),
  );
  const isHeldAbove = (request: ServerRequest, row: JsonObject): boolean => {
    const [, operator = "", bound = ""] =
      /^(\w+):(?:0\.0\.)?(\d+)$/.exec(lastOf(request, "account.id")) ?? [];
    const holdersOfToken = holders.get(textOf(row["token_id"])) ?? [];
    return holdersOfToken.some(({ account }) => COMPARES[operator]?.(account.replace("0.0.", ""), bound));
  };
  return relist((rows, request) => rows.filter((row) => isHeldAbove(request, row)))(
    ignoreParameter("account.id")(handler),
  );
});

/** Omits one row unless a filter with an operator has the id of the row as its bound. */
const omitRow: Rewriting = (handler) => {
  const { tokenIds, accountIds } = targetOf(
    { statusUrl: "", baseUrl: "", verifyUrl: "" },
    usualDataset(),
  ).samples;
  return (request) => {
    const [filter, identity, [id]] =
      request.endpoint === "tokens"
        ? ["token.id", "token_id", tokenIds]
        : ["account.id", "account", accountIds];
    const isById = valuesOf(request, filter).some((value) => value.endsWith(`:${id}`));
    return isById
      ? handler(request)
      : editRows((rows) => rows.filter((row) => row[identity] !== id))(handler)(request);
  };
};

const exceedLimit = when(["limit", isLaterPage])((handler) =>
  editRows((rows, request) => {
    const shownRows = new Set(rows.map(jsonText));
    return [...rows, wholeList(handler, request).find((row) => !shownRows.has(jsonText(row))) ?? []].flat();
  })(handler),
);

const findNextBalance: Rewriting = (handler) => (request) => {
  const response = handler(request);
  const [, operator = "", value = ""] = /^(eq:|)(\d{1,10})$/.exec(lastOf(request, "account.balance")) ?? [];
  const isEmpty = isSuccessResponse(response) && servedRows(response.body).length === 0;
  return isEmpty && value !== ""
    ? handler(setQuery(request, "account.balance", `${operator}${Number(value) + 1}`))
    : response;
};

const ignoreWithExactValue = (name: string, other: string) => ({
  [`looked-up-by-${slug(name)}-alone`]: ignoreParameter(other, hasParameter(name, /^(eq:)?[\d.]+$/)),
});

const ALL_TIMES = /^(gte?:0+(\.0+)?|lte?:9{10}(\.9+)?|ne:0+(\.0+)?)$/;

/** A bound is read strictly, or not strictly, if it is an id of one digit without shard and realm. */
const shortestIdFaults = (name: string) => ({
  [`${slug(name)}-gte-as-gt-with-one-digit`]: replaceInValue(name, /^gte:(\d)$/, "gt:$1"),
  [`${slug(name)}-gt-as-gte-with-one-digit`]: replaceInValue(name, /^gt:(\d)$/, "gte:$1"),
  [`${slug(name)}-lte-as-lt-with-one-digit`]: replaceInValue(name, /^lte:(\d)$/, "lt:$1"),
});

const LIST_FILTERS: ClauseFaults = {
  "4.4-own-id-listed 4.3-own-id-listed row-found-by-its-id-alone": omitRow,
  "4.1-tokens-next-keeps-limit 4.1-balances-next-keeps-limit later-pages-above-limit": exceedLimit,
  // Imitates a cache in front of the service that ignores the query.
  "4.4-token-id-eq 4.3-account-id-eq 4.5-order-sorted query-ignored": replaceRequest({ query: [] }),

  "4.4-account-id-with-token-id": {
    ...ignoreWithExactValue("token.id", "account.id"),
    "token-id-by-eq-overrides-account-id": ignoreParameter("account.id", hasParameter("token.id", /^eq:/)),
  },
  "4.4-account-tokens-complete account-id-next-null-after-one-page": when(["account.id", withoutLimit])(
    editBody((body) => withNext(body, null)),
  ),
  "4.4-account-tokens-complete token-without-accounts": when("account.id")(
    relist((rows) => rows.filter((row) => row["token_id"] !== "0.0.1000")),
  ),
  "4.4-account-id-gte account-id-lower-bounds-as-text": accountsAsText,
  "4.4-account-id-gte order-ignored-beside-later-accounts": ignoreParameter(
    "order",
    hasParameter("account.id", /^gte?:/),
  ),
  "4.4-account-id-gt-highest-none account-id-gt-ignored": ignoreValues("account.id", /^gt:/),
  "4.4-account-id-short": {
    "account-id-short-ne-as-eq": replaceInValue("account.id", /^ne:(\d+)$/, "eq:$1"),
    "account-id-short-bound-as-eq": replaceInValue("account.id", /^[gl]te?:(\d+)$/, "eq:$1"),
  },
  "4.4-token-id-short": shortestIdFaults("token.id"),
  "4.4-account-id-of-holders account-id-finds-nothing": replaceValue("account.id", () => SELECTS_NONE),
  "4.4-account-id-elsewhere": {
    "account-id-of-any-shard": replaceInValue("account.id", /\d+\.\d+\.(\d+)$/, "0.0.$1"),
  },
  "4.4-together-accepted ids-refused-together": refuseRequests("token.id", ["token.id", "account.id"]),
  "4.4-together-accepted name-with-limit-refused": refuseRequests("name", ["name", "limit"]),
  "4.4-token-id-gt token-id-gt-of-the-highest-as-gte": replaceValue("token.id", (value) =>
    value === `gt:${highestToken()}` ? value.replace("gt:", "gte:") : value,
  ),
  "4.4-token-id-gt token-id-signed": replaceValue("token.id", (value) =>
    Number(/\d+$/.exec(value)?.[0]) >= 2 ** 31 ? value.replace(/\d+\.\d+\.\d+$/, "0.0.0") : value,
  ),
};

const TIMED_FILTERS: ClauseFaults = {
  "4.3-account-id-short": shortestIdFaults("account.id"),
  "4.3-public-key-with-account-id": ignoreWithExactValue("account.id", "account.publickey"),
  "4.3-public-key-with-balance": ignoreWithExactValue("account.balance", "account.publickey"),
  "4.3-balance-eq balance-eq-finds-the-next-value": when("account.balance")(findNextBalance),
  "4.3-balance-accepted balance-ten-digits-refused": refuseValues("account.balance", /\d{10}$/),
  "4.3-account-id-with-balance short-id-beside-balance-finds-nothing": when("account.balance")(
    replaceInValue("account.id", /^(\w+:)?\d+$/, SELECTS_NONE),
  ),
  "4.3-together-accepted order-asc-with-time-is-unavailable": when([isAscending, "timestamp"])(
    respondWith(errorPage(503)),
  ),

  "4.3-timestamp-all 4.5-timestamp-all 4.8-timestamp-met-by-all timestamp-all-finds-nothing": replaceInValue(
    "timestamp",
    ALL_TIMES,
    "lt:0",
  ),
  "4.3-timestamp-all 4.5-timestamp-all 4.8-timestamp-met-by-all timestamp-later-than-0-finds-nothing":
    replaceInValue("timestamp", /^gt:0+(\.0+)?$/, "lt:0"),
};

/** Faults in filters, and in combinations of parameters, that the notation of fault names does not express (§4.1, §4.3 to §4.5, §4.8). */
export const filterFaults: readonly Fault[] = [
  ...faultsOf(ORDERED_ENDPOINTS, LIST_FILTERS),
  ...faultsOf(["tokenBalances", "networkFees", "contract"], TIMED_FILTERS),
  ...faultsOf(["tokenBalances", "networkFees"], {
    "4.3-timestamp-all 4.5-timestamp-all": {
      "timestamp-lt-finds-nothing": replaceInValue("timestamp", /^lt:9{10}\.9{9}$/, "lt:0"),
      "timestamp-ne-finds-nothing": replaceInValue("timestamp", /^ne:0$/, "lt:0"),
    },
  }),
  ...faultsOf(["networkFees", "topicMessage"], {
    "4.5-order-at-time": {
      "order-ignored-from-a-time": ignoreParameter("order", hasParameter("timestamp", /^gte:/)),
    },
  }),
];
