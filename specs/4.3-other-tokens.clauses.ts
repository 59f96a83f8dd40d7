// §4.1, §4.3: the parameters of balances for tokens other than the one whose balances all other clauses request
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

const TOKEN_ENDPOINT = "tokenBalances";
/** The filters of balances by parameter; undefined for a parameter that is no filter. */
const ROW_FILTERS = kit.LIST_CONTEXTS.balances.filters;

/** The parameters that are sent, each of them alone. */
const SENT_PARAMETERS = ["limit", "order", "accountId", "balance"] as const;
const PARAMETER_NOUNS = {
  limit: "a limit",
  order: "an order",
  accountId: "an account id",
  balance: "a balance",
};

interface OtherToken {
  readonly path: string;
  readonly state: (typeof SENT_PARAMETERS)[number];
}

const otherTokenPrerequisites = { list: "balances", material: "balanceMaterial" } as const;

/** One parameter with a value that selects several rows: the middle row is the bound of a filter, and half of the rows are a page. */
function parameterQuery(
  state: OtherToken["state"],
  whole: kit.PagedList,
  { list, material }: kit.Inputs<typeof otherTokenPrerequisites>,
): kit.Query {
  const middle = Math.ceil(whole.rows.length / 2);
  const filter = ROW_FILTERS[state];
  const bound = filter && kit.boundValues(whole.rows, filter)[middle - 1];
  const { limit, order } = list.names;
  return state === "limit"
    ? kit.queryFrom([limit, String(Math.min(middle, 100))])
    : state === "order"
      ? kit.queryFrom([order, "desc"])
      : kit.queryFrom([material.names[state], bound && kit.filterValue("lte", bound)]);
}

/** The rows of the whole list that a filter selects; all of them for a parameter that is no filter. */
function rowsSelectedBy(
  state: OtherToken["state"],
  whole: kit.PagedList,
  query: kit.Query,
): readonly kit.ListRow[] {
  const filter = ROW_FILTERS[state];
  const [operator, bound] = kit.filterIn(query[0]?.[1] ?? "");
  return filter === undefined
    ? whole.rows
    : whole.rows.filter((row) => kit.isWanted({ filter, operator, bound }, row) !== false);
}

/** Checks that the pages of a request have exactly the rows of the whole list that the parameter selects. */
function checkRowsOfToken(
  pages: kit.PagedList,
  whole: kit.PagedList,
  expected: readonly kit.ListRow[],
  state: OtherToken["state"],
): kit.CheckResult {
  const [stray, excluded, missing] = [
    "a row is not among the balances of the token in the path",
    "a row does not match the request",
    "a balance of the token in the path is missing",
  ];
  const shown = "a row that the path without this parameter shows";
  const beside = kit.firstResponses([whole]);
  const symptoms = [`stray ${state}`];
  return kit.firstViolation(
    () => kit.strayRows(pages, stray, whole.rows, shown, beside),
    () =>
      kit
        .strayRows(pages, excluded, expected, "a row that the filter selects", beside)
        .map((violation) => ({ ...violation, symptoms })),
    () => (pages.end === "null" ? kit.missingRows(pages, missing, expected, [whole]) : []),
  );
}

const exampleBalances = examples.idPages("balances");

/** tokenId selects the token whose balances are listed, whatever parameter is beside it (§4.3, lines 210 and 216 to 221). */
export const otherTokens = kit.sequence({
  id: "4.3-parameters-of-another-token",
  statement: "each parameter selects among the balances of the token in the path",
  contract: [199, 210, 216, 217, 219, 220],
  interpretations: [7, 15, 17],
  compares: true,
  needs: otherTokenPrerequisites,
  values: ({ list: { others = [], short = [] } }) =>
    [...others.slice(0, 1), ...short.slice(0, 1)].flatMap((path) =>
      SENT_PARAMETERS.map((state) => ({
        name: `${PARAMETER_NOUNS[state]} with token ${path}`,
        value: { path, state },
      })),
    ),
  run: async (t, { path, state }: OtherToken) => {
    const read = (query: kit.Query) =>
      kit.pagedList(t, kit.requestTo(TOKEN_ENDPOINT, { path, query }), t.list.size.pages);
    const whole = await read([]);
    const query = parameterQuery(state, whole, t);
    if (whole.end !== "null" || whole.rows.length < 2 || query.length === 0) {
      return kit.inconclusive("the balances of no other token can be compared");
    }
    const pages = await read(query);
    const [first] = kit.firstResponses([pages]);
    return kit.isRefusedList(pages) && first !== undefined
      ? kit.refusedElsewhere(first)
      : checkRowsOfToken(pages, whole, rowsSelectedBy(state, whole, query), state);
  },
  examplesWith: { value: { path: "0.0.7", state: "order" } },
  passes: [
    [exampleBalances(1, 2, 3), exampleBalances(3, 2, 1)],
    [exampleBalances(1, 2), exampleBalances(1, 2)],
  ],
  fails: {
    "balances of another token": [exampleBalances(1, 2, 3), exampleBalances(7, 8)],
    "a balance missing": [exampleBalances(1, 2, 3), exampleBalances(3, 2)],
  },
});
