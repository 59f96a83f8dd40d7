import { usualDataset } from "../../dataset.ts";
import { textOf, type ServerRequest, type JsonObject } from "../../exchange.ts";
import { faultsOf, slug, type Fault, type Ways } from "../../fault.ts";
import { relist, servedRows, withNext } from "../../listing.ts";
import {
  hasParameter,
  isSuccessResponse,
  lastOf,
  editBody,
  when,
  withoutLimit,
  type Rewriting,
} from "../../rewriting.ts";
import {
  ignoreParameter,
  ignoreValues,
  replaceInValue,
  refuseValues,
  replaceValue,
} from "../../parameter-rewriting.ts";
import { COMPARES } from "../../service/parameters.ts";
import { operatorRefused, prefixOf, REPLACEMENTS, wordOf } from "./operators.ts";
import { FAULT_LISTS, type List } from "./list.ts";

/** Compares lower bounds of account.id as text with the holders of each token. */
const accountsAsText = when(hasParameter("account.id", /^gte?:(0\.0\.)?\d+$/), (honest) => {
  const holders = new Map(
    usualDataset().distributions.map(({ tokenId, snapshots }) => [tokenId, snapshots.at(-1)?.holders ?? []]),
  );
  const isHeldAbove = (request: ServerRequest, row: JsonObject): boolean => {
    const [, operator = "", bound = ""] =
      /^(\w+):(?:0\.0\.)?(\d+)$/.exec(lastOf(request, "account.id")) ?? [];
    const known = holders.get(textOf(row["token_id"])) ?? [];
    return known.some(({ account }) => COMPARES[operator]?.(account.replace("0.0.", ""), bound));
  };
  return relist((rows, request) => rows.filter((row) => isHeldAbove(request, row)))(
    ignoreParameter("account.id")(honest),
  );
});

/** Compares bounds with fewer digits than every known timestamp as text. */
const timesAsText = replaceValue("timestamp", (value) => {
  const [, operator = "", digit = ""] = /^([gl]te?):([2-9])\d{0,8}(?:\.\d{1,9})?$/.exec(value) ?? [];
  return digit === "" ? value : operator.startsWith("g") ? "lt:0" : "gte:0";
});

const ALL_TIMES = /^(gte?:0+(\.0+)?|lte?:9{10}(\.9+)?|ne:0+(\.0+)?)$/;

/** The clauses on a timestamp filter: valid values, a wider bound, a bound before all records, a bound that all meet. */
type TimestampClauses = readonly [accepted: string, wider: string, before: string, after: string];

/** Faults in timestamp filters. How a timestamp selects is unspecified, except where no record or every record meets it. */
function timestampWays([accepted, wider, before, after]: TimestampClauses): Ways {
  const operators = REPLACEMENTS.map(
    ([operator]) =>
      [`timestamp-${wordOf(operator)}-refused`, operatorRefused("timestamp", prefixOf(operator))] as const,
  );
  return {
    [accepted]: {
      ...Object.fromEntries(operators),
      "timestamp-nine-decimals-refused": refuseValues("timestamp", /\d\.\d{9}$/),
      "timestamp-ten-digits-refused": refuseValues("timestamp", /^(\w+:)?\d{10}(\.\d{1,9})?$/),
    },
    [wider]: { "timestamp-compared-as-text": timesAsText },
    [before]: { "timestamp-ignored": ignoreValues("timestamp", /^(\w+:)?\d{1,10}(\.\d{1,9})?$/) },
    [after]: {
      "timestamp-all-finds-nothing": replaceInValue("timestamp", ALL_TIMES, "lt:0"),
      "timestamp-later-than-0-finds-nothing": replaceInValue("timestamp", /^gt:0+(\.0+)?$/, "lt:0"),
    },
  };
}

/** Ignores another parameter if a filter selects a single value. */
function lookedUpRows(name: string, clause: string, other: string): Ways {
  const isEqual = hasParameter(name, /^(eq:)?[\d.]+$/);
  return { [clause]: { [`looked-up-by-${slug(name)}-alone`]: ignoreParameter(other, isEqual) } };
}

/** Ignores a parameter beside a filter with one of these operators, one fault for each. */
const besideOperators = (name: string, filter: string, ...operators: readonly string[]): Ways[string] =>
  Object.fromEntries(
    operators.map((operator) => [
      `${slug(name)}-ignored-beside-${slug(filter)}-${operator}`,
      ignoreParameter(name, hasParameter(filter, new RegExp(`^${operator}:`))),
    ]),
  );

/** Ignores the last digit of a public key that no account has. */
const endUnread = (name: string): Rewriting =>
  when(name, (honest) => (request) => {
    const ending = (digit: string) => replaceValue(name, (key) => key.slice(0, -1) + digit)(honest)(request);
    const all = [honest(request), ...Array.from("0123456789abcdef", ending)];
    return all.find((one) => isSuccessResponse(one) && servedRows(one.body).length > 0) ?? honest(request);
  });

const keyWays = ({ clause, keyFilter }: List): Ways => ({
  [clause("4.4-public-key", "4.3-public-key")]: {
    "publickey-ignored": ignoreParameter(keyFilter),
    "publickey-ignored-with-a-limit": ignoreParameter(keyFilter, "limit"),
    "publickey-end-unread": endUnread(keyFilter),
  },
});

/** Faults in filters (4.3 to 4.5, 4.8). */
export const filterFaults: readonly Fault[] = [
  ...FAULT_LISTS.flatMap((list) => faultsOf(list.endpoint, keyWays(list))),
  ...faultsOf("tokens", lookedUpRows("token.id", "4.4-account-id-with-token-id", "account.id")),
  ...faultsOf("tokens", {
    "4.4-account-tokens-complete": {
      "account-id-next-null-after-one-page": when(
        ["account.id", withoutLimit],
        editBody((body) => withNext(body, null)),
      ),
    },
    "4.4-account-id-gte": { "account-id-lower-bounds-as-text": accountsAsText },
    "4.4-account-id-gt-highest-none": { "account-id-gt-ignored": ignoreValues("account.id", /^gt:/) },
    "4.4-token-id-lte": besideOperators("order", "token.id", "lte"),
    "4.4-limit-at-most": besideOperators("limit", "account.id", "eq", "ne", "lt", "lte"),
  }),
  ...faultsOf("tokenBalances", {
    "4.3-account-id-gte": besideOperators("order", "account.id", "gte"),
    "4.3-account-id-ne": besideOperators("order", "account.id", "ne"),
    "4.3-balance-gt": besideOperators("order", "account.balance", "gt"),
    "4.3-balance-ne": besideOperators("order", "account.balance", "ne"),
    "4.3-timestamp-none-any-page": {
      ...besideOperators("timestamp", "account.id", "eq", "ne", "gt", "lt", "lte"),
      ...besideOperators("timestamp", "account.balance", "eq", "ne", "gt", "lt", "lte"),
    },
    ...lookedUpRows("account.id", "4.3-public-key-with-account-id", "account.publickey"),
    ...lookedUpRows("account.balance", "4.3-public-key-with-balance", "account.publickey"),
    "4.3-balance-accepted": { "balance-ten-digits-refused": refuseValues("account.balance", /\d{10}$/) },
    ...timestampWays([
      "4.3-timestamp-accepted",
      "4.3-timestamp-wider-bound",
      "4.3-timestamp-none",
      "4.3-timestamp-all",
    ]),
  }),
  ...faultsOf(
    "networkFees",
    timestampWays([
      "4.5-timestamp-accepted",
      "4.5-timestamp-wider-bound",
      "7.4-fees-not-found",
      "4.5-timestamp-all",
    ]),
  ),
  ...faultsOf(
    "contract",
    timestampWays([
      "4.8-timestamp-accepted",
      "4.8-timestamp-wider-bound",
      "4.8-timestamp-before-all",
      "4.8-timestamp-met-by-all",
    ]),
  ),
];
