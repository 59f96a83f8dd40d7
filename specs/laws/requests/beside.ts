// §4.3, §4.4, §4.5: a malformed parameter beside a well-formed one
import { call, type Query } from "../../../engine/model/call.ts";
import { isSuccess } from "../../../engine/message/classify.ts";
import type { Ask, Asker, Reply } from "../../../engine/model/exchange.ts";
import { oncePer } from "../../../engine/model/memo.ts";
import type { Listing, Material } from "../../../engine/clauses/prerequisites.ts";
import { malformedAt } from "../../../generators/formats.ts";
import type { Cases } from "../../../generators/cases.ts";
import { operations, type Endpoint } from "../../../schemas/operations.ts";
import { queryFrom, shownId, untilLater } from "./ordinary.ts";
import { searchTexts } from "./names.ts";
import { askRefusal, isRefusedByName, type Refusal } from "./verdicts.ts";

/** The places of the boundaries, by value: made once for all of them. */
const turnsIn = oncePer(
  (cases: () => Cases<string>) => new Map(cases().boundaries.map(({ value }, turn) => [value, turn])),
);

/** The place of a value among the boundaries, by which its companion is picked; 0 for a value by chance. */
export function turnOf(cases: () => Cases<string>, sent: string): number {
  return turnsIn(cases).get(sent) ?? 0;
}

/** The place among some ways to send a value: each of them has its turn. */
export function inTurnOf<T>(ways: readonly [T, ...T[]], turn: number): T {
  return ways[turn % ways.length] ?? ways[0];
}

/**
 * Ordinary values of the other parameters of a list, which a malformed one may be sent beside, those that every list has
 * first: ones that it showed, bounds that all rows meet. A name is not combined with ids (§4.4).
 */
export function companionsOf(list: Listing, { accounts, key, names }: Material, name: string): Query {
  const { filter, limit, order } = list.names;
  const ordinary = queryFrom(
    [filter, shownId(list)],
    [limit, "1"],
    [order, "asc"],
    [names["accountId"] === filter ? undefined : names["accountId"], accounts[0]],
    [names["publicKey"], key],
    [names["balance"], "gte:0"],
    [names["timestamp"], untilLater(list.time)],
    [names["name"], searchTexts(list)[0]?.value],
  );
  const isId = (sent: string): boolean => [names["tokenId"], names["accountId"]].includes(sent);
  const isName = (sent: string): boolean => sent === names["name"];
  return ordinary.filter(
    ([sent]) => sent !== name && !(isName(name) && isId(sent)) && !(isName(sent) && isId(name)),
  );
}

/**
 * A malformed value of every parameter of an endpoint, those of one turn, in one request: an answer may name each of them.
 */
export function malformedTogether(endpoint: Endpoint, names: Material["names"], turn: number): Ask {
  const { pathParameter, query } = operations[endpoint];
  const path = pathParameter === undefined ? undefined : malformedAt(pathParameter.format, turn);
  const malformed = query.map(({ key, format }) => [names[key], malformedAt(format, turn)] as const);
  const sent = { query: queryFrom(...malformed), ...(path === undefined ? {} : { path }) };
  return { ...call(endpoint, { ...sent, expects: "refusal" }), memo: true };
}

/** How a parameter is sent, malformed or not. */
export interface Sending {
  readonly ask: (query: Query) => Ask;
  /** The parameter with an ordinary value. */
  readonly repaired: Query[number];
  /** Ordinary values of other parameters, which may stand beside it. */
  readonly companions: Query;
  /** One of them that does not stand beside all others. */
  readonly apart?: string | undefined;
  /** Asked first where few requests are sent: the same value among malformed ones of other parameters. */
  readonly together?: ((turn: number) => Ask) | undefined;
}

/** The turn in which a malformed value stands beside ordinary values of all other parameters. */
const BESIDE_ALL = 1;

/**
 * Sends a malformed value beside ordinary values of other parameters: `turn` picks none of them, all, or one after the
 * other. Where no response names the parameter, also alone. If it is named alone, and not beside values that are served where
 * it is repaired, what came beside them is judged. Nothing more is sent for a value that a response names among malformed ones
 * of all parameters.
 */
export async function askFaulty(
  t: Asker,
  { ask, repaired, companions, apart, together }: Sending,
  malformed: Query[number],
  turn: number,
): Promise<Refusal> {
  const most = companions.filter(([sent]) => sent !== apart);
  const beside = inTurnOf([[], most, ...companions.map((companion) => [companion])], turn);
  const [alone, twin] = [ask([malformed]), ask([repaired])];
  const faulty = { name: malformed[0] };
  const among = together === undefined || turn === BESIDE_ALL ? [] : [together(turn)];
  const both = beside.length === 0 ? [] : [ask([...beside, malformed])];
  let came: Reply | undefined;
  for (const one of [...among, ...both]) {
    came = await t.get({ ...one, expects: "refusal", memo: true });
    if (isRefusedByName(came, faulty)) {
      return await askRefusal(t, one, twin);
    }
  }
  const refusal = await askRefusal(t, alone, twin);
  if (came === undefined || both.length === 0 || !isRefusedByName(refusal.refused, faulty)) {
    return refusal;
  }
  // That a companion is refused says nothing of the malformed value.
  const served = await t.get({ ...ask([...beside, repaired]), memo: true });
  return isSuccess(served) ? { refused: came, twin: served } : refusal;
}
