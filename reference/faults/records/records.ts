import topicMessages from "../../data/topic-messages.json" with { type: "json" };
import { TIMESTAMP } from "../../../schemas/formats.ts";
import { contracts } from "../../data/contracts.ts";
import { CROWDED_TOKEN } from "../../data/tokens.ts";
import { invalidParameters, isObject, notFound, textOf, valuesOf, type Answer } from "../../exchange.ts";
import { faultsOf, type Fault, type Ways } from "../../fault.ts";
import { rowsOf } from "../../listing.ts";
import { asked, edit, editFailure, editSuccess, ignored, in32Bits } from "../../rewriting.ts";
import { insteadOfNothing, isSuccess, missing, missingShows, PATH, readAs } from "../../rewriting.ts";
import { refused, repeats, shardOverlooked, shows, when } from "../../rewriting.ts";
import type { Condition, Rewriting } from "../../rewriting.ts";
import { nanoseconds } from "../../service/parameters.ts";

const UINT32 = 2n ** 32n - 1n;
const UINT16 = 2n ** 16n - 1n;
const INT64 = 2n ** 63n - 1n;

/** An id, behind an operator or not, with parts wider than 16, 16 and 32 bits: it is kept in too few of them. */
function isWideId(value: string): boolean {
  const [, shard = "0", realm = "0", num = "0"] = /^(?:\w+:)?(?:(\d+)\.(\d+)\.)?(\d+)$/.exec(value) ?? [];
  return BigInt(shard) > UINT16 || BigInt(realm) > UINT16 || BigInt(num) > UINT32;
}

/** A time, behind an operator or not, past int64 in nanoseconds. */
const isLateTime = (value: string): boolean => (nanoseconds(value.replace(/^\w+:/, "")) ?? 0n) > INT64;
/** An id that zeros stand in front of. */
const BEHIND_ZEROS = /^(?:\w+:)?0\d+$/;
const isLateTransaction = (value: string): boolean =>
  BigInt(/^[\d.]+-(\d{1,19})-\d{1,9}$/.exec(value)?.[1] ?? 0) > INT64;
const LATE = { "late-times-refused": refused("timestamp", isLateTime) };
const ACCOUNTS = {
  "wide-account-ids-refused": refused("account.id", isWideId),
  "account-ids-behind-zeros-refused": refused("account.id", BEHIND_ZEROS),
};

const isEmpty = (answer: Answer): boolean => isSuccess(answer) && rowsOf(answer.body).length === 0;

const TOKEN_PATH: Ways = {
  // What the list of tokens shows, and somebody holds, is taken for malformed.
  "4.3-answers-200": {
    "held-token-refused": editSuccess((answer) =>
      isEmpty(answer) ? answer : invalidParameters(["tokenId"]),
    ),
  },
  "4.3-unknown-token": {
    "missing-token-shows-others": (honest) => (ask) =>
      honest(isEmpty(honest({ ...ask, query: [] })) ? { ...ask, param: CROWDED_TOKEN } : ask),
  },
  "4.3-path-accepted": {
    "path-id-refused": refused(PATH, /^(?!.*\d{11}).*\d{10}/),
    "wide-paths-refused": refused(PATH, isWideId),
  },
  "4.3-account-id-accepted": ACCOUNTS,
  "4.3-timestamp-accepted": { ...LATE, "shown-time-refused": refused("timestamp", /:1700172800/) },
  "4.3-path-refused": {
    "path-refusal-names-the-value": editFailure((answer, { query, param }) =>
      query.length > 0 ? answer : invalidParameters([param]),
    ),
  },
  "4.3-token-elsewhere": { "shard-overlooked": shardOverlooked, "token-in-32-bits": in32Bits(PATH) },
};

const INSTANTS = topicMessages.map((message) => message.consensus_timestamp);
const [FIRST = ""] = INSTANTS;
const LAST = INSTANTS.at(-1) ?? "";

/** The latest message up to an instant where there is none at the instant itself. */
const latestBefore = insteadOfNothing(({ param }) => {
  const wanted = nanoseconds(param) ?? 0n;
  return { param: INSTANTS.findLast((instant) => (nanoseconds(instant) ?? 0n) <= wanted) ?? param };
});

/** Times of messages, without the zeros at the end of their decimals. */
const trimmed = edit("consensus_timestamp", (instant) => textOf(instant).replace(/\.?0+$/, ""));

/** Seconds and nanoseconds went through a double as one number. */
const rounded = edit("consensus_timestamp", (instant) =>
  String(BigInt(Number(textOf(instant).replace(".", "")))).replace(/(\d{9})$/, ".$1"),
);

const MESSAGE: Ways = {
  "4.6-message-of-that-time": {
    "time-rounded": rounded,
    "always-the-same": shows(TIMESTAMP, FIRST),
    "nanoseconds-lost": shows(/^1700000000\.\d{9}$/, "1700000000.000000000"),
  },
  "4.6-time-accepted": {
    "own-form-refused": refused(PATH, /\.\d{9}$/),
    "seconds-refused": refused(PATH, /^\d{1,10}$/),
    "zero-refused": refused(PATH, /^0$/),
    "one-decimal-refused": refused(PATH, /\.\d{1,8}$/),
    "a-single-decimal-refused": refused(PATH, /\.\d$/),
    "late-times-refused": refused(PATH, isLateTime),
  },
  "4.6-time-refused": {
    "text-not-found": missing(/[a-z]/i),
    "refusal-names-the-value": (honest) => (ask) =>
      TIMESTAMP.test(ask.param) ? honest(ask) : invalidParameters([ask.param]),
  },
  "4.6-missing-message": { "missing-shows-another": missingShows(TIMESTAMP, FIRST) },
  "4.6-shortened-time": { "fewer-decimals-show-another": shows(/^\d{1,10}\.\d{1,8}$/, LAST) },
  "4.6-neighbouring-times": {
    "latest-before": latestBefore,
    "seconds-in-32-bits": in32Bits(PATH, /^\d{1,10}(?=\.)/),
  },
  "4.6-forms-of-a-time": {
    "shown-time-not-found": (honest) => (ask) =>
      /\.\d{9}$/.test(ask.param) ? trimmed(honest)(ask) : notFound(),
  },
};

const ADDRESS = /^(0x)?[0-9a-f]{40}$/i;
const BARE_ADDRESS = /^[0-9a-f]{40}$/i;
const SURPLUS_DIGITS = /^((?:0x)?[0-9a-f]{40})[0-9a-f]{2,}$/i;
const NUMBER = /^\d{1,10}$/;
const SOME_ID = contracts()[1]?.id ?? "";
const SOME_ADDRESS = contracts()[3]?.address ?? "";

/** An id that no contract has shows the contract so many ids away. */
const shiftedWhereMissing = (step: number): Rewriting =>
  insteadOfNothing(({ param }) => ({
    param: param.replace(/(?<=^0\.0\.)\d+$/, (num) => String(Math.max(Number(num) + step, 0))),
  }));

/** A plain time, as a contract shows it of itself. */
const atPlainTime: Condition = (ask) => valuesOf(ask, "timestamp").some((value) => /^1[\d.]+$/.test(value));

const CONTRACT: Ways = {
  "4.8-contract-of-that-name": {
    "id-shows-another": shows(/^(\d{1,10}\.){0,2}\d{1,10}$/, SOME_ID),
    "address-shows-another": shows(ADDRESS, SOME_ADDRESS),
    "bare-address-shows-another": shows(BARE_ADDRESS, SOME_ADDRESS),
    "number-shows-another": shows(NUMBER, SOME_ID),
  },
  "4.8-id-or-address-accepted": {
    "short-id-refused": refused(PATH, NUMBER),
    "realm-id-refused": refused(PATH, /^\d{1,10}\.\d{1,10}$/),
    "wide-ids-refused": refused(PATH, (path) => path.length < 39 && isWideId(path)),
    "full-id-refused": refused(PATH, /^(\d{1,10}\.){2}\d{1,10}$/),
    "three-digits-refused": refused(PATH, /(^|\.)\d{3}$/),
    "bare-address-refused": refused(PATH, BARE_ADDRESS),
    "capital-address-refused": refused(PATH, /^(?=.*[A-F])(0x)?[0-9A-Fa-f]{40}$/),
  },
  "4.8-timestamp-accepted": LATE,
  "4.8-missing-contract": { "missing-shows-another": missingShows(/./, SOME_ID) },
  "4.8-id-or-address-refused": { "text-accepted": shows(/^..[^]*[g-z]/i, SOME_ID) },
  "4.8-malformed-id": {
    "eleven-digits-accepted": shows(/(^|\.)\d{11,39}(\.|$)/, SOME_ID),
    "last-ten-digits-of-a-number": readAs(PATH, /^\d{1,20}(\d{10})$/, "$1"),
    "empty-first-part-accepted": readAs(PATH, /^\.(?=\d+$)/, ""),
  },
  "4.8-malformed-address": {
    "address-of-39-accepted": shows(/^(?=\d*[a-f])[0-9a-f]{39}$/i, SOME_ADDRESS),
    "address-of-41-digits-accepted": readAs(PATH, /^(0x[\da-f]{40})[\da-f]$/i, "$1"),
    "surplus-address-digits-overlooked": readAs(PATH, SURPLUS_DIGITS, "$1"),
  },
  "4.8-forms-of-an-id": { "short-id-not-found": missing(NUMBER) },
  "4.8-forms-of-an-address": {
    "capital-address-not-found": missing(/^(?=.*[A-F])(0x)?[0-9A-F]{40}$/),
    "spelled-address-not-found": missing(/^(0x)?0{24}[0-9a-f]{16}$/i),
  },
  "4.8-doubtful-name": { "far-address-shows-another": shows(/^(\d+\.){1,2}(0x)?[0-9a-f]{40}$/i, SOME_ID) },
  "4.8-neighbouring-contracts": {
    "id-in-32-bits": in32Bits(PATH),
    "shard-overlooked": shardOverlooked,
    "next-for-unknown-id": shiftedWhereMissing(1),
    "last-for-unknown-id": shiftedWhereMissing(-1),
  },
  "4.8-timestamp-repeated": {
    "repeated-timestamp-shows-another": when(repeats("timestamp"), asked({ param: SOME_ID })),
    "repeated-timestamp-of-others-shows-another": when(
      (ask) => valuesOf(ask, "timestamp").length > 1 && ask.param !== contracts()[0]?.id,
      asked({ param: SOME_ID }),
    ),
  },
  "4.8-timestamp-before-all": {
    "timestamp-ignored-by-address": ignored("timestamp", ADDRESS),
    "timestamp-ignored-by-number": ignored("timestamp", NUMBER),
  },
  "4.8-timestamp-of-its-own": {
    "earlier-version-of-another": when(atPlainTime, asked({ param: SOME_ID, query: [] })),
  },
  "2.8-admin-key": {
    "earlier-version-without-key": when(
      atPlainTime,
      edit("admin_key", () => null),
    ),
  },
  "2.8-timestamp-order": {
    "period-turned": edit("timestamp", (range) =>
      isObject(range) ? { from: range["to"] ?? null, to: range["from"] ?? null } : range,
    ),
  },
};

/** Faults in the search for the holders of a token, for a message, and for a contract (2.8, 4.3, 4.6, 4.8). */
export const recordFaults: readonly Fault[] = [
  ...faultsOf("tokens", {
    "4.4-token-id-accepted": {
      "wide-token-ids-refused": refused("token.id", isWideId),
      "token-ids-behind-zeros-refused": refused("token.id", BEHIND_ZEROS),
    },
    "4.4-account-id-accepted": {
      ...ACCOUNTS,
      "a-known-account-refused": refused("account.id", /(^|[.:])98$/),
    },
  }),
  ...faultsOf("tokenBalances", TOKEN_PATH),
  ...faultsOf("networkFees", { "4.5-timestamp-accepted": LATE }),
  ...faultsOf("topicMessage", MESSAGE),
  ...faultsOf("contractResult", {
    "4.7-transaction-id-accepted": {
      "late-transactions-refused": refused(PATH, isLateTransaction),
      "eleven-digits-of-seconds-refused": refused(PATH, /-\d{11}-/),
    },
  }),
  ...faultsOf("contract", CONTRACT),
];
