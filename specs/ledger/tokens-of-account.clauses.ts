// §4.4: account.id. Its meaning is not spelled out, so selections are only compared with one another.
import { clause } from "../../engine/clauses/declare.ts";
import type { AskingClause } from "../../engine/clauses/clause.ts";
import { shardAndRealm, shiftedId, shortId } from "../../engine/model/compare.ts";
import type { Asker, Judgement } from "../../engine/model/exchange.ts";
import { isRefusedWalk, type Walk } from "../../engine/clauses/pagination.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import { askSet, judgeEqual, judgeHolds } from "../laws/lists/filter-sets.ts";
import { inTurn } from "../laws/requests/findings.ts";
import { surplusRows } from "../laws/lists/differences.ts";
import { firstMiddleLast } from "../../engine/model/model.ts";
import { firstAnswers } from "../laws/lists/walked.ts";
import { HIGHEST_ID, LOWEST_ID } from "../laws/requests/ordinary.ts";
import { walkOfIds } from "../fixtures/walks.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";

type Sets = Readonly<Record<string, Walk>>;
/** Filter values by name; of two values, the second is sent only where the first is refused. */
type Values = Readonly<Record<string, string | readonly [string, string]>>;

/** Selections by account.id, each under the name of its filter value. */
async function askSets(t: Asker, list: Listing, name: string, values: Values): Promise<Sets> {
  const sets: Record<string, Walk> = {};
  for (const [key, value] of Object.entries(values)) {
    const [first, second] = typeof value === "string" ? [value] : value;
    const found = await askSet(t, list, [[name, first]]);
    sets[key] =
      second !== undefined && isRefusedWalk(found) ? await askSet(t, list, [[name, second]]) : found;
  }
  return sets;
}

interface SetRule {
  readonly slug: string;
  readonly statement: string;
  /** Filter values to compare, for an account. */
  readonly values: (account: string) => Values;
  /** `left` holds the same rows as all of `right` together, or `right` holds at least those. */
  readonly relation: "equal" | "within";
  readonly left: string;
  readonly right: readonly string[];
  /** Two selections that are the same where both were asked for: no id is between their bounds, or they have one bound. */
  readonly same?: readonly [string, string];
  /** The half of the accounts from which the accounts are taken; absent: from all. */
  readonly half?: "lower" | "upper";
}

type Compared = Pick<SetRule, "values" | "relation" | "left" | "right" | "same">;

/**
 * gte selects what gt and eq select together (lte: lt and eq). gt with an id also selects the same as gte with the
 * next id (lt: lte with the id before).
 */
function boundAnd(operator: string, strict: string, step: bigint): Compared {
  const values = (account: string): Values => {
    const id = shiftedId(account, step);
    const next = ENTITY_ID.test(id) ? { next: `${operator}:${id}` } : {};
    return { [operator]: `${operator}:${account}`, [strict]: `${strict}:${account}`, eq: account, ...next };
  };
  return { values, relation: "equal", left: operator, right: [strict, "eq"], same: [strict, "next"] };
}

/** The tokens of an account are among those of a bound that every other account meets. */
function allHold(bound: (account: string) => Values[string]): Compared {
  const values = (account: string): Values => ({ all: bound(account), eq: account });
  return { values, relation: "within", left: "eq", right: ["all"] };
}

/** Accounts take turns at the bounds: two selections for each bound and account would be too many. */
const BOUNDS = ["gte:", "lte:", "gt:", "lt:"];

function shortAndFull(account: string): Values {
  const short = shortId(account);
  const bound = BOUNDS[Number(BigInt(short) % BigInt(BOUNDS.length))] ?? "";
  return { full: account, short, bound: bound + account, shortBound: bound + short };
}

const RULES: readonly SetRule[] = [
  {
    slug: "none-is-eq",
    statement: "account.id without an operator returns the same tokens as with eq",
    values: (account) => ({ none: account, eq: `eq:${account}` }),
    relation: "equal",
    left: "none",
    right: ["eq"],
  },
  {
    slug: "gte",
    statement: "account.id with gte returns what gt together with eq return",
    ...boundAnd("gte", "gt", 1n),
    half: "upper", // above a high account there are few tokens that could hide those of the account itself
  },
  {
    slug: "lte",
    statement: "account.id with lte returns what lt together with eq return",
    ...boundAnd("lte", "lt", -1n),
    half: "lower",
  },
  ...["gte", "gt"].map((operator): SetRule => {
    const statement = `account.id with ${operator} of the lowest id returns the tokens of every account above it`;
    return { slug: `${operator}-lowest`, statement, ...allHold(() => `${operator}:${LOWEST_ID}`) };
  }),
  ...["lte", "lt", "ne"].map((operator): SetRule => {
    const statement = `account.id with ${operator} of the highest id returns the tokens of every account below it`;
    const ends = (account: string) =>
      [`${operator}:${HIGHEST_ID}`, `${operator}:${shiftedId(account, 1n)}`] as const;
    return { slug: `${operator}-highest`, statement, ...allHold(ends) };
  }),
  {
    slug: "short",
    statement: "account.id without shard or realm returns the same tokens as the full id",
    values: shortAndFull,
    relation: "equal",
    left: "full",
    right: ["short"],
    same: ["bound", "shortBound"],
  },
];

function judgeSets(rule: SetRule, sets: Sets): Judgement {
  const left = sets[rule.left];
  const right = rule.right.map((key) => sets[key]).filter((set) => set !== undefined);
  if (left === undefined) {
    throw new Error(`the comparison ${rule.slug} compares a selection that it does not send`);
  }
  if (rule.relation === "within") {
    const narrower = "tokens of an account are left out of a wider selection";
    return inTurn(...right.map((wider) => () => judgeHolds(wider, [left], "token_id", narrower)));
  }
  const message =
    right.length === 1
      ? "two ways to name one account select different tokens"
      : "selections by account do not add up";
  const [one, other] = (rule.same ?? []).map((key) => sets[key]);
  const between = "bounds with no id between them select different tokens";
  return inTurn(
    () => judgeEqual(left, right, "token_id", message),
    // Whether the bound is taken at all is judged by 4.4-account-id-accepted.
    () =>
      one === undefined || other === undefined || isRefusedWalk(one)
        ? []
        : judgeEqual(one, [other], "token_id", between),
  );
}

const set = (...nums: readonly number[]): Walk => walkOfIds("tokens", ...nums);

/** Selections that keep and that break each relation. */
function samplesOf({ left, right, same }: SetRule) {
  const bounds = (first: Walk, second: Walk): Sets =>
    same === undefined ? {} : { [same[0]]: first, [same[1]]: second };
  const make = (leftSet: Walk, rightSets: readonly Walk[], more: Sets = {}) => ({
    answer: Object.fromEntries([
      [left, leftSet],
      ...right.map((key, index) => [key, rightSets[index] ?? set()] as const),
      ...Object.entries(more),
    ]),
    value: "0.0.98",
  });
  const split = right.length === 1 ? [set(1, 2)] : [set(1), set(2)];
  const otherwise = make(set(1, 2), [set(1, 2), set(2)], bounds(set(1, 2), set(1)));
  return {
    accepts: [make(set(1, 2), split, bounds(set(1), set(1))), make(set(), [])],
    rejects: {
      "a token too few on the right": make(set(1, 2, 3), split),
      ...(same === undefined ? {} : { "one bound that selects otherwise": otherwise }),
    },
  } as const;
}

export const tokensOfAccount: readonly AskingClause[] = RULES.map((rule) =>
  clause({
    id: `4.4-account-id-${rule.slug}`,
    endpoint: "tokens",
    statement: rule.statement,
    cites: [
      "4.4 accountId effect",
      rule.slug === "short" ? "2.1 EntityIdFilter short" : "2.1 EntityIdFilter effect",
    ],
    readings: [7, 17],
    leavesOpen: ["4.4"],
    compares: true,
    needs: { list: "tokens", name: "tokens.accountId", accounts: "accountIds" },
    given: ({ accounts }) => ({
      boundaries: rule.slug === "short" ? ofOneRealm(accounts) : chosen(halfOf(accounts, rule.half)),
    }),
    ask: ({ have: { list, name }, ...t }, account) => {
      const told = [rule.left, ...rule.right, ...(rule.same ?? [])];
      const values = Object.entries(rule.values(account)).filter(([key]) => told.includes(key));
      return askSets(t, list, name, Object.fromEntries(values));
    },
    check: (sets) => judgeSets(rule, sets),
    ...samplesOf(rule),
  }),
);

/** Tokens of an account whose holders are all that one, and tokens of others alone. */
function judgeOthers({ ne, eq, lt, gt }: Readonly<Record<"ne" | "eq" | "lt" | "gt", Walk>>): Judgement {
  const [own, ofOthers] = [tokenIds(eq), tokenIds(lt, gt)];
  const message = "account.id ne leaves out a token of other accounts";
  const without = [lt, gt].map((walk) => ({
    ...walk,
    rows: walk.rows.filter((token) => !own.has(token["token_id"])),
  }));
  const allowed = new Set([...tokenIds(ne)].filter((id) => !own.has(id) || ofOthers.has(id)));
  const stray = "account.id ne shows a token of that account alone";
  const shown = { walk: ne, identity: "token_id", message: stray };
  return inTurn(
    () => judgeHolds(ne, without, "token_id", message),
    () => surplusRows(shown, allowed, "only tokens of other accounts", firstAnswers([eq])),
  );
}

function tokenIds(...walks: readonly Walk[]): ReadonlySet<unknown> {
  return new Set(walks.flatMap(({ rows }) => rows.map((token) => token["token_id"])));
}

const others = (ne: Walk, eq: Walk, lt: Walk, gt: Walk) => ({ answer: { ne, eq, lt, gt }, value: "0.0.98" });

export const tokensOfOthers = clause({
  id: "4.4-account-id-ne",
  endpoint: "tokens",
  statement: "account.id with ne returns the tokens of the accounts below or above",
  cites: ["2.1 EntityIdFilter effect", "4.4 accountId effect"],
  readings: [7, 17],
  leavesOpen: ["4.4"],
  compares: true,
  needs: { list: "tokens", name: "tokens.accountId", accounts: "accountIds", some: "someAccounts" },
  given: ({ accounts, some }) => ({ boundaries: chosen([...some.slice(0, 1), ...accounts.slice(-2)]) }),
  ask: async (t, account) => {
    const { list, name } = t.have;
    const ask = (value: string) => askSet(t, list, [[name, value]]);
    const ne = await ask(`ne:${account}`);
    return { ne, eq: await ask(account), lt: await ask(`lt:${account}`), gt: await ask(`gt:${account}`) };
  },
  check: judgeOthers,
  accepts: [
    others(set(1, 2, 3), set(2, 4), set(1, 2), set(3)),
    others(set(1, 3), set(2, 4), set(1, 2), set(3)), // a token with other holders too: in or out is fair
  ],
  rejects: {
    "ne ignored": others(set(1, 2, 3, 4), set(2, 4), set(1, 2), set(3)),
    "ne read as eq": others(set(2, 4), set(2, 4), set(1, 2), set(3)),
  },
});

/** The lowest, a middle and the highest account that is known. */
function chosen(accounts: readonly string[]) {
  return firstMiddleLast(accounts).map((value) => ({ name: "an account that holds a token", value }));
}

/** The accounts at both ends of a half, the outer one first. */
function halfOf(accounts: readonly string[], half: SetRule["half"]): readonly string[] {
  const middle = Math.floor(accounts.length / 2);
  const ends = half === "lower" ? [accounts[0], accounts[middle]] : [accounts.at(-1), accounts[middle]];
  return half === undefined ? accounts : ends.filter((id) => id !== undefined);
}

/** A short id is ambiguous where accounts of several realms are known. */
function ofOneRealm(accounts: readonly string[]) {
  const oneRealm = new Set(accounts.map(shardAndRealm)).size === 1;
  return oneRealm ? chosen(accounts) : [];
}
