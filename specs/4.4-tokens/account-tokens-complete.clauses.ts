// §4.1, §4.4: the tokens of an account compared with the balances of these tokens
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** Maximum number of accounts whose tokens are compared, and of other holders that show whether the service selects by holdings. */
const ACCOUNTS_COMPARED = 2;
const OTHER_HOLDERS = 3;

/** A service that selects by holdings returns every token that has a holder. */
const EVERY_ACCOUNT = `gte:${kit.LOWEST_ID}`;

/** The listed tokens that each account holds; the account with the most tokens comes first. */
function holdingsIn(tokens: readonly kit.Sample[], list: kit.Listing) {
  const listed = kit.rowKeys(list.rows, list.identity);
  const held = new Map<string, Set<string>>();
  for (const { identifier, response } of tokens.filter((token) => listed.has(token.identifier))) {
    const rows = kit.isSuccess(response) ? kit.rowsIn(response) : [];
    kit
      .holdersIn({ rows }, rows.length)
      .forEach((account) => held.set(account, (held.get(account) ?? new Set<string>()).add(identifier)));
  }
  return new Map([...held].toSorted(([, a], [, b]) => b.size - a.size));
}

const responses = examples.scriptOf("tokens");
const balancesOf = (token: number, ...accounts: readonly number[]) =>
  examples.sampledAs(
    `0.0.${token}`,
    examples.pageOf(
      "balances",
      accounts.map((account) => ({ account: `0.0.${account}`, balance: 5 })),
    ),
  );
/** account.id is the account to return information for (§4.4); links.next is null after the last result (§4.1). */
export const accountTokensComplete = kit.sequence({
  id: "4.4-account-tokens-complete",
  statement: "if account.id selects by holdings, it returns each token whose balances show the account",
  dependsOn: ["2.4-balances", "2.4-balance-account", "2.4-balance-balance"],
  contract: [199, 231],
  interpretations: [15, 17],
  compares: true,
  about: "a token of an account that holds several tokens",
  needs: { list: "tokens", name: "tokens.accountId", tokens: "tokenSamples" },
  values: ({ list, tokens }) => {
    const several = [...holdingsIn(tokens, list)].filter(([, held]) => held.size > 1);
    const accounts = several.slice(0, ACCOUNTS_COMPARED).map(([account]) => account);
    return kit.asNamed(kit.isSmoke(list.size) || accounts.length === 0 ? [] : [...accounts, EVERY_ACCOUNT]);
  },
  run: async (t, account) => {
    const holdings = holdingsIn(t.tokens, t.list);
    const everyToken = new Set([...holdings.values()].flatMap((tokens) => [...tokens]));
    const held = new Map([...holdings, [EVERY_ACCOUNT, everyToken]]);
    const select = async (id: string) => {
      const selected = await kit.pagedList(t, t.list.request([[t.name, id]]), t.list.size.pages);
      const shown = kit.rowKeys(selected.rows, selected.identity);
      return { selected, missing: [...(held.get(id) ?? [])].filter((token) => !shown.has(token)) };
    };
    const { selected: own, missing } = await select(account);
    const [token] = missing;
    if (own.end !== "null") return kit.whyStopped(own, "the tokens of the account were not read completely");
    if (token === undefined) return [];
    // The service selects by holdings, not by treasury or administrator, if it returns all tokens of another holder of these tokens.
    const isReturned = (one: string): boolean =>
      held.get(account)?.has(one) === true && !missing.includes(one);
    const others = [...holdings].filter(
      ([other, tokens]) => other !== account && [...tokens].some(isReturned),
    );
    const selections = await kit.inSequence(others.slice(0, OTHER_HOLDERS), ([other]) => select(other));
    if (!selections.some((other) => other.missing.length === 0)) {
      const reason = "account.id of this service does not select tokens by their holders";
      return kit.inconclusive(reason, own.pages[0]?.response, { code: "unspecified" });
    }
    const message = "a token that the account holds is missing from the tokens of the account";
    const compared = t.tokens
      .filter(({ identifier }) => identifier === token)
      .map(({ response }) => response);
    return kit
      .missingRows(own, message, [{ [own.identity]: token }])
      .map((violation) => ({ ...violation, compared: [...(violation.compared ?? []), ...compared] }));
  },
  examplesWith: {
    inputs: {
      list: examples.listOfIds("tokens", 9, 10, 100),
      tokens: [balancesOf(9, 98, 99), balancesOf(10, 98, 100), balancesOf(100, 98)],
    },
    value: "0.0.98",
  },
  passes: [responses("9 10 100"), responses("9 10 100 101")],
  fails: { "a token missing": responses("9 10 | 9 | 10") },
});
