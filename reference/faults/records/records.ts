import { contracts } from "../../data/contracts.ts";
import { CROWDED_TOKEN } from "../../data/tokens.ts";
import topicMessages from "../../data/topic-messages.json" with { type: "json" };
import { invalidParameters, notFound } from "../../exchange.ts";
import { faultsOf, type Fault, type Ways } from "../../fault.ts";
import { isObject } from "../../json.ts";
import { edit, editSuccess, isSuccess, ofText } from "../../rewriting/answer.ts";
import {
  editAsk,
  inPath,
  repeats,
  valuesOf,
  when,
  type Condition,
  type Rewriting,
} from "../../rewriting/ask.ts";
import { rowsOf } from "../../rewriting/list.ts";
import { nanoseconds } from "../../service/filters.ts";
import { TIMESTAMP } from "../../../schemas/formats.ts";
import { ignored, in32Bits, insteadOfNothing, missing } from "../texts.ts";
import { PATH, readAs, refused, shardOverlooked, shows } from "../texts.ts";

/** What the list of tokens shows, and somebody holds, is taken for malformed. */
const heldRefused = editSuccess((answer) =>
  isSuccess(answer) && rowsOf(answer.body).length > 0 ? invalidParameters(["tokenId"]) : answer,
);

const TOKEN_PATH: Ways = {
  "4.3-answers-200": { "held-token-refused": heldRefused },
  "4.3-unknown-token": {
    "missing-token-shows-others": (honest) => (ask) => {
      const known = honest({ ...ask, query: [] });
      const empty = isSuccess(known) && rowsOf(known.body).length === 0;
      return empty ? honest({ ...ask, param: CROWDED_TOKEN }) : honest(ask);
    },
  },
  "4.3-path-accepted": { "path-id-refused": refused(PATH, /^(?!.*\d{11}).*\d{10}/) },
  "4.3-path-refused": {
    "path-refusal-names-the-value": (honest) => (ask) => {
      const answer = honest(ask);
      return isSuccess(answer) || ask.query.length > 0 ? answer : invalidParameters([ask.param]);
    },
  },
  "4.3-token-elsewhere": { "shard-overlooked": shardOverlooked, "token-in-32-bits": in32Bits(PATH) },
};

const INSTANTS = topicMessages.map((message) => message.consensus_timestamp);
const [FIRST = ""] = INSTANTS;
const LAST = INSTANTS.at(-1) ?? "";

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
  "4.6-message-of-that-time": {
    "always-the-same": shows(TIMESTAMP, FIRST),
    "nanoseconds-lost": shows(/^1700000000\.\d{9}$/, "1700000000.000000000"),
  },
  "4.6-time-accepted": {
    "own-form-refused": refused(PATH, /\.\d{9}$/),
    "seconds-refused": refused(PATH, /^\d{1,10}$/),
    "zero-refused": refused(PATH, /^0$/),
    "one-decimal-refused": refused(PATH, /\.\d{1,8}$/),
  },
  "4.6-time-refused": {
    "text-not-found": missing(/[a-z]/i),
    "refusal-names-the-value": (honest) => (ask) => {
      return TIMESTAMP.test(ask.param) ? honest(ask) : invalidParameters([ask.param]);
    },
  },
  "4.6-missing-message": { "missing-shows-another": insteadOfNothing(TIMESTAMP, FIRST) },
  "4.6-shortened-time": { "fewer-decimals-show-another": shows(/^\d{1,10}\.\d{1,8}$/, LAST) },
  "4.6-neighbouring-times": { "latest-before": latestBefore },
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
const shiftedWhereMissing =
  (step: number): Rewriting =>
  (honest) =>
  (ask) => {
    const answer = honest(ask);
    const param = ask.param.replace(/(?<=^0\.0\.)\d+$/, (num) => String(Number(num) + step));
    const beside = honest({ ...ask, param });
    return answer.status === 404 && isSuccess(beside) ? beside : answer;
  };

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
    "full-id-refused": refused(PATH, /^(\d{1,10}\.){2}\d{1,10}$/),
    "bare-address-refused": refused(PATH, BARE_ADDRESS),
    "capital-address-refused": refused(PATH, /^(?=.*[A-F])(0x)?[0-9A-Fa-f]{40}$/),
  },
  "4.8-missing-contract": { "missing-shows-another": insteadOfNothing(/./, SOME_ID) },
  "4.8-id-or-address-refused": { "text-accepted": shows(/^..[^]*[g-z]/i, SOME_ID) },
  "4.8-malformed-id": {
    "eleven-digits-accepted": shows(/(^|\.)\d{11,39}(\.|$)/, SOME_ID),
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
    "repeated-timestamp-shows-another": when(
      repeats("timestamp"),
      editAsk((ask) => ({ ...ask, param: SOME_ID })),
    ),
  },
  "4.8-timestamp-before-all": {
    "timestamp-ignored-by-address": when(inPath(ADDRESS), ignored("timestamp")),
    "timestamp-ignored-by-number": when(inPath(NUMBER), ignored("timestamp")),
  },
  "4.8-timestamp-of-its-own": {
    "earlier-version-of-another": when(
      atPlainTime,
      editAsk((ask) => ({ ...ask, param: SOME_ID, query: [] })),
    ),
  },
  "2.8-admin-key": {
    "earlier-version-without-key": when(
      atPlainTime,
      edit("/admin_key", () => null),
    ),
  },
  "2.8-timestamp-order": {
    "period-turned": edit("/timestamp", (range) =>
      isObject(range) ? { from: range["to"] ?? null, to: range["from"] ?? null } : range,
    ),
  },
};

/** Faults in the search for the holders of a token, for a message, and for a contract (2.8, 4.3, 4.6, 4.8). */
export const recordFaults: readonly Fault[] = [
  ...faultsOf("tokenBalances", TOKEN_PATH),
  ...faultsOf("topicMessage", MESSAGE),
  ...faultsOf("contract", CONTRACT),
];
