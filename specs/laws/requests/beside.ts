// §4.3, §4.4: parameters of a list, each with a well-formed value, in one request
import type { Query } from "../../../engine/model/call.ts";
import { isSuccess } from "../../../engine/message/classify.ts";
import { one, type Ask, type Asking, type Reply } from "../../../engine/model/exchange.ts";
import type { Listing, Material, Screen } from "../../../engine/clauses/prerequisites.ts";
import { withNames, type Cases, type Named } from "../../../generators/cases.ts";
import { validBalanceFilter } from "../../../generators/balance-filter.ts";
import { validEntityIdFilter } from "../../../generators/entity-id-filter.ts";
import { validLimit } from "../../../generators/limit.ts";
import { validOrder } from "../../../generators/order.ts";
import { validTimestampFilter } from "../../../generators/timestamp-filter.ts";
import { queryFrom, shownId, untilLater } from "./ordinary.ts";
import { askRefusal, askScreened, isRefusedByName, type Refusal } from "./verdicts.ts";

interface Shared {
  readonly cases: () => Cases<string>;
  /** Well-formed values that other requests of the run do not have. */
  readonly telling: readonly string[];
}

const IDS: Shared = {
  cases: validEntityIdFilter,
  telling: [
    "eq, 10 digits in each part",
    "gte, zero in each part",
    "lt, num of 10 digits alone",
    "10 digits in each part",
  ],
};

/** The parameters of lists for which the format alone says what is well-formed. */
const SHARED: Readonly<Record<string, Shared>> = {
  tokenId: IDS,
  accountId: IDS,
  balance: {
    cases: validBalanceFilter,
    telling: ["eq, 10 digits", "lt, lowest of 10 digits", "10 digits", "lte, 10 digits", "ne, zero"],
  },
  timestamp: {
    cases: validTimestampFilter,
    telling: [
      "eq, 10 digits of seconds, 9 decimals",
      "gte, 1 decimal",
      "10 digits of seconds, 9 decimals",
      "gt, 1 digit of seconds",
      "lte, zero",
      "ne, 9 decimals",
    ],
  },
  limit: { cases: validLimit, telling: ["lowest", "second lowest", "middle", "usual"] },
  order: { cases: validOrder, telling: ["ascending", "descending"] },
};

/** A list, and the names of its parameters. */
interface Known {
  readonly list: Listing;
  readonly material: Material;
}

/**
 * Sends a well-formed value: where requests are few, among telling values of the other parameters; otherwise,
 * and where that request does not succeed, alone.
 */
export function* askAmongOthers({ list, material }: Known, name: string, value: string): Asking<Reply> {
  const alone: Ask = { ...list.ask([[name, value]]), memo: true };
  const key = keyOf(material, name);
  const at = key === undefined ? -1 : tellingOf(key).findIndex((item) => item.value === value);
  const query = Object.entries(material.names).flatMap(([other, sent = ""]) => {
    const values = tellingOf(other);
    const beside = values[at % values.length];
    return beside === undefined ? [] : [[sent, beside.value] as const];
  });
  const reply = at < 0 || !list.size.sparing ? undefined : yield* one({ ...list.ask(query), memo: true });
  return reply !== undefined && isSuccess(reply) ? reply : yield* one(alone);
}

function keyOf({ names }: Material, name: string): string | undefined {
  return Object.keys(names).find((key) => key in SHARED && names[key] === name);
}

/** The telling values of a parameter, by its key; none for a parameter that is not in {@link SHARED}. */
export function tellingOf(key: string): readonly Named<string>[] {
  const shared = SHARED[key];
  return shared === undefined ? [] : withNames(shared.cases().boundaries, shared.telling);
}

/** Values of one of these parameters that are sent together with those of the others. */
export function tellingValues(material: Material, name: string): readonly Named<string>[] | undefined {
  const key = keyOf(material, name);
  return key === undefined ? undefined : tellingOf(key);
}

/** Ordinary values of the parameters of a list, those that every list has first: ones that it showed, bounds that all rows meet. */
function ordinaryOf({ list, material }: Known): Query {
  const { accounts, keys, names } = material;
  const { filter, limit, order } = list.names;
  return queryFrom(
    [filter, shownId(list)],
    [limit, "1"],
    [order, "asc"],
    [names["accountId"] === filter ? undefined : names["accountId"], accounts[0]],
    [names["publicKey"], keys[0]],
    [names["balance"], "gte:0"],
    [names["timestamp"], untilLater(list.time)],
  );
}

/**
 * Ordinary values of the parameters that every list has; only for one of these, and where requests are few.
 */
function ordinaryTogether(known: Known, name: string): Query | undefined {
  const { names, size } = known.list;
  const shared = Object.values(names);
  const query = ordinaryOf(known).filter(([sent]) => shared.includes(sent));
  return size.sparing && query.some(([sent]) => sent === name) ? query : undefined;
}

/**
 * Sends a malformed request and its twin. In the twin the ordinary value stands among those of {@link
 * ordinaryTogether}; where these do not apply or do not succeed, it stands alone.
 */
export function* askRefusalAmongOthers(
  known: Known,
  malformed: Ask,
  [name, repaired]: Query[number],
): Asking<Refusal> {
  const { list } = known;
  const alone = list.ask([[name, repaired]]);
  const query = ordinaryTogether(known, name);
  const refusal = yield* askRefusal(malformed, query === undefined ? alone : list.ask(query));
  return query === undefined || isSuccess(refusal.twin)
    ? refusal
    : { ...refusal, twin: yield* one({ ...alone, memo: true }) };
}

/** The place of a value among the boundaries, by which its companion is picked; 0 for a value by chance. */
export function turnOf(cases: () => Cases<string>, sent: string): number {
  const turn = cases().boundaries.findLastIndex(({ value }) => value === sent);
  return Math.max(turn, 0);
}

/**
 * Ordinary values of the other parameters, which a malformed one may be sent beside. A name is not combined with ids
 * (§4.4): limit and order alone stand beside it.
 */
export function companionsOf(known: Known, name: string): Query {
  const { list, material } = known;
  const { limit, order } = list.names;
  return ordinaryOf(known).filter(([sent]) =>
    name === material.names["name"] ? sent === limit || sent === order : sent !== name,
  );
}

/** How a parameter is sent, malformed or not. */
export interface Sending {
  readonly ask: (query: Query) => Ask;
  /** The parameter with an ordinary value. */
  readonly repaired: Query[number];
  /** Ordinary values of other parameters, which may stand beside it. */
  readonly companions: Query;
  /** Sends a malformed request and its twin. */
  readonly askRefused: (malformed: Ask) => Asking<Refusal>;
}

/**
 * Sends a malformed value in up to three ways, until an answer names the parameter. (1) Among malformed
 * values of other parameters, where a request of the screen has it. (2) Beside one ordinary value of another
 * parameter: `turn` picks which one, and turn 0 picks none. (3) Alone. If (2) succeeds and (3) is refused by
 * name, the success is judged.
 */
export function* askFaulty(
  { ask, repaired, companions, askRefused }: Sending,
  malformed: Query[number],
  { screen, turn }: { readonly screen: Screen; readonly turn: number },
): Asking<Refusal> {
  const screened = yield* askScreened(screen, malformed, ask);
  if (screened !== undefined) {
    return yield* askRefused(screened);
  }
  const companion = companions[(turn % (companions.length + 1)) - 1];
  const alone = ask([malformed]);
  if (companion === undefined) {
    return yield* askRefused(alone);
  }
  const faulty = { name: malformed[0] };
  const both: Ask = { ...ask([companion, malformed]), expects: "refusal", memo: true };
  const reply = yield* one(both);
  if (isRefusedByName(reply, faulty)) {
    return yield* askRefused(both);
  }
  const refusal = yield* askRefused(alone);
  return isSuccess(reply) && isRefusedByName(refusal.refused, faulty)
    ? { refused: reply, twin: yield* one({ ...ask([companion, repaired]), memo: true }) }
    : refusal;
}
