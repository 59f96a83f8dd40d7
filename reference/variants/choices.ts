import { failure, type Ask, type Endpoint } from "../exchange.ts";
import { nanoseconds } from "../filters.ts";
import { CURSOR, USUAL_NAMES } from "../parameters.ts";
import { operatorOf } from "../faults/ways.ts";
import { editAsk, rewriteQuery, sends, valuesOf, when, withQuery, type Rewriting } from "../rewriting/ask.ts";
import type { Variant } from "../variant.ts";

const KNOWN: Readonly<Record<Endpoint, readonly string[]>> = {
  statusSummary: [],
  tokens: [...Object.values(USUAL_NAMES.tokens), "token.id", "account.id", CURSOR],
  tokenBalances: [...Object.values(USUAL_NAMES.tokenBalances), CURSOR],
  networkFees: Object.values(USUAL_NAMES.networkFees),
  topicMessage: [],
  contractResult: ["nonce"],
  contract: ["timestamp"],
  sessionVerify: [],
  verify: [],
};

const LEDGER = new Set<Endpoint>([
  "tokens",
  "tokenBalances",
  "networkFees",
  "topicMessage",
  "contractResult",
  "contract",
]);

const unknownRefused: Rewriting = (handler) => (ask) => {
  const unknown = ask.query.map(([name]) => name).filter((name) => !KNOWN[ask.endpoint].includes(name));
  if (unknown.length === 0 || !LEDGER.has(ask.endpoint)) return handler(ask);
  return failure(
    400,
    [...new Set(unknown)].map((name) => `Unknown query parameter: ${name}`),
  );
};

// A time that passes the printed pattern through its unescaped dot.
const LOOSE_TIME = /^((?:(?:eq|gt|gte|lt|lte|ne):)?)(\d{1,10})[^.](\d{1,9})$/su;

function lenientValue(name: string, value: string): string | undefined {
  if (value === "") return undefined;
  if (name === "order") return value.toLowerCase();
  if (name === "timestamp") return value.replace(LOOSE_TIME, "$1$2.$3");
  return value;
}

const lenient: Rewriting = editAsk((ask) => {
  // Of hashes and transaction ids no pattern is printed that rules out white space around them.
  const trimmed = ask.endpoint === "contractResult" ? ask.param.trim() : ask.param;
  const param = ask.endpoint === "topicMessage" ? ask.param.replace(LOOSE_TIME, "$2.$3") : trimmed;
  return withQuery(
    { ...ask, param, body: ask.body.replace(/"chainId"\s*:\s*(\d+)/, '"chainId":"$1"') },
    lenientValue,
  );
});

function isOddKey(ask: Ask): boolean {
  const keys = [...valuesOf(ask, "publickey"), ...valuesOf(ask, "account.publickey")];
  return keys.some((key) => !/^(0x)?([0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{80,})$/i.test(key));
}

function isRepeated(ask: Ask): boolean {
  const names = ask.query.map(([name]) => name).filter((name) => name !== "nonce");
  return new Set(names).size < names.length;
}

function isFarAddress(ask: Ask): boolean {
  return ask.endpoint === "contract" && /\.(0x)?[0-9a-f]{40}$/i.test(ask.param);
}

function isNonceBesideHash(ask: Ask): boolean {
  return ask.endpoint === "contractResult" && !ask.param.includes("-") && sends("nonce")(ask);
}

function named(ask: Ask): readonly string[] {
  const names = ask.query.map(([name]) => `Invalid parameter: ${name}`);
  return names.length > 0 ? names : ["Invalid parameter: contractIdOrAddress"];
}

const strict = (test: (ask: Ask) => boolean) => when(test, () => (ask) => failure(400, named(ask)));

// Only the very form that a record carries leads to it.
const sameText: Rewriting = (handler) => (ask) => {
  const unlike =
    ask.endpoint === "topicMessage" && !/\.\d{9}$/.test(ask.param) && nanoseconds(ask.param) !== undefined;
  return unlike ? failure(404, ["Not found"]) : handler(ask);
};

const TIME_FILTER = /^(\w+:)?\d{1,10}(\.\d{1,9})?$/;

/** A contract in the version of any time, with filters taken out or answered as if none were met. */
const atTimes = (meets: (operator: string) => boolean | undefined): Rewriting =>
  when(
    ({ endpoint }) => endpoint === "contract",
    rewriteQuery("timestamp", (value) => {
      const met = TIME_FILTER.test(value) ? meets(operatorOf(value)) : undefined;
      return met === undefined ? value : met ? undefined : "lt:0";
    }),
  );

/** Other choices where the contract leaves one. */
export const choiceVariants: Readonly<Record<string, Variant>> = {
  "clamped-limit": {
    description: "a limit above 100 is served with 100 rows at most",
    settings: { aboveHundred: "cut" },
  },
  "unknown-parameters-refused": {
    description: "a query parameter that the endpoint does not have is refused",
    answers: (handler) => unknownRefused(handler),
  },
  lenient: {
    description: "values that the contract leaves open are accepted",
    answers: (handler) => lenient(handler),
  },
  strict: {
    description: "values and combinations that the contract leaves open are refused",
    answers: (handler) =>
      [isOddKey, isRepeated, isFarAddress, isNonceBesideHash].reduce(
        (inner, test) => strict(test)(inner),
        handler,
      ),
  },
  "contracts-without-end": {
    description: "contracts are valid without end: a lower bound is met however high it is",
    answers: (handler) => atTimes((operator) => (/^gte?$/.test(operator) ? true : undefined))(handler),
  },
  "contracts-within-bounds": {
    description: "an upper bound is met by contracts alone whose validity ends, and none does",
    answers: (handler) => atTimes((operator) => (/^lte?$/.test(operator) ? false : undefined))(handler),
  },
  "instants-as-text": {
    description: "a topic message is found under nine decimals only",
    answers: (handler) => sameText(handler),
  },
};
