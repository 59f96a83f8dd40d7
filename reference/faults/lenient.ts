import type { Endpoint } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { rewriteQuery, type Rewriting } from "../rewriting/ask.ts";
import { repairPath } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

/** What a parser makes of a malformed text: the one that it takes it for, or the same to refuse it. */
type Slip = readonly [name: string, says: string, takes: (text: string) => string];

/** The slips of a format, which reads the texts of a pattern as they are. */
type Format = { readonly pattern: RegExp; readonly slips: readonly Slip[] };

const OPERATOR = "(?:eq|ne|gte?|lte?)";

/** Letters in front of all that a pattern without a beginning reads. */
const LEAD = new RegExp(`^[a-z]+?(?=\\d|${OPERATOR}:)`, "i");

/** The digits of one group, cut in front to so many. */
function cutGroup(group: number, most: number): (text: string) => string {
  return (text) => {
    let at = 0;
    return text.replaceAll(/\d+/g, (digits) => (at++ === group ? digits.slice(-most) : digits));
  };
}

const TRIMS: Slip = ["space", "white space around", (text) => text.trim()];

const QUOTES: Slip = ["quotes", "quotes around", (text) => text.replaceAll('"', "")];

const NUMBERS: readonly Slip[] = [
  QUOTES,
  [
    "underscore",
    "an underscore among digits",
    (text) => (/^[^_]*_[^_]*$/.test(text) ? text.replace(/(\d)_(?=\d)/, "$1") : text),
  ],
  ["exponent", "an exponent of nothing", (text) => text.replace(/e0(?!\d)/, "")],
  ["letters-behind", "letters behind the digits", (text) => text.replace(/(\d)[a-z]+$/i, "$1")],
  ["letters-in-front", "letters in front of the digits", (text) => text.replace(LEAD, "")],
  ["letters", "text for nothing that matters", (text) => (/\d/.test(text) ? text : "")],
  ["minus", "a minus in front", (text) => text.replace(/^((?:\w+:)?)-/, "$1")],
  ["plus", "a plus in front of digits", (text) => text.replace(/\+(?=\d)/, "")],
  [
    "hex",
    "a number in hex",
    (text) => text.replace(/0x[\da-f]{1,9}(?![\da-f])/i, (hex) => String(Number(hex))),
  ],
];

const OPERATORS: readonly Slip[] = [
  ["unknown-operator", "an operator that does not exist", (text) => text.replace(/^[a-z]+:/i, "")],
  ["doubled-operator", "an operator twice", (text) => text.replace(/^(?:\w+:)+(?=\w+:)/, "")],
  [
    "no-colon",
    "an operator without a colon",
    (text) => text.replace(new RegExp(`^(${OPERATOR})(?=[\\d.])`), "$1:"),
  ],
  [
    "space-for-colon",
    "a space for the colon",
    (text) => text.replace(new RegExp(`^(${OPERATOR}) (?=\\d)`), "$1:"),
  ],
  ["no-operand", "an operator without a value", (text) => text.replace(new RegExp(`^${OPERATOR}:?$`), "")],
];

const IN_PATH: Slip = [
  "operator",
  "an operator in the path",
  (text) => text.replace(new RegExp(`^${OPERATOR}:`), ""),
];

const PARTS: readonly Slip[] = [
  ["fourth-part", "a fourth part", (text) => text.replace(/((?:\d+\.){2}\d+)\.\d+$/, "$1")],
  ["dot-behind", "a dot behind", (text) => text.replace(/\.$/, "")],
  ["empty-part", "nothing for a shard or realm", (text) => text.replace(/(^|[:.])(?=\.)/g, "$10")],
  ...["shard", "realm", "num"].map((part, at): Slip => [
    `long-${part}`,
    `a ${part} of eleven digits`,
    cutGroup(at, 10),
  ]),
];

const TWO_PARTS: Slip = [
  "two-parts",
  "an id without its shard",
  (text) => text.replace(/^((?:\w+:)?)(\d+\.\d+)$/, "$10.$2"),
];

const DECIMALS: readonly Slip[] = [
  ["ten-decimals", "ten decimals", (text) => text.replace(/(\.\d{9})\d+$/, "$1")],
  ["eleven-seconds", "eleven digits of seconds", (text) => text.replace(/\d+(\d{10}\.)/, "$1")],
  ["dot-behind", "a dot behind", (text) => text.replace(/\.$/, "")],
];

const HEX: readonly Slip[] = [
  QUOTES,
  ["parts-in-front", "an id in front of all", (text) => text.replace(/^(?:\d+\.){3}/, "")],
  ["letter-behind", "letters behind the digits", (text) => text.replace(/([\da-f])[g-z]+$/i, "$1")],
  ["letter-in-front", "letters in front of all", (text) => text.replace(/^[g-z]+/i, "")],
  ["two-prefixes", "a prefix twice", (text) => text.replace(/^0x0x/, "0x")],
  ["half-prefix", "half a prefix", (text) => text.replace(/^x/, "0x")],
];

const ID = String.raw`\d{1,10}\.\d{1,10}\.\d{1,10}`;
const TIME = String.raw`\d{1,10}(?:\.\d{1,9})?`;
const ID_FILTER: Format = {
  pattern: new RegExp(`^(?:${OPERATOR}:)?(?:${ID}|\\d{1,10})$`),
  slips: [TRIMS, ...NUMBERS, ...OPERATORS, ...PARTS, TWO_PARTS],
};
const TIME_FILTER: Format = {
  pattern: new RegExp(`^(?:${OPERATOR}:)?${TIME}$`),
  slips: [TRIMS, ...NUMBERS, ...OPERATORS, ...DECIMALS],
};
const BALANCE_FILTER: Format = {
  pattern: new RegExp(`^(?:${OPERATOR}:)?\\d{1,10}$`),
  slips: [
    TRIMS,
    ...NUMBERS,
    ...OPERATORS,
    ["fraction", "a fraction", (text) => text.replace(/\.\d+$/, "")],
    ["comma", "a comma among digits", (text) => text.replace(",", "")],
    ["long", "eleven digits", cutGroup(0, 10)],
  ],
};
/** What is read over of numbers that have a pattern; for others it is open, or not sent. */
const OF_PATTERNS = ["plus", "hex", "quotes", "underscore", "exponent"];
const COUNT: Format = {
  pattern: /^\d+$/,
  slips: [
    ...NUMBERS.filter(([name]) => !OF_PATTERNS.includes(name)),
    ["fraction", "a fraction", (text) => text.replace(/\.\d+$/, "")],
    ["group", "a space or a comma between digits", (text) => text.replace(/[ ,]\d+$/, "")],
  ],
};
const LIMIT: Format = {
  pattern: /^[1-9]\d*$/,
  slips: [...COUNT.slips, ["zero", "zero", (text) => (text === "0" ? "" : text)]],
};
const NONCE: Format = {
  pattern: /^(?:\d{1,9}|1\d{9})$/,
  slips: [
    ...COUNT.slips.map(([name, says, takes]): Slip => [name, says, (text) => takes(text) || "0"]),
    [
      "bits",
      "what is left of 32 bits",
      (text) => (/^\d+$/.test(text) ? String(BigInt(text) % 2n ** 32n) : text),
    ],
  ],
};
const ORDER: Format = {
  pattern: /^(?:asc|desc)$/i,
  slips: [
    [
      "prefix",
      "a word that begins with the right one",
      (text) => text.toLowerCase().replace(/^(asc|desc).+/, "$1"),
    ],
    [
      "suffix",
      "a word that ends in the right one",
      (text) => text.toLowerCase().replace(/^.+?(asc|desc)$/, "$1"),
    ],
    ["letter", "the first letter", (text) => (/^d/i.test(text) ? "desc" : /^a/i.test(text) ? "asc" : text)],
    ["any-word", "any other word for none", () => ""],
  ],
};

type Place = readonly [endpoint: Endpoint, prefix: string, parameter: string, clause: string, format: Format];

const QUERIES: readonly Place[] = [
  ["tokens", "tokens", "token.id", "4.4-token-id-refused", ID_FILTER],
  ["tokens", "tokens", "account.id", "4.4-account-id-refused", ID_FILTER],
  ["tokens", "tokens", "limit", "4.4-limit-refused", LIMIT],
  ["tokens", "tokens", "order", "4.4-order-refused", ORDER],
  ["tokenBalances", "balances", "account.id", "4.3-account-id-refused", ID_FILTER],
  ["tokenBalances", "balances", "account.balance", "4.3-balance-refused", BALANCE_FILTER],
  ["tokenBalances", "balances", "timestamp", "4.3-timestamp-refused", TIME_FILTER],
  ["tokenBalances", "balances", "limit", "4.3-limit-refused", LIMIT],
  ["tokenBalances", "balances", "order", "4.3-order-refused", ORDER],
  ["networkFees", "fees", "timestamp", "4.5-timestamp-refused", TIME_FILTER],
  ["networkFees", "fees", "order", "4.5-order-refused", ORDER],
  ["contract", "contract", "timestamp", "4.8-timestamp-refused", TIME_FILTER],
  ["contractResult", "result", "nonce", "4.7-nonce-refused", NONCE],
];

/** Letters stand for nothing in a query, but for no record in a path. */
const PATH_NUMBERS = NUMBERS.filter(([name]) => name !== "letters");

const PATHS: readonly Place[] = [
  [
    "tokenBalances",
    "balances",
    "path",
    "4.3-path-refused",
    { pattern: new RegExp(`^${ID}$`), slips: [TRIMS, IN_PATH, ...PATH_NUMBERS, ...PARTS, TWO_PARTS] },
  ],
  [
    "topicMessage",
    "message",
    "path",
    "4.6-time-refused",
    { pattern: new RegExp(`^${TIME}$`), slips: [TRIMS, IN_PATH, ...PATH_NUMBERS, ...DECIMALS] },
  ],
  [
    "contract",
    "contract",
    "id",
    "4.8-malformed-id",
    {
      pattern: /^(?:\d{1,10}\.){0,2}\d{1,10}$/,
      slips: [TRIMS, IN_PATH, ...PATH_NUMBERS, ...PARTS],
    },
  ],
  [
    "contract",
    "contract",
    "address",
    "4.8-malformed-address",
    { pattern: /^(?:0x)?[\da-f]{40}$/i, slips: HEX },
  ],
  [
    "contractResult",
    "result",
    "hash",
    "4.7-malformed-hash",
    {
      pattern: /^(?:0x)?[\da-f]{64}$/i,
      slips: [
        ...HEX,
        ["digit-in-front", "a digit too many in front", (text) => text.replace(/^(0x)?.(?=.{64}$)/, "$1")],
      ],
    },
  ],
  [
    "contractResult",
    "result",
    "transaction",
    "4.7-malformed-transaction-id",
    {
      pattern: new RegExp(`^${ID}-\\d{1,19}-\\d{1,9}$`),
      slips: [
        IN_PATH,
        ...PATH_NUMBERS.filter(([name]) => name !== "hex"),
        ...PARTS.filter(([name]) => name.startsWith("long")),
        ["other-tools", "an id as other tools write it", (text) => text.replace(/@(\d+)\.(\d+)$/, "-$1-$2")],
        ["dot", "a dot for the last hyphen", (text) => text.replace(/\.(\d+)$/, "-$1")],
        ["underscore-for-hyphen", "an underscore for a hyphen", (text) => text.replace("_", "-")],
        ["hyphens-only", "hyphens for dots", (text) => text.replace(/^(\d+)-(\d+)-(?=\d+-\d+-)/, "$1.$2.")],
        ["num-alone", "no shard and realm", (text) => text.replace(/^\d+-\d+-/, "0.0.$&")],
        ["part-inside", "a fourth part of the id", (text) => text.replace(/^(\d+\.\d+\.\d+)\.\d+-/, "$1-")],
        ["long-nanoseconds", "ten digits of nanoseconds", cutGroup(4, 9)],
        ["long-seconds", "20 digits of seconds", cutGroup(3, 19)],
        ["sixth-part", "a sixth part", (text) => text.replace(/^([^-]+-\d+-\d+)-\d+$/, "$1")],
      ],
    },
  ],
];

function slipping(
  [endpoint, prefix, place, clause, { pattern, slips }]: Place,
  through: (change: (text: string) => string) => Rewriting,
): readonly Fault[] {
  const entries = slips.map(([name, says, takes]): Entry => {
    const change = (text: string): string => (pattern.test(text) ? text : takes(text));
    return [
      `${place.replaceAll(".", "-")}-lenient-${name}`,
      clause,
      `${place}: ${says} is read over`,
      through(change),
    ];
  });
  return faultsOf(endpoint, prefix, entries);
}

/** Parsers that take a malformed value for a well-formed one, or for none; at each place of each format. */
export const lenientFaults: readonly Fault[] = [
  ...QUERIES.flatMap((place) =>
    slipping(place, (change) => rewriteQuery(place[2], (text) => change(text) || undefined)),
  ),
  ...PATHS.flatMap((place) => slipping(place, repairPath)),
];
