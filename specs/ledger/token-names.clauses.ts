// §4.4, §8: the name filter of the token list
import { parameterCites } from "../makers/cites.ts";
import { each, law } from "../../engine/clauses/declare.ts";
import { shortId } from "../../engine/model/compare.ts";
import { isSuccess } from "../../engine/message/classify.ts";
import type { Ask, Judgement, Reply } from "../../engine/model/exchange.ts";
import { nextIn, onePage, rowsIn, type ListRow } from "../../engine/clauses/pagination.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import type { Named } from "../../generators/cases.ts";
import { answer, errorBody, invalidParameter } from "../fixtures/answers.ts";
import {
  cameFrom,
  judgeComplete,
  judgeContained,
  judgeUnpaged,
  search,
  searchTexts,
  signTexts,
  textsOf,
} from "../laws/requests/names.ts";
import { askBoth, inTurn, ofRows, undecided } from "../laws/requests/findings.ts";
import { noKey } from "../laws/lists/doubts.ts";
import { askSet, judgeWithin } from "../laws/lists/filter-sets.ts";
import { lostRows } from "../laws/lists/walked.ts";
import { sortedIds } from "../laws/lists/lists.ts";
import { misplaced } from "../laws/lists/order.ts";
import { sortKeys } from "../laws/lists/ordering.ts";
import { cut } from "../../engine/schema/check-fields.ts";
import { firstOf } from "../laws/records/asks.ts";
import { judgeSize } from "../makers/limits.ts";
import { queryFrom } from "../laws/requests/ordinary.ts";
import { judgeRefusal } from "../laws/requests/verdicts.ts";
import { listOfIds, pageOf } from "../fixtures/walks.ts";
import { legalWith, valueOf } from "../laws/requests/recorded.ts";

const needs = { list: "tokens", name: "tokens.name" } as const;
const given = ({ list }: { readonly list: Listing }) => searchTexts(list);

/** A part that many names share comes first: only several results can show a next page, an order and a limit. */
function sharedFirst(list: Listing): readonly Named<string>[] {
  const { part, all } = textsOf(list);
  return all.toSorted((a, b) => Number(b.value === part) - Number(a.value === part));
}

/** A text that is looked for on small pages, in the order by default or downwards. */
interface Paged {
  readonly text: string;
  readonly limit: 1 | 2;
  readonly order?: "desc";
}

/** The first four texts that are searched; the one that many names share is also searched downwards. */
function givenPages({ list }: { readonly list: Listing }) {
  const texts = sharedFirst(list);
  const paged = (some: readonly Named<string>[], said: string, pages: Omit<Paged, "text">) =>
    some.map(({ name, value }) => ({ name: name + said, value: { text: value, ...pages } }));
  const plain = paged(texts.slice(0, 4), "", { limit: 1 });
  const down = paged(texts.slice(0, 1), ", downwards", { limit: 1, order: "desc" });
  const two = paged(texts.slice(0, 1), ", two rows downwards", { limit: 2, order: "desc" });
  return [...down, ...plain, ...two];
}

function pageAsk(list: Listing, name: string, { text, limit, order }: Paged): Ask {
  const { names } = list;
  const query = queryFrom([name, text], [names.limit, String(limit)], [names.order, order]);
  return list.ask(query);
}

/** The order selects nothing: of two pages under one limit the shorter one lacks rows of the other. */
function judgeNoneLost(up: Reply, down: Reply): Judgement {
  const [fewer = up, more = down] = [up, down].toSorted((a, b) => rowsIn(a).length - rowsIn(b).length);
  const message = "a token that is found in one order is left out in the other";
  const isLess = rowsIn(fewer).length < rowsIn(more).length;
  const lost = isLess ? lostRows(onePage(fewer), message, rowsIn(more), [more]) : [];
  return cameFrom(up) ?? cameFrom(down) ?? lost;
}

/** Results are ordered by token id, as the order parameter says (reading 16). */
function judgeIdOrder(up: Reply, down: Reply): Judgement {
  const [upwards, downwards] = [onePage(up), onePage(down)];
  if (Math.max(upwards.rows.length, downwards.rows.length) < 2) {
    return cameFrom(up) ?? cameFrom(down) ?? undecided("fewer than two tokens share a part of their names");
  }
  const keys = sortKeys([...upwards.rows, ...downwards.rows]).filter(({ name }) => name === "token_id");
  const wrong = [misplaced(upwards, keys, "asc"), misplaced(downwards, keys, "desc")];
  return cameFrom(up) ?? cameFrom(down) ?? wrong.filter((finding) => finding !== undefined);
}

/** Of a page of one row it is the first one of a larger page. */
function judgeFirst(one: Reply, larger: Reply): Judgement {
  const [shown, due] = [one, larger].map((reply) => rowsIn(reply)[0]?.["token_id"]);
  const message = "a page of one row of a search by name does not have the first row in the requested order";
  const place = { pointer: "/tokens/0/token_id", expected: cut(due), actual: cut(shown), beside: [larger] };
  const isOther = due !== undefined && shown !== due && (shown !== undefined || nextIn(one) === null);
  return isSuccess(one) && isOther ? [{ message, ...place, defect: { kind: "order" }, reply: one }] : [];
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
const GOLD = { have: HAVE, value: "Gold" } as const;
const SHARED = sharedFirst(HAVE.list)[0]?.value ?? "";

export const nameSearch = [
  law({
    id: "4.4-name-contained",
    recorded: {
      when: legalWith("name"),
      check: (reply, request) => judgeContained({ text: valueOf("name")(request), reply }),
    },
    statement: "every token found by name has the text in its name, in upper or lower case",
    cites: ["4.4 name effect", 8],
    needs,
    given: ({ list }) => [...searchTexts(list), ...signTexts(list)],
    run: async (t, text) => {
      const found = await search(t, text);
      const isSign = signTexts(t.list).some(({ value }) => value === text);
      return isSign && !isSuccess(found.reply)
        ? []
        : ofRows(judgeContained(found), t.list.rows, rowsIn(found.reply));
    },
    proves: GOLD,
    keeps: [page(gold), page(bar)],
    breaks: { "search ignored": page(...rows) },
  }),
  law({
    id: "4.4-name-complete",
    statement: "a search by a full or partial name finds every token with that text",
    restsOn: ["4.4-name-contained"],
    cites: ["4.4 name effect", 8],
    compares: true,
    needs,
    given,
    run: async (t, text) => ofRows(judgeComplete(await search(t, text)), t.list.rows),
    proves: GOLD,
    keeps: [page(gold), page(gold, bar)],
    breaks: { "nothing found": page() },
  }),
  each({
    id: "4.4-name-next-null",
    statement: "links.next is null for every search by name",
    cites: ["4.1 end", "4.4 name pages"],
    when: legalWith("name"),
    needs,
    given: givenPages,
    ask: ({ list, name }, paged) => pageAsk(list, name, paged),
    check: judgeUnpaged,
    keeps: [page(), page(gold)],
    breaks: {
      "a next page": answer("tokens", 200, { tokens: [gold], links: { next: "/api/v1/tokens?cursor=9" } }),
    },
  }),
  law({
    id: "4.4-name-order",
    statement: "tokens found by name are sorted by token id in the requested order",
    restsOn: ["2.3-name", "4.4-name-complete", "4.4-name-contained"],
    cites: ["4.4 name order", 16],
    compares: true,
    needs: { ...needs, order: "tokens.order" },
    given: ({ list }) => sharedFirst(list).slice(0, 5),
    run: async (t, text) => {
      const ask = (way: string): Ask => t.list.ask([[t.name, text], [t.order, way], ...t.list.largest]);
      const [up, down] = await askBoth(t, ask("asc"), ask("desc"));
      // Small pages are sent for the first text: the order says which rows come, and not only how those stand.
      const isPaged = text === sharedFirst(t.list)[0]?.value;
      const one = isPaged
        ? await t.get(pageAsk(t.list, t.name, { text, limit: 1, order: "desc" }))
        : undefined;
      return inTurn(
        () => judgeNoneLost(up, down),
        () => judgeIdOrder(up, down),
        () => (one === undefined ? [] : judgeFirst(one, down)),
      );
    },
    proves: { have: HAVE, value: "a" },
    keeps: [
      [page(gold, bar), page(bar, gold)],
      [page(row(9, "a"), row(9, "b")), page(bar, gold)],
      { value: SHARED, replies: [page(gold, bar), page(bar, gold), page(bar)] },
    ],
    breaks: {
      "ids compared as text": [page(bar, gold), page(gold, bar)],
      "a token left out downwards": [page(gold, bar), page(bar)],
      "order ignored": [page(gold, bar), page(gold, bar)],
      "cut before it is turned": {
        value: SHARED,
        replies: [page(gold, bar), page(bar, gold), page(gold)],
      },
    },
  }),
  law({
    id: "4.4-name-limit",
    statement: "a search by name returns at most as many rows as the limit",
    cites: ["4.4 name pages", "4.4 limit effect"],
    needs: { ...needs, limit: "tokens.limit" },
    given: givenPages,
    run: async (t, paged: Paged) => judgeSize(await t.get(pageAsk(t.list, t.name, paged)), paged.limit),
    proves: { have: HAVE, value: { text: "Gold", limit: 1 } },
    keeps: [page(), page(gold)],
    breaks: { "limit ignored": page(gold, bar) },
  }),
  law({
    id: "4.4-name-with-public-key",
    statement: "a name together with a public key returns only tokens that the key returns",
    cites: ["4.4 name beside others"],
    compares: true,
    needs: { ...needs, key: "tokens.publicKey", material: "tokenMaterial" },
    given: ({ list, material }) => {
      if (material.key === undefined) {
        throw noKey(list);
      }
      return searchTexts(list).slice(0, 3);
    },
    run: async (t, text) => {
      const ofKey = [t.key, t.material.key ?? ""] as const;
      const byKey = await askSet(t, t.list, [ofKey]);
      const both = await askSet(t, t.list, [[t.name, text], ofKey]);
      const message = "a name together with a public key selects more than the key";
      return ofRows(judgeWithin(both, [byKey], message), t.list.rows, both.rows);
    },
    proves: { have: HAVE, value: "a" },
    first: page(gold),
    keeps: [page(gold), page()],
    breaks: { "key ignored": page(gold, bar) },
  }),
  ...(["tokenId", "accountId"] as const).map(notWith),
];

/** An id that is sent together with a name, and the parameters in the order in which they are sent. */
interface Meeting {
  readonly id: string;
  readonly order: readonly ("name" | "id" | "other" | "order" | "limit")[];
}

/** A service may let the later parameter win, or one beside them: each comes first once, with and without others, and the id in each form. */
function meetings(known: string): readonly Named<Meeting>[] {
  return [
    { name: "an id that is listed", value: { id: known, order: ["name", "id"] } },
    { name: "a short id", value: { id: shortId(known), order: ["id", "name"] } },
    { name: "beside the other id", value: { id: `gte:${known}`, order: ["id", "name", "other"] } },
    { name: "beside order and limit", value: { id: `ne:${known}`, order: ["id", "order", "name", "limit"] } },
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
      const { names } = t.material;
      const sent = {
        name: [t.name, searchTexts(t.list)[0]?.value ?? ""],
        id: [t.id, meeting.id],
        other: [names[other === "tokenId" ? "accountId" : "tokenId"] ?? "", meeting.id],
        order: [names["order"] ?? "", "desc"],
        limit: [names["limit"] ?? "", "2"],
      } as const;
      const together = meeting.order.map((key) => sent[key]).filter(([sentName]) => sentName !== "");
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
