import { TRANSACTION_ID } from "../../../schemas/formats.ts";
import { contractResults } from "../../data/contract-results.ts";
import { isObject, JSON_HEADERS, setQuery, valuesOf } from "../../exchange.ts";
import { faultsOf, type Fault, type Ways } from "../../fault.ts";
import { answers, asked, byDefault, edit, editAsk, editBody, has } from "../../rewriting.ts";
import {
  in32Bits,
  insteadOfNothing,
  lastOf,
  missing,
  missingShows,
  overlooked,
  PATH,
} from "../../rewriting.ts";
import { readAs, refused, refusedWhen, repeats, shardOverlooked, shows, taken } from "../../rewriting.ts";
import { turned, unsteady, when } from "../../rewriting.ts";
import type { Rewriting } from "../../rewriting.ts";

const HASH = /^(0x)?[0-9a-f]{64}$/i;
const BARE_HASH = /^[0-9a-f]{64}$/i;
const SURPLUS_DIGITS = /^((?:0x)?[0-9a-f]{64})[0-9a-f]+$/i;

const RESULTS = contractResults();
const HASHES = RESULTS.map(({ hash }) => hash);

/** Results that exist, to be shown where another one, or none, was asked for. */
const SOME_HASH = HASHES[5] ?? "";
const OTHER_HASH = HASHES[4] ?? "";
const SOME_ID = RESULTS[4]?.transactionId ?? "";

const prefixed = (hash: string): string => hash.toLowerCase().replace(/^(0x)?/, "0x");

/** A digit of a hash counts for nothing. */
function digitOverlooked(at: number): Rewriting {
  const others = (hash: string): string => prefixed(hash).slice(0, at + 2) + prefixed(hash).slice(at + 3);
  const alike = (path: string) => HASHES.find((hash) => others(hash) === others(path)) ?? path;
  return when(HASH, taken(PATH, alike));
}

/** Each time that a transaction is asked for, the next result is shown. */
const anotherEachTime: Rewriting = (honest) => {
  let times = 0;
  return (ask) => {
    if (!TRANSACTION_ID.test(ask.param) || honest(ask).status !== 200) return honest(ask);
    times += 1;
    return honest({ ...ask, param: HASHES[times % HASHES.length] ?? "" });
  };
};

const RECORDS: Ways = {
  "4.7-record-of-that-hash": { "hash-shows-another": shows(HASH, SOME_HASH) },
  "4.7-own-hash-found": { "hashes-not-found": missing(HASH) },
  "4.7-hash-accepted": {
    "bare-hash-refused": refused(PATH, BARE_HASH),
    "capital-hash-refused": refused(PATH, /^(?=.*[A-F])(0x)?[0-9A-Fa-f]{64}$/),
  },
  "4.7-forms-of-a-hash": {
    "bare-hash-shows-another": shows(BARE_HASH, SOME_HASH),
    "mixed-hash-not-found": missing(/^0x(?=.*[A-F])(?=.*[a-f])[0-9A-Fa-f]{64}$/),
  },
  "4.7-missing-hash": { "missing-hash-shows-another": missingShows(HASH, SOME_HASH) },
  "4.7-missing-transaction-id": {
    "missing-transaction-shows-another": missingShows(TRANSACTION_ID, SOME_ID),
  },
  "4.7-transaction-id-accepted": {
    "transaction-refused": refused(PATH, TRANSACTION_ID),
    "short-nanoseconds-refused": refused(PATH, /^[\d.]+-\d{1,19}-\d{1,8}$/),
    "long-seconds-refused": refused(PATH, /^[\d.]+-\d{11,19}-\d{1,9}$/),
  },
  "4.7-malformed-hash": {
    "hash-of-63-accepted": shows(/^(0x)?[0-9a-f]{63}$/i, SOME_HASH),
    "hash-of-65-accepted": shows(/^(0x)?[0-9a-f]{65}$/i, SOME_HASH),
    "surplus-digits-overlooked": readAs(PATH, SURPLUS_DIGITS, "$1"),
  },
  "4.7-hash-refused": { "hash-with-a-letter-accepted": shows(/^(0x)?[0-9a-f]{64}[g-z]$/i, SOME_HASH) },
  "4.7-neighbouring-transaction-ids": {
    "shard-overlooked": shardOverlooked,
    "realm-overlooked": readAs(PATH, /^(\d{1,10}\.)\d{1,10}(?=\.\d{1,10}-)/, "$10"),
    "seconds-in-32-bits": in32Bits(PATH, /(?<=-)\d{1,19}(?=-)/),
    "seconds-cut": readAs(PATH, /(-\d{10})\d+-/, "$1-"),
  },
  "4.7-doubtful-hash": { "capital-prefix-shows-another": shows(/^0X/, SOME_HASH) },
  "4.7-transaction-ids-apart": { "transactions-show-the-same": shows(TRANSACTION_ID, OTHER_HASH) },
  "4.7-transaction-id-refused": {
    "text-accepted": shows((path) => !HASH.test(path) && !TRANSACTION_ID.test(path), SOME_ID),
  },
  "4.7-neighbouring-hashes": {
    "last-digit-overlooked": digitOverlooked(63),
    "digit-in-the-middle-overlooked": digitOverlooked(31),
    "digit-behind-the-middle-overlooked": digitOverlooked(32),
  },
  "4.7-hash-of-a-transaction": {
    "hash-shows-the-next": taken(PATH, (path) => {
      const place = HASHES.indexOf(prefixed(path));
      return place === -1 ? path : HASHES[(place + 1) % HASHES.length];
    }),
  },
  "4.7-transaction-id-asked-again": { "transaction-shows-another-each-time": unsteady(anotherEachTime) },
  "2.7-status": {
    "status-0x2": edit("status", turned("0x0", "0x2")),
    "status-as-word": edit("status", turned("0x1", "success")),
  },
  "2.7-block-number": {
    "block-number-from-minus-one": edit("block_number", (block) => (typeof block === "number" ? -1 : block)),
  },
  "2.7-type": { "type-1": edit("type", turned(2, 1)) },
  "2.7-error-message-of-failure": {
    "success-with-error-message": edit("", (record) =>
      isObject(record) && record["status"] === "0x1"
        ? { ...record, error_message: "CONTRACT_REVERT_EXECUTED" }
        : record,
    ),
  },
  "2.7-one-status-per-result": {
    "result-with-both-statuses": edit("result", turned("CONTRACT_REVERT_EXECUTED", "SUCCESS")),
    "status-of-children-turned": when(
      (ask) => valuesOf(ask, "nonce").some((nonce) => /^[1-9]/.test(nonce)),
      editBody((body) => ({ ...body, status: body["status"] === "0x1" ? "0x0" : "0x1" })),
    ),
  },
};

const NONCE = /^\d{1,10}$/;

/** Of the nonces that were sent, another one counts than the last; none where there is no other. */
const counts = (change: (nonces: readonly string[]) => string | undefined): Rewriting =>
  when(
    "nonce",
    editAsk((ask) => setQuery(ask, "nonce", change(valuesOf(ask, "nonce")))),
  );

/** A nonce without a record shows that of nonce 0. */
const fallsBack = insteadOfNothing(() => ({ query: [] }));

const numeric = (change: (...nonces: readonly number[]) => number): Rewriting =>
  counts((nonces) =>
    nonces.every((nonce) => NONCE.test(nonce)) ? String(change(...nonces.map(Number))) : nonces.at(-1),
  );

const TOO_LARGE = { status: 400, headers: JSON_HEADERS, body: { error: "nonce must be less than 10" } };

const NONCES: Ways = {
  "4.7-nonce-selects": {
    "nonce-greatest-is-0": readAs("nonce", /^2147483647$/, "0"),
    "nonce-ignored": counts((nonces) => (NONCE.test(nonces.at(-1) ?? "") ? undefined : nonces.at(-1))),
    "nonce-of-a-byte": taken("nonce", (nonce) => (NONCE.test(nonce) ? String(Number(nonce) % 256) : nonce)),
    "nonce-falls-back": fallsBack,
    "nonce-falls-back-for-some": when(({ param }) => param !== RESULTS[0]?.transactionId, fallsBack),
  },
  "4.7-nonce-zero-is-default": {
    "nonce-0-generated": readAs("nonce", /^0$/, "1"),
    "nonce-default-1": byDefault("nonce", "1"),
  },
  "4.7-nonce-last-counts": {
    "nonce-second-wins": counts((nonces) => (nonces.length === 3 ? nonces[1] : nonces.at(-1))),
    "nonce-first-wins": counts((nonces) => nonces[0]),
    "nonce-greatest-wins": numeric(Math.max),
    "nonce-lowest-wins": numeric(Math.min),
    "nonce-repeated-refused": refusedWhen("nonce", repeats("nonce")),
  },
  "4.7-nonce-accepted": {
    "nonce-greatest-refused": refused("nonce", /^2147483647$/),
    "nonce-0-refused": refusedWhen("nonce", has("nonce", "0")),
    "nonce-must-be-small": when((ask) => Number(lastOf(ask, "nonce")) >= 10, answers(TOO_LARGE)),
  },
  "4.7-nonce-refused": {
    "nonce-minus-one-beside-a-hash": when(HASH, readAs("nonce", /^-1$/, "0")),
    "nonce-malformed-behind-another-overlooked": when(
      repeats("nonce"),
      overlooked("nonce", (nonce) => !NONCE.test(nonce)),
    ),
  },
  "4.7-nonce-keeps-transaction": {
    "nonce-shows-another-transaction": when(
      [/-/, has("nonce", /^[1-9]\d{0,8}$/)],
      asked({ param: SOME_ID, query: [] }),
    ),
  },
};

/** Faults in the search for a contract result, in its nonce, and in rules on its values (2.7, 3, 4.7). */
export const contractResultFaults: readonly Fault[] = [
  ...faultsOf("contractResult", RECORDS),
  ...faultsOf("contractResult", NONCES),
];
