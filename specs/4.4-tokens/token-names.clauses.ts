// §4.4, §8: the name filter of the token list
import { NAME_SEARCH, ROW_FIELDS } from "../depends-on.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const namePrerequisites = { list: "tokens", name: "tokens.name" } as const;
const searchCases = ({ list }: { readonly list: kit.Listing }) => kit.searchTexts(list);

/** The search texts. The part that many names share comes first, because only a search with several results shows an order. */
function sharedFirst(list: kit.Listing): readonly kit.NamedCase<string>[] {
  const { part, all } = kit.searchTextsOf(list);
  return all.toSorted((a, b) => Number(b.value === part) - Number(a.value === part));
}

const row = (num: number, name: string): kit.ListRow => ({ token_id: `0.0.${num}`, name });
const [goldCoin, goldBar] = [row(9, "Gold Coin"), row(10, "gold bar")];
const rows = [goldCoin, goldBar, row(100, "Silver")];
const tokenPage = (...shown: readonly kit.ListRow[]): kit.ApiResponse => examples.pageOf("tokens", shown);

const EXAMPLE_INPUTS = {
  list: { ...examples.listOfIds("tokens"), rows },
  material: { names: {}, accounts: [], key: "ab" },
} as const;
const FOUND_TOKENS = "a token that was found by name";
const GOLD = { inputs: EXAMPLE_INPUTS, value: "Gold" } as const;

/** Checks that the results are sorted by token id in one direction: without an order the direction is unspecified (interpretation 16). */
function checkSortedById(response: kit.ApiResponse): kit.CheckResult {
  if (kit.rowsIn(response).length < 3) {
    return kit.refusedSearch(response) ?? kit.inconclusive(kit.FEW_DIFFERENT, response);
  }
  const key = kit.byMember("token_id", "token_id", kit.compareIds);
  const misplacedIn = (way: kit.Direction) => kit.firstMisplaced(kit.onePage(response), [key], way);
  const [up, down] = [misplacedIn("asc"), misplacedIn("desc")];
  const message = "the results of a search by name are not sorted by token id";
  const expected = "token ids in ascending or in descending order";
  return up === undefined || down === undefined ? [] : [{ ...up, message, expected }];
}

export const nameSearchClauses = [
  // The name is a partial or full token name (§4.4, line 233).
  kit.sequence({
    id: "4.4-name-contained",
    statement: "a search by name succeeds with only tokens whose name has the text, in any letter case",
    contract: [233],
    interpretations: [8],
    needs: namePrerequisites,
    values: ({ list }) => ({
      boundaries: kit.searchTexts(list),
      contexts: kit.isSmoke(list.size) ? [] : kit.specialCharacterTexts(list),
    }),
    run: async (t, text) => {
      const found = await kit.search(t, text);
      const isSign = kit.specialCharacterTexts(t.list).some(({ value }) => value === text);
      return isSign && !kit.isSuccess(found)
        ? kit.inconclusive("the search text with special characters is refused")
        : kit.ifShown(kit.checkContained(text, found), kit.rowsIn(found).length > 0, FOUND_TOKENS);
    },
    examplesWith: GOLD,
    passes: [tokenPage(goldCoin), tokenPage(goldBar)],
    fails: { "search ignored": tokenPage(...rows) },
  }),
  // The name is a partial or full token name (§4.4, line 233).
  kit.sequence({
    id: "4.4-name-complete",
    statement: "a search by a full or partial name finds every token with that text in its name",
    dependsOn: [NAME_SEARCH.contained],
    contract: [233],
    interpretations: [8, 16],
    compares: true,
    needs: namePrerequisites,
    values: searchCases,
    run: async (t, text) => {
      const { names, largest, size } = t.list;
      const found = await kit.search(t, text);
      // From standard on, the part that many names share is sent with each order too.
      const orders = kit.isSmoke(size) || text !== kit.searchTextsOf(t.list).part ? [] : ["asc", "desc"];
      const ordered = orders.map((order) =>
        t.list.request([[t.name, text], ...kit.queryFrom([names.order, order]), ...largest]),
      );
      const usable = (await t.all(ordered)).filter(kit.isSuccess);
      const longest = await kit.longestSearch(t, t.list, t.name);
      return kit.allResults(
        [found, ...usable].map((response) => kit.checkComplete(text, response, t.list, longest)),
        "no search was sent",
      );
    },
    examplesWith: GOLD,
    last: tokenPage(goldCoin, goldBar),
    passes: [tokenPage(goldCoin), tokenPage(goldCoin, goldBar)],
    fails: { "nothing found": tokenPage(), "another row in place of the token": tokenPage(goldBar) },
  }),
  // The results of a search by name are ordered by token id (§4.4, line 233).
  kit.sequence({
    id: "4.4-name-default-order",
    dependsOn: [ROW_FIELDS.name, NAME_SEARCH.contained, NAME_SEARCH.complete],
    statement: "without an order, tokens found by name are sorted by token id, ascending or descending",
    contract: [233],
    interpretations: [16],
    aspect: "order",
    needs: namePrerequisites,
    values: ({ list }) => sharedFirst(list),
    run: async (t, text) => checkSortedById(await kit.search(t, text)),
    examplesWith: GOLD,
    passes: [tokenPage(...rows), tokenPage(...rows.toReversed())],
    fails: { "sorted by name": tokenPage(goldCoin, row(100, "Golden"), row(10, "gold bar")) },
  }),
  // Pagination is unavailable when a name is used (§4.4, line 233).
  kit.single({
    id: "4.4-name-next-null",
    statement: "links.next is null for every search by name",
    contract: [199, 233],
    aspect: "form",
    when: kit.hasValidParameter("name"),
    needs: { ...namePrerequisites, material: "tokenMaterial" },
    // A limit of 1: only a search with more results than the limit could have a next page.
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
    check: kit.checkUnpaged,
    passes: [tokenPage(goldCoin, goldBar), tokenPage(goldCoin)],
    fails: {
      "a next page": examples.responseOf("tokens", 200, {
        tokens: [goldCoin],
        links: { next: "/api/v1/tokens?cursor=9" },
      }),
    },
  }),
  nameWithIdClause("4.4-name-with-token-id", "tokenId"),
  nameWithIdClause("4.4-name-with-account-id", "accountId"),
];

/** An id that is sent together with a name, and the order in which the parameters are sent. */
interface NameWithId {
  readonly id: string;
  readonly order: readonly ("name" | "id" | "otherId" | "order" | "limit" | "key")[];
}

/**
 * Requests with a name and an id. Each parameter is sent first once, because a service may apply only the first or the last one. Each
 * form of the id is sent, because a service may refuse an id and accept a bound. Both ids are sent together too, because a service may
 * refuse a name only with a single id.
 */
function nameWithIdCases(known: string): readonly kit.NamedCase<NameWithId>[] {
  return [
    { name: "a listed id", value: { id: known, order: ["name", "id"] } },
    { name: "a short id", value: { id: kit.shortId(known), order: ["id", "name"] } },
    { name: "a bound", value: { id: `gte:${known}`, order: ["id", "name"] } },
    { name: "both ids", value: { id: known, order: ["name", "id", "otherId"] } },
    {
      name: "a bound, with other parameters",
      value: { id: `ne:${known}`, order: ["id", "order", "name", "limit", "key"] },
    },
  ];
}

/** The name cannot be combined with token.id or account.id (§4.4, line 233); each of the two alone is accepted. */
function nameWithIdClause(id: kit.ClauseId, other: "tokenId" | "accountId") {
  const shown = other === "tokenId" ? "token.id" : "account.id";
  return kit.sequence({
    id,
    statement: `a name with ${shown} gets the message Invalid parameter: <any name, not the value>`,
    contract: [233, kit.parameterLines(`tokens.${other}`, "effect")[0]],
    interpretations: [10, 11],
    needs: { ...namePrerequisites, id: `tokens.${other}`, material: "tokenMaterial" },
    values: ({ list }) => nameWithIdCases(kit.sortedIds(list)[0] ?? "0.0.1"),
    run: async (t, meeting: NameWithId) => {
      const { names, key } = t.material;
      const sent = {
        name: [t.name, kit.searchTexts(t.list)[0]?.value ?? ""],
        id: [t.id, meeting.id],
        otherId: [names[other === "tokenId" ? "accountId" : "tokenId"] ?? "", "gte:0.0.0"],
        order: [names["order"] ?? "", "desc"],
        limit: [names["limit"] ?? "", "2"],
        key: [key === undefined ? "" : (names["publicKey"] ?? ""), key ?? ""],
      } as const;
      const together = meeting.order.map((one) => sent[one]).filter(([sentName]) => sentName !== "");
      const alone = await t.all([sent.name, sent.id].map((pair) => t.list.request([pair])));
      const refused = await t.get(t.list.request(together, "refusal"));
      const counterpart = alone.find((response) => !kit.isSuccess(response)) ?? kit.firstItem(alone);
      return kit.checkRefusal({ refused, counterpart }, "any");
    },
    recorded: kit.recordedCombination("name", other, kit.checkRefused),
    examplesWith: { inputs: EXAMPLE_INPUTS, value: { id: "0.0.1001", order: ["name", "id"] } },
    first: [tokenPage(), tokenPage()],
    passes: [
      examples.badRequestOf("tokens", "name"),
      examples.responseOf(
        "tokens",
        200,
        examples.errorBodyOf("Invalid parameter: token.id", "name cannot be combined with it"),
      ),
    ],
    fails: {
      "status 200": tokenPage(),
      "another error": examples.responseOf("tokens", 400, examples.errorBodyOf("Bad request")),
    },
  });
}
