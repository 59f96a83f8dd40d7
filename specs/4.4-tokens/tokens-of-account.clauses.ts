// §2.1, §4.4: account.id of the token list. The contract does not define which tokens belong to an account (its holdings, or those
// that it administers), so these clauses only compare the selections of different values with one another.
import { ENTITY_ID } from "../../schemas/formats.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** Requests the tokens of a value of account.id. */
type Select = (value: string) => Promise<kit.PagedList>;

const accountPrerequisites = {
  list: "tokens",
  name: "tokens.accountId",
  accounts: "accountIds",
  configured: "givenAccounts",
  tokens: "tokenSamples",
  seed: "seed",
  material: "tokenMaterial",
} as const;
type RelationSpec = kit.SequenceSpec<typeof accountPrerequisites, string>;

/** A clause that compares the tokens of an account with those of bounds near it. */
interface AccountRelation extends Pick<RelationSpec, "statement" | "aspect" | "passes" | "fails"> {
  readonly id: kit.ClauseId;
  readonly holds: (
    select: Select,
    account: string,
    t: kit.Inputs<typeof accountPrerequisites>,
  ) => Promise<kit.CheckResult>;
  /** Chooses the accounts to send, from all known accounts in ascending order and those of the target file. Absent: all accounts. */
  readonly from?: (
    accounts: readonly string[],
    configured: readonly string[],
    soleHolders: readonly string[],
  ) => readonly string[];
}

const tokenSets = examples.idPages("tokens");
const REFUSED_ACCOUNT = examples.badRequestOf("tokens", "account.id");
/** Responses with one token each; 0 stands for no token. */
const oneEach = (...nums: readonly number[]): readonly kit.ApiResponse[] =>
  nums.map((num) => (num === 0 ? tokenSets() : tokenSets(num)));
const listHasRows = ({ rows }: kit.PagedList): boolean => rows.length > 0;

/** gte selects what gt and eq select together, and gt selects the same as gte with the next id; lte and lt are symmetric. */
function boundAnd(operator: string, strict: string, step: bigint) {
  return {
    holds: async (select: Select, account: string): Promise<kit.CheckResult> => {
      const [all, beyond] = [await select(`${operator}:${account}`), await select(`${strict}:${account}`)];
      const own = await select(account);
      const next = kit.shiftedId(account, step);
      const near = ENTITY_ID.test(next) ? await select(`${operator}:${next}`) : undefined;
      return kit.firstViolation(
        () => kit.checkEqual(all, [beyond, own], "the tokens of related account filters differ"),
        // A refusal of the bound fails the acceptance clause.
        () =>
          near === undefined || kit.isRefusedList(beyond)
            ? []
            : kit.checkEqual(beyond, [near], "two bounds without an id between them return different tokens"),
      );
    },
    passes: [
      [tokenSets(1, 2), tokenSets(1), tokenSets(2), tokenSets(1)],
      [tokenSets(1, 2), tokenSets(1, 2), tokenSets(), tokenSets(1, 2)],
    ],
    fails: {
      "an additional token": [tokenSets(1, 2, 3), tokenSets(1), tokenSets(2), tokenSets(1)],
      "one bound with other tokens": [tokenSets(1, 2), tokenSets(1, 2), tokenSets(2), tokenSets(1)],
    },
  } as const;
}

/** The tokens of an account are among those of a wide bound that the account meets. The second bound is sent if the first is refused. */
function allHold(first: string, second?: (account: string) => string) {
  return {
    holds: async (select: Select, account: string): Promise<kit.CheckResult> => {
      const found = await select(first);
      const all = second && kit.isRefusedList(found) ? await select(second(account)) : found;
      const narrower = "tokens of an account are missing from the tokens of a wider filter";
      const own = await select(account);
      return kit.ifShown(kit.checkHolds(all, [own], narrower), listHasRows(own), "a token of that account");
    },
    passes: [
      [tokenSets(1, 2), tokenSets(1, 2)],
      [tokenSets(1, 2, 3), tokenSets(1, 2)],
    ],
    fails: {
      "a token missing for the bound": [tokenSets(1, 2), tokenSets(1, 2, 3)],
      "the account refused": [tokenSets(1, 2), REFUSED_ACCOUNT],
    },
  } as const;
}

/**
 * Checks that ne omits a token that only this account selects, and returns a token that only other accounts select. A token that
 * both select may be returned or omitted: the contract does not define the filter for several holders.
 */
function checkOthers({
  ne,
  eq,
  lt,
  gt,
}: Readonly<Record<"ne" | "eq" | "lt" | "gt", kit.PagedList>>): kit.CheckResult {
  const [own, ofOthers] = [tokenIds(eq), tokenIds(lt, gt)];
  const message = "account.id with ne omits a token of other accounts";
  const without = [lt, gt].map((pagedList) => ({
    ...pagedList,
    rows: pagedList.rows.filter((token) => !own.has(token["token_id"])),
  }));
  const allowed = new Set([...tokenIds(ne)].filter((id) => !own.has(id) || ofOthers.has(id)));
  const stray = "account.id with ne returns a token of that account alone";
  const checked = kit.firstViolation(
    () => kit.checkHolds(ne, [...without, { ...eq, rows: [] }], message),
    () => kit.strayRows(ne, stray, allowed, "only tokens of other accounts", kit.firstResponses([eq])),
  );
  return kit.ifShown(checked, [eq, lt, gt].some(listHasRows), "a token of that account or of others");
}

function tokenIds(...pagedLists: readonly kit.PagedList[]): ReadonlySet<unknown> {
  return new Set(pagedLists.flatMap(({ rows }) => rows.map((token) => token["token_id"])));
}

/** The account at one end, and the middle account. */
const half = (accounts: readonly string[], at: 0 | -1): readonly string[] =>
  [accounts.at(at), accounts[Math.floor(accounts.length / 2)]].filter((id) => id !== undefined);

/** The lowest id with the same number of digits. The id before it has fewer digits, and as text is the greater one. */
const fewerDigits = (account: string): string =>
  account.replace(/\d{2,}$/, (num) => "1".padEnd(num.length, "0"));

/** The highest id with the same number of digits. The id after it has more digits, and as text is the lower one. */
const sameDigits = (account: string): string => account.replace(/\d+$/, (num) => "9".repeat(num.length));

const ACCOUNT_RELATIONS: readonly AccountRelation[] = [
  {
    // An EntityIdFilter has an optional operator (§2.1, line 19).
    id: "4.4-account-id-none-is-eq",
    statement: "account.id without an operator returns the same tokens as with eq",
    holds: async (select, account) =>
      kit.checkEqual(
        await select(account),
        [await select(`eq:${account}`)],
        "eq and no operator return different tokens",
      ),
    passes: [
      [tokenSets(1, 2), tokenSets(1, 2)],
      [tokenSets(1, 2), tokenSets(2, 1)],
    ],
    fails: { "a token missing with eq": [tokenSets(1, 2, 3), tokenSets(1, 2)] },
  },
  {
    // An id in an EntityIdFilter may omit the shard and realm parts (§2.1, line 19).
    id: "4.4-account-id-short",
    statement: "an id without shard or realm in account.id returns the same rows as the full id",
    aspect: "shortId",
    // Other sequence clauses send the bounds of this account too: equal requests are sent once.
    from: (accounts) => half(accounts, 0).slice(-1),
    holds: async (select, account, { list, accounts, seed }) => {
      if (kit.homeOf([...kit.sortedIds(list), ...accounts]) === undefined) {
        return kit.inconclusive(kit.NO_HOME);
      }
      // One further operator, picked by the seed: all of them would take many pages.
      const further = kit.pickByTurn(["gt:", "ne:", "lt:"], Math.abs(seed));
      const operators = ["", "gte:", "lte:", ...(list.size.contexts === 0 ? [] : [further])];
      const pairs = await kit.inSequence(operators, async (operator) => ({
        full: await select(operator + account),
        short: await select(operator + kit.shortId(account)),
      }));
      const message = "a short id returns other rows than the full id";
      // A refusal of an operator fails the acceptance clause.
      return kit.firstViolation(
        ...pairs.map(
          ({ full, short }, at) =>
            () =>
              at > 0 && kit.isRefusedList(full) ? [] : kit.checkEqual(short, [full], message),
        ),
      );
    },
    passes: [oneEach(1, 1, 2, 2, 3, 3, 4, 4), oneEach(9, 9, 0, 0, 0, 0, 0, 0)],
    fails: {
      "a short id returns nothing": oneEach(9, 0, 0, 0, 0, 0, 0, 0),
      "a short bound is ignored": [...oneEach(9, 9, 9), tokenSets(9, 10), ...oneEach(0, 0, 0, 0)],
      "a short id is refused": [tokenSets(9), REFUSED_ACCOUNT, ...oneEach(0, 0, 0, 0, 0, 0)],
    },
  },
  {
    // gte is an operator of an EntityIdFilter (§2.1, line 19).
    id: "4.4-account-id-gte",
    statement: "account.id with gte returns what gt together with eq return",
    ...boundAnd("gte", "gt", 1n),
    // Few accounts are above a high account, so that their tokens seldom include those of the account itself.
    from: (accounts) => [...half(accounts, -1), ...half(accounts, -1).slice(-1).map(sameDigits)],
  },
  {
    // lte is an operator of an EntityIdFilter (§2.1, line 19).
    id: "4.4-account-id-lte",
    statement: "account.id with lte returns what lt together with eq return",
    ...boundAnd("lte", "lt", -1n),
    // Few accounts are below a low account, so that their tokens seldom include those of the account itself.
    from: (accounts) => half(accounts, 0).map((account, at) => (at === 0 ? account : fewerDigits(account))),
  },
  // gte, gt, lte, lt and ne are operators of an EntityIdFilter (§2.1, line 19).
  ...(
    [
      ["4.4-account-id-gte-lowest", "gte"],
      ["4.4-account-id-gt-lowest", "gt"],
      ["4.4-account-id-lte-highest", "lte"],
      ["4.4-account-id-lt-highest", "lt"],
      ["4.4-account-id-ne-highest", "ne"],
    ] as const
  ).map(([id, operator]): AccountRelation => {
    const isLow = operator.startsWith("g");
    const [end, which] = isLow ? [kit.LOWEST_ID, "lowest"] : [kit.HIGHEST_ID, "highest"];
    return {
      id,
      statement: `account.id with ${operator} of the ${which} id returns the tokens of every account ${isLow ? "above" : "below"} it`,
      ...allHold(
        `${operator}:${end}`,
        isLow ? undefined : (account) => `${operator}:${kit.shiftedId(account, 1n)}`,
      ),
      from: (accounts) =>
        operator === "gte" || operator === "lte" ? accounts : accounts.filter((account) => account !== end),
    };
  }),
  {
    // ne is an operator of an EntityIdFilter (§2.1, line 19).
    id: "4.4-account-id-ne",
    statement: "account.id with ne returns the tokens of the accounts below or above",
    // Only a token without other holders shows whether ne omits it.
    from: (accounts, configured, [sole]) => [
      ...configured.slice(0, 1),
      ...(sole === undefined ? accounts.slice(-2) : [sole, ...accounts.slice(-1)]),
    ],
    holds: async (select, account) =>
      checkOthers({
        ne: await select(`ne:${account}`),
        eq: await select(account),
        lt: await select(`lt:${account}`),
        gt: await select(`gt:${account}`),
      }),
    passes: [
      [tokenSets(1, 2, 3), tokenSets(2, 4), tokenSets(1, 2), tokenSets(3)],
      // Token 2 has other holders too: it may be returned or omitted.
      [tokenSets(1, 3), tokenSets(2, 4), tokenSets(1, 2), tokenSets(3)],
    ],
    fails: {
      "ne ignored": [tokenSets(1, 2, 3, 4), tokenSets(2, 4), tokenSets(1, 2), tokenSets(3)],
      "ne read as eq": [tokenSets(2, 4), tokenSets(2, 4), tokenSets(1, 2), tokenSets(3)],
    },
  },
];

function accountRelation({ holds, from, ...clause }: AccountRelation) {
  return kit.sequence({
    ...clause,
    ...(clause.aspect === "shortId"
      ? { interpretations: [17] }
      : { interpretations: [7, 17], effectOf: ["tokens.accountId"] }),
    contract: [231, 19],
    compares: true,
    needs: accountPrerequisites,
    values: ({ accounts, configured, tokens }) =>
      kit.asNamed(
        kit.spread([...new Set(from?.(accounts, configured, kit.soleHolders(tokens)) ?? accounts)], 3),
      ),
    run: async (t, account: string) => {
      const order = t.configured.includes(account) ? undefined : orderFor(account, t.accounts, t.seed);
      const pagedLists: kit.PagedList[] = [];
      const select: Select = async (value) => {
        const pagesRead = await kit.requestSelection(
          t,
          t.list,
          kit.queryFrom([t.name, value], [t.list.names.order, order]),
        );
        pagedLists.push(pagesRead);
        return pagesRead;
      };
      const checked = await holds(select, account, t);
      const keys = order === undefined ? [] : await kit.requestSortKeys(t, {});
      const whole = kit.firstViolation(
        () => checked,
        () => kit.checkSortedRows(pagedLists, keys, order),
      );
      return kit.ifShown(whole, pagedLists.some(listHasRows), "a token that an account selects");
    },
  });
}

/**
 * The order that is sent beside an account between the ends. Other clauses send the accounts at the ends and those of the target
 * file without an order: the same requests are sent once.
 */
function orderFor(account: string, accounts: readonly string[], seed: number): kit.Direction | undefined {
  const at = accounts.indexOf(account);
  const isEnd = at === 0 || at === accounts.length - 1;
  return isEnd ? undefined : seed % 3 === 0 ? "asc" : "desc";
}

export const tokensOfAccount = ACCOUNT_RELATIONS.map(accountRelation);
