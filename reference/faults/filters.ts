import { invalidParameters, type Ask } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { CURSOR } from "../parameters.ts";
import {
  ignoreQuery,
  rewriteQuery,
  sends,
  valuesOf,
  when,
  withQuery,
  type Rewriting,
} from "../rewriting/ask.ts";
import { relist, type ListMember } from "../rewriting/list.ts";
import { mistakeOperator, operatorOf, overlook, refuseValue } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

/** A filter of a list, and the clauses that speak of it. */
type ListFilter = {
  readonly name: string;
  readonly section: string;
  readonly member: ListMember;
  /** Whether its values are ids, which may lack shard and realm. */
  readonly ids: boolean;
};

const SLUGS: Readonly<Record<string, string>> = { "account.balance": "balance" };

function slugOf(name: string): string {
  return SLUGS[name] ?? name.replace(".", "-");
}

/** Each operator, "" for none, with the one it is taken for; without one, the filter is overlooked. */
const MISTAKEN: readonly (readonly [from: string, to: string | undefined])[] = [
  ["", "gte"],
  ["eq", undefined],
  ["ne", undefined],
  ["gt", "gte"],
  ["gte", "gt"],
  ["lt", "lte"],
  ["lte", "lt"],
];

const ALL_OPERATORS = ["", "eq", "ne", "gt", "gte", "lt", "lte"];

function operatorName(operator: string): string {
  return operator === "" ? "bare" : operator;
}

function mistakes({ name, section }: ListFilter): readonly Entry[] {
  const slug = slugOf(name);
  return MISTAKEN.map(([from, to]): Entry => {
    const told = to === undefined ? "has no effect" : `means ${to}`;
    const suffix = operatorName(from);
    return [
      `${slug}-${suffix}-wrong`,
      `${section}-${slug}-${from === "" ? "eq" : from}`,
      `${name} with operator "${from}" ${told}`,
      mistakeOperator(name, from, to),
    ];
  });
}

function turnedRound({ name, section }: ListFilter): readonly Entry[] {
  const slug = slugOf(name);
  const pairs = [
    ["gt", "lt"],
    ["lte", "gte"],
    ["ne", "eq"],
    ["eq", "ne"],
  ] as const;
  return pairs.map(([from, to]): Entry => [
    `${slug}-${from}-as-${to}`,
    `${section}-${slug}-${from}`,
    `${name} with operator ${from} means ${to}`,
    mistakeOperator(name, from, to),
  ]);
}

/** One fault for each operator that is refused though the value is well-formed. */
function refusals(
  name: string,
  section: string,
  slug: string,
  operators: readonly string[],
): readonly Entry[] {
  return operators.map((operator): Entry => [
    `${slug}-${operatorName(operator)}-refused`,
    `${section}-${slug}-accepted`,
    `${name} with operator "${operator}" is refused`,
    refuseValue(name, (value) => operatorOf(value) === operator),
  ]);
}

/** What no reading accepts in any filter, with a test that knows it. */
const MALFORMED: readonly (readonly [what: string, test: (value: string) => boolean])[] = [
  ["unknown-operator", (value) => /^[a-z]+:/i.test(value) && operatorOf(value) === ""],
  ["doubled-operator", (value) => /^\w+:\w+:/.test(value)],
  ["letters", (value) => /^(\w+:)?[a-z]+$/i.test(value)],
  ["negative", (value) => /^(\w+:)?-\d+/.test(value)],
  ["too-long", (value) => /\d{21}|\d{11}(?=\.)|\.\d{11}|^(\w+:)?\d{11}$/.test(value)],
  ["many-parts", (value) => (value.match(/\./g) ?? []).length > 2],
  ["two-parts", (value) => /^(\w+:)?\d+\.\d+$/.test(value)],
];

function malformed(name: string, section: string, slug: string, kinds: readonly string[]): readonly Entry[] {
  return MALFORMED.filter(([what]) => kinds.includes(what)).map(([what, test]): Entry => [
    `${slug}-accepts-${what}`,
    `${section}-${slug}-refused`,
    `${name} is overlooked where it is malformed: ${what.replaceAll("-", " ")}`,
    overlook(name, test),
  ]);
}

function isShort(value: string): boolean {
  return /^(\w+:)?\d{1,10}$/.test(value);
}

function shortIds({ name, section }: ListFilter): readonly Entry[] {
  const slug = slugOf(name);
  const elsewhere = rewriteQuery(name, (value) =>
    isShort(value) ? value.replace(/(\d+)$/, "1.0.$1") : value,
  );
  return [
    [
      `${slug}-short-refused`,
      `${section}-${slug}-accepted`,
      `${name} needs shard and realm`,
      refuseValue(name, isShort),
    ],
    [
      `${slug}-short-elsewhere`,
      `${section}-${slug}-short`,
      `a short ${name} is looked for in shard 1`,
      elsewhere,
    ],
  ];
}

// The cursor as such is right; the filter is not carried on.
function onFirstPageOnly(name: string): Rewriting {
  return when(sends(CURSOR), ignoreQuery(name));
}

function general({ name, section, member }: ListFilter): readonly Entry[] {
  const slug = slugOf(name);
  return [
    [`${slug}-ignored`, `${section}-${slug}-eq`, `${name} has no effect`, ignoreQuery(name)],
    [
      `${slug}-ignored-on-later-pages`,
      `4.1-${member}-next-keeps-filters`,
      `${name} has no effect from the second page on`,
      onFirstPageOnly(name),
    ],
    [
      `${slug}-loses-a-row`,
      `${section}-${slug}-gte`,
      `the last row that meets ${name} with gte or lte is left out`,
      when(
        (ask) => valuesOf(ask, name).some((value) => /^[gl]te:/.test(value)),
        relist(member, (rows) => rows.slice(0, -1)),
      ),
    ],
  ];
}

function both(first: string, second: string, breaks: (ask: Ask) => Ask): Rewriting {
  return (handler) => (ask) =>
    handler(valuesOf(ask, first).length > 0 && valuesOf(ask, second).length > 0 ? breaks(ask) : ask);
}

function without(ask: Ask, name: string): Ask {
  return withQuery(ask, (sent, value) => (sent === name ? undefined : value));
}

const TOKEN_ID: ListFilter = { name: "token.id", section: "4.4", member: "tokens", ids: true };
const HOLDER: ListFilter = { name: "account.id", section: "4.4", member: "tokens", ids: true };
const ACCOUNT: ListFilter = { name: "account.id", section: "4.3", member: "balances", ids: true };
const BALANCE: ListFilter = { name: "account.balance", section: "4.3", member: "balances", ids: false };

const IDS = ["unknown-operator", "letters", "too-long", "many-parts", "two-parts"];

const TOKENS: readonly Entry[] = [
  ...[TOKEN_ID, HOLDER].flatMap((filter) => [...mistakes(filter), ...shortIds(filter), ...general(filter)]),
  ...turnedRound(TOKEN_ID),
  ...refusals("token.id", "4.4", "token-id", ["", "ne", "gte"]),
  ...refusals("account.id", "4.4", "account-id", ["eq", "gt", "lte"]),
  ...malformed("token.id", "4.4", "token-id", IDS),
  ...malformed("account.id", "4.4", "account-id", [...IDS, "doubled-operator", "negative"]),
  [
    "account-id-overrides-token-id",
    "4.4-combined",
    "token.id has no effect beside account.id",
    both("token.id", "account.id", (ask) => without(ask, "token.id")),
  ],
  [
    "ids-refused-together",
    "4.4-combined",
    "token.id beside account.id is refused",
    when(
      (ask) => valuesOf(ask, "token.id").length > 0 && valuesOf(ask, "account.id").length > 0,
      () => () => invalidParameters(["token.id"]),
    ),
  ],
];

const BALANCES: readonly Entry[] = [
  ...[ACCOUNT, BALANCE].flatMap((filter) => [...mistakes(filter), ...general(filter)]),
  ...shortIds(ACCOUNT),
  ...turnedRound(BALANCE),
  ...refusals("account.id", "4.3", "account-id", ["ne", "lt", "gte"]),
  ...refusals("account.balance", "4.3", "balance", ["", "eq", "ne", "lte"]),
  ...malformed("account.id", "4.3", "account-id", [...IDS, "negative"]),
  ...malformed("account.balance", "4.3", "balance", [
    "unknown-operator",
    "doubled-operator",
    "letters",
    "negative",
    "too-long",
  ]),
  [
    "balance-overrides-account-id",
    "4.3-combined",
    "account.id has no effect beside account.balance",
    both("account.balance", "account.id", (ask) => without(ask, "account.id")),
  ],
  [
    "balance-ten-digits-refused",
    "4.3-balance-accepted",
    "a balance of ten digits is refused",
    refuseValue("account.balance", (value) => /\d{10}$/.test(value)),
  ],
];

/** Timestamps select in a way that the contract leaves open; what no time and every time meets is not. */
function timestamps(section: string): readonly Entry[] {
  const slug = "timestamp";
  const everything = /^(gte?:0+(\.0+)?|lte?:9{10}(\.9+)?|ne:0+(\.0+)?)$/;
  return [
    ...refusals("timestamp", section, slug, ALL_OPERATORS),
    ...malformed("timestamp", section, slug, ["unknown-operator", "doubled-operator", "letters", "negative"]),
    [
      "timestamp-ten-decimals-accepted",
      `${section}-timestamp-refused`,
      "a timestamp with ten decimals is overlooked",
      overlook("timestamp", (value) => /\.\d{10}$/.test(value)),
    ],
    [
      "timestamp-nine-decimals-refused",
      `${section}-timestamp-accepted`,
      "a timestamp with nine decimals is refused",
      refuseValue("timestamp", (value) => /\d\.\d{9}$/.test(value)),
    ],
    [
      "timestamp-ignored",
      `${section}-timestamp-before-everything`,
      "timestamp has no effect where it is well-formed",
      overlook("timestamp", (value) => /^(\w+:)?\d{1,10}(\.\d{1,9})?$/.test(value)),
    ],
    [
      "timestamp-all-finds-nothing",
      `${section}-timestamp-after-everything`,
      "a timestamp that everything meets selects nothing",
      rewriteQuery("timestamp", (value) => (everything.test(value) ? "lt:0" : value)),
    ],
  ];
}

/** Faults in the filters of lists, of fees and of contracts (4.3, 4.4, 4.5, 4.8). */
export const filterFaults: readonly Fault[] = [
  ...faultsOf("tokens", "tokens", TOKENS),
  ...faultsOf("tokenBalances", "balances", [...BALANCES, ...timestamps("4.3")]),
  ...faultsOf("networkFees", "fees", timestamps("4.5")),
  ...faultsOf("contract", "contract", timestamps("4.8")),
];
