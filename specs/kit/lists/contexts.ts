// §4.1, §4.3, §4.4: the contexts that a run sends: which parameters are sent together in one request for a list
import * as fc from "fast-check";
import { skippedAtSmoke, type Listing, type ListInputs } from "../../../engine/clauses/prerequisites.ts";
import type { ClauseId } from "../../../engine/model/clause-results.ts";
import { UnusableResponse } from "../../../engine/model/exchange.ts";
import { ROW_OPERATORS } from "../../../engine/model/compare.ts";
import { mapValues, memoizeByObject } from "../../../engine/model/model.ts";
import type { Reason } from "../../../engine/model/reason.ts";
import { inWords, type NamedCase } from "../../../generators/cases.ts";
import type { ParameterContext, Exclusion, Factors, State } from "../../../generators/covering.ts";
import { coveringArray, statePairs, withFactors, withStateInTurn } from "../../../generators/covering.ts";
import { LIST_CLAUSES } from "../../depends-on.ts";
import { listNameOf, type ListName, type ListSource } from "./lists.ts";
import { searchTextsOf } from "./name-search.ts";

/** `small` and the numbers: see {@link limitOf}. */
const LIMIT_AND_ORDER: Factors = { limit: ["absent", "1", "small"], order: ["absent", "asc", "desc"] };
/** Few contexts have `none` ({@link TURNS}), because a filter without an operator means the same as one with eq. */
const OPERATOR_STATES = ["absent", ...ROW_OPERATORS.filter((operator) => operator !== "none")];

interface ListContexts {
  readonly factors: Factors;
  readonly exclusions: readonly Exclusion[];
}

export const LIST_CONTEXTS: Readonly<Record<ListName, ListContexts>> = {
  tokens: {
    factors: {
      ...LIMIT_AND_ORDER,
      tokenId: OPERATOR_STATES,
      accountId: OPERATOR_STATES,
      publicKey: ["absent", "given"],
      name: ["absent", "part", "whole"],
    },
    // A name cannot be combined with token.id or account.id (§4.4).
    exclusions: ["tokenId", "accountId"].map((id) => ({ name: ["part", "whole"], [id]: ROW_OPERATORS })),
  },
  balances: {
    factors: {
      ...LIMIT_AND_ORDER,
      accountId: OPERATOR_STATES,
      balance: OPERATOR_STATES,
      publicKey: ["absent", "given"],
      timestamp: ["absent", "at", "from"],
    },
    exclusions: [],
  },
};

const contextsOf = (list: Listing): ListContexts => LIST_CONTEXTS[listNameOf(list)];

/** Operators that take turns at smoke, by the state that stands for them: all pairs of operators would need most of its requests. */
const TURNS: Readonly<Record<string, readonly string[]>> = {
  eq: ["eq", "none"],
  gte: ["gte", "lt", "ne", "lte", "gt"],
};

const needsSamples = (of: string, reason: string): Reason => {
  return { code: "samplesUnsuitable", reason, remedy: { kind: "giveSamples", of } };
};

export function whyNoKey(list: Listing): Reason {
  const name = listNameOf(list);
  const effect = name === "tokens" ? "selects a token" : "belongs to an account of the list";
  const reason = needsSamples("publicKeys", `no known public key ${effect}`);
  return { ...reason, dependsOn: [LIST_CLAUSES[name].publicKey] };
}

/** By factor, why the parameter has no value to send; undefined if it has one, or needs none. */
function missingValues({ list, material }: ListSource): Readonly<Record<string, Reason | undefined>> {
  const data = (reason: string, ...dependsOn: readonly ClauseId[]): Reason => {
    return { code: "dataUnsuitable", reason, dependsOn };
  };
  const { tokens } = LIST_CLAUSES;
  const noNames = "no name in the list has a part that can be searched for";
  const isNamed = searchTextsOf(list).part !== undefined;
  return {
    publicKey: material.key === undefined ? whyNoKey(list) : undefined,
    accountId: material.accounts.length === 0 ? needsSamples("accountIds", "no account is known") : undefined,
    timestamp:
      list.time === undefined
        ? data("the response with the list has no valid timestamp", "2.4-timestamp")
        : undefined,
    name: isNamed ? undefined : data(noNames, "2.3-name", tokens.rows),
  };
}

/** A parameter without a known name, or without a value to send, has only the state `absent`. */
function availableFactors(from: ListSource): Factors {
  const missing = missingValues(from);
  const { names } = from.material;
  return mapValues(contextsOf(from.list).factors, (states, factor) =>
    names[factor] === undefined || missing[factor] !== undefined ? states.slice(0, 1) : states,
  );
}

const statesAlone = (factors: Factors): readonly ParameterContext[] =>
  Object.entries(factors).flatMap(([factor, [, ...states]]) =>
    states.map((state) => withFactors({ [factor]: state }, factors)),
  );

const pairsOf = (factors: Factors, exclusions: readonly Exclusion[]): readonly ParameterContext[] =>
  statePairs(factors, exclusions).map((pair) => withFactors(contextOf(pair), factors));

const contextOf = (states: readonly State[]): ParameterContext =>
  Object.fromEntries(states.map(({ factor, state }) => [factor, state]));

/** Smoke (`count` 0) sends {@link smokeContexts} and two contexts over the whole list; standard (1), `all`; above, also covering arrays. */
function buildContexts(list: ListName, count: number, factors: Factors) {
  const { exclusions } = LIST_CONTEXTS[list];
  const whole = wholeContexts(factors);
  const smoke = smokeContexts(factors, exclusions);
  // A service may implement two parameters separately for each order.
  const pairs = pairsOf(factors, exclusions).map((pair) => withStateInTurn(pair, "order", factors));
  const all = [...whole, ...statesAlone(factors), ...pairs, ...smoke];
  // The whole list in pages of 100 rows, and in pages of which the last one is full.
  const few = whole.filter(({ limit }, at) => at === 0 || limit === "exact");
  const contexts = [
    ...(count === 0 ? [...few, ...smoke] : all),
    ...Array.from({ length: Math.max(count - 1, 0) }, (_, turn) =>
      coveringArray(factors, exclusions, turn),
    ).flat(),
  ];
  const sent = new Map(contexts.map(namedContext).map((context) => [context.name, context]));
  return { all, sent: [...sent.values()], factors };
}

/** Pages of one row reveal a limit that is ignored, and links that end early. */
const PAIRED_STATES = ["1", "desc", "gte", "given", "part", "from"];

/** Operators of a kind count as one state. The pairs reveal a parameter that is ignored only if exactly one other parameter is sent. */
function smokeContexts(factors: Factors, exclusions: readonly Exclusion[]): readonly ParameterContext[] {
  const ofKinds = mapValues(factors, (states) =>
    states.includes("gte") ? ["absent", ...Object.keys(TURNS)] : states.filter((state) => state !== "at"),
  );
  const paired = mapValues(ofKinds, (states) =>
    states.filter((state) => state === "absent" || PAIRED_STATES.includes(state)),
  );
  const contexts = [...coveringArray(ofKinds, exclusions), ...pairsOf(paired, exclusions)];
  return contexts.map((context, turn) =>
    Object.fromEntries(
      Object.entries(context).map(([factor, state], at) => [factor, operatorInTurn(state, turn + at)]),
    ),
  );
}

const operatorInTurn = (state: string, turn: number): string => {
  const operators = TURNS[state] ?? [state];
  return operators[turn % operators.length] ?? state;
};

/** Computed once for each list and its material, because it takes long. */
const contextsBy = memoizeByObject((list: Listing) =>
  memoizeByObject((material: ListInputs) =>
    buildContexts(listNameOf(list), list.size.contexts, availableFactors({ list, material })),
  ),
);
const listContexts = ({ list, material }: ListSource) => contextsBy(list)(material);

/** The words for a state of a parameter in reports; the words of `*` precede the name of any other state. */
const STATE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  limit: {
    small: "a small limit",
    exact: "a limit that fills the last page",
    rest: "a limit that does not fill the last page",
    "*": "limit ",
  },
  order: { asc: "ascending order", desc: "descending order" },
  tokenId: { none: "a token id without operator", "*": "token id " },
  accountId: { none: "an account id without operator", "*": "account id " },
  balance: { none: "a balance without operator", "*": "balance " },
  publicKey: { given: "a public key" },
  name: { part: "part of a name", whole: "a whole name" },
  timestamp: { at: "timestamp eq", from: "timestamp gte", earlier: "timestamp lt" },
};

/** The name is, for example, `with a small limit, descending order and token id gte`. */
function namedContext(value: ParameterContext): NamedCase<ParameterContext> {
  const present = Object.entries(value).filter(([, state]) => state !== "absent");
  const words = present.map(([factor, state]) => {
    const { [state]: described, "*": before = `${factor} ` } = STATE_WORDS[factor] ?? {};
    return described ?? before + state;
  });
  return { name: words.length === 0 ? "without parameters" : `with ${inWords(words)}`, value };
}

/** Simpler contexts for shrinking a failure, each without one parameter that is not in `kept`; the last factor is dropped first. */
export function smallerContexts(
  context: ParameterContext,
  kept: readonly string[],
): readonly NamedCase<ParameterContext>[] {
  return Object.keys(context)
    .toReversed()
    .filter((factor) => context[factor] !== "absent" && !kept.includes(factor))
    .map((factor) => namedContext({ ...context, [factor]: "absent" }));
}

export const contextsSent = (
  from: ListSource,
  fits: (context: ParameterContext) => boolean,
): readonly NamedCase<ParameterContext>[] => listContexts(from).sent.filter(({ value }) => fits(value));

/** The contexts read the whole list in either order; a list of at most 300 rows fits on three pages. */
export function randomContexts(from: ListSource): fc.Arbitrary<NamedCase<ParameterContext>> {
  const limit = fc.integer({ min: Math.min(Math.ceil(from.list.rows.length / 3) + 1, 100), max: 100 });
  return fc
    .record({ limit: limit.map(String), order: fc.constantFrom("asc", "desc") })
    .map((context) => namedContext(withFactors(context, listContexts(from).factors)));
}

/** @throws UnusableResponse if no context fits: only higher levels send one, or one of `factors` has no name or value */
export function contextsWhere(
  from: ListSource,
  fits: (context: ParameterContext) => boolean,
  factors: readonly string[],
): readonly NamedCase<ParameterContext>[] {
  const fitting = contextsSent(from, fits);
  if (fitting.length > 0) return fitting;
  if (listContexts(from).all.some(fits)) {
    throw skippedAtSmoke("contexts", "no request combines these parameters");
  }
  const missing = missingValues(from);
  const why = factors.map((factor) => missing[factor]).find((reason) => reason !== undefined);
  const unknown = { code: "parameterUnknown", reason: "the service has no such parameter" } as const;
  throw new UnusableResponse("missing", why ?? unknown);
}

function wholeContexts(factors: Factors): readonly ParameterContext[] {
  const whole: readonly ParameterContext[] = [
    { limit: "100", order: "asc" },
    { limit: "100", order: "desc" },
    {},
    { limit: "rest", order: "desc" },
    { limit: "exact", order: "asc" },
    // Reveals `ne` implemented as `gt` on pages of one row: only the highest row is returned.
    ...["tokenId", "accountId", "balance"].map((factor) => ({ limit: "1", order: "desc", [factor]: "ne" })),
    // Reveals links that drop a filter only if a public key is sent with it.
    ...("tokenId" in factors ? [{ limit: "small", order: "desc", tokenId: "gte", publicKey: "given" }] : []),
    // The only page has 100 rows, the maximum, if the list has so many.
    ...["tokenId", "accountId"].map((factor) => ({ limit: "100", order: "asc", [factor]: "gte" })),
    // Reveals links that drop the timestamp: in ascending order, the rows that were added after that time are on the last pages.
    { limit: "small", order: "asc", timestamp: "earlier" },
  ];
  return whole.map((context) => withFactors(context, factors));
}
