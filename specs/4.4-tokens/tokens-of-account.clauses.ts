// §4.4: account.id. Its meaning is not spelled out, so selections are only compared with one another.
import { sequence } from "../../engine/clauses/declare.ts";
import {
  type Cites,
  type ClauseId,
  type Inputs,
  type SequenceSpec,
  spread,
} from "../../engine/clauses/clause.ts";
import { shiftedId, shortId } from "../../engine/model/compare.ts";
import type { CheckResult, ApiResponse } from "../../engine/model/exchange.ts";
import { isRefusedList, type PagedList } from "../../engine/clauses/pagination.ts";
import { requestSet, checkEqual, checkHolds } from "../kit/lists/base-rows.ts";
import { ifShown, inSequence, firstViolation, inconclusive } from "../kit/requests/verdicts.ts";
import { soleHolders, sortedIds } from "../kit/lists/lists.ts";
import { surplusRows, firstResponses } from "../kit/lists/pages-read.ts";
import { checkSortedRows } from "../kit/lists/order.ts";
import type { Direction } from "../kit/lists/ordering.ts";
import { requestSortKeys } from "../kit/lists/requests.ts";
import { inTurnOf } from "../kit/requests/beside.ts";
import { HIGHEST_ID, homeOf, LOWEST_ID, NO_HOME, queryFrom } from "../kit/requests/ordinary.ts";
import { asNamed } from "../../generators/cases.ts";
import { exampleResponse, invalidParameter } from "../examples/responses.ts";
import { idPages } from "../examples/pages.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";

/** What account.id with a value selects. */
type Select = (value: string) => Promise<PagedList>;

const accountPrerequisites = {
  list: "tokens",
  name: "tokens.accountId",
  accounts: "accountIds",
  some: "givenAccounts",
  tokens: "tokenSamples",
  seed: "seed",
  material: "tokenMaterial",
} as const;
type Spec = SequenceSpec<typeof accountPrerequisites, string>;
type AccountInputs = Inputs<typeof accountPrerequisites>;

/** A sequence clause over what an account and bounds beside it select. */
interface AccountRelation extends Pick<Spec, "statement" | "passes" | "fails"> {
  readonly slug: string;
  readonly check: (select: Select, account: string, t: AccountInputs) => Promise<CheckResult>;
  /** What says so beside the effect of account.id; absent: what such a filter selects. */
  readonly cites?: Cites;
  /** Some of the accounts that are known, lowest first; absent: all. `sole`: who alone holds a token. */
  readonly from?: (
    accounts: readonly string[],
    some: readonly string[],
    sole: readonly string[],
  ) => readonly string[];
}

function accountRelation({
  slug,
  check,
  from,
  cites = ["2.1 EntityIdFilter effect", 7],
  ...told
}: AccountRelation) {
  const id: ClauseId = `4.4-account-id-${slug}`;
  return sequence({
    ...told,
    id,
    cites: ["4.4 accountId effect", ...cites, 17],
    compares: true,
    needs: accountPrerequisites,
    given: ({ accounts, some, tokens }) =>
      asNamed(spread([...new Set(from?.(accounts, some, soleHolders(tokens)) ?? accounts)], 3)),
    run: async (t, account: string) => {
      const order = t.some.includes(account) ? undefined : orderFor(account, t.accounts, t.seed);
      const pagedLists: PagedList[] = [];
      const select = async (value: string): Promise<PagedList> => {
        const pagesRead = await requestSet(
          t,
          t.list,
          queryFrom([t.name, value], [t.list.names.order, order]),
        );
        pagedLists.push(pagesRead);
        return pagesRead;
      };
      const checked = await check(select, account, t);
      const keys = order === undefined ? [] : await requestSortKeys(t, {});
      const whole = firstViolation(
        () => checked,
        () => checkSortedRows(pagedLists, keys, order),
      );
      return ifShown(whole, pagedLists.some(listHasRows), "a token that an account selects");
    },
  });
}

/** Accounts at the ends, and those that the user names, are sent alone by other clauses: those between, beside an order. */
function orderFor(account: string, accounts: readonly string[], seed: number): Direction | undefined {
  const at = accounts.indexOf(account);
  const isEnd = at === 0 || at === accounts.length - 1;
  return isEnd ? undefined : seed % 3 === 0 ? "asc" : "desc";
}

/** Two bounds that select the same; whether the first is taken at all is checked by 4.4-account-id-accepted. */
const sameBounds = (one: PagedList, other: PagedList): CheckResult =>
  isRefusedList(one)
    ? []
    : checkEqual(one, [other], "bounds with no id between them select different tokens");

const tokenSets = idPages("tokens");
const REFUSED_ACCOUNT = exampleResponse("tokens", 400, invalidParameter("account.id"));
const noToken = (...names: readonly string[]): readonly ApiResponse[] => names.map(() => tokenSets());
const listHasRows = ({ rows }: PagedList): boolean => rows.length > 0;

/** gte selects what gt and eq select together, and gt the same as gte with the next id; lte, lt likewise, with the id before. */
function boundAnd(operator: string, strict: string, step: bigint) {
  return {
    check: async (select: Select, account: string): Promise<CheckResult> => {
      const [all, beyond] = [await select(`${operator}:${account}`), await select(`${strict}:${account}`)];
      const own = await select(account);
      const next = shiftedId(account, step);
      const near = ENTITY_ID.test(next) ? await select(`${operator}:${next}`) : undefined;
      return firstViolation(
        () => checkEqual(all, [beyond, own], "selections by account do not add up"),
        () => (near === undefined ? [] : sameBounds(beyond, near)),
      );
    },
    passes: [
      [tokenSets(1, 2), tokenSets(1), tokenSets(2), tokenSets(1)],
      [tokenSets(1, 2), tokenSets(1, 2), tokenSets(), tokenSets(1, 2)],
    ],
    fails: {
      "a token too many": [tokenSets(1, 2, 3), tokenSets(1), tokenSets(2), tokenSets(1)],
      "one bound that selects otherwise": [tokenSets(1, 2), tokenSets(1, 2), tokenSets(2), tokenSets(1)],
    },
  } as const;
}

/** The tokens of an account are among those of a wide bound that it meets; the second where the first is refused. */
function allHold(first: string, second?: (account: string) => string) {
  return {
    check: async (select: Select, account: string): Promise<CheckResult> => {
      const found = await select(first);
      const all = second && isRefusedList(found) ? await select(second(account)) : found;
      const narrower = "tokens of an account are left out of a wider selection";
      const own = await select(account);
      return ifShown(checkHolds(all, [own], narrower), listHasRows(own), "a token of that account");
    },
    passes: [
      [tokenSets(1, 2), tokenSets(1, 2)],
      [tokenSets(1, 2, 3), tokenSets(1, 2)],
    ],
    fails: {
      "a token too few under the bound": [tokenSets(1, 2), tokenSets(1, 2, 3)],
      "the account refused": [tokenSets(1, 2), REFUSED_ACCOUNT],
    },
  } as const;
}

/** A token that this account alone holds is left out, one of others alone is shown; one of both may be either. */
function checkOthers({
  ne,
  eq,
  lt,
  gt,
}: Readonly<Record<"ne" | "eq" | "lt" | "gt", PagedList>>): CheckResult {
  const [own, ofOthers] = [tokenIds(eq), tokenIds(lt, gt)];
  const message = "account.id ne leaves out a token of other accounts";
  const without = [lt, gt].map((pagedList) => ({
    ...pagedList,
    rows: pagedList.rows.filter((token) => !own.has(token["token_id"])),
  }));
  const allowed = new Set([...tokenIds(ne)].filter((id) => !own.has(id) || ofOthers.has(id)));
  const stray = "account.id ne shows a token of that account alone";
  const checked = firstViolation(
    () => checkHolds(ne, [...without, { ...eq, rows: [] }], message),
    () => surplusRows(ne, stray, allowed, "only tokens of other accounts", firstResponses([eq])),
  );
  return ifShown(checked, [eq, lt, gt].some(listHasRows), "a token of that account or of others");
}

function tokenIds(...pagedLists: readonly PagedList[]): ReadonlySet<unknown> {
  return new Set(pagedLists.flatMap(({ rows }) => rows.map((token) => token["token_id"])));
}

/** The outer account of a half, and the middle one. */
const half = (accounts: readonly string[], at: 0 | -1): readonly string[] =>
  [accounts.at(at), accounts[Math.floor(accounts.length / 2)]].filter((id) => id !== undefined);

/** The lowest id of as many digits: the one before it has fewer, and is the greater of the two as text. */
const fewerDigits = (account: string): string =>
  account.replace(/\d{2,}$/, (num) => "1".padEnd(num.length, "0"));

/** The highest id of as many digits: the one behind it has more, and is the lower of the two as text. */
const sameDigits = (account: string): string => account.replace(/\d+$/, (num) => "9".repeat(num.length));

const ACCOUNT_RELATIONS: readonly AccountRelation[] = [
  {
    slug: "none-is-eq",
    statement: "account.id without an operator returns the same tokens as with eq",
    check: async (select, account) =>
      checkEqual(
        await select(account),
        [await select(`eq:${account}`)],
        "two ways to name one account select different tokens",
      ),
    passes: [
      [tokenSets(1, 2), tokenSets(1, 2)],
      [tokenSets(1, 2), tokenSets(2, 1)],
    ],
    fails: { "a token too few with eq": [tokenSets(1, 2, 3), tokenSets(1, 2)] },
  },
  {
    slug: "short",
    statement: "an id without shard or realm in account.id returns the same rows as the full id",
    cites: ["2.1 EntityIdFilter short"],
    // Bounds of this account are sent by other sequence clauses too.
    from: (accounts) => half(accounts, 0).slice(-1),
    check: async (select, account, { list, accounts, seed }) => {
      if (homeOf([...sortedIds(list), ...accounts]) === undefined) {
        return inconclusive(NO_HOME);
      }
      // One more that the seed picks: all of them would be many pages.
      const further = inTurnOf(["gt:", "ne:", "lt:"], Math.abs(seed));
      const operators = ["", "gte:", "lte:", ...(list.size.contexts === 0 ? [] : [further])];
      const pairs = await inSequence(operators, async (operator) => ({
        full: await select(operator + account),
        short: await select(operator + shortId(account)),
      }));
      const message = "a short id selects other rows than the full id";
      // Whether an operator is taken at all is checked by the clause on accepted values.
      return firstViolation(
        ...pairs.map(
          ({ full, short }, at) =>
            () =>
              at > 0 && isRefusedList(full) ? [] : checkEqual(short, [full], message),
        ),
      );
    },
    passes: [
      [1, 1, 2, 2, 3, 3, 4, 4].map((num) => tokenSets(num)),
      [tokenSets(9), tokenSets(9), ...noToken("gte", "short", "lte", "short", "ne", "short")],
    ],
    fails: {
      "a short id selects nothing": [
        tokenSets(9),
        ...noToken("short", "gte", "short", "lte", "short", "ne", "short"),
      ],
      "a short bound is ignored": [
        tokenSets(9),
        tokenSets(9),
        tokenSets(9),
        tokenSets(9, 10),
        ...noToken("lte", "short", "ne", "short"),
      ],
      "a short id is refused": [
        tokenSets(9),
        REFUSED_ACCOUNT,
        ...noToken("gte", "short", "lte", "short", "ne", "short"),
      ],
    },
  },
  {
    slug: "gte",
    statement: "account.id with gte returns what gt together with eq return",
    ...boundAnd("gte", "gt", 1n),
    // Above a high account there are few tokens that could hide those of the account itself.
    from: (accounts) => [...half(accounts, -1), ...half(accounts, -1).slice(-1).map(sameDigits)],
  },
  {
    slug: "lte",
    statement: "account.id with lte returns what lt together with eq return",
    ...boundAnd("lte", "lt", -1n),
    // Below a low account there are few tokens that could hide those of the account itself.
    from: (accounts) => half(accounts, 0).map((account, at) => (at === 0 ? account : fewerDigits(account))),
  },
  ...["gte", "gt"].map((operator): AccountRelation => {
    const statement = `account.id with ${operator} of the lowest id returns the tokens of every account above it`;
    return {
      slug: `${operator}-lowest`,
      statement,
      ...allHold(`${operator}:${LOWEST_ID}`),
      from: (accounts) => (operator === "gt" ? accounts.filter((id) => id !== LOWEST_ID) : accounts),
    };
  }),
  ...["lte", "lt", "ne"].map((operator): AccountRelation => {
    const statement = `account.id with ${operator} of the highest id returns the tokens of every account below it`;
    const above = (account: string) => `${operator}:${shiftedId(account, 1n)}`;
    return {
      slug: `${operator}-highest`,
      statement,
      ...allHold(`${operator}:${HIGHEST_ID}`, above),
      from: (accounts) => (operator === "lte" ? accounts : accounts.filter((id) => id !== HIGHEST_ID)),
    };
  }),
  {
    slug: "ne",
    statement: "account.id with ne returns the tokens of the accounts below or above",
    // A token that others hold too may be in or out.
    from: (accounts, some, [sole]) => [
      ...some.slice(0, 1),
      ...(sole === undefined ? accounts.slice(-2) : [sole, ...accounts.slice(-1)]),
    ],
    check: async (select, account) =>
      checkOthers({
        ne: await select(`ne:${account}`),
        eq: await select(account),
        lt: await select(`lt:${account}`),
        gt: await select(`gt:${account}`),
      }),
    passes: [
      [tokenSets(1, 2, 3), tokenSets(2, 4), tokenSets(1, 2), tokenSets(3)],
      [tokenSets(1, 3), tokenSets(2, 4), tokenSets(1, 2), tokenSets(3)], // a token with other holders too: in or out is fair
    ],
    fails: {
      "ne ignored": [tokenSets(1, 2, 3, 4), tokenSets(2, 4), tokenSets(1, 2), tokenSets(3)],
      "ne read as eq": [tokenSets(2, 4), tokenSets(2, 4), tokenSets(1, 2), tokenSets(3)],
    },
  },
];

export const tokensOfAccount = ACCOUNT_RELATIONS.map(accountRelation);
