import { contracts } from "../../data/contracts.ts";
import { CROWDED_TOKEN } from "../../data/tokens.ts";
import { topicMessages } from "../../data/topic-messages.ts";
import { invalidParameters, notFound, type Ask } from "../../exchange.ts";
import type { Fault } from "../../fault.ts";
import { nanoseconds } from "../../service/filters.ts";
import { isObject } from "../../json.ts";
import { edit, isSuccess, ofText } from "../../rewriting/answer.ts";
import { valuesOf, when, type Rewriting } from "../../rewriting/ask.ts";
import { rowsOf } from "../../rewriting/list.ts";
import {
  at,
  edited,
  faultsOf,
  ignored,
  in32Bits,
  overlooked,
  PATH,
  SHARD,
  shows,
  tabled,
  way,
  type Ways,
  type Where,
} from "../ways.ts";

const TOKEN_PATH: Ways = {
  "4.3-unknown-token": {
    "missing-token-shows-others": way(
      "an unknown token shows the holders of another one",
      (honest) => (ask) => {
        const known = honest({ ...ask, query: [] });
        const empty = isSuccess(known) && rowsOf(known.body, "balances").length === 0;
        return empty ? honest({ ...ask, param: CROWDED_TOKEN }) : honest(ask);
      },
    ),
  },
  "4.3-path-refused": {
    "path-refusal-names-the-value": way(
      "the refusal of an id names the value in place of the parameter",
      (honest) => {
        return (ask) => {
          const answer = honest(ask);
          return isSuccess(answer) || ask.query.length > 0 ? answer : invalidParameters([ask.param]);
        };
      },
    ),
  },
};

const TOKEN_PATHS = String.raw`
4.3-path-accepted
  path-id-refused              path refused           /^(?!.*\d{11}).*\d{10}/      an id with a part of ten digits
4.3-path-refused
  path-eleven-digits-accepted  path is read as $1     /(\d{10})\d+/g              a part of eleven digits is cut to ten
  path-text-accepted           path shows 0.0.1       /[a-z]/i                    text in place of an id
  path-fourth-part-accepted    path is read as $1     /^(\d+\.\d+\.\d+)\..*$/     a fourth part of an id is overlooked
4.3-token-elsewhere
  shard-overlooked             path is read as 0.     ${SHARD}  the shard of an id is not compared`;

const INSTANT = /^\d{1,10}(\.\d{1,9})?$/;
const INSTANTS = topicMessages().map((message) => message.consensus_timestamp);
const SHOWN_MESSAGES = {
  FIRST: INSTANTS[0] ?? "",
  SECOND: "1700000000.000000000",
  LAST: INSTANTS.at(-1) ?? "",
};

/** The latest message up to an instant where there is none at the instant itself. */
const latestBefore: Rewriting = (honest) => (ask) => {
  const answer = honest(ask);
  const wanted = nanoseconds(ask.param);
  if (answer.status !== 404 || wanted === undefined) return answer;
  const latest = INSTANTS.findLast((instant) => (nanoseconds(instant) ?? 0n) <= wanted);
  return latest === undefined ? answer : honest({ ...ask, param: latest });
};

/** Times of messages, without the zeros at the end of their decimals. */
const trimmed = edit(
  "/consensus_timestamp",
  ofText((instant) => instant.replace(/\.?0+$/, "")),
);

const MESSAGE: Ways = {
  "4.6-time-refused": {
    "refusal-names-the-value": way(
      "the refusal of a time names the value in place of the parameter",
      (honest) => {
        return (ask) => (INSTANT.test(ask.param) ? honest(ask) : invalidParameters([ask.param]));
      },
    ),
  },
  "4.6-neighbouring-times": {
    "latest-before": way("a time without a message shows the latest message before it", latestBefore),
  },
  "4.6-forms-of-a-time": {
    "shown-time-not-found": way(
      "messages show times without zeros at the end, and are not found by them",
      (honest) => (ask) => (/\.\d{9}$/.test(ask.param) ? trimmed(honest)(ask) : notFound()),
    ),
  },
};

const MESSAGES = String.raw`
4.6-message-of-that-time
  always-the-same              path shows FIRST   /^\d{1,10}(\.\d{1,9})?$/  every timestamp
  nanoseconds-lost             path shows SECOND  /^1700000000\.\d{9}$/     a timestamp within a second
4.6-time-accepted
  own-form-refused             path refused       /\.\d{9}$/               a time of nine decimals
  seconds-refused              path refused       /^\d{1,10}$/             a time without decimals
  one-decimal-refused          path refused       /\.\d{1,8}$/             a time of fewer than nine decimals
  late-refused                 path refused       /^9\d{9}(\.\d{1,9})?$/   a time whose ten digits begin with 9
4.6-missing-message
  missing-shows-another        path instead of nothing FIRST  /^\d{1,10}(\.\d{1,9})?$/  a time without a message
4.6-time-refused
  text-not-found               path missing       /[a-z]/i                 text in place of a timestamp is not found instead of refused
  negative-accepted            path is read as    /^[+-](?=\d)/            a sign in front of the seconds is overlooked
4.6-shortened-time
  fewer-decimals-show-another  path shows LAST    /^\d{1,10}\.\d{1,8}$/    a time with fewer than nine decimals`;

const ADDRESS = /^(0x)?[0-9a-f]{40}$/i;
const NUMBER = /^\d{1,10}$/;
const SOME_ID = contracts()[1]?.id ?? "";
const SHOWN_CONTRACTS = { ID: SOME_ID, ADDRESS: contracts()[3]?.address ?? "" };

/** A plain time, as a contract shows it of itself. */
const atPlainTime = {
  says: "at a time of its own",
  holds: (ask: Ask) => valuesOf(ask, "timestamp").some((value) => /^1[\d.]+$/.test(value)),
};

const byAddress: Where = { says: "beside an address", holds: ({ param }) => ADDRESS.test(param) };

const CONTRACTS = String.raw`
4.8-contract-of-that-name
  id-shows-another            path shows ID       /^(\d{1,10}\.){0,2}\d{1,10}$/      every id
  address-shows-another       path shows ADDRESS  /^(0x)?[0-9a-f]{40}$/i            every address
  bare-address-shows-another  path shows ADDRESS  /^[0-9a-f]{40}$/i                 an address without 0x
  number-shows-another        path shows ID       /^\d{1,10}$/                      a number alone
4.8-id-or-address-accepted
  short-id-refused            path refused        /^\d{1,10}$/                      an id without shard and realm
  realm-id-refused            path refused        /^\d{1,10}\.\d{1,10}$/            an id without shard
  full-id-refused             path refused        /^(\d{1,10}\.){2}\d{1,10}$/       a full id
  bare-address-refused        path refused        /^[0-9a-f]{40}$/i                 an address without 0x
  capital-address-refused     path refused        /^(?=.*[A-F])(0x)?[0-9A-Fa-f]{40}$/  an address in capitals
4.8-missing-contract
  missing-shows-another       path instead of nothing ID  /./                       an unknown contract
4.8-id-or-address-refused
  text-accepted               path shows ID       /^..[^]*[g-z]/i                   text in place of an id
4.8-malformed-id
  eleven-digits-accepted      path shows ID       /(^|\.)\d{11,39}(\.|$)/           a part of eleven digits
4.8-malformed-address
  address-of-39-accepted      path shows ADDRESS  /^(?=\d*[a-f])[0-9a-f]{39}$/i     an address of 39 digits
  surplus-address-digits-overlooked  path is read as $1  /^((?:0x)?[0-9a-f]{40})[0-9a-f]{2,}$/i  digits behind the 40 of an address are overlooked
4.8-neighbouring-contracts
  shard-overlooked            path is read as 0.  ${SHARD}  the shard of an id is not compared
4.8-forms-of-an-id
  short-id-not-found          path missing        /^\d{1,10}$/                      a contract is not found by its number alone
4.8-forms-of-an-address
  capital-address-not-found   path missing        /^(?=.*[A-F])(0x)?[0-9A-F]{40}$/  a contract is not found by its address in capitals
  spelled-address-not-found   path missing        /^(0x)?0{24}[0-9a-f]{16}$/i       a contract is not found by an address that spells its id
4.8-doubtful-name
  far-address-shows-another   path shows ID       /^(\d+\.){1,2}(0x)?[0-9a-f]{40}$/i  an address behind shard and realm`;

const CONTRACT: Ways = {
  "4.8-neighbouring-contracts": { "id-in-32-bits": in32Bits(PATH, "an id is compared in 32 bits") },
  "4.8-timestamp-repeated": {
    "repeated-timestamp-shows-another": way(
      "several timestamps show another contract",
      when((ask) => valuesOf(ask, "timestamp").length > 1, shows("", /^/, SOME_ID).breaks),
    ),
  },
  "4.8-timestamp-before-all": {
    "timestamp-ignored-by-address": at(byAddress, ignored("timestamp")),
    "timestamp-ignored-by-number": at(
      { says: "beside an id without shard and realm", holds: ({ param }) => NUMBER.test(param) },
      ignored("timestamp"),
    ),
  },
  "4.8-timestamp-refused": {
    "timestamp-unchecked-beside-address": at(
      byAddress,
      overlooked(
        "timestamp",
        "a malformed timestamp",
        (text) => !/^(?:\w+:)?\d{1,10}(?:\.\d{1,9})?$/.test(text),
      ),
    ),
  },
  "4.8-timestamp-of-its-own": {
    "earlier-version-of-another": at(
      atPlainTime,
      way("another contract is shown", (honest) => (ask) => honest({ ...ask, param: SOME_ID, query: [] })),
    ),
  },
  "2.8-admin-key": {
    "earlier-version-without-key": at(
      atPlainTime,
      edited("admin_key is null", "/admin_key", () => null),
    ),
  },
  "2.8-timestamp-order": {
    "period-turned": edited("timestamp.from lies after timestamp.to", "/timestamp", (range) =>
      isObject(range) ? { from: range["to"] ?? null, to: range["from"] ?? null } : range,
    ),
  },
};

/** Faults in the search for the holders of a token, for a message, and for a contract (2.8, 4.3, 4.6, 4.8). */
export const recordFaults: readonly Fault[] = [
  ...faultsOf("tokenBalances", TOKEN_PATH),
  ...faultsOf("tokenBalances", tabled(TOKEN_PATHS)),
  ...faultsOf("topicMessage", MESSAGE),
  ...faultsOf("topicMessage", tabled(MESSAGES, SHOWN_MESSAGES)),
  ...faultsOf("contract", CONTRACT),
  ...faultsOf("contract", tabled(CONTRACTS, SHOWN_CONTRACTS)),
];
