import { usualDataset } from "../dataset.ts";
import type { Endpoint } from "../exchange.ts";
import { faultOf, slug, type Fault } from "../fault.ts";
import { sends, when } from "../rewriting/ask.ts";
import * as formats from "../../schemas/formats.ts";
import { nameOf, operations, type QueryFormat } from "../../schemas/operations.ts";
import { PATH, taken, unchecked } from "./texts.ts";

/** What a parser makes of malformed texts, by name: the text that it takes each for, or the same to refuse it. */
type Slips = Readonly<Record<string, (text: string) => string>>;

/** The slips of a format, which reads the texts of a pattern as they are. */
type Format = { readonly pattern: RegExp; readonly slips: Slips };

/** What an expression finds is taken for something else. */
const read =
  (found: RegExp, by = "") =>
  (text: string): string =>
    text.replace(found, by);

const OPERATOR = "(?:eq|ne|gte?|lte?)";

/** The digits of one group, cut in front to so many. */
const cutGroup =
  (group: number, most: number) =>
  (text: string): string => {
    let index = 0;
    return text.replaceAll(/\d+/g, (digits) => (index++ === group ? digits.slice(-most) : digits));
  };

const TRIMS: Slips = { space: (text) => text.trim() };
const QUOTES: Slips = { quotes: read(/"/g) };
const DOT_BEHIND: Slips = { "dot-behind": read(/\.$/) };
const FRACTION: Slips = { fraction: read(/\.\d+$/) };

const LETTERS_BESIDE: Slips = {
  "letters-behind": read(/(?<=\d)[a-z]+$/i),
  "letters-in-front": read(new RegExp(`^[a-z]+?(?=\\d|${OPERATOR}:)`, "i")),
};
/** Letters stand for nothing in a query, but for no record in a path. */
const LETTERS: Slips = { ...LETTERS_BESIDE, letters: read(/^\D*$/) };
const MINUS: Slips = { minus: read(/^((?:\w+:)?)-/, "$1") };
/** Of numbers that have a pattern; for others it is open, or not sent. */
const SPELLINGS: Slips = {
  ...QUOTES,
  underscore: read(/(?<=^[^_]*\d)_(?=\d[^_]*$)/),
  exponent: read(/e0(?!\d)/),
};
const SIGNS: Slips = { ...MINUS, plus: read(/\+(?=\d)/) };
const HEX_NUMBER: Slips = {
  hex: (text) => text.replace(/0x[\da-f]{1,9}(?![\da-f])/i, (digits) => String(Number(digits))),
};
const NUMBERS: Slips = { ...SPELLINGS, ...LETTERS, ...SIGNS, ...HEX_NUMBER };
const PATH_NUMBERS: Slips = { ...SPELLINGS, ...LETTERS_BESIDE, ...SIGNS, ...HEX_NUMBER };

const OPERATORS: Slips = {
  "other-operator": read(/^neq(?=:)/, "ne"),
  "unknown-operator": read(/^[a-z]+:/i),
  "doubled-operator": read(/^(?:\w+:)+(?=\w+:)/),
  "no-colon": read(new RegExp(`^(${OPERATOR})(?=[\\d.])`), "$1:"),
  "space-for-colon": read(new RegExp(`^(${OPERATOR}) (?=\\d)`), "$1:"),
  "no-operand": read(new RegExp(`^${OPERATOR}:?$`)),
};

const LIST: Slips = { list: read(/,.*$/) };
const IN_PATH: Slips = { operator: read(new RegExp(`^${OPERATOR}:`)) };

const LONG_PARTS: Slips = {
  "long-shard": cutGroup(0, 10),
  "long-realm": cutGroup(1, 10),
  "long-num": cutGroup(2, 10),
};
const PARTS: Slips = {
  "fourth-part": read(/((?:\d+\.){2}\d+)\.\d+$/, "$1"),
  ...DOT_BEHIND,
  "empty-part": read(/(^|[:.])(?=\.)/g, "$10"),
  ...LONG_PARTS,
  ...LIST,
};
const TWO_PARTS: Slips = { "two-parts": read(/^((?:\w+:)?)(\d+\.\d+)$/, "$10.$2") };

const DECIMALS: Slips = {
  "ten-decimals": read(/(\.\d{9})\d+$/, "$1"),
  "eleven-seconds": read(/\d+(\d{10}\.)/, "$1"),
  "bare-dot": read(/^((?:\w+:)?\d{1,10})\.$/, "$1"),
  "21-digits": read(/^((?:\w+:)?\d{10})(\d{9})\d{2,}$/, "$1.$2"),
  ...DOT_BEHIND,
};

const HEX: Slips = {
  ...QUOTES,
  "parts-in-front": read(/^(?:\d+\.){3}/),
  "letter-behind": read(/(?<=[\da-f])[g-z]+$/i),
  "letter-in-front": read(/^[g-z]+/i),
  "two-prefixes": read(/^0x0x/, "0x"),
  "half-prefix": read(/^x/, "0x"),
};

const ID_FILTER: Format = {
  pattern: formats.ENTITY_ID_FILTER,
  slips: { ...TRIMS, ...NUMBERS, ...OPERATORS, ...PARTS, ...TWO_PARTS },
};
const TIME_FILTER: Format = {
  pattern: new RegExp(`^(?:${OPERATOR}:)?\\d{1,10}(?:\\.\\d{1,9})?$`),
  slips: { ...TRIMS, ...NUMBERS, ...OPERATORS, ...DECIMALS },
};
const BALANCE_FILTER: Format = {
  pattern: formats.BALANCE_FILTER,
  slips: { ...TRIMS, ...NUMBERS, ...OPERATORS, ...FRACTION, comma: read(/,/), long: cutGroup(0, 10) },
};

const COUNT: Slips = { ...LETTERS, ...MINUS, ...FRACTION, group: read(/[ ,]\d+$/) };
const LIMIT: Format = { pattern: /^[1-9]\d*$/, slips: { ...COUNT, zero: read(/^0$/) } };
const ofNonce = ([name, takes]: readonly [string, Slips[string]]) =>
  [name, (text: string) => takes(text) || "0"] as const;
const NONCE: Format = {
  pattern: /^(?:\d{1,9}|1\d{9})$/,
  slips: {
    ...Object.fromEntries(Object.entries(COUNT).map(ofNonce)),
    bits: (text) => (/^\d+$/.test(text) ? String(BigInt(text) % 2n ** 32n) : text),
  },
};
const ORDER: Format = {
  pattern: /^(?:asc|desc)$/i,
  slips: {
    prefix: (text) => text.toLowerCase().replace(/^(asc|desc).+/, "$1"),
    suffix: (text) => text.toLowerCase().replace(/^.+?(asc|desc)$/, "$1"),
    letter: (text) => (/^d/i.test(text) ? "desc" : /^a/i.test(text) ? "asc" : text),
    "any-word": () => "",
  },
};

/** A word may be taken for a known record. */
const word = (known: string): Slips => ({ word: read(/^[g-z]+$/i, known) });
const ADDRESS: Format = {
  pattern: formats.EVM_ADDRESS,
  slips: { ...HEX, "capital-prefix": read(/^0X/, "0x") },
};
/** A known transaction whose id begins so. */
const transactionFrom = (start: string): string | undefined =>
  usualDataset().contractResults.find(({ transactionId }) => transactionId.startsWith(`${start}-`))
    ?.transactionId;
const HASH: Format = {
  pattern: formats.HASH,
  slips: {
    ...HEX,
    "digit-in-front": read(/^(0x)?.(?=.{64}$)/, "$1"),
    ...word(usualDataset().contractResults[0]?.hash ?? ""),
  },
};
const ID_PATH: Format = {
  pattern: formats.ENTITY_ID,
  slips: { ...TRIMS, ...IN_PATH, ...PATH_NUMBERS, ...PARTS, ...TWO_PARTS, ...word("0.0.10000") },
};
const TIME_PATH: Format = {
  pattern: formats.TIMESTAMP,
  slips: { ...TRIMS, ...IN_PATH, ...LIST, ...PATH_NUMBERS, ...DECIMALS, ...word("1700000001.000000001") },
};
const SHORT_ID: Format = {
  pattern: /^(?:\d{1,10}\.){0,2}\d{1,10}$/,
  slips: { ...TRIMS, ...IN_PATH, ...PATH_NUMBERS, ...PARTS, ...word("0.0.5001") },
};
const TRANSACTION: Format = {
  pattern: formats.TRANSACTION_ID,
  slips: {
    ...IN_PATH,
    ...SPELLINGS,
    ...LETTERS_BESIDE,
    ...SIGNS,
    ...LONG_PARTS,
    // As other tools write it.
    "other-tools": read(/@(\d+)\.(\d+)$/, "-$1-$2"),
    dot: read(/\.(\d+)$/, "-$1"),
    "underscore-for-hyphen": read(/_/, "-"),
    "hyphens-only": read(/^(\d+)-(\d+)-(?=\d+-\d+-)/, "$1.$2."),
    "num-alone": read(/^\d+-\d+-/, "0.0.$&"),
    "part-in-front": read(/^\d+\.(?=(?:\d+\.){2}\d+-)/),
    "part-inside": read(/^(\d+\.\d+\.\d+)\.\d+-/, "$1-"),
    "long-nanoseconds": cutGroup(4, 9),
    "long-seconds": cutGroup(3, 19),
    "sixth-part": read(/^([^-]+-\d+-\d+)-\d+$/, "$1"),
    "no-nanoseconds": (text) => transactionFrom(text) ?? text,
  },
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
    const own = `${slug(parameter)}-unchecked-beside-${slug(other)}`;
    return faultOf(endpoint, clause, own, when(sends(other), unchecked(parameter, pattern)));
  }),
);

/** Parsers that take a malformed value for a well-formed one, or for none; at each place of each format. */
export const parserFaults: readonly Fault[] = [
  ...[...QUERIES, ...PATHS].flatMap(([endpoint, parameter, clause, { pattern, slips }, name = parameter]) =>
    Object.entries(slips).map(([slip, takes]) => {
      const change = (text: string) => (pattern.test(text) ? text : takes(text) || undefined);
      return faultOf(endpoint, clause, `${slug(name)}-lenient-${slip}`, taken(parameter, change));
    }),
  ),
  ...careless,
];
