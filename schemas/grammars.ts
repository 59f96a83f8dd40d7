// §2.1, §4.6, §4.7, §4.8: how ids, times, filters, hashes and addresses are written, part by part
import * as patterns from "./formats.ts";

export const OPERATORS = ["eq", "gt", "gte", "lt", "lte", "ne"] as const;

export type GrammarPart =
  /** Decimal digits, at most `most` of them. `fraction`: trailing zeros do not change the value; `zeros`: generated values may have leading zeros. */
  | {
      readonly kind: "digits";
      readonly name: string;
      readonly most: number;
      readonly fraction?: true;
      readonly zeros?: true;
    }
  | { readonly kind: "hex"; readonly name: string; readonly count: number }
  | { readonly kind: "separator"; readonly text: "." | "-" | ":" }
  | { readonly kind: "prefix"; readonly text: "0x" }
  | { readonly kind: "operator" };

export type GrammarForm = readonly GrammarPart[];

/** A format. Each optional part makes one form with the part and one form without it. */
export interface Grammar {
  readonly forms: readonly GrammarForm[];
  /** Ordinary values, at least one in each form. */
  readonly examples: readonly string[];
  /** A value of another format that a lenient parser accepts. */
  readonly other?: string;
  /** Further malformed values by family: `to` replaces the match of `from` in an example (generators/refused.ts). */
  readonly respelled?: { readonly from: RegExp; readonly to: Readonly<Record<string, string>> };
  /**
   * The pattern of each interpretation: a value that matches one of them is not invalid. The first is that of the contract or, if it prints
   * none, of its prose; the others accept ambiguous values too (interpretation 8).
   */
  readonly interpretations: readonly RegExp[];
}

const DOT = { kind: "separator", text: "." } as const;
const HYPHEN = { kind: "separator", text: "-" } as const;
const HEX_PREFIX = { kind: "prefix", text: "0x" } as const;
const OPERATOR_PARTS: GrammarForm = [{ kind: "operator" }, { kind: "separator", text: ":" }];

const digitParts = (name: string, most: number): GrammarPart => ({ kind: "digits", name, most });

const NUM: GrammarForm = [digitParts("num", 10)];
const REALM_AND_NUM: GrammarForm = [digitParts("realm", 10), DOT, ...NUM];
const ID_PARTS: GrammarForm = [digitParts("shard", 10), DOT, ...REALM_AND_NUM];
const SECONDS: GrammarForm = [digitParts("seconds", 10)];
const TIME_PARTS: GrammarForm = [
  ...SECONDS,
  DOT,
  { kind: "digits", name: "decimals", most: 9, fraction: true, zeros: true },
];
const TRANSACTION_GRAMMAR: GrammarForm = [
  ...ID_PARTS,
  HYPHEN,
  digitParts("seconds", 19),
  HYPHEN,
  { kind: "digits", name: "nanoseconds", most: 9, zeros: true },
];

function hexForms(name: string, count: number): readonly [GrammarForm, GrammarForm] {
  const digits: GrammarPart = { kind: "hex", name, count };
  return [[HEX_PREFIX, digits], [digits]];
}

const EXAMPLE_ADDRESS = "0x00112233445566778899aabbccddeeff01234567";
const EXAMPLE_BARE_ADDRESS = "a0112233445566778899AABBCCDDEEFF01234567";
const TRANSACTION_HASH = `0x${"00112233445566778899aabbccddeeff".repeat(2)}`;
const EXAMPLE_BARE_HASH = "a0112233445566778899AABBCCDDEEFF".repeat(2);

/** A timestamp in ISO 8601, as most other services write it. */
const RFC_3339 = "2023-11-14T22:13:20Z";

/** The operator of a filter with its colon, or neither. Ambiguous are an operator in capitals, and a colon without an operator. */
const ANY_OPERATOR = "(?:(?:eq|gte?|lte?|ne)?:)?";
/** The id of a filter. An address in place of its number is ambiguous. */
const ANY_ID = "(?:\\d{1,10}\\.\\d{1,10}\\.)?(?:\\d{1,10}|(?:0x)?[\\da-f]{40})";
/** An address of 40 to 42 characters, whether or not the prefix 0x is one of the counted characters. */
const ANY_ADDRESS = /^(?:[\dA-Fa-f]{40,42}|0x[\dA-Fa-f]{38,42})$/;
/** In a path, pattern and prose require 40 digits; 41 characters are ambiguous nevertheless. */
const PATH_ADDRESS = /^(?:[\dA-Fa-f]{40,41}|0x[\dA-Fa-f]{39,40})$/;
/** An address, possibly after parts of an id, and an id with a checksum: some tools accept them. */
const AS_TOOLS = [
  /^(?:\d{1,10}\.){0,2}(?:[\da-fA-F]{40,41}|0x[\da-fA-F]{40})$/,
  /^(?:\d{1,10}\.){2}\d{1,10}-[a-z]+$/i,
];
/** A time in the pattern of the contract, whose unescaped dot matches any character. */
const ANY_TIME = "\\d{1,10}(?:[^]\\d{1,9})?";

/** If the contract prints no pattern for a format, white space around a value is ambiguous too (interpretation 10). */
const spacedPattern = ({ source }: RegExp): RegExp =>
  new RegExp(source.replace("^", "^\\s*").replace(/\$$/, "\\s*$"));

const filterForms = (
  forms: readonly GrammarForm[],
  example: string,
  more: readonly string[],
  interpretations: readonly RegExp[],
  other?: string,
): Grammar => ({
  forms: [...forms, ...forms.map((form) => [...OPERATOR_PARTS, ...form])],
  examples: [example, ...more].flatMap((value) => [
    value,
    ...OPERATORS.map((operator) => `${operator}:${value}`),
  ]),
  interpretations,
  ...(other === undefined ? {} : { other }),
});

export const grammars = {
  entityId: { forms: [ID_PARTS], examples: ["0.0.1001"], interpretations: [patterns.ENTITY_ID, ...AS_TOOLS] },
  entityIdFilter: filterForms(
    [ID_PARTS, [digitParts("num without shard and realm", 10)]],
    "0.0.1001",
    ["1001"],
    [patterns.ENTITY_ID_FILTER, new RegExp(`^${ANY_OPERATOR}${ANY_ID}$`, "i")],
  ),
  balanceFilter: filterForms(
    [[digitParts("balance", 10)]],
    "100",
    [],
    [patterns.BALANCE_FILTER, new RegExp(`^${ANY_OPERATOR}(?:-0+|\\d{1,10}(?:\\.0*)?)$`, "i")],
    "0.0.1001",
  ),
  timestampFilter: filterForms(
    [TIME_PARTS, SECONDS],
    "1700000000.000000001",
    ["1700000000"],
    // The notation of several times in one filter is unspecified (interpretation 20).
    [
      patterns.TIMESTAMP_FILTER,
      new RegExp(`^${ANY_OPERATOR}${ANY_TIME}(?:,${ANY_OPERATOR}${ANY_TIME})*$`, "i"),
    ],
    RFC_3339,
  ),
  topicTimestamp: {
    forms: [TIME_PARTS, SECONDS],
    examples: ["1700000000.000000001", "1700000000"],
    other: RFC_3339,
    // Filters do not get this edit, because clauses on filters have more cases than clauses on paths.
    respelled: { from: /^\d+(?=\.)/, to: { "no seconds": "" } },
    interpretations: [patterns.TOPIC_TIMESTAMP, new RegExp(`^${ANY_TIME}$`)],
  },
  contractId: {
    forms: [ID_PARTS, REALM_AND_NUM, [digitParts("num without shard and realm", 10)]],
    examples: ["0.0.1001", "0.1001", "1001"],
    respelled: {
      from: /^(?:\d+\.){2}(\d+)$/,
      to: {
        "at least 11 digits of num without shard and realm": "0000000000$1",
        "an empty part at the start": ".$1",
        "a plus sign at the start": "+$1",
      },
    },
    interpretations: [patterns.CONTRACT_ID_OR_ADDRESS, PATH_ADDRESS, ...AS_TOOLS],
  },
  contractAddress: {
    forms: hexForms("address", 40),
    examples: [EXAMPLE_ADDRESS, EXAMPLE_BARE_ADDRESS],
    interpretations: [patterns.CONTRACT_ID_OR_ADDRESS, PATH_ADDRESS],
  },
  evmAddress: {
    forms: hexForms("address", 40),
    examples: [EXAMPLE_ADDRESS, EXAMPLE_BARE_ADDRESS],
    other: "0.0.1001",
    interpretations: [patterns.EVM_ADDRESS, ANY_ADDRESS],
  },
  transactionHash: {
    forms: hexForms("hash", 64),
    examples: [TRANSACTION_HASH, EXAMPLE_BARE_HASH],
    interpretations: [
      patterns.TRANSACTION_HASH_PATTERN,
      spacedPattern(patterns.TRANSACTION_HASH_PATTERN),
      /^(?:0x)?(?:[\da-f]{64}|[\da-f]{96})$/i,
    ],
  },
  transactionId: {
    forms: [TRANSACTION_GRAMMAR],
    examples: ["0.0.1001-1700000000-000000001"],
    respelled: {
      from: /^(.+)-(\d+)-(\d+)$/,
      to: { "the form of another tool": "$1@$2.$3", "half the form of another tool": "$1@$2-$3" },
    },
    interpretations: [patterns.TRANSACTION_ID, spacedPattern(patterns.TRANSACTION_ID)],
  },
} as const satisfies Readonly<Record<string, Grammar>>;
