// §2.1, §4.4: account.id of the token list: selections are compared only with one another, because their meaning is unspecified
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

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

/** A clause that compares the tokens of an account with those of bounds near it. */
interface AccountRelation extends Pick<
  kit.SequenceSpec<typeof accountPrerequisites, string>,
  "statement" | "aspect"
> {
  readonly id: kit.ClauseId;
  readonly holds: (
    select: Select,
    account: string,
    t: kit.Inputs<typeof accountPrerequisites>,
  ) => Promise<kit.CheckResult>;
  /** Chooses the accounts, of which `accounts` are in ascending order; absent: all. */
  readonly from?: (
    accounts: readonly string[],
    configured: readonly string[],
    holders: TokenHolders,
  ) => readonly (string | undefined)[];
  /** In the order of the requests, as text of {@link examples.scriptOf}. */
  readonly passes: readonly [string, string];
  readonly fails: Readonly<Record<string, string>>;
}

const accountResponses = examples.scriptOf("tokens");

/** gte selects the tokens that gt and eq select together, and gt those of gte with the next id; lte and lt are symmetric. */
function boundAndStrict(operator: string, strict: string, step: bigint) {
  return {
    holds: async (select: Select, account: string): Promise<kit.CheckResult> => {
      const [all, beyond] = [await select(`${operator}:${account}`), await select(`${strict}:${account}`)];
      const ofAccount = await select(account);
      const next = kit.shiftedId(account, step);
      const near = kit.ENTITY_ID.test(next) ? await select(`${operator}:${next}`) : undefined;
      const compared = near === undefined || kit.isRefusedList(beyond) ? [] : [near];
      const notTogether = `${operator} does not return exactly the tokens of ${strict} and eq together`;
      const notNear = "two bounds without an id between them return different tokens";
      return kit.firstViolation(
        () => kit.same(all, [beyond, ofAccount], notTogether),
        ...compared.map((one) => () => kit.same(beyond, [one], notNear)),
      );
    },
    passes: ["1 2 | 1 | 2 | 1", "1 2 | 1 2 | | 1 2"],
    fails: {
      "an additional token": "1 2 3 | 1 | 2 | 1",
      "gt differs from gte with the next id": "1 2 | 1 2 | 2 | 1",
    },
  } as const;
}

/** A wide bound returns the tokens of each account that meets it. If it is refused, `above` is sent with the next id. */
function wideBound(bound: string, above?: string) {
  return {
    holds: async (select: Select, account: string): Promise<kit.CheckResult> => {
      const found = await select(bound);
      const next = kit.shiftedId(account, 1n);
      const isOtherSent = above !== undefined && kit.ENTITY_ID.test(next) && kit.isRefusedList(found);
      const all = isOtherSent ? await select(`${above}:${next}`) : found;
      const narrower = "tokens of an account are missing from the tokens of a wider filter";
      const ofAccount = await select(account);
      const checked = kit.contains(all, [ofAccount], narrower);
      return kit.ifShown(checked, kit.listHasRows(ofAccount), "a token of that account");
    },
    passes: ["1 2 | 1 2", "1 2 3 | 1 2"],
    fails: { "a token missing for the bound": "1 2 | 1 2 3", "the account refused": "1 2 | !" },
  } as const;
}

/**
 * Checks that ne omits a token that only this account selects, and returns a token that only other accounts select. A token of both may be
 * returned or omitted: the contract does not define the filter for several holders.
 */
async function checkNe(select: Select, account: string): Promise<kit.CheckResult> {
  const [ne, eq] = [await select(`ne:${account}`), await select(account)];
  const sides = [await select(`lt:${account}`), await select(`gt:${account}`)];
  const isOfAccount = kit.isRowOf(eq.rows, eq.identity);
  const isOfOthers = kit.isRowOf(
    sides.flatMap(({ rows }) => rows),
    eq.identity,
  );
  const without = sides.map((one) => ({ ...one, rows: one.rows.filter((token) => !isOfAccount(token)) }));
  const allowed = ne.rows.filter((token) => !isOfAccount(token) || isOfOthers(token));
  const [missing, stray] = [
    "account.id with ne omits a token of other accounts",
    "account.id with ne returns a token of the account that neither lt nor gt returns",
  ];
  const checked = kit.firstViolation(
    () => kit.contains(ne, [...without, { ...eq, rows: [] }], missing),
    () =>
      kit.strayRows(ne, stray, allowed, "a token that lt or gt returns", kit.firstResponses([eq, ...sides])),
  );
  return kit.ifShown(checked, [eq, ...sides].some(kit.listHasRows), "a token of that account or of others");
}

async function checkShortIds(
  select: Select,
  account: string,
  { list, accounts, seed }: kit.Inputs<typeof accountPrerequisites>,
): Promise<kit.CheckResult> {
  const why = kit.whyShortIdAmbiguous([...kit.sortedIds(list), ...accounts]);
  if (why !== undefined) return why;
  // All operators would take many pages: the seed selects one.
  const further = kit.rotated(["gt:", "ne:", "lt:"], Math.abs(seed)).slice(0, 1);
  const operators = ["", ...(kit.isSmoke(list.size) ? [] : ["gte:", "lte:", ...further])];
  const pairs = await kit.inSequence(operators, async (operator) => ({
    operator,
    full: await select(operator + account),
    short: await select(operator + kit.shortId(account)),
  }));
  const compared = pairs.filter(({ operator, full }) => operator === "" || !kit.isRefusedList(full));
  const message = "a short id and the full id return different rows";
  const checkPair = ({ full, short }: (typeof pairs)[number]) => kit.same(short, [full], message);
  return kit.firstViolation(...compared.map((pair) => () => checkPair(pair)));
}

/** The lowest id with as many digits: as text, the previous id, with fewer digits, is greater. */
const lowestOfWidth = (account: string): string =>
  account.replace(/\d{2,}$/, (num) => "1".padEnd(num.length, "0"));

/** The highest id with as many digits: as text, the next id, with more digits, is lower. */
const highestOfWidth = (account: string): string => account.replace(/\d+$/, (num) => "9".repeat(num.length));

/** Accounts that hold a token whose balances fit on one page; undefined if none is known. */
interface TokenHolders {
  /** The only holder of a token. */
  readonly sole?: string | undefined;
  /** The lowest account of a token, which account.id=lt with it does not select. `highest`: likewise with gt. */
  readonly lowest?: string | undefined;
  readonly highest?: string | undefined;
}

/** An account with balance 0 is no holder: a token whose lowest account has balance 0 has no `lowest`. */
function holdersOfTokens(tokens: readonly kit.Sample[]): TokenHolders {
  const groups = tokens.map(({ response }) => {
    const rows = kit.nextIn(response) === null ? kit.rowsIn(response) : [];
    const accounts = rows.map(({ account }) => kit.integerText(account)).toSorted(kit.compareIds);
    const holders = kit.holdersIn({ rows }, rows.length);
    const holderAt = (index: number) => holders.find((id) => id === accounts.at(index));
    return { lowest: holderAt(0), highest: holderAt(-1), sole: rows.length === 1 ? holders[0] : undefined };
  });
  const idsOf = (end: keyof TokenHolders): readonly string[] =>
    groups.flatMap((group) => group[end] ?? []).toSorted(kit.compareIds);
  return { sole: idsOf("sole")[0], lowest: idsOf("lowest").at(-1), highest: idsOf("highest")[0] };
}

/** Every account meets these bounds, except perhaps the account with the lowest or the highest id itself. */
const WIDE_BOUNDS = [
  ["4.4-account-id-gte-lowest", "gte"],
  ["4.4-account-id-gt-lowest", "gt"],
  ["4.4-account-id-lte-highest", "lte"],
  ["4.4-account-id-lt-highest", "lt"],
  ["4.4-account-id-ne-highest", "ne"],
] as const;

/** account.id takes the id of an account, with or without shard and realm, and an optional operator (§2.1, §4.4). */
const ACCOUNT_RELATIONS: readonly AccountRelation[] = [
  {
    id: "4.4-account-id-none-is-eq",
    statement: "account.id without an operator returns in order the same tokens as with eq",
    holds: async (select, account) => {
      const [without, eq] = [await select(account), await select(`eq:${account}`)];
      return kit.same(without, [eq], "eq and no operator return different tokens");
    },
    passes: ["1 2 | 1 2", "1 2 | 2 1"],
    fails: { "a token missing with eq": "1 2 3 | 1 2" },
  },
  {
    id: "4.4-account-id-short",
    statement: "an id without shard or realm in account.id returns in order the rows of the full id",
    aspect: "shortId",
    from: (accounts) => [kit.middleOf(accounts)],
    holds: checkShortIds,
    passes: ["1 | 1 | 2 | 2 | 3 | 3 | 4 | 4", "9 | 9 | | | | | | "],
    fails: {
      "a short id returns nothing": "9 | | | | | | | ",
      "a short bound is ignored": "9 | 9 | 9 | 9 10 | | | | ",
      "a short id is refused": "9 | ! | | | | | | ",
    },
  },
  {
    id: "4.4-account-id-gte",
    statement: "account.id gte returns in order the tokens of gt or of eq, as gt does with id - 1",
    ...boundAndStrict("gte", "gt", 1n),
    // Few accounts are above a high account: their tokens seldom include its own.
    from: (accounts, [configured], { highest }) => {
      const middle = kit.middleOf(accounts);
      return [configured ?? accounts.at(-1), highest ?? middle, middle && highestOfWidth(middle)];
    },
  },
  {
    id: "4.4-account-id-lte",
    statement: "account.id lte returns in order the tokens of lt or of eq, as lt does with id + 1",
    ...boundAndStrict("lte", "lt", -1n),
    // Few accounts are below a low account: their tokens seldom include its own.
    from: (accounts, [configured], { lowest }) => {
      const middle = kit.middleOf(accounts);
      return [configured ?? accounts[0], lowest, middle && lowestOfWidth(middle)];
    },
  },
  ...WIDE_BOUNDS.map(([id, operator]): AccountRelation => {
    const isLow = operator.startsWith("g");
    const [end, which] = isLow ? [kit.LOWEST_ID, "lowest"] : [kit.HIGHEST_ID, "highest"];
    return {
      id,
      statement: `account.id ${operator} the ${which} possible id returns in order the tokens of each ${isLow ? "higher" : "lower"} account`,
      ...wideBound(`${operator}:${end}`, isLow ? undefined : operator),
      from: (accounts) =>
        operator === "gte" || operator === "lte" ? accounts : accounts.filter((account) => account !== end),
    };
  }),
  {
    id: "4.4-account-id-ne",
    statement: "account.id with ne returns in order tokens of only others, but none of only that account",
    // Only a token without other holders shows whether ne omits it.
    from: (accounts, configured, { sole }) => [
      ...configured.slice(0, 1),
      ...(sole === undefined ? accounts.slice(-2) : [sole, ...accounts.slice(-1)]),
    ],
    holds: checkNe,
    // In the second example token 2 has other holders too.
    passes: ["1 2 3 | 2 4 | 1 2 | 3", "1 3 | 2 4 | 1 2 | 3"],
    fails: { "ne ignored": "1 2 3 4 | 2 4 | 1 2 | 3", "ne read as eq": "2 4 | 2 4 | 1 2 | 3" },
  },
];

function accountRelation({ holds, from, passes: [one, other], fails, ...clause }: AccountRelation) {
  return kit.sequence({
    ...clause,
    ...(clause.aspect === "shortId"
      ? { interpretations: [17] }
      : { interpretations: [7, 17], effectOf: ["tokens.accountId"] }),
    contract: [231, 19],
    compares: true,
    needs: accountPrerequisites,
    values: ({ accounts, configured, tokens }) => {
      const chosen = from?.(accounts, configured, holdersOfTokens(tokens)) ?? accounts;
      return kit.asNamed(kit.spread([...new Set(chosen.filter((account) => account !== undefined))], 3));
    },
    run: async (t, account: string) => {
      const order = t.configured.includes(account) ? undefined : orderFor(account, t.accounts, t.seed);
      const pagedLists: kit.PagedList[] = [];
      const select: Select = async (value) => {
        const query = kit.queryFrom([t.name, value], [t.list.names.order, order]);
        const pagesRead = await kit.requestSelection(t, t.list, query);
        pagedLists.push(pagesRead);
        return pagesRead;
      };
      const checked = await holds(select, account, t);
      const keys = order === undefined ? [] : await kit.requestSortKeys(t, {});
      const inOrder = () => kit.checkSortedRows(pagedLists, keys, order);
      const subject = "a token that the accounts of this clause select";
      const checkedWithOrder = kit.firstViolation(() => checked, inOrder);
      return kit.ifShown(checkedWithOrder, pagedLists.some(kit.listHasRows), subject);
    },
    passes: [accountResponses(one), accountResponses(other)],
    fails: kit.mapValues(fails, accountResponses),
  });
}

/** No order for the first and the last account, which other clauses send without one. */
function orderFor(account: string, accounts: readonly string[], seed: number): kit.Direction | undefined {
  const at = accounts.indexOf(account);
  const isEnd = at === 0 || at === accounts.length - 1;
  return isEnd ? undefined : seed % 3 === 0 ? "asc" : "desc";
}

export const tokensOfAccount = ACCOUNT_RELATIONS.map(accountRelation);
