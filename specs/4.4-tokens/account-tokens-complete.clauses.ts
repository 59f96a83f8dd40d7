// §4.1, §4.4: the tokens of an account compared with the balances of these tokens
import { BALANCE_FIELDS } from "../depends-on.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** The number of accounts whose token lists are compared, and for each the number of other holders of its tokens. */
const ACCOUNTS_COMPARED = 2;
const OTHER_HOLDERS = 3;

/** The accounts with a positive balance of a token on the first page of its balances. */
function holdersOf({ response }: Pick<kit.Sample, "response">): readonly string[] {
  return kit.isSuccess(response)
    ? kit
        .rowsIn(response)
        .flatMap(({ account, balance }) =>
          typeof account === "string" && typeof balance === "number" && balance > 0 ? [account] : [],
        )
    : [];
}

type Holdings = ReadonlyMap<string, ReadonlySet<string>>;

/** By account, the listed tokens that it holds; the account with the most tokens comes first. */
function holdingsIn(tokens: readonly kit.Sample[], list: kit.Listing): Holdings {
  const listed = kit.rowKeys(list.rows, list.identity);
  const held = new Map<string, Set<string>>();
  for (const sample of tokens.filter(({ identifier }) => listed.has(identifier))) {
    holdersOf(sample).forEach((account) =>
      held.set(account, (held.get(account) ?? new Set<string>()).add(sample.identifier)),
    );
  }
  return new Map([...held].toSorted(([, a], [, b]) => b.size - a.size));
}

const missingTokens = (
  held: ReadonlySet<string> = new Set(),
  { rows, identity }: kit.PagedList,
): readonly string[] => {
  const shown = kit.rowKeys(rows, identity);
  return [...held].filter((token) => !shown.has(token));
};

interface AccountLists {
  readonly held: Holdings;
  /** Reads the tokens of an account, without a limit. */
  readonly select: (account: string) => Promise<kit.PagedList>;
}

/**
 * Whether account.id selects the tokens that an account holds. The contract does not state it: a service may select by the treasury or
 * the administrator of a token. It is shown if another holder of a token of this account gets all tokens that it holds.
 */
async function selectsHoldings(
  account: string,
  own: kit.PagedList,
  { held, select }: AccountLists,
): Promise<boolean> {
  const shown = kit.rowKeys(own.rows, own.identity);
  const shared = [...(held.get(account) ?? [])].filter((token) => shown.has(token));
  const others = [...held].filter(
    ([other, tokens]) => other !== account && shared.some((token) => tokens.has(token)),
  );
  const pagedLists = await kit.inSequence(others.slice(0, OTHER_HOLDERS), async ([other, tokens]) => ({
    tokens,
    selected: await select(other),
  }));
  return pagedLists.some(({ tokens, selected }) => missingTokens(tokens, selected).length === 0);
}

const responses = examples.scriptOf("tokens");
const balancesOf = (token: number, ...accounts: readonly number[]) =>
  examples.sampledAs(
    `0.0.${token}`,
    examples.responseOf("tokenBalances", 200, {
      ...examples.SUCCESS.tokenBalances,
      balances: accounts.map((account) => ({ account: `0.0.${account}`, balance: 5 })),
    }),
  );
const EXAMPLE_BALANCES = [balancesOf(9, 98, 99), balancesOf(10, 98, 100), balancesOf(100, 98)] as const;

/**
 * account.id is the account to return information for (§4.4, line 231); links.next is null when no more results exist (§4.1, line
 * 199).
 */
export const accountTokensComplete = kit.sequence({
  id: "4.4-account-tokens-complete",
  statement: "the tokens of an account include each token whose balances show the account",
  dependsOn: BALANCE_FIELDS,
  contract: [199, 231],
  interpretations: [15, 17],
  compares: true,
  about: "of an account that holds several tokens",
  needs: { list: "tokens", name: "tokens.accountId", tokens: "tokenSamples" },
  values: ({ list, tokens }) => {
    const several = [...holdingsIn(tokens, list)].filter(([, held]) => held.size > 1);
    return kit.asNamed(
      kit.isSmoke(list.size) ? [] : several.slice(0, ACCOUNTS_COMPARED).map(([account]) => account),
    );
  },
  run: async (t, account) => {
    const held = holdingsIn(t.tokens, t.list);
    const select = (id: string) => kit.pagedList(t, t.list.request([[t.name, id]]), t.list.size.pages);
    const own = await select(account);
    if (own.end !== "null") {
      return kit.whyStopped(own, "the tokens of the account were not read completely");
    }
    const [token] = missingTokens(held.get(account), own);
    if (token === undefined) {
      return [];
    }
    if (!(await selectsHoldings(account, own, { held, select }))) {
      const reason = "account.id of this service does not select tokens by their holders";
      return kit.inconclusive(reason, own.pages[0]?.response, { code: "unspecified" });
    }
    const message = "a token that the account holds is missing from the tokens of the account";
    const beside = t.tokens.filter(({ identifier }) => identifier === token).map(({ response }) => response);
    return kit
      .missingRows(own, message, [{ [own.identity]: token }])
      .map((violation) => ({ ...violation, beside: [...(violation.beside ?? []), ...beside] }));
  },
  examplesWith: {
    inputs: { list: examples.listOfIds("tokens", 9, 10, 100), tokens: EXAMPLE_BALANCES },
    value: "0.0.98",
  },
  passes: [responses("9 10 100"), responses("9 10 100 101")],
  fails: { "a token missing": responses("9 10 | 9 | 10") },
});
