// Faults of lists and of their parameters in the notation of faults, by the ids of the clauses that must find them.
import { namedFaults, type FaultNames } from "../notation.ts";
import { ORDERED_ENDPOINTS, type Fault } from "../../fault.ts";
import { LIST_EFFECTS } from "./effects.ts";

const LIST_FAULTS: FaultNames = {
  "4.1-tokens-next-rows 4.1-balances-next-rows": "row-lost-{beside-account-id,under-asc,under-desc}",
  "4.1-tokens-next-keeps-order 4.1-balances-next-keeps-order":
    "next-drops-order next-drops-order-beside-account-id order-dropped-beside-limit-alone",
  "4.1-tokens-limit-with-others 4.1-balances-limit-with-others":
    "limit-ignored-{beside-account-id,under-asc,under-desc,beside-order-alone,with-order}",
  "4.4-limit-accepted 4.3-limit-accepted": "limit-{1,10,99,100}-refused",
  "4.4-limit-at-most 4.3-limit-at-most": "limit-ignored",
  "4.4-order-sorted 4.3-order-sorted": "order-ignored order-ignored-beside-limit-alone",
  "4.4-order-under-filter 4.3-order-under-filter": "order-ignored-with-filter",
  "4.4-order-with-limit-1 4.3-order-with-limit-1": "order-ignored-at-limit-1",
  "4.4-order-with-others 4.3-order-with-others": "order-turned-{beside-account-id,without-limit}",
  "4.4-order-accepted 4.3-order-accepted 4.5-order-accepted": "order-{asc,desc}-refused",
  "4.4-selection 4.3-selection": "account-id-ignored-beside-order-alone",
  "4.1-tokens-no-row-missing 4.1-balances-no-row-missing": "last-page-cut-off-under-asc",
  "4.4-public-key 4.3-public-key": "publickey-{ignored,ignored-with-a-limit,end-unread}",
  "4.4-public-key-with-account-id 4.3-public-key-with-account-id": "publickey-overrides-account-id",
  "4.4-together-accepted 4.3-together-accepted": "limit-with-account-id-is-a-server-error",

  "4.4-account-id-ne 4.3-account-id-ne": "account-id-ne-wrong",
  "4.4-account-id-gte 4.3-account-id-gte": "account-id-{gte-wrong,loses-a-row}",
  "4.4-account-id-lte 4.3-account-id-lte": "account-id-lte-wrong",
  "4.4-account-id-accepted 4.3-account-id-accepted": "account-id-short-refused",
  "4.4-account-id-short 4.3-account-id-short": "account-id-short-elsewhere",
};

const TOKENS: FaultNames = {
  "4.1-tokens-next-rows": "row-lost-beside-token-id",
  "4.1-tokens-next-keeps-order": "order-dropped-beside-token-id-alone",
  "4.1-tokens-next-keeps-filters":
    "{next-drops,second-next-drops,second-next-drops-ne}-token-id token-id-ignored-on-later-pages " +
    "next-drops-token-id-beside-publickey token-id-dropped-beside-{order,limit}-alone",
  "4.1-tokens-account-id-pages":
    "{next-drops,second-next-drops}-account-id account-id-ignored-on-later-pages",
  "4.1-tokens-public-key-pages":
    "{next-drops,second-next-drops}-publickey publickey-dropped-beside-limit-alone",
  "4.1-tokens-limit-with-others":
    "limit-ignored-beside-{token-id,name-alone,publickey-alone} limit-ignored-beside-account-id-{eq,ne,lt,lte}",

  "4.4-limit-refused": "limit-unchecked-beside-name-alone",
  "4.4-order-refused": "order-unchecked-beside-a-key-alone",
  "4.4-order-with-others":
    "order-turned-beside-token-id order-ignored-beside-{name,publickey}-alone order-ignored-beside-name-and-key",
  "4.1-tokens-no-row-missing": "last-page-cut-off-beside-token-id",
  "4.4-selection":
    "token-id-{ignored,gt-as-gte,lte-as-lt,ne-ignored}-{under-asc,under-desc,at-limit-1,without-limit} " +
    "token-id-ignored-{beside-account-id,behind-the-first-page} token-id-{lt-as-lte,ne-as-gt}-on-pages-of-one " +
    "token-id-{gt,gte,lt,lte}-ignored-later {account-id-ignored,account-id-gt-as-gte}-beside-token-id " +
    "token-id-ignored-beside-{order,limit,publickey}-alone account-id-ignored-beside-token-id-alone " +
    "publickey-ignored-beside-{order,limit,account-id,name}-alone name-ignored-beside-{order,limit}-alone",

  "4.4-token-id-none": "token-id-{bare-wrong,of-any-realm}",
  "4.4-token-id-eq":
    "token-id-{eq-wrong,eq-as-ne,ignored,in-32-bits,highest-ignored,of-any-shard,eq-ignored-under-desc}",
  "4.4-token-id-ne": "token-id-{ne-wrong,ne-as-eq,ne-leaves-out-what-begins-so,ne-highest-wrong}",
  "4.4-token-id-gt": "token-id-{gt-wrong,gt-as-lt,compared-as-text}",
  "4.4-token-id-gte": "token-id-{gte-wrong,loses-a-row,from-any-realm}",
  "4.4-token-id-lt": "token-id-lt-wrong",
  "4.4-token-id-lte": "token-id-{lte-wrong,lte-as-gte} order-ignored-beside-token-id-lte",
  "4.4-token-id-accepted": "token-id-{bare,ne,gte,short}-refused",
  "4.4-token-id-short": "token-id-short-{elsewhere,ignored-by-ne}",

  "4.4-account-id-none-is-eq": "account-id-{bare,eq}-wrong",
  "4.4-account-id-lte": "account-id-lte-as-lt-under-desc",
  "4.4-account-id-accepted": "account-id-{eq,gt,lte}-refused",
  "4.4-account-id-eq-highest-none": "account-id-ignored",
  "4.4-account-id-gte-lowest": "account-id-gte-lowest-wrong",
  "4.4-account-id-gt-lowest": "account-id-gt-lowest-wrong",
  "4.4-account-id-lt-lowest-none": "account-id-lt-lowest-none-wrong",
  "4.4-account-id-lte-highest": "account-id-lte-highest-wrong",
  "4.4-account-id-lt-highest": "account-id-lt-highest-wrong",
  "4.4-account-id-ne-highest": "account-id-ne-highest-wrong",
  "4.4-account-id-gt-highest-none": "account-id-gt-highest-none-wrong",
  "4.4-account-id-gte-highest-none": "account-id-gte-highest-none-wrong",
  "4.4-account-id-any-order": "account-id-ignored-under-desc",
  "4.4-account-id-with-token-id": "account-id-overrides-token-id",
  "4.4-public-key-with-token-id": "token-id-overrides-publickey",
  "4.4-name-with-public-key": "name-overrides-publickey",
  "4.4-together-accepted":
    "limit-with-name-is-unavailable key-with-token-id-is-invalid order-with-key-is-forbidden",
};

const BALANCES: FaultNames = {
  "4.1-balances-next-rows": "account-balance-ne-as-gt-on-pages-of-one row-lost-beside-account-balance",
  "4.1-balances-next-keeps-order": "order-dropped-beside-{account-id,timestamp}-alone",
  "4.1-balances-next-keeps-filters":
    "{next-drops,second-next-drops,second-next-drops-ne}-account-id account-id-ignored-on-later-pages " +
    "next-drops-account-balance-beside-account-publickey account-id-dropped-beside-{order,limit}-alone",
  "4.1-balances-balance-pages":
    "{next-drops,second-next-drops,second-next-drops-ne}-account-balance balance-ignored-on-later-pages",
  "4.1-balances-public-key-pages":
    "{next-drops,second-next-drops}-account-publickey account-publickey-dropped-beside-limit-alone",
  "4.1-balances-timestamp-pages": "{next-drops,second-next-drops}-timestamp",
  "4.1-balances-limit-with-others":
    "limit-ignored-{beside-account-balance,beside-timestamp-alone,beside-account-publickey-alone}",

  "4.3-limit-refused": "limit-unchecked-beside-order-alone",
  "4.3-limit-at-time": "limit-ignored-{at-time,from-a-time,at-an-exact-time}",
  "4.3-parameters-of-another-token": "{limit,order,account-id,balance}-ignored-for-another-token",
  "4.3-order-with-others":
    "order-turned-beside-account-balance order-ignored-beside-{timestamp,account-publickey}-alone",
  "4.3-order-at-time": "order-ignored-{at-time,from-a-time,at-an-exact-time}",
  "4.1-balances-no-row-missing": "last-page-cut-off-beside-account-balance",
  "4.3-selection":
    "account-balance-{ignored,gt-as-gte,lte-as-lt,ne-ignored}-{under-asc,under-desc,at-limit-1,without-limit} " +
    "account-balance-ignored-{beside-account-id,behind-the-first-page} account-balance-lt-as-lte-on-pages-of-one " +
    "account-balance-{gt,gte,lt,lte}-ignored-later " +
    "{account-id-ignored,account-id-gt-as-gte}-beside-account-balance " +
    "account-id-ignored-beside-{limit,account-publickey}-alone " +
    "account-balance-ignored-beside-{order,account-id,timestamp}-alone " +
    "account-publickey-ignored-beside-{order,limit,account-balance}-alone",

  "4.3-account-id-none": "account-id-{bare-wrong,of-any-realm}",
  "4.3-account-id-eq":
    "account-id-{eq-wrong,ignored,in-32-bits,highest-ignored,of-any-shard,eq-ignored-under-desc}",
  "4.3-account-id-ne":
    "account-id-{ne-leaves-out-what-begins-so,ne-highest-wrong} order-ignored-beside-account-id-ne",
  "4.3-account-id-gt": "account-id-{gt-wrong,compared-as-text}",
  "4.3-account-id-gte": "account-id-from-any-realm order-ignored-beside-account-id-gte",
  "4.3-account-id-lt": "account-id-lt-wrong",
  "4.3-account-id-accepted": "account-id-{bare,ne,lt,gte}-refused",
  "4.3-account-id-short": "account-id-short-ignored-by-ne",
  "4.3-account-id-at-time": "account-id-ignored-{at-time,from-a-time,at-an-exact-time}",
  "4.3-account-id-with-balance": "balance-overrides-account-id",

  "4.3-balance-none": "balance-bare-wrong",
  "4.3-balance-eq": "balance-{eq-wrong,eq-as-ne,ignored,in-32-bits,highest-ignored}",
  "4.3-balance-ne":
    "balance-{ne-wrong,ne-as-eq,ne-leaves-out-what-begins-so} order-ignored-beside-account-balance-ne",
  "4.3-balance-gt": "balance-{gt-wrong,gt-as-lt,compared-as-text} order-ignored-beside-account-balance-gt",
  "4.3-balance-gte": "balance-{gte-wrong,loses-a-row}",
  "4.3-balance-lt": "balance-lt-wrong",
  "4.3-balance-lte": "balance-{lte-wrong,lte-as-gte}",
  "4.3-balance-accepted": "balance-{bare,eq,ne,lte}-refused",
  "4.3-balance-any-order": "balance-ignored-under-desc",
  "4.3-balance-at-time": "balance-ignored-{at-time,from-a-time,at-an-exact-time}",

  "4.3-public-key-at-time": "timestamp-overrides-publickey",
  "4.3-public-key-with-balance": "balance-overrides-publickey",
  "4.3-timestamp-refused": "timestamp-unchecked-beside-a-key-alone",
  "4.3-timestamp-none-any-page":
    "timestamp-ignored-beside-{account-id,account-balance}-{eq,ne,gt,lt,lte} timestamp-ignored-with-limit " +
    "timestamp-ignored-beside-{order,limit,account-balance,account-publickey}-alone",
  "4.3-together-accepted": "key-with-balance-is-missing time-with-balance-times-out",
};

const TIMES: FaultNames = {
  "4.3-timestamp-accepted 4.5-timestamp-accepted 4.8-timestamp-accepted":
    "timestamp-{bare,eq,ne,gt,gte,lt,lte,nine-decimals,ten-digits}-refused",
  "4.3-timestamp-wider-bound 4.5-timestamp-wider-bound 4.8-timestamp-wider-bound":
    "timestamp-compared-as-text",
  "4.3-timestamp-none 7.4-fees-not-found 4.8-timestamp-before-all": "timestamp-ignored",
};

const FEE_FAULTS: FaultNames = {
  "4.5-order-sorted": "order-ignored",
  "4.5-order-at-time": "order-ignored-{at-time,at-an-exact-time}",
  "4.5-together-accepted": "order-with-time-{is-unavailable,is-rejected}",
  "7.4-fees-not-found-any-order": "timestamp-ignored-under-desc",
};

export const declaredFaults: readonly Fault[] = namedFaults(
  [
    [ORDERED_ENDPOINTS, LIST_FAULTS],
    [["tokens"], TOKENS],
    [["tokenBalances"], BALANCES],
    [["tokenBalances", "networkFees", "contract"], TIMES],
    [["networkFees"], FEE_FAULTS],
    [
      ["contractResult"],
      {
        "4.7-nonce-refused": "nonce-unchecked-beside-a-hash",
        "4.7-together-accepted": "nonce-with-transaction-id-is-unavailable",
      },
    ],
    [
      ["contract"],
      {
        "4.8-timestamp-refused": "timestamp-unchecked-beside-{an-address,a-bare-address,a-short-id}",
        "4.8-together-accepted": "time-with-short-id-is-a-server-error time-with-bare-address-is-unavailable",
      },
    ],
  ],
  LIST_EFFECTS,
);
