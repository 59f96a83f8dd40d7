// §4.1, §4.3: parameters of balances for other tokens than the one whose balances all other clauses request
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

/** The parameters are sent alone, each in this state: the key of the parameter, the state, and the parameter in words. */
const SENT_STATES = [
  ["limit", "small", "a limit"],
  ["order", "desc", "an order"],
  ["accountId", "lte", "an account id"],
  ["balance", "lte", "a balance"],
] as const;

const checkRows = kit.checkPagesBy({
  violatedBy: ["stray", "missing", "order", "limit"],
  where: ({ subkind }) => subkind !== "next",
  shows: ["aRow"],
});
const tokenResponses = examples.scriptOf("balances");

/** tokenId selects the token whose balances are listed, whatever other parameter is sent (§4.3). */
export const otherTokens = kit.sequence({
  id: "4.3-parameters-of-another-token",
  statement: "a limit, order, account id or balance has its effect for whichever token is in the path",
  contract: [199, 210, 216, 217, 219, 220],
  interpretations: [7, 15, 17],
  compares: true,
  needs: kit.needsOf("balances"),
  values: ({ list: { others = [], short = [] }, material: { names } }) =>
    [...others.slice(0, 1), ...short.slice(0, 1)].flatMap((path) =>
      SENT_STATES.filter(([key]) => names[key] !== undefined).map(([key, state, words]) => ({
        name: `${words} with token ${path}`,
        value: { path, context: { [key]: state } },
      })),
    ),
  run: async (t, { path, context }) => {
    const request: kit.Listing["request"] = (query, expects = "success") =>
      kit.requestTo("tokenBalances", { path, query, expects });
    const { rows, pages, end } = await kit.pagedList(t, request([]), t.list.size.pages);
    if (end !== "null" || rows.length < 2) {
      return kit.inconclusive(
        "the other token has fewer than two balances, or they were not read completely",
      );
    }
    const list = { ...t.list, request, rows, pages, complete: true };
    const checked = checkRows(await kit.requestContext({ ...t, list }, context));
    const { order = "" } = t.material.names;
    const orders = context["order"] === undefined ? [] : [await kit.readBothOrders(t, list, order)];
    return kit.firstViolation(() => checked, ...orders.map((both) => () => kit.checkOrder(both)));
  },
  examplesWith: {
    inputs: { material: { names: { accountId: "account.id" }, accounts: [] } },
    value: { path: "0.0.7", context: { accountId: "lte" } },
  },
  passes: [tokenResponses("1 2 3 | 1 2"), tokenResponses("1 2 3 | 2 1")],
  // The third response shows how many rows a page without parameters has.
  fails: {
    "balances of another token": tokenResponses("1 2 3 | 7 8 | 1 2 3"),
    "a balance missing": tokenResponses("1 2 3 | 2 | 1 2 3"),
  },
});
