import { nameOf, operations } from "../../schemas/operations.ts";
import { usualDataset, type Dataset, type Holder } from "../dataset.ts";
import { failure, invalidParameters, valuesOf } from "../exchange.ts";
import type { Answer, Ask, Json, JsonObject } from "../exchange.ts";
import { editRows, fromStart, relist } from "../listing.ts";
import { changedEverywhere, editAsk, holds, isSuccess, taken, when, withQuery } from "../rewriting.ts";
import type { Rewriting } from "../rewriting.ts";
import { CURSOR, USUAL_NAMES, type ParameterNames } from "../service/parameters.ts";
import { bareHex, idFilter, idKey, meetsAll, nanoseconds, operatorOf } from "../service/values.ts";
import { LISTS, type Variant } from "../variant.ts";

const OTHER_NAMES: ParameterNames = {
  tokens: { limit: "page_size", order: "sort", name: "q", publicKey: "key" },
  tokenBalances: {
    balance: "amount",
    accountId: "holder",
    publicKey: "holder_key",
    limit: "max",
    order: "direction",
    timestamp: "as_of",
  },
  networkFees: { order: "sorted", timestamp: "at" },
};

/** Query parameters that the endpoint does not have, under these names, are refused. */
function unknownRefused(names: ParameterNames, refusal: (unknown: readonly string[]) => Answer): Rewriting {
  const others = new Map<string, Readonly<Record<string, string>>>(Object.entries(names));
  return (handler) => (ask) => {
    const own = others.get(ask.endpoint);
    const known = operations[ask.endpoint].query.map(
      (parameter) => own?.[parameter.key] ?? nameOf(parameter),
    );
    const sent = ask.query.map(([name]) => name).filter((name) => name !== CURSOR);
    const unknown = sent.filter((name) => !known.includes(name));
    return unknown.length === 0 ? handler(ask) : refusal([...new Set(unknown)]);
  };
}

// A time that passes the printed pattern through its unescaped dot.
const LOOSE_TIME = /^((?:(?:eq|gt|gte|lt|lte|ne):)?)(\d{1,10})[^.](\d{1,9})$/su;

function lenientValue(name: string, value: string): string | undefined {
  if (value === "") return undefined;
  if (name === "order") return value.toLowerCase();
  return name === "timestamp" ? value.replace(LOOSE_TIME, "$1$2.$3") : value;
}

/** A path takes no operator. */
function looseTime(param: string): string {
  return /^[a-z]+:/.test(param) ? param : param.replace(LOOSE_TIME, "$2.$3");
}

const lenient: Rewriting = editAsk((ask) => {
  // Of hashes and transaction ids no pattern is printed that rules out white space around them.
  const trimmed = ask.endpoint === "contractResult" ? ask.param.trim() : ask.param;
  const param = ask.endpoint === "topicMessage" ? looseTime(ask.param) : trimmed;
  const body = ask.body.replace(/"chainId"\s*:\s*(\d+)/, '"chainId":"$1"');
  return withQuery({ ...ask, param, body }, lenientValue);
});

function isOpen(ask: Ask): boolean {
  const { endpoint, param, query } = ask;
  const keys = [...valuesOf(ask, "publickey"), ...valuesOf(ask, "account.publickey")];
  const once = query.map(([name]) => name).filter((name) => name !== "nonce");
  return (
    keys.some((key) => !/^(0x)?([0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{80,})$/i.test(key)) ||
    new Set(once).size < once.length ||
    valuesOf(ask, "name").some((name) => Buffer.byteLength(name) > 100) ||
    (endpoint === "contract" && /\.(0x)?[0-9a-f]{40}$/i.test(param)) ||
    (endpoint === "contractResult" && !param.includes("-") && holds("nonce", ask))
  );
}

const strict: Rewriting = when(isOpen, () => ({ query }) => {
  return invalidParameters(query.length > 0 ? query.map(([name]) => name) : ["contractIdOrAddress"]);
});

// Only the very form that a record carries leads to it.
const sameText: Rewriting = when(
  ({ endpoint, param }) =>
    endpoint === "topicMessage" && !/\.\d{9}$/.test(param) && nanoseconds(param) !== undefined,
  () => () => failure(404, ["Not found"]),
);

const TIME_FILTER = /^(\w+:)?\d{1,10}(\.\d{1,9})?$/;

/** A contract in the version of any time: some operators are always met, or never. */
const atTimes = (operators: RegExp, met: boolean): Rewriting =>
  when(
    ({ endpoint }) => endpoint === "contract",
    taken("timestamp", (value) => {
      if (!TIME_FILTER.test(value) || !operators.test(operatorOf(value))) return value;
      return met ? undefined : "lt:0";
    }),
  );

/** Of the names outside ASCII the first has few characters and many bytes. */
const longInBytes = (data: Dataset): Dataset =>
  changedEverywhere(data, (value) => (value === "Žluťoučký kůň" ? "灯台の証券".repeat(8) : value));

/** The rows of tokens that one account holds which has the key and is asked for. */
function heldByOne(ask: Ask): (rows: readonly JsonObject[]) => readonly JsonObject[] {
  const holders = new Map<Json | undefined, readonly Holder[]>(
    usualDataset().distributions.map(({ tokenId, snapshots }) => [tokenId, snapshots.at(-1)?.holders ?? []]),
  );
  const accounts = valuesOf(ask, "account.id").flatMap((value) => idFilter("0.0")(value) ?? []);
  const keys = valuesOf(ask, "publickey").map(bareHex);
  const fits = (each: Holder): boolean =>
    keys.includes(bareHex(each.publicKey)) && meetsAll(accounts, idKey(each.account) ?? 0n);
  return (rows) => rows.filter((row) => holders.get(row["token_id"])?.some(fits));
}

const withoutBoth = editAsk((ask) =>
  withQuery(ask, (name, value) => (name === "publickey" || name === "account.id" ? undefined : value)),
);

/** Public keys of the token list are those of holders: who is asked for by account must have the key too. */
const keysOfHolders: Rewriting = when(
  (ask) => ask.endpoint === "tokens" && holds("publickey", ask),
  (handler) => (ask) => {
    const answer = handler(fromStart(ask));
    if (!isSuccess(answer)) return answer;
    const listed = holds("name", ask) ? editRows : relist;
    return listed(heldByOne(ask))(withoutBoth(handler))(ask);
  },
);

/** Rows have their members in another sequence, and not in every answer. */
const otherWayRound = when(
  ({ query }) => query.some(([, value]) => value === "desc"),
  editRows((rows) => rows.map((row) => Object.fromEntries(Object.entries(row).toReversed()))),
);

/** Other choices where the contract leaves one, and other names where it gives none. */
export const choiceVariants: Readonly<Record<string, Variant>> = {
  "clamped-limit": {
    concerns: LISTS,
    description: "a limit above 100 is served with 100 rows at most",
    answers: taken("limit", (value) => (/^\d+$/.test(value) && Number(value) > 100 ? "100" : value)),
  },
  "unknown-parameters-refused": {
    description: "a query parameter that the endpoint does not have is refused",
    answers: unknownRefused(USUAL_NAMES, (unknown) =>
      failure(
        400,
        unknown.map((name) => `Unknown query parameter: ${name}`),
      ),
    ),
  },
  lenient: { description: "values that the contract leaves open are accepted", answers: lenient },
  strict: {
    description: "values and combinations that the contract leaves open are refused",
    answers: strict,
    dataset: longInBytes,
  },
  "keys-of-holders": {
    concerns: ["tokens"],
    description: "public keys of the token list are those of the accounts that hold a token",
    answers: keysOfHolders,
  },
  "accounts-are-treasuries": {
    concerns: ["tokens"],
    description: "account.id selects tokens by another account than those that hold them",
    settings: { accountsOf: "treasury" },
  },
  "contracts-without-end": {
    concerns: ["contract"],
    description: "contracts are valid without end: a lower bound is met however high it is",
    answers: atTimes(/^gte?$/, true),
  },
  "contracts-within-bounds": {
    concerns: ["contract"],
    description: "an upper bound is met by contracts alone whose validity ends, and none does",
    answers: atTimes(/^lte?$/, false),
  },
  "instants-as-text": {
    concerns: ["topicMessage"],
    description: "a topic message is found under nine decimals only",
    answers: sameText,
  },
  "other-parameter-names": {
    description:
      "the parameters that the contract does not name have other names, and members come in any sequence",
    settings: { names: OTHER_NAMES },
    answers: otherWayRound,
  },
  "other-names-alone": {
    description: "parameters have other names, and every name that is not theirs is refused",
    settings: { names: OTHER_NAMES },
    answers: unknownRefused(OTHER_NAMES, invalidParameters),
  },
};
