// §2.1, §2.4, §4.1, §4.4: account.id of accounts that hold tokens, of ids in another shard, and of bounds that no account meets
import { ACCOUNT_SELECTIONS, LIST_CLAUSES } from "../depends-on.ts";
import { idsInOtherShards } from "../../generators/near.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const holderResponses = examples.scriptOf("tokens");

const holderPrerequisites = { list: "tokens", name: "tokens.accountId", balances: "balances" } as const;

/**
 * account.id is the account to return information for (§4.4). The contract does not define which tokens belong to an account: it may hold
 * them, or be their treasury. It is a violation only if no token is selected, for holders of a token and for a bound that every account
 * meets.
 */
export const tokensOfHolders = kit.sequence({
  id: "4.4-account-id-of-holders",
  effectOf: ["tokens.accountId"],
  statement: "account.id returns tokens for a known holder, or for a bound that every account meets",
  dependsOn: [LIST_CLAUSES.tokens.ownIdListed, "2.4-balances", "2.4-balance-account", "2.4-balance-balance"],
  contract: [19, 231],
  interpretations: [7, 17],
  compares: true,
  needs: { ...holderPrerequisites, token: "tokenWithHolders" },
  run: async (t) => {
    const { list, name, token } = t;
    const shows = ({ rows }: Pick<kit.PagedList, "rows">) => rows.some((row) => row["token_id"] === token);
    if (!shows(list)) {
      const unlisted = "the token whose holders are known is not in the token list";
      return kit.whyListUnread(list) ?? kit.inconclusive(unlisted);
    }
    const holders = kit.holdersIn(t.balances, 3);
    const selections: kit.PagedList[] = [];
    for (const value of [...holders, `gte:${kit.LOWEST_ID}`]) {
      const selected = await kit.requestSelection(t, list, [[name, value]]);
      if (shows(selected)) return [];
      selections.push(selected);
    }
    const [first] = kit.firstResponses(selections);
    const held = { identity: list.identity, pages: [], rows: [{ token_id: token }], end: "null" } as const;
    const checked = selections.map((one) => kit.contains(one, [held], "account.id returns no token"));
    const reason = "account.id of this service does not select tokens by their holders";
    if (holders.length === 0) return kit.inconclusive("no holder of a token is known");
    return selections.some(({ rows }) => rows.length > 0)
      ? kit.inconclusive(reason, first, { code: "unspecified" })
      : (checked.find(kit.isInconclusive) ?? checked[0] ?? []);
  },
  passes: [holderResponses("9 10"), holderResponses(" | 9"), holderResponses(" | | | 9")],
  fails: { "no token for any account": holderResponses(" | | | ") },
});

/** `far`: the tokens of the account with the same number in another shard. */
type AccountPair = Readonly<Record<"own" | "far", kit.PagedList>>;

/** An account of another shard may hold tokens too, but not always the same ones. */
function checkOtherShards(pairs: readonly AccountPair[]): kit.CheckResult {
  const idsOf = ({ rows }: kit.PagedList): string =>
    JSON.stringify(rows.map((token) => kit.integerText(token["token_id"])).toSorted(kit.compareTexts));
  const isSame = pairs.every(({ own, far }) => far.rows.length > 0 && idsOf(own) === idsOf(far));
  const known = pairs.map(({ own }) => own);
  const compared = kit.firstResponses(known).slice(0, 1);
  const [response] = kit.firstResponses(pairs.map(({ far }) => far));
  const message = "accounts of another shard return the same tokens";
  if (response === undefined || known.every(({ rows }) => rows.length === 0)) {
    return kit.inconclusive("none of the requested accounts returns tokens", compared[0]);
  }
  return kit.violationIf(isSame, response, message, "other tokens, or no token", compared);
}

const holdingNothing = { balances: examples.listOfIds("balances", 8, 9), accounts: ["0.0.8", "0.0.9"] };

/** An id names an account by shard, realm and number (§2.1, §4.4). */
export const tokensOfOtherShards = kit.sequence({
  id: "4.4-account-id-elsewhere",
  statement: "account ids that differ only in the shard do not all select the same tokens",
  dependsOn: [...ACCOUNT_SELECTIONS, "2.4-balances", "2.4-balance-account", "2.4-balance-balance"],
  contract: [19, 231],
  interpretations: [17],
  compares: true,
  needs: { ...holderPrerequisites, accounts: "accountIds" },
  run: async (t) => {
    const select = (id: string) => kit.requestSelection(t, t.list, [[t.name, id]]);
    const holders = kit.holdersIn(t.balances, 2);
    // Without known holders, any known account may select tokens.
    const ids = holders.length > 0 ? holders : kit.spread(t.accounts, 3);
    const pairs = ids.map((id) => [id, idsInOtherShards(id)[0]?.value ?? id] as const); // in another shard
    const unknown = pairs.filter(([id, far]) => far !== id && !t.accounts.includes(far));
    const selected = await kit.inSequence(unknown, async ([id, far]) => ({
      own: await select(id),
      far: await select(far),
    }));
    return checkOtherShards(
      holders.length > 0 ? selected : selected.filter(({ own }) => own.rows.length > 0),
    );
  },
  passes: [
    holderResponses("1 | | 2 | "),
    holderResponses("1 | 1 | 1 2 | 2"),
    { inputs: holdingNothing, responses: holderResponses(" | | 1 | ") },
  ],
  fails: {
    "shard and realm ignored": holderResponses("1 | 1 | 2 | 2"),
    "ignored for an account that holds nothing": {
      inputs: holdingNothing,
      responses: holderResponses(" | | 1 | 1"),
    },
  },
});

const HOLDER_MESSAGE = "tokens are returned for a filter that no account meets";

/**
 * Checks that a bound at the lowest or the highest possible id selects no token. An account may have the highest id, so eq and gte may
 * return its tokens, unless every unused id gets tokens too. If the bound is refused, the acceptance clause fails.
 */
async function checkNothing(t: kit.ListParameterContext, operator: string, end: string) {
  const select = (value: string) => kit.requestSelection(t, t.list, [[t.name, value]]);
  const found = await select(operator === "eq" ? end : `${operator}:${end}`);
  const [response] = kit.firstResponses([found]);
  if (kit.isRefusedList(found) && response !== undefined) return kit.refusedElsewhere(response);
  if (found.rows.length === 0 || operator === "lt" || operator === "gt") {
    return kit.empty(found, HOLDER_MESSAGE);
  }
  const unused = await kit.inSequence(kit.unusedIds(kit.sortedIds(t.list)), select);
  if (unused.every(({ rows }) => rows.length > 0)) return kit.empty(found, HOLDER_MESSAGE);
  return operator === "gte" ? kit.containedIn(found, [await select(end)], HOLDER_MESSAGE) : [];
}

const EXTREME_BOUNDS: readonly (readonly [kit.ClauseId, operator: string, end: string])[] = [
  ["4.4-account-id-lt-lowest-none", "lt", kit.LOWEST_ID],
  ["4.4-account-id-gt-highest-none", "gt", kit.HIGHEST_ID],
  ["4.4-account-id-gte-highest-none", "gte", kit.HIGHEST_ID],
  ["4.4-account-id-eq-highest-none", "eq", kit.HIGHEST_ID],
];

/** A bound of account.id that no account meets selects no token (§2.1, §4.4). */
export const tokensOfExtremeBounds = EXTREME_BOUNDS.map(([id, operator, end]) => {
  const word = end === kit.LOWEST_ID ? "lowest" : "highest";
  const mayHold = operator === "eq" || operator === "gte";
  return kit.sequence({
    id,
    statement:
      operator === "eq"
        ? "account.id returns no token for the highest possible id, or for one of two unused ids"
        : `account.id with ${operator} of the ${word} possible id returns ${mayHold ? "only tokens of that account" : "no token"}`,
    contract: [19, 231],
    interpretations: [7, 17],
    compares: true,
    needs: { list: "tokens", name: "tokens.accountId" },
    emptyPass: "absence",
    run: async (t) => kit.unlessNoRows(await checkNothing(t, operator, end), t.list.rows),
    passes: [
      holderResponses(""),
      [examples.responseOf("tokens", 200, { tokens: [], links: { next: null }, more: 1 })],
      ...(mayHold ? [holderResponses(operator === "gte" ? "1 | | 1 | 1" : "1 | | 1")] : []),
    ],
    fails: {
      "a token": holderResponses(mayHold ? "1 | 1 | 1" : "1"),
      ...(operator === "gte" ? { "tokens of other accounts": holderResponses("1 2 | | | 1") } : {}),
    },
  });
});

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
