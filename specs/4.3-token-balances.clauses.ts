// §2.1, §2.4, §4.1, §4.3, §7, §8: token balances at a time, malformed path parameters, unknown tokens, and parameters of other tokens
import { formats } from "../generators/formats.ts";
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

const TOKEN_BALANCES = "tokenBalances";
const BALANCE_LIST_NAME = "balances";

const balancesAt = examples.idPages(BALANCE_LIST_NAME);
const SOME_BALANCES = balancesAt(98);
const NO_BALANCES = examples.successOf(TOKEN_BALANCES);

/** A consensus timestamp with a comparison operator selects balances by their time (§2.1, §4.3). */
export const balancesAtAnyTime = kit.sequence({
  id: "4.3-timestamp-all",
  statement: "balances are returned for a time bound that every record meets",
  contract: [18, 221],
  interpretations: [17],
  needs: { list: BALANCE_LIST_NAME, name: "tokenBalances.timestamp" },
  values: ({ list: { size, time } }) => kit.boundsAlwaysMet(size, time),
  run: async (t, value) => {
    const pagesRead = await kit.pagedList(t, t.list.request([[t.name, value]]), 1);
    const { response } = kit.firstItem(pagesRead.pages.slice(-1));
    const isEmpty = pagesRead.rows.length === 0;
    const message = "no balance is returned for a time bound that every record meets";
    return kit.firstViolation(
      () => kit.noRows(t.list.rows) ?? kit.checkUnlessRefused(response),
      () =>
        isEmpty && pagesRead.end !== "null" && !kit.isRefusedList(pagesRead)
          ? kit.whyStopped(pagesRead, "no row was returned")
          : [],
      () => kit.violationIf(isEmpty, response, message, "status 200 with balances"),
    );
  },
  passes: [SOME_BALANCES, balancesAt(98, 99)],
  fails: { "an empty list": NO_BALANCES, "no such record": examples.notFoundOf("tokenBalances") },
});

/** The account public key has its effect together with a consensus timestamp (§4.3). */
export const keyAtAnyTime = kit.sequence({
  id: "4.3-public-key-at-time",
  statement: "a public key with a timestamp returns only balances that the key alone returns",
  contract: [218, 221],
  interpretations: [8, 17],
  compares: true,
  needs: {
    list: BALANCE_LIST_NAME,
    name: "tokenBalances.timestamp",
    byKey: "tokenBalances.publicKey",
    material: "balanceMaterial",
  },
  values: ({ list: { size } }) => (kit.isSmoke(size) ? [] : kit.SINGLE_CASE),
  run: async (t) => {
    const { key } = t.material;
    if (key === undefined) return kit.whyNoKey(t.list);
    const alone = await kit.requestSelection(t, t.list, [[t.byKey, key]]);
    const byTime = [t.name, kit.farUpperBound(t.list.time)] as const;
    const timed = await kit.requestSelection(t, t.list, [[t.byKey, key], byTime]);
    const stray = "a public key with a timestamp filter returns accounts that the key alone does not return";
    return kit.isRefusedList(timed)
      ? kit.refusedElsewhere(kit.firstItem(timed.pages).response)
      : kit.ifShown(
          kit.containedIn(timed, [alone], stray),
          kit.listHasRows(timed),
          "a balance of that key at a time",
        );
  },
  examplesWith: { inputs: { material: { names: {}, accounts: [], key: "ef" } } },
  first: balancesAt(98, 99),
  passes: [balancesAt(99, 98), balancesAt(99)],
  fails: { "the key is ignored": balancesAt(97, 98, 99) },
});

const LIST_NEEDS = kit.needsOf(BALANCE_LIST_NAME);

const pathSending = ({ list, material }: kit.Inputs<typeof LIST_NEEDS>): kit.InvalidValueRequests => ({
  invalid: (path, query) => kit.requestTo(TOKEN_BALANCES, { path, query }),
  repaired: list.request,
  isNamed: (response) => kit.namesOtherParameter(response, Object.values(material.names)),
  companions: kit.companionsOf(list, material, ""),
  together: kit.requestsWithAllInvalid(TOKEN_BALANCES, material.names, list.size, list.request).slice(1),
  size: list.size,
});

/** tokenId is an EntityId (§4.3); an invalid one gets the documented error body (§7.2, §7.6). */
export const tokenIdRefused = kit.sequence({
  id: "4.3-path-refused",
  statement: "a malformed tokenId gets the message Invalid parameter: <any name, not the value>",
  contract: [16, 210, 297, 313],
  interpretations: [8, 10, 11],
  needs: LIST_NEEDS,
  values: (inputs) => kit.invalidValueCases(formats.entityId.invalid(), pathSending(inputs)),
  run: async (t, faulty) => kit.checkRefusal(await kit.sendInvalidValue(t, pathSending(t), faulty), "any"),
  recorded: kit.recordedWithInvalidPath(kit.checkRefused),
  examplesWith: { value: { value: "a b", others: [] } },
  last: SOME_BALANCES,
  passes: [
    examples.badRequestOf(TOKEN_BALANCES, "tokenid"),
    examples.responseOf(TOKEN_BALANCES, 404, examples.invalidParameter("token.id")),
  ],
  fails: {
    "status 200": NO_BALANCES,
    "the Not found body": examples.notFoundOf(TOKEN_BALANCES),
    "the value instead of a name": examples.badRequestOf(TOKEN_BALANCES, "a b"),
  },
});

/** The list shows the supply distribution of one token across accounts (§2.4). */
export const unknownToken = kit.sequence({
  id: "4.3-unknown-token",
  emptyPass: "absence",
  statement: "no balance is returned for a token that does not exist",
  contract: [90, 299],
  interpretations: [13],
  needs: { list: BALANCE_LIST_NAME, token: "tokenWithHolders", missing: "missing" },
  run: async (t) => {
    const missingId = t.missing.tokenId;
    const paths = [missingId ?? [], kit.unusedIds([t.token])].flat().slice(0, 2);
    const responses = await t.all(paths.map((path) => kit.recordRequest(TOKEN_BALANCES, path, "missing")));
    // An unused id may be in use after all, and that of the target file may exist: only balances for both are a violation.
    const isHeld = (response: kit.ApiResponse): boolean =>
      kit.hasSuccessBody(response) && kit.rowsIn(response).length > 0;
    const [first] = responses.filter(isHeld);
    if (first !== undefined && !responses.every(isHeld)) {
      const reason =
        "the token of samples.missing has balances: if it exists, correct the sample; if not, they are those of another token";
      return missingId !== undefined && first === responses[0]
        ? kit.inconclusive(reason, first, { code: "samplesUnsuitable" })
        : [];
    }
    const message = "balances are returned for a token that does not exist";
    return responses.flatMap((response) =>
      kit.violationIf(isHeld(response), response, message, "an empty list, or an error"),
    );
  },
  passes: [
    [NO_BALANCES, NO_BALANCES],
    [SOME_BALANCES, examples.notFoundOf(TOKEN_BALANCES)],
    [examples.responseOf(TOKEN_BALANCES, 500, ""), examples.notFoundOf(TOKEN_BALANCES)],
  ],
  fails: { "balances of another token": [SOME_BALANCES, SOME_BALANCES] },
});

const balancesAtTime = { ...LIST_NEEDS, name: "tokenBalances.timestamp" } as const;

const beforeAllRecords = {
  emptyPass: "absence",
  contract: [18, 221],
  interpretations: [17],
  check: (response: kit.ApiResponse): kit.CheckResult => {
    const message = "balances are returned for a time that no record can have";
    return kit.rowsIn(response).length === 0
      ? kit.checkUnlessRefused(response)
      : [kit.wholeResponse(response, message, "an empty list, or no list")];
  },
  passes: [examples.successOf(TOKEN_BALANCES), examples.notFoundOf(TOKEN_BALANCES)],
  fails: { balances: SOME_BALANCES },
} as const;

/** A consensus timestamp with a comparison operator selects balances by their time (§2.1, §4.3). */
export const balancesBeforeTime = kit.single({
  ...beforeAllRecords,
  id: "4.3-timestamp-none",
  effectOf: ["tokenBalances.timestamp"],
  statement: "no balance is returned for a time bound that no record can meet",
  needs: balancesAtTime,
  values: () => kit.BOUNDS_NEVER_MET,
  request: ({ list: { request }, name }, value) => request([[name, value]]),
});

/**
 * Each other parameter alone, and account.id together with account.balance under each operator, because a service may implement each
 * operator separately. Smoke sends only the requests with both filters, each with a limit.
 */
function queriesWithTimestamp({ list: found, material, name }: kit.Inputs<typeof balancesAtTime>) {
  const { limit, order } = found.names;
  const others = [...kit.queryFrom([order, "desc"]), ...kit.companionsOf(found, material, name)];
  const combined = operatorQueries(found, material);
  const sent = kit.isSmoke(found.size)
    ? combined.map((query) => [...query, ...kit.queryFrom([limit, "1"])])
    : [...others.map((other) => [other]), ...combined];
  const nameOf = (query: kit.Query) => query.map((one) => one.join("=")).join(" ");
  return { boundaries: [], contexts: sent.map((value: kit.Query) => ({ name: nameOf(value), value })) };
}

/** Both filters together, once for each operator, in ascending and descending order alternately. */
const operatorQueries = (list: kit.Listing, { names }: kit.ListInputs): readonly kit.Query[] =>
  kit.ROW_OPERATORS.slice(1).map((operator, at) => {
    const order = at % 2 === 0 ? "asc" : "desc";
    const context = { accountId: operator, balance: operator, order, timestamp: "at" };
    const filters = kit.filtersIn(list, context, list);
    return [...kit.filterQuery(names, filters), ...kit.queryFrom([list.names.order, order])];
  });

/** The timestamp filter has its effect together with every other parameter (§2.1, §4.3). */
export const balancesBeforeTimeAnyPage = kit.single({
  ...beforeAllRecords,
  id: "4.3-timestamp-none-any-page",
  statement: "no balance is returned for a time before all records, with any other parameter",
  needs: balancesAtTime,
  values: (inputs) => queriesWithTimestamp(inputs),
  request: ({ list: { request }, name }, others) => request([[name, "lt:0"], ...others]),
});

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
  fails: {
    "balances of another token": tokenResponses("1 2 3 | 7 8"),
    "a balance missing": tokenResponses("1 2 3 | 2"),
  },
});
