// §4.4, §8: the name filter of the token list
import { parameterCites } from "../makers/cites.ts";
import { clause } from "../../engine/clauses/declare.ts";
import type { AskingClause } from "../../engine/clauses/clause.ts";
import { isSuccess } from "../../engine/message/classify.ts";
import type { Asker, Reply } from "../../engine/model/exchange.ts";
import { rowsIn, type ListRow } from "../../engine/clauses/pagination.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import { withNames, type Named } from "../../generators/cases.ts";
import { invalidName, validName } from "../../generators/name.ts";
import { answer, errorBody, invalidParameter, SUCCESS } from "../fixtures/answers.ts";
import {
  judgeComplete,
  judgeContained,
  judgeIdOrder,
  judgeUnpaged,
  search,
  searchBothWays,
  searchTexts,
  signTexts,
} from "../laws/requests/names.ts";
import { noKey } from "../laws/lists/contexts.ts";
import { askSet, judgeWithin } from "../laws/lists/filter-sets.ts";
import { sortedIds } from "../laws/lists/lists.ts";
import { firstOf } from "../laws/records/records.ts";
import { formClauses } from "../makers/parameters.ts";
import { queryFrom } from "../laws/requests/ordinary.ts";
import { judgeRefusal } from "../laws/requests/verdicts.ts";
import { walkOf } from "../fixtures/walks.ts";
import { legalWith, valueOf } from "../laws/requests/recorded.ts";

const needs = { list: "tokens", name: "tokens.name" } as const;
const given = ({ list }: { readonly list: Listing }) => ({ boundaries: searchTexts(list) });

/** A part that many names share comes first: only several results can show a next page, an order and a limit. */
function sharedFirst(list: Listing): readonly Named<string>[] {
  const texts = searchTexts(list);
  return [...new Set([...withNames(texts, ["a part that many names share"]), ...texts])];
}

/** A text that is looked for on small pages, in the order by default or downwards. */
interface Paged {
  readonly text: string;
  readonly limit: 1 | 2;
  readonly order?: "desc";
}

/** The first six texts that are searched; the one that many names share is also searched downwards. */
function givenPages({ list }: { readonly list: Listing }) {
  const texts = sharedFirst(list);
  const paged = (some: readonly Named<string>[], said: string, pages: Omit<Paged, "text">) =>
    some.map(({ name, value }) => ({ name: name + said, value: { text: value, ...pages } }));
  const plain = paged(texts.slice(0, 6), "", { limit: 1 });
  const down = paged(texts.slice(0, 1), ", downwards", { limit: 1, order: "desc" });
  const two = paged(texts.slice(0, 1), ", two rows downwards", { limit: 2, order: "desc" });
  return { boundaries: [...down, ...plain, ...two] };
}

function askPage(t: Asker, list: Listing, name: string, { text, limit, order }: Paged): Promise<Reply> {
  const { names } = list;
  const query = queryFrom([name, text], [names.limit, String(limit)], [names.order, order]);
  return t.get({ ...list.ask(query), memo: true });
}

const row = (num: number, name: string): ListRow => ({ token_id: `0.0.${num}`, name });
const page = (rows: readonly ListRow[], next: unknown = null): Reply =>
  answer("tokens", 200, { tokens: rows, links: { next } });
const listed = { rows: [row(9, "Gold Coin"), row(10, "gold bar"), row(100, "Silver")], complete: true };
const came = (rows: readonly ListRow[], next?: unknown) => ({
  answer: page(rows, next),
  value: { text: "Gold", limit: 1 } as const,
});
const [gold, bar] = [row(9, "Gold Coin"), row(10, "gold bar")];
const bothWays = (up: readonly ListRow[], down: readonly ListRow[]) => {
  return { answer: [page(up), page(down)] as const, value: "a" };
};
const beside = (key: readonly ListRow[], both: readonly ListRow[]) => ({
  answer: { byKey: walkOf("tokens", [key]), both: walkOf("tokens", [both]) },
  value: "a",
});
const sample = (rows: readonly ListRow[]) => ({
  answer: { text: "Gold", reply: page(rows), list: listed, room: 100 },
  value: "Gold",
});

export const nameSearch: readonly AskingClause[] = [
  ...formClauses({
    key: "tokens.name",
    takes: { statement: "a name of 3 to 100 characters is accepted", cases: validName, readings: [7, 8] },
    refuses: {
      statement: "a name of under 3 or over 100 characters gets an error that names the parameter",
      cases: invalidName,
      readings: [8, 10, 11],
      repaired: (list) => searchTexts(list)[0]?.value ?? "zqxjkvwzq",
    },
  }),
  clause({
    id: "4.4-name-contained",
    alone: {
      when: legalWith("name"),
      check: (reply, request) => judgeContained({ text: valueOf("name")(request), reply }),
    },
    endpoint: "tokens",
    statement: "every token found by name has the text in its name, in upper or lower case",
    cites: ["4.4 name effect"],
    readings: [8],
    needs,
    given: ({ list }) => ({ boundaries: [...searchTexts(list), ...signTexts(list)] }),
    ask: ({ have: { list, name }, ...t }, text) => search(t, list, name, text),
    check: (found) =>
      signTexts(found.list).some(({ value }) => value === found.text) && !isSuccess(found.reply)
        ? []
        : judgeContained(found),
    accepts: [sample([row(9, "Gold Coin")]), sample([row(10, "gold bar")])],
    rejects: { "search ignored": sample(listed.rows) },
  }),
  clause({
    id: "4.4-name-complete",
    endpoint: "tokens",
    statement: "a search by a full or partial name finds every token with that text",
    restsOn: ["4.4-name-contained"],
    cites: ["4.4 name effect"],
    readings: [8],
    compares: true,
    needs,
    given,
    ask: ({ have: { list, name }, ...t }, text) => search(t, list, name, text),
    check: judgeComplete,
    accepts: [sample([row(9, "Gold Coin")]), sample(listed.rows.slice(0, 2))],
    rejects: { "nothing found": sample([]) },
  }),
  clause({
    id: "4.4-name-next-null",
    alone: { when: legalWith("name"), check: judgeUnpaged },
    endpoint: "tokens",
    statement: "links.next is null for every search by name",
    cites: ["4.1 end", "4.4 name pages"],
    needs,
    given: givenPages,
    ask: ({ have: { list, name }, ...t }, paged) => askPage(t, list, name, paged),
    check: judgeUnpaged,
    accepts: [came([]), came([gold])],
    rejects: { "a next page": came([gold], "/api/v1/tokens?cursor=9") },
  }),
  clause({
    id: "4.4-name-order",
    endpoint: "tokens",
    statement: "tokens found by name are sorted by token id in the requested order",
    restsOn: ["2.3-name", "4.4-name-complete", "4.4-name-contained"],
    cites: ["4.4 name order"],
    readings: [16],
    needs: { ...needs, order: "tokens.order" },
    given: ({ list }) => ({ boundaries: sharedFirst(list).slice(0, 5) }),
    ask: ({ have: { list, name, order }, ...t }, text) => searchBothWays(t, list, name, order, text),
    check: judgeIdOrder,
    accepts: [
      bothWays([row(9, "a"), row(10, "b")], [row(10, "b"), row(9, "a")]),
      bothWays([row(9, "a"), row(9, "b")], [row(10, "b")]),
    ],
    rejects: {
      "ids compared as text": bothWays([row(10, "a"), row(9, "b")], []),
      "order ignored": bothWays([row(9, "a"), row(10, "b")], [row(9, "a"), row(10, "b")]),
    },
  }),
  clause({
    id: "4.4-name-limit",
    endpoint: "tokens",
    statement: "a search by name returns at most as many rows as the limit",
    cites: ["4.4 name pages", "4.4 limit effect"],
    needs: { ...needs, limit: "tokens.limit" },
    given: givenPages,
    ask: ({ have: { list, name }, ...t }, paged) => askPage(t, list, name, paged),
    // An answer without a list has no rows and is kept: other clauses judge refusals.
    check: (reply, { limit }) => {
      const { length } = rowsIn(reply, "tokens");
      const message = "a search by name brings more rows than the limit";
      const counts = { expected: `at most ${limit} rows`, actual: `${length} rows` };
      return length > limit ? [{ message, pointer: "/tokens", ...counts, reply }] : [];
    },
    accepts: [came([]), came([gold])],
    rejects: { "limit ignored": came([gold, bar]) },
  }),
  clause({
    id: "4.4-name-with-public-key",
    endpoint: "tokens",
    statement: "a name together with a public key returns only tokens that the key returns",
    cites: ["4.4 name beside others"],
    compares: true,
    needs: { ...needs, key: "tokens.publicKey", material: "tokenMaterial" },
    given: ({ list, material }) => {
      if (material.key === undefined) {
        throw noKey(list);
      }
      return { boundaries: searchTexts(list).slice(0, 3) };
    },
    ask: async (t, text) => {
      const { list, name, key, material } = t.have;
      const [named, ofKey] = [[name, text] as const, [key, material.key ?? ""] as const];
      return { byKey: await askSet(t, list, [ofKey]), both: await askSet(t, list, [named, ofKey]) };
    },
    check: ({ byKey, both }) =>
      judgeWithin(both, [byKey], "token_id", "a name together with a public key selects more than the key"),
    accepts: [beside([row(9, "a")], [row(9, "a")]), beside([row(9, "a")], [])],
    rejects: { "key ignored": beside([row(9, "a")], [row(9, "a"), row(10, "ab")]) },
  }),
  ...(["tokenId", "accountId"] as const).map(notWith),
];

/** An id that is sent together with a name, and the parameters in the order in which they are sent. */
interface Meeting {
  readonly id: string;
  readonly order: readonly ("name" | "id" | "other" | "order" | "limit")[];
}

/** A service may let the later parameter win, or one beside them: each comes first once, with and without others. */
function meetings(known: string): readonly Named<Meeting>[] {
  return [
    { name: "an id that is listed", value: { id: known, order: ["name", "id"] } },
    { name: "an id behind an operator", value: { id: "gte:0.0.1", order: ["id", "name"] } },
    { name: "beside the other id", value: { id: known, order: ["id", "name", "other"] } },
    { name: "beside order and limit", value: { id: known, order: ["id", "order", "name", "limit"] } },
  ];
}

/** The name cannot be combined with an id; each of the two alone is accepted. */
function notWith(other: "tokenId" | "accountId"): AskingClause {
  const shown = other === "tokenId" ? "token.id" : "account.id";
  const good = page([]);
  const combined = (status: number, body: unknown) => ({
    answer: { both: answer("tokens", status, body), alone: [good, good] },
    value: { id: "0.0.1001", order: ["name", "id"] } as const,
  });
  return clause({
    id: `4.4-name-with-${other === "tokenId" ? "token-id" : "account-id"}`,
    endpoint: "tokens",
    statement: `a name together with ${shown} is refused`,
    cites: ["4.4 name beside an id", parameterCites(`tokens.${other}`, "effect")[0]],
    readings: [10, 11],
    leavesOpen: ["7.7"],
    needs: { ...needs, id: `tokens.${other}`, material: "tokenMaterial" },
    given: ({ list }) => ({ boundaries: meetings(sortedIds(list)[0] ?? "0.0.1") }),
    ask: async (t, meeting) => {
      const { list, name, id, material } = t.have;
      const sent = {
        name: [name, searchTexts(list)[0]?.value ?? ""],
        id: [id, meeting.id],
        other: [material.names[other === "tokenId" ? "accountId" : "tokenId"] ?? "", meeting.id],
        order: [material.names["order"] ?? "", "desc"],
        limit: [material.names["limit"] ?? "", "2"],
      } as const;
      const together = meeting.order.map((key) => sent[key]).filter(([sentName]) => sentName !== "");
      const alone = await t.all([sent.name, sent.id].map((pair) => ({ ...list.ask([pair]), memo: true })));
      return { both: await t.get(list.ask(together, "refusal")), alone };
    },
    check: ({ both, alone }) => {
      const twin = alone.find((reply) => !isSuccess(reply)) ?? firstOf(alone);
      return judgeRefusal({ refused: both, twin }, "any");
    },
    accepts: [
      combined(400, invalidParameter("name")),
      combined(200, errorBody("Invalid parameter: token.id", "name cannot go with it")),
    ],
    rejects: {
      "answered with success": combined(200, SUCCESS.tokens),
      "another error": combined(400, errorBody("Bad request")),
    },
  });
}
