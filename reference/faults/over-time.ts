import { faultsOf, type Fault, type Ways } from "../fault.ts";
import {
  asc,
  editAsk,
  has,
  holds,
  ignored,
  lastOf,
  refusedWhen,
  unsteady,
  withQuery,
  type Condition,
  type Rewriting,
  type Where,
} from "../rewriting.ts";

/** Breaks one response alone: that to the n-th request that meets the conditions. */
function once(n: number, where: Where, rewriting: Rewriting): Rewriting {
  return unsteady((honest) => {
    const broken = rewriting(honest);
    let met = 0;
    return (ask) => {
      met += [where].flat().every((condition) => holds(condition, ask)) ? 1 : 0;
      const isBroken = met === n;
      met += isBroken ? 1 : 0;
      return isBroken ? broken(ask) : honest(ask);
    };
  });
}

const single: Condition = ({ query }) => query.length === 1;
const oneMore = editAsk((ask) =>
  withQuery(ask, (name, value) => (name === "limit" ? String(Number(value) + 1) : value)),
);
const shortPage = [single, has("limit", /^([1-9]|[1-4]\d)$/)];
/** An id or a number without an operator, or with eq: another row than that one shows that the filter had no effect. */
const exact = (name: string) => has(name, /^(eq:)?[\d.]*\d$/);

const TOKENS: Ways = {
  "4.4-rows-within-limit": { "limit-exceeded-once": once(1, shortPage, oneMore) },
  "4.4-rows-meet-token-id": { "token-id-overlooked-once": once(2, exact("token.id"), ignored("token.id")) },
  "4.4-rows-meet-name": {
    "name-overlooked-once": once(
      2,
      (ask) => /^\w{3,}$/.test(lastOf(ask, "name")) && !holds("token.id", ask) && !holds("account.id", ask),
      ignored("name"),
    ),
  },
  "4.4-order-accepted": {
    "order-refused-once": once(1, [asc, single], refusedWhen("order", "order")),
  },
};

const BALANCES: Ways = {
  "4.3-rows-within-limit": { "limit-exceeded-once": once(1, shortPage, oneMore) },
  "4.3-rows-meet-account-id": {
    "account-id-overlooked-once": once(2, exact("account.id"), ignored("account.id")),
  },
  "4.3-rows-meet-balance": {
    "balance-overlooked-once": once(2, exact("account.balance"), ignored("account.balance")),
  },
};

/** Faults that show only at some time of a run. */
export const timeFaults: readonly Fault[] = [
  ...faultsOf("tokens", TOKENS),
  ...faultsOf("tokenBalances", BALANCES),
];
