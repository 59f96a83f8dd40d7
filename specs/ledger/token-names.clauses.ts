// §4.4, §8: the name filter of the token list
import { parameterCites } from "../laws/requests/cites.ts";
import { each, law } from "../../engine/clauses/declare.ts";
import { compareIds, shortId } from "../../engine/model/compare.ts";
import { isSuccess } from "../../engine/message/classify.ts";
import type { Judgement, Reply } from "../../engine/model/exchange.ts";
import { onePage, rowsIn, type ListRow } from "../../engine/clauses/pagination.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import type { Named } from "../../generators/cases.ts";
import { answer, errorBody, invalidParameter } from "../fixtures/answers.ts";
import {
  judgeComplete,
  judgeContained,
  judgeUnpaged,
  longestSearch,
  refusedSearch,
  search,
  searchTexts,
  signTexts,
  textsOf,
} from "../laws/lists/names.ts";
import { ifShown, judgeRefusal, undecided } from "../laws/requests/verdicts.ts";
import { FEW_DIFFERENT } from "../laws/lists/doubts.ts";
import { sortedIds } from "../laws/lists/lists.ts";
import { misplaced } from "../laws/lists/order.ts";
import { byMember, type Direction } from "../laws/lists/ordering.ts";
import { firstOf } from "../laws/records/records.ts";
import { queryFrom } from "../laws/requests/ordinary.ts";
import { listOfIds, pageOf } from "../fixtures/walks.ts";
import { legalWith, valueOf } from "../laws/requests/recorded.ts";

const needs = { list: "tokens", name: "tokens.name" } as const;
const given = ({ list }: { readonly list: Listing }) => searchTexts(list);

/** The part that many names share comes first: several results show most. */
function sharedFirst(list: Listing): readonly Named<string>[] {
  const { part, all } = textsOf(list);
  return all.toSorted((a, b) => Number(b.value === part) - Number(a.value === part));
}

const row = (num: number, name: string): ListRow => ({ token_id: `0.0.${num}`, name });
const [gold, bar] = [row(9, "Gold Coin"), row(10, "gold bar")];
const rows = [gold, bar, row(100, "Silver")];
const page = (...shown: readonly ListRow[]): Reply => pageOf("tokens", shown);

/** What the proofs have. */
const HAVE = {
  list: { ...listOfIds("tokens"), rows },
  material: { names: {}, accounts: [], key: "ab" },
} as const;
const FOUND = "a token that was found by name";
const GOLD = { have: HAVE, value: "Gold" } as const;

/** By token id: which way is said only where an order is sent (reading 16). */
function judgeSorted(reply: Reply): Judgement {
  if (rowsIn(reply).length < 3) {
    return refusedSearch(reply) ?? undecided(FEW_DIFFERENT, reply);
  }
  const key = byMember("token_id", "token_id", compareIds);
  const misplacedIn = (way: Direction) => misplaced(onePage(reply), [key], way);
  const [up, down] = [misplacedIn("asc"), misplacedIn("desc")];
  const message = "the results of a search by name are sorted by token id neither upwards nor downwards";
  const expected = "token ids that only rise, or only fall";
  return up === undefined || down === undefined ? [] : [{ ...up, message, expected }];
}

export const nameSearch = [
  law({
    id: "4.4-name-contained",
    recorded: {
      when: legalWith("name"),
      check: (reply, request) =>
        ifShown(judgeContained({ text: valueOf("name")(request), reply }), rowsIn(reply).length > 0, FOUND),
    },
    statement: "every token found by name has the text in its name, in upper or lower case",
    cites: ["4.4 name effect", 8],
    needs,
    given: ({ list }) => [...searchTexts(list), ...signTexts(list)],
    run: async (t, text) => {
      const found = await search(t, text);
      const isSign = signTexts(t.list).some(({ value }) => value === text);
      return isSign && !isSuccess(found.reply)
        ? undecided("a text with signs is not searched for")
        : ifShown(judgeContained(found), rowsIn(found.reply).length > 0, FOUND);
    },
    proves: GOLD,
    keeps: [page(gold), page(bar)],
    breaks: { "search ignored": page(...rows) },
  }),
  law({
    id: "4.4-name-complete",
    statement: "a search by a full or partial name finds every token with that text",
    restsOn: ["4.4-name-contained"],
    cites: ["4.4 name effect", 8, 16],
    compares: true,
    needs,
    given,
    run: async (t, text) => {
      const found = await search(t, text);
      return judgeComplete(found, await longestSearch(t, t.list, t.name));
    },
    proves: GOLD,
    last: page(gold, bar),
    keeps: [page(gold), page(gold, bar)],
    breaks: { "nothing found": page(), "another row in its place": page(bar) },
  }),
  law({
    id: "4.4-name-default-order",
    restsOn: ["2.3-name", "4.4-name-contained", "4.4-name-complete"],
    statement: "tokens found by name are sorted by token id, upwards or downwards, where no order is sent",
    cites: ["4.4 name order", 16],
    needs,
    given: ({ list }) => sharedFirst(list),
    run: async (t, text) => judgeSorted((await search(t, text)).reply),
    proves: GOLD,
    keeps: [page(...rows), page(...rows.toReversed())],
    breaks: { "sorted by name": page(gold, row(100, "Golden"), row(10, "gold bar")) },
  }),
  each({
    id: "4.4-name-next-null",
    statement: "links.next is null for every search by name",
    cites: ["4.1 end", "4.4 name pages"],
    when: legalWith("name"),
    needs: { ...needs, material: "tokenMaterial" },
    // Of a page of one row only several results could show a next one.
    given: ({ list, name, material: { names, key } }) => {
      const { limit, order } = list.names;
      const texts = sharedFirst(list).slice(0, 4);
      const beside = (at: number) => [order, at === 0 ? "desc" : undefined] as const;
      return [
        ...texts.map(({ name: said, value }, at) => {
          return { name: said, value: queryFrom([name, value], [limit, "1"], beside(at)) };
        }),
        ...texts.slice(0, list.size.contexts).map(({ name: said, value }) => {
          return {
            name: `${said}, with a key`,
            value: queryFrom([name, value], [limit, "1"], [names["publicKey"], key]),
          };
        }),
      ];
    },
    ask: ({ list }, query) => list.ask(query),
    check: judgeUnpaged,
    keeps: [page(gold, bar), page(gold)],
    breaks: {
      "a next page": answer("tokens", 200, { tokens: [gold], links: { next: "/api/v1/tokens?cursor=9" } }),
    },
  }),
  ...(["tokenId", "accountId"] as const).map(notWith),
];

/** An id that is sent together with a name, and the parameters in the order in which they are sent. */
interface Meeting {
  readonly id: string;
  readonly order: readonly ("name" | "id" | "order" | "limit" | "key")[];
}

/** A service may let the later parameter win, or one beside them: each comes first once, with and without others, and the id in each form: a bound may be let pass where an id is refused. */
function meetings(known: string): readonly Named<Meeting>[] {
  return [
    { name: "an id that is listed", value: { id: known, order: ["name", "id"] } },
    { name: "a short id", value: { id: shortId(known), order: ["id", "name"] } },
    { name: "a bound", value: { id: `gte:${known}`, order: ["id", "name"] } },
    { name: "beside others", value: { id: `ne:${known}`, order: ["id", "order", "name", "limit", "key"] } },
  ];
}

/** The name cannot be combined with an id; each of the two alone is accepted. */
function notWith(other: "tokenId" | "accountId") {
  const shown = other === "tokenId" ? "token.id" : "account.id";
  return law({
    id: `4.4-name-with-${other === "tokenId" ? "token-id" : "account-id"}`,
    statement: `a name together with ${shown} is refused`,
    cites: ["4.4 name beside an id", parameterCites(`tokens.${other}`, "effect")[0], 10, 11],
    needs: { ...needs, id: `tokens.${other}`, material: "tokenMaterial" },
    given: ({ list }) => meetings(sortedIds(list)[0] ?? "0.0.1"),
    run: async (t, meeting: Meeting) => {
      const { names, key } = t.material;
      const sent = {
        name: [t.name, searchTexts(t.list)[0]?.value ?? ""],
        id: [t.id, meeting.id],
        order: [names["order"] ?? "", "desc"],
        limit: [names["limit"] ?? "", "2"],
        key: [key === undefined ? "" : (names["publicKey"] ?? ""), key ?? ""],
      } as const;
      const together = meeting.order.map((one) => sent[one]).filter(([sentName]) => sentName !== "");
      const alone = await t.all([sent.name, sent.id].map((pair) => t.list.ask([pair])));
      const refused = await t.get(t.list.ask(together, "refusal"));
      const twin = alone.find((reply) => !isSuccess(reply)) ?? firstOf(alone);
      return judgeRefusal({ refused, twin }, "any");
    },
    proves: { have: HAVE, value: { id: "0.0.1001", order: ["name", "id"] } },
    first: [page(), page()],
    keeps: [
      answer("tokens", 400, invalidParameter("name")),
      answer("tokens", 200, errorBody("Invalid parameter: token.id", "name cannot go with it")),
    ],
    breaks: {
      "answered with success": page(),
      "another error": answer("tokens", 400, errorBody("Bad request")),
    },
  });
}
