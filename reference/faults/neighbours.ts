import { contractResults } from "../data/contract-results.ts";
import { contracts } from "../data/contracts.ts";
import { topicMessages } from "../data/topic-messages.ts";
import { notFound, type Ask, type Handler } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { edit } from "../rewriting/answer.ts";
import { valuesOf, when, type Rewriting } from "../rewriting/ask.ts";
import { always, repairPath } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

const SHARD = /^\d{1,10}\.(?=\d{1,10}\.\d{1,10}(-|$))/;
const TRANSACTION = /^\d{1,10}\.\d{1,10}\.\d{1,10}-\d{1,19}-\d{1,9}$/;

/** The shard of a full id is taken for the usual one. */
const shardOverlooked = repairPath((param) => param.replace(SHARD, "0."));

function digitsOf(instant: string): bigint {
  const [seconds = "0", decimals = ""] = instant.split(".");
  return BigInt(seconds + decimals.padEnd(9, "0"));
}

/** The latest message up to an instant where there is none at the instant itself. */
const latestBefore: Rewriting = (handler) => (ask) => {
  const answer = handler(ask);
  if (answer.status !== 404 || !/^\d{1,10}(\.\d{1,9})?$/.test(ask.param)) return answer;
  const instants = topicMessages().map((message) => message.consensus_timestamp);
  const before = instants.filter((instant) => digitsOf(instant) <= digitsOf(ask.param));
  const latest = before.toSorted((a, b) => (digitsOf(a) < digitsOf(b) ? -1 : 1)).at(-1);
  return latest === undefined ? answer : handler({ ...ask, param: latest });
};

/** Times of messages, without the zeros at the end of their decimals. */
const trimmed = edit("/consensus_timestamp", (instant) =>
  typeof instant === "string" ? instant.replace(/\.?0+$/, "") : instant,
);

const MESSAGE: readonly Entry[] = [
  [
    "latest-before",
    "4.6-neighbouring-times",
    "a time without a message shows the latest message before it",
    latestBefore,
  ],
  [
    "fewer-decimals-show-another",
    "4.6-shortened-time",
    "a time with fewer than nine decimals shows some message",
    always(/^\d{1,10}\.\d{1,8}$/, topicMessages().at(-1)?.consensus_timestamp ?? ""),
  ],
  [
    "shown-time-not-found",
    "4.6-forms-of-a-time",
    "messages show times without zeros at the end, and are not found by them",
    (handler) => (ask) => (/\.\d{9}$/.test(ask.param) ? trimmed(handler)(ask) : notFound()),
  ],
];

const HASHES = contractResults().map(({ hash }) => hash);

/** A hash whose last digit is not compared. */
const lastDigitLost = repairPath((param) => {
  if (!/^(0x)?[0-9a-f]{64}$/i.test(param)) return param;
  const start = param
    .toLowerCase()
    .replace(/^(0x)?/, "0x")
    .slice(0, -1);
  return HASHES.find((hash) => hash.startsWith(start)) ?? param;
});

/** Each hash is taken for the one behind it. */
const nextHash = repairPath((param) => {
  const place = HASHES.indexOf(param.toLowerCase().replace(/^(0x)?/, "0x"));
  return place === -1 ? param : (HASHES[(place + 1) % HASHES.length] ?? param);
});

/** Each time that a transaction is asked for, the next result is shown. */
function anotherEachTime(handler: Handler): Handler {
  let times = 0;
  return (ask: Ask) => {
    if (!TRANSACTION.test(ask.param) || handler(ask).status !== 200) return handler(ask);
    times += 1;
    return handler({ ...ask, param: HASHES[times % HASHES.length] ?? "" });
  };
}

const RESULT: readonly Entry[] = [
  [
    "surplus-digits-overlooked",
    "4.7-malformed-hash",
    "digits behind the 64 of a hash are overlooked",
    repairPath((param) => param.replace(/^((?:0x)?[0-9a-f]{64})[0-9a-f]+$/i, "$1")),
  ],
  [
    "at-sign-taken-for-hyphen",
    "4.7-malformed-transaction-id",
    "an at sign in a transaction id is taken for a hyphen",
    repairPath((param) => param.replace(/@(\d+)[.-]/, "-$1-")),
  ],
  [
    "last-digit-overlooked",
    "4.7-neighbouring-hashes",
    "the last digit of a hash is not compared",
    lastDigitLost,
  ],
  [
    "shard-overlooked",
    "4.7-neighbouring-transaction-ids",
    "the shard in a transaction id is not compared",
    shardOverlooked,
  ],
  [
    "capital-prefix-shows-another",
    "4.7-doubtful-hash",
    "a hash behind 0X shows some result",
    repairPath((param) => (param.startsWith("0X") ? (HASHES[5] ?? "") : param)),
  ],
  ["hash-shows-the-next", "4.7-hash-of-a-transaction", "a hash shows the result of another hash", nextHash],
  [
    "transaction-shows-another-each-time",
    "4.7-transaction-id-asked-again",
    "a transaction id shows another result each time",
    anotherEachTime,
    "unsteady",
  ],
  [
    "transactions-show-the-same",
    "4.7-transaction-ids-apart",
    "every transaction id shows the same result",
    always(TRANSACTION, HASHES[4] ?? ""),
  ],
];

const SOME_CONTRACT = contracts()[1]?.id ?? "";

const CONTRACT: readonly Entry[] = [
  [
    "fourth-part-overlooked",
    "4.8-malformed-id",
    "a fourth part of an id is overlooked",
    repairPath((param) => param.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1")),
  ],
  [
    "surplus-address-digits-overlooked",
    "4.8-malformed-address",
    "digits behind the 40 of an address are overlooked",
    repairPath((param) => param.replace(/^((?:0x)?[0-9a-f]{40})[0-9a-f]{2,}$/i, "$1")),
  ],
  [
    "shard-overlooked",
    "4.8-neighbouring-contracts",
    "the shard of a contract id is not compared",
    shardOverlooked,
  ],
  [
    "short-id-not-found",
    "4.8-forms-of-an-id",
    "a contract is not found by its number alone",
    when(
      ({ param }) => /^\d{1,10}$/.test(param),
      () => notFound,
    ),
  ],
  [
    "capital-address-not-found",
    "4.8-forms-of-an-address",
    "a contract is not found by its address in capitals",
    when(
      ({ param }) => /^(0x)?[0-9A-F]{40}$/.test(param) && /[A-F]/.test(param),
      () => notFound,
    ),
  ],
  [
    "far-address-shows-another",
    "4.8-doubtful-name",
    "an address behind shard and realm shows some contract",
    repairPath((param) => (/^(\d+\.){1,2}(0x)?[0-9a-f]{40}$/i.test(param) ? SOME_CONTRACT : param)),
  ],
  [
    "repeated-timestamp-shows-another",
    "4.8-timestamp-repeated",
    "several timestamps show another contract",
    when(
      (ask) => valuesOf(ask, "timestamp").length > 1,
      repairPath(() => SOME_CONTRACT),
    ),
  ],
];

const BALANCES: readonly Entry[] = [
  ["shard-overlooked", "4.3-token-elsewhere", "the shard of the token is not compared", shardOverlooked],
];

/** Faults at names next to those of records that exist (4.3, 4.6 to 4.8). */
export const neighbourFaults: readonly Fault[] = [
  ...faultsOf("tokenBalances", "balances", BALANCES),
  ...faultsOf("topicMessage", "message", MESSAGE),
  ...faultsOf("contractResult", "result", RESULT),
  ...faultsOf("contract", "contract", CONTRACT),
];
