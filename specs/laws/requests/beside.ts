// §4.3, §4.4: parameters of a list, each with a well-formed value, in one request
import type { Query } from "../../../engine/model/call.ts";
import { isSuccess } from "../../../engine/message/classify.ts";
import { one, type Ask, type Asking, type Reply } from "../../../engine/model/exchange.ts";
import type { Listing, Material } from "../../../engine/clauses/prerequisites.ts";
import { withNames, type Cases, type Named } from "../../../generators/cases.ts";
import { validBalanceFilter } from "../../../generators/balance-filter.ts";
import { validEntityIdFilter } from "../../../generators/entity-id-filter.ts";
import { validLimit } from "../../../generators/limit.ts";
import { validOrder } from "../../../generators/order.ts";
import { validTimestampFilter } from "../../../generators/timestamp-filter.ts";
import { shownId } from "./ordinary.ts";
import { askRefusal, type Refusal } from "./verdicts.ts";

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

/** The parameters of lists whose values are told by their format alone. */
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

/** A well-formed value among such ones of the other parameters; alone where they are not taken together. */
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

/** The telling values of a parameter by its key, where its format is one of them. */
export function tellingOf(key: string): readonly Named<string>[] {
  const shared = SHARED[key];
  return shared === undefined ? [] : withNames(shared.cases().boundaries, shared.telling);
}

/** Values of one of these parameters that are sent together with those of the others. */
export function tellingValues(material: Material, name: string): readonly Named<string>[] | undefined {
  const key = keyOf(material, name);
  return key === undefined ? undefined : tellingOf(key);
}

/** Ordinary values of the parameters that every list has, where one is among them and the level asks for them together. */
function together(list: Listing, name: string): Query | undefined {
  const { filter, limit, order } = list.names;
  const ordinary = [
    [filter, shownId(list)],
    [limit, "1"],
    [order, "asc"],
  ] as const;
  const query = ordinary.flatMap(([sent, value]) => (sent === undefined ? [] : [[sent, value] as const]));
  return list.size.sparing && query.some(([sent]) => sent === name) ? query : undefined;
}

/** A malformed value and an ordinary one, which stands among ordinary ones of the other parameters if they are taken. */
export function* askRefusalAmongOthers(
  list: Listing,
  malformed: Ask,
  [name, repaired]: readonly [name: string, repaired: string],
): Asking<Refusal> {
  const alone = list.ask([[name, repaired]]);
  const query = together(list, name);
  const refusal = yield* askRefusal(malformed, query === undefined ? alone : list.ask(query));
  return query === undefined || isSuccess(refusal.twin)
    ? refusal
    : { ...refusal, twin: yield* one({ ...alone, memo: true }) };
}
