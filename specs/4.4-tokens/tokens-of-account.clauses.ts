// §2.1, §4.4: account.id of the token list. The contract does not define which tokens belong to an account (its holdings, or those
// that it administers), so these clauses only compare the selections of different values with one another.
import {
  type AccountRelation,
  type Select,
  accountPrerequisites,
  allHold,
  boundAnd,
  checkOthers,
  fewerDigits,
  half,
  listHasRows,
  noToken,
  REFUSED_ACCOUNT,
  sameDigits,
  tokenSets,
} from "./account-relations.ts";
import * as kit from "../kit/kit.ts";

function accountRelation({ check, from, ...clause }: AccountRelation) {
  return kit.sequence({
    ...clause,
    contract: [231, 19],
    interpretations: clause.aspect === "shortId" ? [17] : [7, 17],
    compares: true,
    needs: accountPrerequisites,
    given: ({ accounts, configured, tokens }) =>
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
      const checked = await check(select, account, t);
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

const ACCOUNT_RELATIONS: readonly AccountRelation[] = [
  {
    // An EntityIdFilter has an optional operator (§2.1, line 19).
    id: "4.4-account-id-none-is-eq",
    statement: "account.id without an operator returns the same tokens as with eq",
    check: async (select, account) =>
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
    check: async (select, account, { list, accounts, seed }) => {
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
    passes: [
      [1, 1, 2, 2, 3, 3, 4, 4].map((num) => tokenSets(num)),
      [tokenSets(9), tokenSets(9), ...noToken("gte", "short", "lte", "short", "ne", "short")],
    ],
    fails: {
      "a short id returns nothing": [
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
  // gte and gt are operators of an EntityIdFilter (§2.1, line 19).
  ...(
    [
      ["4.4-account-id-gte-lowest", "gte"],
      ["4.4-account-id-gt-lowest", "gt"],
    ] as const
  ).map(([id, operator]): AccountRelation => {
    const statement = `account.id with ${operator} of the lowest id returns the tokens of every account above it`;
    return {
      id,
      statement,
      ...allHold(`${operator}:${kit.LOWEST_ID}`),
      from: (accounts) =>
        operator === "gt" ? accounts.filter((account) => account !== kit.LOWEST_ID) : accounts,
    };
  }),
  // lte, lt and ne are operators of an EntityIdFilter (§2.1, line 19).
  ...(
    [
      ["4.4-account-id-lte-highest", "lte"],
      ["4.4-account-id-lt-highest", "lt"],
      ["4.4-account-id-ne-highest", "ne"],
    ] as const
  ).map(([id, operator]): AccountRelation => {
    const statement = `account.id with ${operator} of the highest id returns the tokens of every account below it`;
    const above = (account: string) => `${operator}:${kit.shiftedId(account, 1n)}`;
    return {
      id,
      statement,
      ...allHold(`${operator}:${kit.HIGHEST_ID}`, above),
      from: (accounts) =>
        operator === "lte" ? accounts : accounts.filter((account) => account !== kit.HIGHEST_ID),
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
    check: async (select, account) =>
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

export const tokensOfAccount = ACCOUNT_RELATIONS.map(accountRelation);
