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
import { mistakeOperator, overlook, refuseValue } from "./breaking.ts";
import { operatorName, refusals } from "./filter-forms.ts";
import { faultsOf, type Entry } from "./tables.ts";

/** A filter of a list, and the clauses that speak of it. */
type ListFilter = {
  readonly name: string;
  readonly section: string;
  readonly member: ListMember;
  /** The clauses on a value without operator, with eq, on a filter as such, and on walks under it. */
  readonly clauses: {
    readonly none: string;
    readonly eq: string;
    readonly any: string;
    readonly pages: string;
  };
  /** Operators whose meaning no clause can tell. */
  readonly untold?: readonly string[];
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

function mistakes({ name, section, clauses, untold = [] }: ListFilter): readonly Entry[] {
  const slug = slugOf(name);
  return MISTAKEN.filter(([from]) => !untold.includes(from)).map(([from, to]): Entry => {
    const told = to === undefined ? "has no effect" : `means ${to}`;
    const suffix = operatorName(from);
    return [
      `${slug}-${suffix}-wrong`,
      from === "" ? clauses.none : from === "eq" ? clauses.eq : `${section}-${slug}-${from}`,
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

function isWellFormed(value: string): boolean {
  return /^((eq|ne|gte?|lte?):)?(\d{1,10}\.\d{1,10}\.)?\d{1,10}$/.test(value);
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

function general({ name, section, member, clauses }: ListFilter): readonly Entry[] {
  const slug = slugOf(name);
  return [
    [`${slug}-ignored`, clauses.any, `${name} has no effect`, overlook(name, isWellFormed)],
    [
      `${slug}-ignored-on-later-pages`,
      `4.1-${member}-${clauses.pages}`,
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

function clausesOf(section: string, slug: string, pages: string): ListFilter["clauses"] {
  const [none, eq] = [`${section}-${slug}-none`, `${section}-${slug}-eq`];
  return { none, eq, any: eq, pages };
}

const TOKEN_ID: ListFilter = {
  name: "token.id",
  section: "4.4",
  member: "tokens",
  clauses: clausesOf("4.4", "token-id", "next-keeps-filters"),
};

// The list does not show who holds a token, so its clauses are others.
const HOLDER: ListFilter = {
  name: "account.id",
  section: "4.4",
  member: "tokens",
  clauses: {
    none: "4.4-account-id-none-is-eq",
    eq: "4.4-account-id-none-is-eq",
    any: "4.4-account-id-eq-highest-none",
    pages: "account-id-pages",
  },
  untold: ["gt", "lt"],
};

const ACCOUNT: ListFilter = {
  name: "account.id",
  section: "4.3",
  member: "balances",
  clauses: clausesOf("4.3", "account-id", "next-keeps-filters"),
};

const BALANCE: ListFilter = {
  name: "account.balance",
  section: "4.3",
  member: "balances",
  clauses: clausesOf("4.3", "balance", "balance-pages"),
};

const TOKENS: readonly Entry[] = [
  ...[TOKEN_ID, HOLDER].flatMap((filter) => [...mistakes(filter), ...shortIds(filter), ...general(filter)]),
  ...turnedRound(TOKEN_ID),
  ...refusals("token.id", "4.4", "token-id", ["", "ne", "gte"]),
  ...refusals("account.id", "4.4", "account-id", ["eq", "gt", "lte"]),
  [
    "account-id-overrides-token-id",
    "4.4-account-id-with-token-id",
    "token.id has no effect beside account.id",
    both("token.id", "account.id", (ask) => without(ask, "token.id")),
  ],
  [
    "ids-refused-together",
    "4.4-account-id-with-token-id",
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
  ...refusals("account.id", "4.3", "account-id", ["", "ne", "lt", "gte"]),
  ...refusals("account.balance", "4.3", "balance", ["", "eq", "ne", "lte"]),
  [
    "balance-overrides-account-id",
    "4.3-account-id-with-balance",
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

/** Faults in the filters of the two lists (4.3, 4.4). */
export const filterFaults: readonly Fault[] = [
  ...faultsOf("tokens", "tokens", TOKENS),
  ...faultsOf("tokenBalances", "balances", BALANCES),
];
