// §4.3, §4.4: two parameters of a list in one request
import { askPair, judgePair, type Filter } from "../rules/pairs.ts";
import { clause, type AskingClause, type ClauseId } from "../../engine/clause.ts";
import type { Asking } from "../../engine/exchange.ts";
import type { ListRow, Walk } from "../../engine/walk.ts";
import type { Named } from "../../generators/cases.ts";
import { askSet, judgeEqual } from "../rules/filter-sets.ts";
import { walkOf } from "../fixtures/walks.ts";

interface PairSpec {
  readonly id: ClauseId;
  readonly list: "tokens" | "balances";
  readonly statement: string;
  readonly first: Filter;
  readonly second: Filter;
}

/** The clause that two filters together select the intersection. */
export function pairClause(spec: PairSpec): AskingClause {
  const endpoint = spec.list === "tokens" ? "tokens" : "tokenBalances";
  const identity = spec.list === "tokens" ? "token_id" : "account";
  const set = (...nums: readonly number[]): Walk => setOf(endpoint, identity, nums);
  const sample = (first: Walk, second: Walk, both: Walk) => ({
    answer: { first, second, both },
    value: { one: "", other: "" },
  });
  return clause({
    id: spec.id,
    endpoint,
    statement: spec.statement,
    readings: [7],
    compares: true,
    needs: {
      list: spec.list,
      first: spec.first.key,
      second: spec.second.key,
      accounts: "accountIds",
      some: "someAccounts",
      keys: "someKeys",
    },
    given: (have) => ({ boundaries: pairs(spec.first.values(have), spec.second.values(have)) }),
    ask: ({ list, first, second }, { one, other }) => askPair(list, [[first, one]], [[second, other]]),
    check: (selections) => judgePair(selections, identity),
    accepts: [sample(set(1, 2), set(2, 3), set(2)), sample(set(1), set(2), set())],
    rejects: {
      "only the first filter": sample(set(1, 2), set(2, 3), set(1, 2)),
      "only the second filter": sample(set(1, 2), set(2, 3), set(2, 3)),
      "neither filter": sample(set(1, 2), set(2, 3), set(1, 2, 3, 4)),
    },
  });
}

function pairs(
  ones: readonly string[],
  others: readonly string[],
): readonly Named<{ one: string; other: string }>[] {
  return ones.flatMap((one) =>
    others.map((other) => ({ name: `${one} with ${other}`, value: { one, other } })),
  );
}

/** A selection of the rows with these numbers, for samples. */
function setOf(endpoint: "tokens" | "tokenBalances", identity: string, nums: readonly number[]): Walk {
  return walkOf(endpoint, [nums.map((num): ListRow => ({ [identity]: `0.0.${num}` }))]);
}

interface Ordered {
  readonly plain: Walk;
  readonly down: Walk;
}

/** The clause that a filter selects the same rows whatever the order. */
export function anyOrderClause(
  id: ClauseId,
  list: "tokens" | "balances",
  statement: string,
  filter: Filter,
): AskingClause {
  const endpoint = list === "tokens" ? "tokens" : "tokenBalances";
  const identity = list === "tokens" ? "token_id" : "account";
  const set = (...nums: readonly number[]): Walk => setOf(endpoint, identity, nums);
  const message = "a filter selects other rows under the other order";
  return clause({
    id,
    endpoint,
    statement,
    readings: [16],
    compares: true,
    needs: {
      list,
      name: filter.key,
      order: `${endpoint}.order`,
      accounts: "accountIds",
      some: "someAccounts",
      keys: "someKeys",
    },
    given: (have) => ({ boundaries: filter.values(have).map((value) => ({ name: value, value })) }),
    ask: function* ({ list: found, name, order }, value): Asking<Ordered> {
      return {
        plain: yield* askSet(found, [
          [name, value],
          [order, "asc"],
        ]),
        down: yield* askSet(found, [
          [name, value],
          [order, "desc"],
        ]),
      };
    },
    check: ({ plain, down }) => judgeEqual(down, [plain], identity, message),
    accepts: [
      { answer: { plain: set(1, 2), down: set(2, 1) }, value: "" },
      { answer: { plain: set(), down: set() }, value: "" },
    ],
    rejects: {
      "filter ignored under desc": { answer: { plain: set(1), down: set(3, 2, 1) }, value: "" },
      "filter ignored under asc": { answer: { plain: set(1, 2, 3), down: set(1) }, value: "" },
    },
  });
}
