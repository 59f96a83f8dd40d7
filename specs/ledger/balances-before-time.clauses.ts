// §4.3: token balances of a time that no record can have
import { each } from "../../engine/clauses/declare.ts";
import type { Have } from "../../engine/clauses/clause.ts";
import { wholeAnswer } from "../../engine/message/classify.ts";
import type { Query } from "../../engine/model/call.ts";
import type { Judgement, Reply } from "../../engine/model/exchange.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import type { Named } from "../../generators/cases.ts";
import { answer, NOT_FOUND, SUCCESS } from "../fixtures/answers.ts";
import { companionsOf } from "../laws/requests/beside.ts";
import { NEVER, queryFrom } from "../laws/requests/ordinary.ts";
import { unlessRefused } from "../laws/requests/verdicts.ts";

const BALANCES = "tokenBalances";
const needs = { list: "balances", name: "tokenBalances.timestamp", material: "balanceMaterial" } as const;

function judgeBefore(reply: Reply): Judgement {
  const message = "balances are shown for a time that no record can have";
  return rowsIn(reply, "balances").length === 0
    ? unlessRefused(reply, "4.3-timestamp-accepted")
    : [wholeAnswer(reply, message, "an empty list, or no list")];
}

const some = answer(BALANCES, 200, { ...SUCCESS[BALANCES], balances: [{ account: "0.0.98" }] });

const common = {
  cites: ["2.1 TimestampFilter effect", "4.3 timestamp effect"],
  readings: [17],
  check: judgeBefore,
  keeps: [answer(BALANCES, 200, SUCCESS[BALANCES]), answer(BALANCES, 404, NOT_FOUND)],
  breaks: { "balances all the same": some },
} as const;

export const balancesBeforeTime = each({
  ...common,
  id: "4.3-timestamp-none",
  statement: "no balance is returned for a time before all records",
  needs,
  // The other bound is asked in each order and page size.
  given: () => ({ boundaries: NEVER }),
  ask: ({ list: { ask }, name }, value) => ask([[name, value]]),
});

/** Each other parameter alone, and the other order; what the target has no name for is left out. */
function othersOf({ list, material, name }: Have<typeof needs>): readonly Named<Query[number]>[] {
  const others = [...queryFrom([list.names.order, "desc"]), ...companionsOf(list, material, name)];
  return others.map((value) => ({ name: value.join("="), value }));
}

export const balancesBeforeTimeAnyPage = each({
  ...common,
  id: "4.3-timestamp-none-any-page",
  statement: "no balance is returned for a time before all records, whatever stands beside it",
  needs,
  given: (have) => ({ boundaries: othersOf(have) }),
  ask: ({ list: { ask }, name }, other) => ask([[name, "lt:0"], other]),
});
