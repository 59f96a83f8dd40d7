// §4.4: a search by name together with an id
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

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
