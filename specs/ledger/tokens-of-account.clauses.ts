// §4.4: account.id. Its meaning is not spelled out, so selections are only compared with one another.
import { law } from "../../engine/clauses/declare.ts";
import { type Cites, type ClauseId, type Have, type LawSpec, spread } from "../../engine/clauses/clause.ts";
import { shiftedId, shortId } from "../../engine/model/compare.ts";
import type { Judgement, Reply } from "../../engine/model/exchange.ts";
import { isRefusedWalk, type Walk } from "../../engine/clauses/pagination.ts";
import { askSet, judgeEqual, judgeHolds } from "../laws/lists/ground.ts";
import { ifShown, inSequence, inTurn, undecided } from "../laws/requests/verdicts.ts";
import { soleHolders, sortedIds } from "../laws/lists/lists.ts";
import { surplusRows, firstAnswers } from "../laws/lists/walked.ts";
import { judgeSorted } from "../laws/lists/order.ts";
import type { Direction } from "../laws/lists/ordering.ts";
import { askKeys } from "../laws/lists/requests.ts";
import { inTurnOf } from "../laws/requests/beside.ts";
import { HIGHEST_ID, homeOf, LOWEST_ID, NO_HOME, queryFrom } from "../laws/requests/ordinary.ts";
import { asNamed } from "../../generators/cases.ts";
import { answer, invalidParameter } from "../fixtures/answers.ts";
import { idPages } from "../fixtures/walks.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";

/** What account.id with a value selects. */
type Select = (value: string) => Promise<Walk>;

const needs = {
  list: "tokens",
  name: "tokens.accountId",
  accounts: "accountIds",
  some: "givenAccounts",
  tokens: "tokenSamples",
  seed: "seed",
  material: "tokenMaterial",
} as const;
type Spec = LawSpec<typeof needs, string>;
type Known = Have<typeof needs>;

/** A law over what an account and bounds beside it select. */
interface AccountLaw extends Pick<Spec, "statement" | "keeps" | "breaks"> {
  readonly slug: string;
  readonly judge: (select: Select, account: string, t: Known) => Promise<Judgement>;
  /** What says so beside the effect of account.id; absent: what such a filter selects. */
  readonly cites?: Cites;
  /** Some of the accounts that are known, lowest first; absent: all. `sole`: who alone holds a token. */
  readonly from?: (
    accounts: readonly string[],
    some: readonly string[],
    sole: readonly string[],
  ) => readonly string[];
}

function accountLaw({ slug, judge, from, cites = ["2.1 EntityIdFilter effect", 7], ...told }: AccountLaw) {
  const id: ClauseId = `4.4-account-id-${slug}`;
  return law({
    ...told,
    id,
    cites: ["4.4 accountId effect", ...cites, 17],
    compares: true,
    needs,
    given: ({ accounts, some, tokens }) =>
      asNamed(spread([...new Set(from?.(accounts, some, soleHolders(tokens)) ?? accounts)], 3)),
    run: async (t, account: string) => {
      const order = t.some.includes(account) ? undefined : orderFor(account, t.accounts, t.seed);
      const walks: Walk[] = [];
      const select = async (value: string): Promise<Walk> => {
        const walked = await askSet(t, t.list, queryFrom([t.name, value], [t.list.names.order, order]));
        walks.push(walked);
        return walked;
      };
      const judged = await judge(select, account, t);
      const keys = order === undefined ? [] : await askKeys(t, {});
      const whole = inTurn(
        () => judged,
        () => judgeSorted(walks, keys, order),
      );
      return ifShown(whole, walks.some(hasRows), "a token that an account selects");
    },
  });
}

/** Accounts at the ends, and those that the user names, are sent alone by other clauses: those between, beside an order. */
function orderFor(account: string, accounts: readonly string[], seed: number): Direction | undefined {
  const at = accounts.indexOf(account);
  const isEnd = at === 0 || at === accounts.length - 1;
  return isEnd ? undefined : seed % 3 === 0 ? "asc" : "desc";
}

/** Two bounds that select the same; whether the first is taken at all is judged by 4.4-account-id-accepted. */
const sameBounds = (one: Walk, other: Walk): Judgement =>
  isRefusedWalk(one)
    ? []
    : judgeEqual(one, [other], "bounds with no id between them select different tokens");

const set = idPages("tokens");
const refused = answer("tokens", 400, invalidParameter("account.id"));
const noToken = (...names: readonly string[]): readonly Reply[] => names.map(() => set());
const hasRows = ({ rows }: Walk): boolean => rows.length > 0;

/** gte selects what gt and eq select together, and gt the same as gte with the next id; lte, lt likewise, with the id before. */
function boundAnd(operator: string, strict: string, step: bigint) {
  return {
    judge: async (select: Select, account: string): Promise<Judgement> => {
      const [all, beyond] = [await select(`${operator}:${account}`), await select(`${strict}:${account}`)];
      const own = await select(account);
      const next = shiftedId(account, step);
      const near = ENTITY_ID.test(next) ? await select(`${operator}:${next}`) : undefined;
      return inTurn(
        () => judgeEqual(all, [beyond, own], "selections by account do not add up"),
        () => (near === undefined ? [] : sameBounds(beyond, near)),
      );
    },
    keeps: [
      [set(1, 2), set(1), set(2), set(1)],
      [set(1, 2), set(1, 2), set(), set(1, 2)],
    ],
    breaks: {
      "a token too many": [set(1, 2, 3), set(1), set(2), set(1)],
      "one bound that selects otherwise": [set(1, 2), set(1, 2), set(2), set(1)],
    },
  } as const;
}

/** The tokens of an account are among those of a wide bound that it meets; the second where the first is refused. */
function allHold(first: string, second?: (account: string) => string) {
  return {
    judge: async (select: Select, account: string): Promise<Judgement> => {
      const found = await select(first);
      const all = second && isRefusedWalk(found) ? await select(second(account)) : found;
      const narrower = "tokens of an account are left out of a wider selection";
      const own = await select(account);
      return ifShown(judgeHolds(all, [own], narrower), hasRows(own), "a token of that account");
    },
    keeps: [
      [set(1, 2), set(1, 2)],
      [set(1, 2, 3), set(1, 2)],
    ],
    breaks: {
      "a token too few under the bound": [set(1, 2), set(1, 2, 3)],
      "the account refused": [set(1, 2), refused],
    },
  } as const;
}

/** A token that this account alone holds is left out, one of others alone is shown; one of both may be either. */
function judgeOthers({ ne, eq, lt, gt }: Readonly<Record<"ne" | "eq" | "lt" | "gt", Walk>>): Judgement {
  const [own, ofOthers] = [tokenIds(eq), tokenIds(lt, gt)];
  const message = "account.id ne leaves out a token of other accounts";
  const without = [lt, gt].map((walk) => ({
    ...walk,
    rows: walk.rows.filter((token) => !own.has(token["token_id"])),
  }));
  const allowed = new Set([...tokenIds(ne)].filter((id) => !own.has(id) || ofOthers.has(id)));
  const stray = "account.id ne shows a token of that account alone";
  const judged = inTurn(
    () => judgeHolds(ne, [...without, { ...eq, rows: [] }], message),
    () => surplusRows(ne, stray, allowed, "only tokens of other accounts", firstAnswers([eq])),
  );
  return ifShown(judged, [eq, lt, gt].some(hasRows), "a token of that account or of others");
}

function tokenIds(...walks: readonly Walk[]): ReadonlySet<unknown> {
  return new Set(walks.flatMap(({ rows }) => rows.map((token) => token["token_id"])));
}

/** The outer account of a half, and the middle one. */
const half = (accounts: readonly string[], at: 0 | -1): readonly string[] =>
  [accounts.at(at), accounts[Math.floor(accounts.length / 2)]].filter((id) => id !== undefined);

/** The lowest id of as many digits: the one before it has fewer, and is the greater of the two as text. */
const fewerDigits = (account: string): string =>
  account.replace(/\d{2,}$/, (num) => "1".padEnd(num.length, "0"));

/** The highest id of as many digits: the one behind it has more, and is the lower of the two as text. */
const sameDigits = (account: string): string => account.replace(/\d+$/, (num) => "9".repeat(num.length));

const LAWS: readonly AccountLaw[] = [
  {
    slug: "none-is-eq",
    statement: "account.id without an operator returns the same tokens as with eq",
    judge: async (select, account) =>
      judgeEqual(
        await select(account),
        [await select(`eq:${account}`)],
        "two ways to name one account select different tokens",
      ),
    keeps: [
      [set(1, 2), set(1, 2)],
      [set(1, 2), set(2, 1)],
    ],
    breaks: { "a token too few with eq": [set(1, 2, 3), set(1, 2)] },
  },
  {
    slug: "short",
    statement: "an id without shard or realm in account.id returns the same rows as the full id",
    cites: ["2.1 EntityIdFilter short"],
    // Bounds of this account are sent by other laws too.
    from: (accounts) => half(accounts, 0).slice(-1),
    judge: async (select, account, { list, accounts, seed }) => {
      if (homeOf([...sortedIds(list), ...accounts]) === undefined) {
        return undecided(NO_HOME);
      }
      // One more that the seed picks: all of them would be many pages.
      const further = inTurnOf(["gt:", "ne:", "lt:"], Math.abs(seed));
      const operators = ["", "gte:", "lte:", ...(list.size.contexts === 0 ? [] : [further])];
      const pairs = await inSequence(operators, async (operator) => ({
        full: await select(operator + account),
        short: await select(operator + shortId(account)),
      }));
      const message = "a short id selects other rows than the full id";
      // Whether an operator is taken at all is judged by the clause on accepted values.
      return inTurn(
        ...pairs.map(
          ({ full, short }, at) =>
            () =>
              at > 0 && isRefusedWalk(full) ? [] : judgeEqual(short, [full], message),
        ),
      );
    },
    keeps: [
      [1, 1, 2, 2, 3, 3, 4, 4].map((num) => set(num)),
      [set(9), set(9), ...noToken("gte", "short", "lte", "short", "ne", "short")],
    ],
    breaks: {
      "a short id selects nothing": [
        set(9),
        ...noToken("short", "gte", "short", "lte", "short", "ne", "short"),
      ],
      "a short bound is ignored": [
        set(9),
        set(9),
        set(9),
        set(9, 10),
        ...noToken("lte", "short", "ne", "short"),
      ],
      "a short id is refused": [set(9), refused, ...noToken("gte", "short", "lte", "short", "ne", "short")],
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
  ...["gte", "gt"].map((operator): AccountLaw => {
    const statement = `account.id with ${operator} of the lowest id returns the tokens of every account above it`;
    return {
      slug: `${operator}-lowest`,
      statement,
      ...allHold(`${operator}:${LOWEST_ID}`),
      from: (accounts) => (operator === "gt" ? accounts.filter((id) => id !== LOWEST_ID) : accounts),
    };
  }),
  ...["lte", "lt", "ne"].map((operator): AccountLaw => {
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
    judge: async (select, account) =>
      judgeOthers({
        ne: await select(`ne:${account}`),
        eq: await select(account),
        lt: await select(`lt:${account}`),
        gt: await select(`gt:${account}`),
      }),
    keeps: [
      [set(1, 2, 3), set(2, 4), set(1, 2), set(3)],
      [set(1, 3), set(2, 4), set(1, 2), set(3)], // a token with other holders too: in or out is fair
    ],
    breaks: {
      "ne ignored": [set(1, 2, 3, 4), set(2, 4), set(1, 2), set(3)],
      "ne read as eq": [set(2, 4), set(2, 4), set(1, 2), set(3)],
    },
  },
];

export const tokensOfAccount = LAWS.map(accountLaw);
