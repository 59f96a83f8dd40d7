import { usualDataset } from "../dataset.ts";
import type { Endpoint } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import * as formats from "../../schemas/formats.ts";
import { nameOf, operations, type QueryFormat } from "../../schemas/operations.ts";
import { faultOf, slug } from "./notation.ts";
import { overlooked, PATH, taken } from "./texts.ts";
import { at, beside } from "./where.ts";

/** What a parser makes of a malformed text: the one that it takes it for, or the same to refuse it. */
type Slip = readonly [name: string, says: string, takes: (text: string) => string];

/** The slips of a format, which reads the texts of a pattern as they are. */
type Format = { readonly pattern: RegExp; readonly slips: readonly Slip[] };

/** A slip that replaces what an expression finds. */
function slip(name: string, says: string, found: RegExp, by = ""): Slip {
  return [name, says, (text) => text.replace(found, by)];
}

const OPERATOR = "(?:eq|ne|gte?|lte?)";

/** The digits of one group, cut in front to so many. */
function cutGroup(name: string, says: string, group: number, most: number): Slip {
  const takes = (text: string): string => {
    let index = 0;
    return text.replaceAll(/\d+/g, (digits) => (index++ === group ? digits.slice(-most) : digits));
  };
  return [name, says, takes];
}

const TRIMS: Slip = ["space", "white space around", (text) => text.trim()];
const QUOTES = slip("quotes", "quotes around", /"/g);
const DOT_BEHIND = slip("dot-behind", "a dot behind", /\.$/);
const FRACTION = slip("fraction", "a fraction", /\.\d+$/);

const NUMBERS: readonly Slip[] = [
  QUOTES,
  slip("underscore", "an underscore among digits", /(?<=^[^_]*\d)_(?=\d[^_]*$)/),
  slip("exponent", "an exponent of nothing", /e0(?!\d)/),
  slip("letters-behind", "letters behind the digits", /(?<=\d)[a-z]+$/i),
  slip("letters-in-front", "letters in front of the digits", new RegExp(`^[a-z]+?(?=\\d|${OPERATOR}:)`, "i")),
  slip("letters", "text for nothing that matters", /^\D*$/),
  slip("minus", "a minus in front", /^((?:\w+:)?)-/, "$1"),
  slip("plus", "a plus in front of digits", /\+(?=\d)/),
  [
    "hex",
    "a number in hex",
    (text) => text.replace(/0x[\da-f]{1,9}(?![\da-f])/i, (digits) => String(Number(digits))),
  ],
];

const OPERATORS: readonly Slip[] = [
  slip("other-operator", "an operator of other languages", /^neq(?=:)/, "ne"),
  slip("unknown-operator", "an operator that does not exist", /^[a-z]+:/i),
  slip("doubled-operator", "an operator twice", /^(?:\w+:)+(?=\w+:)/),
  slip("no-colon", "an operator without a colon", new RegExp(`^(${OPERATOR})(?=[\\d.])`), "$1:"),
  slip("space-for-colon", "a space for the colon", new RegExp(`^(${OPERATOR}) (?=\\d)`), "$1:"),
  slip("no-operand", "an operator without a value", new RegExp(`^${OPERATOR}:?$`)),
];

const LIST = slip("list", "two values with a comma between", /,.*$/);
const IN_PATH = slip("operator", "an operator in the path", new RegExp(`^${OPERATOR}:`));

const LONG_PARTS = ["shard", "realm", "num"].map((part, index) =>
  cutGroup(`long-${part}`, `a ${part} of eleven digits`, index, 10),
);
const PARTS: readonly Slip[] = [
  slip("fourth-part", "a fourth part", /((?:\d+\.){2}\d+)\.\d+$/, "$1"),
  DOT_BEHIND,
  slip("empty-part", "nothing for a shard or realm", /(^|[:.])(?=\.)/g, "$10"),
  ...LONG_PARTS,
  LIST,
];
const TWO_PARTS = slip("two-parts", "an id without its shard", /^((?:\w+:)?)(\d+\.\d+)$/, "$10.$2");

const DECIMALS: readonly Slip[] = [
  slip("ten-decimals", "ten decimals", /(\.\d{9})\d+$/, "$1"),
  slip("eleven-seconds", "eleven digits of seconds", /\d+(\d{10}\.)/, "$1"),
  slip("bare-dot", "a dot without decimals", /^((?:\w+:)?\d{1,10})\.$/, "$1"),
  slip("21-digits", "21 digits in a row", /^((?:\w+:)?\d{10})(\d{9})\d{2,}$/, "$1.$2"),
  DOT_BEHIND,
];

const HEX: readonly Slip[] = [
  QUOTES,
  slip("parts-in-front", "an id in front of all", /^(?:\d+\.){3}/),
  slip("letter-behind", "letters behind the digits", /(?<=[\da-f])[g-z]+$/i),
  slip("letter-in-front", "letters in front of all", /^[g-z]+/i),
  slip("two-prefixes", "a prefix twice", /^0x0x/, "0x"),
  slip("half-prefix", "half a prefix", /^x/, "0x"),
];

const ID_FILTER: Format = {
  pattern: formats.ENTITY_ID_FILTER,
  slips: [TRIMS, ...NUMBERS, ...OPERATORS, ...PARTS, TWO_PARTS],
};
const TIME_FILTER: Format = {
  pattern: new RegExp(`^(?:${OPERATOR}:)?\\d{1,10}(?:\\.\\d{1,9})?$`),
  slips: [TRIMS, ...NUMBERS, ...OPERATORS, ...DECIMALS],
};
const BALANCE_FILTER: Format = {
  pattern: formats.BALANCE_FILTER,
  slips: [
    TRIMS,
    ...NUMBERS,
    ...OPERATORS,
    FRACTION,
    slip("comma", "a comma among digits", /,/),
    cutGroup("long", "eleven digits", 0, 10),
  ],
};

/** What is accepted of numbers that have a pattern; for others it is open, or not sent. */
const OF_PATTERNS = ["plus", "hex", "quotes", "underscore", "exponent"];
const COUNT: readonly Slip[] = [
  ...NUMBERS.filter(([name]) => !OF_PATTERNS.includes(name)),
  FRACTION,
  slip("group", "a space or a comma between digits", /[ ,]\d+$/),
];
const LIMIT: Format = { pattern: /^[1-9]\d*$/, slips: [...COUNT, slip("zero", "zero", /^0$/)] };
const BITS: Slip = [
  "bits",
  "what is left of 32 bits",
  (text) => (/^\d+$/.test(text) ? String(BigInt(text) % 2n ** 32n) : text),
];
const NONCE: Format = {
  pattern: /^(?:\d{1,9}|1\d{9})$/,
  slips: [...COUNT.map(([name, says, takes]): Slip => [name, says, (text) => takes(text) || "0"]), BITS],
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

/** Letters stand for nothing in a query, but for no record in a path; a word may be taken for a known record. */
const PATH_NUMBERS = NUMBERS.filter(([name]) => name !== "letters");
const word = (known: string): Slip => slip("word", "a word that is no hex", /^[g-z]+$/i, known);
const ADDRESS: Format = {
  pattern: formats.EVM_ADDRESS,
  slips: [...HEX, slip("capital-prefix", "a prefix in capitals", /^0X/, "0x")],
};
/** A known transaction whose id begins so. */
const transactionFrom = (start: string): string | undefined =>
  usualDataset().contractResults.find(({ transactionId }) => transactionId.startsWith(`${start}-`))
    ?.transactionId;
const HASH: Format = {
  pattern: formats.HASH,
  slips: [
    ...HEX,
    slip("digit-in-front", "a digit too many in front", /^(0x)?.(?=.{64}$)/, "$1"),
    word(usualDataset().contractResults[0]?.hash ?? ""),
  ],
};
const ID_PATH: Format = {
  pattern: formats.ENTITY_ID,
  slips: [TRIMS, IN_PATH, ...PATH_NUMBERS, ...PARTS, TWO_PARTS, word("0.0.10000")],
};
const TIME_PATH: Format = {
  pattern: formats.TIMESTAMP,
  slips: [TRIMS, IN_PATH, LIST, ...PATH_NUMBERS, ...DECIMALS, word("1700000001.000000001")],
};
const SHORT_ID: Format = {
  pattern: /^(?:\d{1,10}\.){0,2}\d{1,10}$/,
  slips: [TRIMS, IN_PATH, ...PATH_NUMBERS, ...PARTS, word("0.0.5001")],
};
const TRANSACTION: Format = {
  pattern: formats.TRANSACTION_ID,
  slips: [
    IN_PATH,
    ...PATH_NUMBERS.filter(([name]) => name !== "hex"),
    ...LONG_PARTS,
    slip("other-tools", "an id as other tools write it", /@(\d+)\.(\d+)$/, "-$1-$2"),
    slip("dot", "a dot for the last hyphen", /\.(\d+)$/, "-$1"),
    slip("underscore-for-hyphen", "an underscore for a hyphen", /_/, "-"),
    slip("hyphens-only", "hyphens for dots", /^(\d+)-(\d+)-(?=\d+-\d+-)/, "$1.$2."),
    slip("num-alone", "no shard and realm", /^\d+-\d+-/, "0.0.$&"),
    slip("part-inside", "a fourth part of the id", /^(\d+\.\d+\.\d+)\.\d+-/, "$1-"),
    cutGroup("long-nanoseconds", "ten digits of nanoseconds", 4, 9),
    cutGroup("long-seconds", "20 digits of seconds", 3, 19),
    slip("sixth-part", "a sixth part", /^([^-]+-\d+-\d+)-\d+$/, "$1"),
    ["no-nanoseconds", "an id without nanoseconds", (text) => transactionFrom(text) ?? text],
  ],
};

/** Of the formats of query parameters those that have malformed texts, but for names. */
const QUERY_FORMATS: Readonly<Partial<Record<QueryFormat, Format>>> = {
  EntityIdFilter: ID_FILTER,
  BalanceFilter: BALANCE_FILTER,
  TimestampFilter: TIME_FILTER,
  limit: LIMIT,
  order: ORDER,
  nonce: NONCE,
};

type Place = readonly [endpoint: Endpoint, parameter: string, clause: string, format: Format, name?: string];

const QUERIES = Object.values(operations).flatMap(({ endpoint, section, query }) =>
  query.flatMap((parameter): readonly Place[] => {
    const format = QUERY_FORMATS[parameter.format];
    const key = parameter.key.replace(/Id$/, "-id");
    return format === undefined ? [] : [[endpoint, nameOf(parameter), `${section}-${key}-refused`, format]];
  }),
);

const PATHS: readonly Place[] = [
  ["tokenBalances", PATH, "4.3-path-refused", ID_PATH],
  ["topicMessage", PATH, "4.6-time-refused", TIME_PATH],
  ["contract", PATH, "4.8-malformed-id", SHORT_ID, "id"],
  ["contract", PATH, "4.8-malformed-address", ADDRESS, "address"],
  ["contractResult", PATH, "4.7-malformed-hash", HASH, "hash"],
  ["contractResult", PATH, "4.7-malformed-transaction-id", TRANSACTION, "transaction"],
];

/** Parameters that are checked alone and not beside another one of the endpoint: what is malformed has no effect there. */
const careless = QUERIES.flatMap(([endpoint, parameter, clause, { pattern }]) =>
  QUERIES.filter(([of, other]) => of === endpoint && other !== parameter).map(([, other]) => {
    const one = overlooked(parameter, `a malformed ${parameter}`, (text) => !pattern.test(text));
    return faultOf(
      endpoint,
      clause,
      `${slug(parameter)}-unchecked-beside-${slug(other)}`,
      at(beside(other), one),
    );
  }),
);

/** Parsers that take a malformed value for a well-formed one, or for none; at each place of each format. */
export const parserFaults: readonly Fault[] = [
  ...[...QUERIES, ...PATHS].flatMap(([endpoint, parameter, clause, { pattern, slips }, name = parameter]) =>
    slips.map(([slipped, says, takes]) => {
      const change = (text: string) => (pattern.test(text) ? text : takes(text) || undefined);
      const one = taken(parameter, `${name} accepts ${says}`, change);
      return faultOf(endpoint, clause, `${slug(name)}-lenient-${slipped}`, one);
    }),
  ),
  ...careless,
];
