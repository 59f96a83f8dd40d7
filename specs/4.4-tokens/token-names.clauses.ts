// §4.4, §8: the name filter of the token list, also together with an id
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const namePrerequisites = { list: "tokens", name: "tokens.name" } as const;

/** The part that many names share comes first: only a search with several results shows an order. */
function sharedFirst(list: kit.Listing): readonly kit.NamedCase<string>[] {
  const { part, all } = kit.searchTextsOf(list);
  return all.toSorted((a, b) => Number(b.value === part) - Number(a.value === part));
}

/** Without an order, the direction is unspecified (interpretation 16). */
function checkSortedById(response: kit.ApiResponse): kit.CheckResult {
  if (kit.rowsIn(response).length < 3) {
    return refusedSearch(response) ?? kit.inconclusive(kit.FEW_DIFFERENT, response);
  }
  const key = kit.byMember("token_id", "token_id", kit.compareIds);
  const misplacedIn = (way: kit.Direction) => kit.firstMisplaced(kit.onePage(response), [key], way);
  const [up, down] = [misplacedIn("asc"), misplacedIn("desc")];
  const message = "the results of a search by name are not sorted by token id";
  const expected = "token ids in ascending or in descending order";
  return up === undefined || down === undefined ? [] : [{ ...up, message, expected }];
}

const search = ({ get, list, name }: kit.ListParameterContext, text: string): Promise<kit.ApiResponse> =>
  get(list.request([[name, text], ...list.largest]));

const failedSearch = (response: kit.ApiResponse): kit.CheckResult => [
  kit.wholeResponse(response, "a search by name does not succeed", "status 200 and the list"),
];

/** Names that are not strings are ignored. */
const checkContained = (text: string, response: kit.ApiResponse): kit.CheckResult =>
  kit.isSuccess(response) ? kit.namesWithout(text, response) : failedSearch(response);

/**
 * A service may truncate a search (interpretation 16): if it is as long as the longest one, a row is missing only if it belongs before a
 * returned row.
 * @param longest number of rows of the widest search
 */
function checkComplete(
  text: string,
  response: kit.ApiResponse,
  list: kit.Listing,
  longest: number,
): kit.CheckResult {
  const returned = kit.rowsIn(response);
  if (!kit.isSuccess(response)) return failedSearch(response);
  const expectedRows = list.rows.filter(({ name }) => typeof name === "string" && name.includes(text));
  const isComplete = returned.length < longest || returned.length === 0;
  const certainRows = isComplete
    ? expectedRows
    : expectedRows.filter((row) => isBeforeLastRow(row, returned));
  const message = "a token whose name contains the search text is missing";
  const lost = kit.missingRows(kit.onePage(response), message, certainRows, [list]);
  const isCut = !expectedRows.every(kit.isRowOf(returned, list.identity));
  const reason = `no search returns more than ${kit.countOf(returned.length, "row")}, so this one may be truncated`;
  return lost.length > 0 || !isCut
    ? kit.ifShown(lost, expectedRows.length > 0, "a token whose name contains the text")
    : kit.inconclusive(reason, response);
}

/** Whether a row belongs before the last returned row, in the direction of the ids of the first and the last row. */
function isBeforeLastRow(row: kit.ListRow, returned: readonly kit.ListRow[]): boolean {
  const [first = "", last = "", own = ""] = [returned[0], returned.at(-1), row].map((one) =>
    kit.integerText(one?.["token_id"]),
  );
  return Math.sign(kit.compareIds(own, last)) === Math.sign(kit.compareIds(first, last)) && first !== last;
}

const refusedSearch = (response: kit.ApiResponse) =>
  kit.isSuccess(response) ? undefined : kit.inconclusive("the search does not succeed", response);

const tokenRow = (num: number, name: string): kit.ListRow => ({ token_id: `0.0.${num}`, name });
const [goldCoin, goldBar] = [tokenRow(9, "Gold Coin"), tokenRow(10, "gold bar")];
const rows = [goldCoin, goldBar, tokenRow(100, "Silver")];
const tokenPage = (...shown: readonly kit.ListRow[]): kit.ApiResponse => examples.pageOf("tokens", shown);

const EXAMPLE_INPUTS = {
  list: { ...examples.listOfIds("tokens"), rows },
  material: { names: {}, accounts: [], key: "ab" },
} as const;
const GOLD = { inputs: EXAMPLE_INPUTS, value: "Gold" } as const;

export const nameSearchClauses = [
  // The name is a partial or full token name (§4.4).
  kit.sequence({
    id: "4.4-name-contained",
    statement: "a search by name succeeds with only tokens whose name has the text, in any letter case",
    contract: [233],
    interpretations: [8],
    needs: namePrerequisites,
    values: ({ list }) => ({
      boundaries: kit.searchTexts(list),
      contexts: kit.isSmoke(list.size)
        ? []
        : [...kit.searchTextsOf(list).special, ...kit.specialCharacterTexts(list)],
    }),
    run: async (t, text) => {
      const found = await search(t, text);
      const isSign = kit.specialCharacterTexts(t.list).some(({ value }) => value === text);
      return isSign && !kit.isSuccess(found)
        ? kit.inconclusive("the search text with special characters is refused")
        : kit.ifShown(
            checkContained(text, found),
            kit.rowsIn(found).length > 0,
            "a token that was found by name",
          );
    },
    examplesWith: GOLD,
    passes: [tokenPage(goldCoin), tokenPage(goldBar)],
    fails: { "search ignored": tokenPage(...rows) },
  }),
  // The name is a partial or full token name (§4.4).
  kit.sequence({
    id: "4.4-name-complete",
    statement: "a search by a full or partial name finds every token with that text in its name",
    dependsOn: ["4.4-name-contained"],
    contract: [233],
    interpretations: [8, 16],
    compares: true,
    needs: namePrerequisites,
    values: ({ list }) => ({
      boundaries: kit.searchTexts(list),
      contexts: kit.isSmoke(list.size) ? [] : kit.searchTextsOf(list).special,
    }),
    run: async (t, text) => {
      const { names, largest, size } = t.list;
      const found = await search(t, text);
      const orders = kit.isSmoke(size) || text !== kit.searchTextsOf(t.list).part ? [] : ["asc", "desc"];
      const ordered = orders.map((order) =>
        t.list.request([[t.name, text], ...kit.queryFrom([names.order, order]), ...largest]),
      );
      const usable = (await t.all(ordered)).filter(kit.isSuccess);
      const longest = await kit.longestSearch(t, t.list, t.name);
      return kit.allResults(
        [found, ...usable].map((response) => checkComplete(text, response, t.list, longest)),
        "no search was sent",
      );
    },
    examplesWith: GOLD,
    last: tokenPage(goldCoin, goldBar),
    passes: [tokenPage(goldCoin), tokenPage(goldCoin, goldBar)],
    fails: { "nothing found": tokenPage(), "another row in place of the token": tokenPage(goldBar) },
  }),
  // The results of a search by name are ordered by token id (§4.4).
  kit.sequence({
    id: "4.4-name-default-order",
    dependsOn: ["2.3-name", "4.4-name-contained", "4.4-name-complete"],
    statement: "without an order, tokens found by name are sorted by token id, ascending or descending",
    contract: [233],
    interpretations: [16],
    aspect: "order",
    needs: namePrerequisites,
    values: ({ list }) => sharedFirst(list),
    run: async (t, text) => checkSortedById(await search(t, text)),
    examplesWith: GOLD,
    passes: [tokenPage(...rows), tokenPage(...rows.toReversed())],
    fails: { "sorted by name": tokenPage(goldCoin, tokenRow(100, "Golden"), tokenRow(10, "gold bar")) },
  }),
  // Pagination is unavailable when a name is used (§4.4).
  kit.single({
    id: "4.4-name-next-null",
    statement: "links.next is null for every search by name",
    contract: [199, 233],
    aspect: "form",
    when: kit.hasValidParameter("name"),
    needs: { ...namePrerequisites, material: "tokenMaterial" },
    // Only a search with more results than the limit could have a next page.
    values: ({ list, name, material: { names, key } }) => {
      const { limit, order } = list.names;
      const texts = sharedFirst(list).slice(0, 4);
      const orderAt = (at: number) => [order, at === 0 ? "desc" : undefined] as const;
      return [
        ...texts.map(({ name: said, value }, at) => {
          return { name: said, value: kit.queryFrom([name, value], [limit, "1"], orderAt(at)) };
        }),
        ...texts.slice(0, list.size.contexts).map(({ name: said, value }) => {
          return {
            name: `${said}, with a public key`,
            value: kit.queryFrom([name, value], [limit, "1"], [names["publicKey"], key]),
          };
        }),
      ];
    },
    request: ({ list }, query) => list.request(query),
    check: (response) => {
      const next = kit.nextIn(response);
      const message = "links.next of a search by name is not null";
      const place = { pointer: "/links/next", expected: "null", actual: kit.cutValue(next), response };
      const isShown = next !== undefined && kit.rowsIn(response).length > 0;
      const checked = next === null || next === undefined ? [] : [{ message, ...place }];
      return (
        refusedSearch(response) ?? kit.ifShown(checked, isShown, "a token found by name, and links.next")
      );
    },
    passes: [tokenPage(goldCoin, goldBar), tokenPage(goldCoin)],
    fails: {
      "a next page": examples.responseOf("tokens", 200, {
        tokens: [goldCoin],
        links: { next: "/api/v1/tokens?cursor=9" },
      }),
    },
  }),
];

const NO_TOKENS = examples.pageOf("tokens", []);

/** The name cannot be combined with token.id or account.id (§4.4); each of the two alone is accepted. */
function nameWithIdClause(id: kit.ClauseId, shown: "token.id" | "account.id") {
  const [own, other] =
    shown === "token.id" ? (["tokenId", "accountId"] as const) : (["accountId", "tokenId"] as const);
  return kit.sequence({
    id,
    statement: `a name with ${shown} gets the message Invalid parameter: <any name, not the value>`,
    contract: [233, kit.parameterLines(`tokens.${own}`, "effect")[0]],
    interpretations: [10, 11],
    needs: { list: "tokens", name: "tokens.name", byId: `tokens.${own}`, material: "tokenMaterial" },
    // A service may apply only the first or the last parameter, refuse an id and accept a bound, or refuse a name only with a single id.
    values: ({ list, name, byId, material: { names, key } }) => {
      const known = kit.sortedIds(list)[0] ?? "0.0.1";
      const text = kit.searchTexts(list)[0]?.value ?? "";
      const others = kit.queryFrom([names["limit"], "2"], [names["publicKey"], key]);
      const sent = kit.queryFrom([names["order"], "desc"], [name, text]);
      const queries: Readonly<Record<string, kit.Query>> = {
        "a listed id": [
          [name, text],
          [byId, known],
        ],
        "a short id": [
          [byId, kit.shortId(known)],
          [name, text],
        ],
        "a bound": [
          [byId, `gte:${known}`],
          [name, text],
        ],
        "both ids": [[name, text], [byId, known], ...kit.queryFrom([names[other], "gte:0.0.0"])],
        "a bound, with other parameters": [[byId, `ne:${known}`], ...sent, ...others],
      };
      return Object.entries(queries).map(([form, value]) => ({ name: form, value }));
    },
    run: async (t, query) => {
      const both = query.filter(([sent]) => sent === t.name || sent === t.byId);
      const alone = await t.all(both.map((pair) => t.list.request([pair])));
      const refused = await t.get(t.list.request(query, "refusal"));
      const counterpart = alone.find((response) => !kit.isSuccess(response)) ?? kit.firstItem(alone);
      return kit.checkRefusal({ refused, counterpart }, "any");
    },
    recorded: kit.recordedCombination("name", own, kit.checkRefused),
    first: [NO_TOKENS, NO_TOKENS],
    passes: [
      examples.badRequestOf("tokens", "name"),
      examples.responseOf(
        "tokens",
        200,
        examples.errorBodyOf("Invalid parameter: token.id", "name cannot be combined with it"),
      ),
    ],
    fails: {
      "status 200": NO_TOKENS,
      "another error": examples.responseOf("tokens", 400, examples.errorBodyOf("Bad request")),
    },
  });
}

export const nameWithIdClauses = [
  nameWithIdClause("4.4-name-with-token-id", "token.id"),
  nameWithIdClause("4.4-name-with-account-id", "account.id"),
];
