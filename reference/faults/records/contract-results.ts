import { contractResults } from "../../data/contract-results.ts";
import { JSON_HEADERS, type Ask } from "../../exchange.ts";
import { faultsOf, type Fault, type Ways } from "../../fault.ts";
import { isObject } from "../../json.ts";
import { edit, editBody } from "../../rewriting/answer.ts";
import { editAsk, inPath, lastOf, repeats, sends, setQuery, valuesOf, when } from "../../rewriting/ask.ts";
import type { Rewriting } from "../../rewriting/ask.ts";
import { TRANSACTION_ID } from "../../../schemas/formats.ts";
import { insteadOfNothing, missing, PATH, readAs, refused, refusedWhen } from "../texts.ts";
import { shardOverlooked, shows, taken, unchecked } from "../texts.ts";

const HASH = /^(0x)?[0-9a-f]{64}$/i;
const BARE_HASH = /^[0-9a-f]{64}$/i;
const SURPLUS_DIGITS = /^((?:0x)?[0-9a-f]{64})[0-9a-f]+$/i;

const HASHES = contractResults().map(({ hash }) => hash);

/** Results that exist, to be shown where another one, or none, was asked for. */
const SOME_HASH = HASHES[5] ?? "";
const OTHER_HASH = HASHES[4] ?? "";
const SOME_ID = contractResults()[4]?.transactionId ?? "";

const FIRST_TRANSACTION = contractResults()[0]?.transactionId;

function prefixed(hash: string): string {
  return hash.toLowerCase().replace(/^(0x)?/, "0x");
}

/** A digit of a hash counts for nothing. */
function digitOverlooked(at: number): Rewriting {
  const others = (hash: string): string => prefixed(hash).slice(0, at + 2) + prefixed(hash).slice(at + 3);
  return taken(PATH, (path) =>
    HASH.test(path) ? (HASHES.find((hash) => others(hash) === others(path)) ?? path) : path,
  );
}

/** Each time that a transaction is asked for, the next result is shown. */
const anotherEachTime: Rewriting = (honest) => {
  let times = 0;
  return (ask: Ask) => {
    if (!TRANSACTION_ID.test(ask.param) || honest(ask).status !== 200) return honest(ask);
    times += 1;
    return honest({ ...ask, param: HASHES[times % HASHES.length] ?? "" });
  };
};

const RESULTS: Ways = {
  "4.7-record-of-that-hash": { "hash-shows-another": shows(HASH, SOME_HASH) },
  "4.7-hash-accepted": {
    "bare-hash-refused": refused(PATH, BARE_HASH),
    "capital-hash-refused": refused(PATH, /^(?=.*[A-F])(0x)?[0-9A-Fa-f]{64}$/),
  },
  "4.7-forms-of-a-hash": {
    "bare-hash-shows-another": shows(BARE_HASH, SOME_HASH),
    "mixed-hash-not-found": missing(/^0x(?=.*[A-F])(?=.*[a-f])[0-9A-Fa-f]{64}$/),
  },
  "4.7-missing-hash": { "missing-hash-shows-another": insteadOfNothing(HASH, SOME_HASH) },
  "4.7-missing-transaction-id": {
    "missing-transaction-shows-another": insteadOfNothing(TRANSACTION_ID, SOME_ID),
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
  "4.7-hash-refused": {
    "hash-with-a-letter-accepted": shows(/^(0x)?[0-9a-f]{64}[g-z]$/i, SOME_HASH),
  },
  "4.7-neighbouring-transaction-ids": {
    "shard-overlooked": shardOverlooked,
    "realm-overlooked": readAs(PATH, /^(\d{1,10}\.)\d{1,10}(?=\.\d{1,10}-)/, "$10"),
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
  "4.7-transaction-id-asked-again": { "transaction-shows-another-each-time": anotherEachTime },
  "2.7-status": {
    "status-0x2": edit("/status", (status) => (status === "0x0" ? "0x2" : status)),
    "status-as-word": edit("/status", (status) => (status === "0x1" ? "success" : status)),
  },
  "2.7-block-number": {
    "block-number-from-minus-one": edit("/block_number", (block) => (typeof block === "number" ? -1 : block)),
  },
  "2.7-type": { "type-1": edit("/type", (type) => (type === 2 ? 1 : type)) },
  "2.7-error-message-of-failure": {
    "success-with-error-message": edit("", (record) =>
      isObject(record) && record["status"] === "0x1"
        ? { ...record, error_message: "CONTRACT_REVERT_EXECUTED" }
        : record,
    ),
  },
  "2.7-one-status-per-result": {
    "result-with-both-statuses": edit("/result", (result) =>
      result === "CONTRACT_REVERT_EXECUTED" ? "SUCCESS" : result,
    ),
    "status-of-children-turned": when(
      (ask) => valuesOf(ask, "nonce").some((nonce) => /^[1-9]/.test(nonce)),
      editBody((body) => ({ ...body, status: body["status"] === "0x1" ? "0x0" : "0x1" })),
    ),
  },
};

const NONCE = /^\d{1,10}$/;

/** Of the nonces that were sent, another one counts than the last; none where there is no other. */
const counts = (change: (nonces: readonly string[]) => string | undefined): Rewriting =>
  editAsk((ask) => {
    const nonces = valuesOf(ask, "nonce");
    const nonce = nonces.length === 0 ? undefined : change(nonces);
    const query = ask.query.filter(([name]) => name !== "nonce");
    return { ...ask, query: nonce === undefined ? query : [...query, ["nonce", nonce]] };
  });

/** A nonce without a record shows that of nonce 0. */
const fallsBack: Rewriting = (honest) => (ask) => {
  const answer = honest(ask);
  return answer.status === 404 && sends("nonce")(ask) ? honest({ ...ask, query: [] }) : answer;
};

const numeric = (change: (...nonces: readonly number[]) => number): Rewriting =>
  counts((nonces) =>
    nonces.every((nonce) => NONCE.test(nonce)) ? String(change(...nonces.map(Number))) : nonces.at(-1),
  );

const NONCES: Ways = {
  "4.7-nonce-selects": {
    "nonce-greatest-is-0": readAs("nonce", /^2147483647$/, "0"),
    "nonce-ignored": counts((nonces) => (NONCE.test(nonces.at(-1) ?? "") ? undefined : nonces.at(-1))),
    "nonce-of-a-byte": taken("nonce", (nonce) => (NONCE.test(nonce) ? String(Number(nonce) % 256) : nonce)),
    "nonce-falls-back": fallsBack,
    "nonce-falls-back-for-some": when(({ param }) => param !== FIRST_TRANSACTION, fallsBack),
  },
  "4.7-nonce-zero-is-default": {
    "nonce-0-generated": readAs("nonce", /^0$/, "1"),
    "nonce-default-1": (honest) => (ask) => {
      return honest(sends("nonce")(ask) ? ask : setQuery(ask, "nonce", "1"));
    },
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
    "nonce-0-refused": refusedWhen("nonce", (ask) => lastOf(ask, "nonce") === "0"),
    "nonce-must-be-small": when(
      (ask) => Number(lastOf(ask, "nonce")) >= 10,
      () => () => ({ status: 400, headers: JSON_HEADERS, body: { error: "nonce must be less than 10" } }),
    ),
  },
  "4.7-nonce-refused": {
    "nonce-minus-one-beside-a-hash": when(inPath(HASH), readAs("nonce", /^-1$/, "0")),
    "nonce-malformed-behind-another-overlooked": when(repeats("nonce"), unchecked("nonce", NONCE)),
  },
  "4.7-nonce-keeps-transaction": {
    "nonce-shows-another-transaction": when(
      (ask) => ask.param.includes("-") && /^[1-9]\d{0,8}$/.test(lastOf(ask, "nonce") ?? ""),
      editAsk((ask) => ({ ...ask, param: SOME_ID, query: [] })),
    ),
  },
};

/** Faults in the search for a contract result, in its nonce, and in rules on its values (2.7, 3, 4.7). */
export const contractResultFaults: readonly Fault[] = [
  ...faultsOf("contractResult", RESULTS),
  ...faultsOf("contractResult", NONCES),
];
