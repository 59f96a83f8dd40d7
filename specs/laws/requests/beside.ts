// §4.3, §4.4: parameters of a list, each with a well-formed value, in one request
import type { Query } from "../../../engine/model/call.ts";
import { isSuccess } from "../../../engine/message/classify.ts";
import { one, type Ask, type Asking, type Reply } from "../../../engine/model/exchange.ts";
import type { Listing, ListNames } from "../../../engine/clauses/prerequisites.ts";
import { withNames, type Cases, type Named } from "../../../generators/cases.ts";
import { validEntityIdFilter } from "../../../generators/entity-id-filter.ts";
import { validLimit } from "../../../generators/limit.ts";
import { validOrder } from "../../../generators/order.ts";
import { shownId } from "./ordinary.ts";
import { askRefusal, type Refusal } from "./verdicts.ts";

interface Shared {
  readonly cases: () => Cases<string>;
  /** Well-formed values that other requests of the run do not have, as many for each parameter as there are. */
  readonly telling: readonly string[];
  readonly ordinary: (list: Listing) => string;
}

/** The parameters that every list has. */
const SHARED: Readonly<Record<keyof ListNames, Shared>> = {
  filter: {
    cases: validEntityIdFilter,
    telling: [
      "eq, 10 digits in each part",
      "gte, zero in each part",
      "lt, num of 10 digits alone",
      "10 digits in each part",
    ],
    ordinary: shownId,
  },
  limit: {
    cases: validLimit,
    telling: ["lowest", "second lowest", "middle", "usual"],
    ordinary: () => "1",
  },
  order: { cases: validOrder, telling: ["ascending", "descending"], ordinary: () => "asc" },
};

const ROLES = ["filter", "limit", "order"] as const;

/** All of them with a value, where one parameter is among them and the level asks for them together. */
function together(
  list: Listing,
  name: string,
  valueOf: (role: keyof ListNames) => string | undefined,
): Query | undefined {
  const query = ROLES.flatMap((role) => {
    const [sent, value] = [list.names[role], valueOf(role)];
    return sent === undefined || value === undefined ? [] : [[sent, value] as const];
  });
  return list.size.sparing && query.some(([sent]) => sent === name) ? query : undefined;
}

/** A well-formed value among such ones of the other parameters; alone where they are not taken together. */
export function* askAmongOthers(list: Listing, name: string, value: string): Asking<Reply> {
  const role = ROLES.find((each) => list.names[each] === name);
  const at = role === undefined ? -1 : tellingOf(role).findIndex((item) => item.value === value);
  const query = together(list, name, (each) => tellingOf(each)[at % tellingOf(each).length]?.value);
  const reply = query === undefined || at < 0 ? undefined : yield* one({ ...list.ask(query), memo: true });
  return reply !== undefined && isSuccess(reply)
    ? reply
    : yield* one({ ...list.ask([[name, value]]), memo: true });
}

function tellingOf(role: keyof ListNames): readonly Named<string>[] {
  return withNames(SHARED[role].cases().boundaries, SHARED[role].telling);
}

/** Values of one of these parameters that are sent together with those of the others. */
export function tellingValues({ names }: Listing, name: string): readonly Named<string>[] | undefined {
  const role = ROLES.find((each) => names[each] === name);
  return role === undefined ? undefined : tellingOf(role);
}

/** A malformed value and an ordinary one, which stands among ordinary ones of the other parameters if they are taken. */
export function* askRefusalAmongOthers(
  list: Listing,
  malformed: Ask,
  [name, repaired]: readonly [name: string, repaired: string],
): Asking<Refusal> {
  const alone = list.ask([[name, repaired]]);
  const query = together(list, name, (role) => SHARED[role].ordinary(list));
  const refusal = yield* askRefusal(malformed, query === undefined ? alone : list.ask(query));
  return query === undefined || isSuccess(refusal.twin)
    ? refusal
    : { ...refusal, twin: yield* one({ ...alone, memo: true }) };
}
