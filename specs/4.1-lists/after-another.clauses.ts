// §4.3, §4.4: the response to a request for a list does not depend on the request before it
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** A service might keep the parameters of a selective filter with limit 1, of a search by name, or of an invalid limit. */
function otherQueries({ list, material }: kit.ListSource): readonly kit.Query[] {
  const { names } = material;
  const { limit } = list.names;
  const filters = kit.filtersIn(list, { tokenId: "eq", accountId: "eq", balance: "eq" }, list);
  const companions = kit.companionsOf(list, material, "");
  const isSearch = ([sent]: kit.Query[number]): boolean => sent === names["name"];
  const filtered = kit.filterQuery(names, filters);
  const others = [limit, names["publicKey"], names["accountId"]].filter(
    (name) => !filtered.some(([sent]) => sent === name),
  );
  const selective = [...filtered, ...companions.filter(([sent]) => others.includes(sent))];
  const invalid: kit.Query = limit === undefined ? [] : [[limit, INVALID_LIMIT]];
  return [selective, companions.filter(isSearch), invalid].filter(({ length }) => length > 0);
}

const INVALID_LIMIT = "abc";

const caseOf = (value: kit.Query) => ({ name: value.map((one) => one.join("=")).join("&"), value });

/** The responses of replicas with different data may alternate by chance, so a difference must occur this often. */
const ROUNDS = 3;

/**
 * Requests a list without parameters, and again directly after another request. If the rows differ (in any order; a shorter page with a
 * link is no difference), both are repeated. It is a violation only if the difference occurs every time, and only directly after the other
 * request.
 */
async function checkAfter(t: kit.RequestSender & { readonly list: kit.Listing }, query: kit.Query) {
  const send = (request: kit.ApiRequest) => t.get({ ...request, fresh: true });
  const plain = t.list.request([]);
  const isInvalid = query.some(([, value]) => value === INVALID_LIMIT);
  const other = t.list.request(query, isInvalid ? "refusal" : "success");
  // This response may depend on the last request of another clause.
  await send(plain);
  const first = await send(plain);
  if (!kit.isSuccess(first)) return kit.inconclusiveWithout("the request without parameters", first);
  const before = await send(other);
  const after = await send(plain);
  const ids = (response: kit.ApiResponse): readonly string[] =>
    kit.isSuccess(response)
      ? kit
          .rowsIn(response)
          .map((row) => String(row[t.list.identity]))
          .toSorted()
      : ["refused"];
  // The other rows may follow the link of the shorter page: the number of rows on a page is unspecified.
  const isPartOf = (shorter: kit.ApiResponse, longer: kit.ApiResponse): boolean =>
    kit.hasNextPage(shorter) && ids(shorter).every((id) => ids(longer).includes(id));
  const isSame = (a: kit.ApiResponse, b: kit.ApiResponse): boolean =>
    ids(a).join(" ") === ids(b).join(" ") || isPartOf(a, b) || isPartOf(b, a);
  if (isSame(after, first)) return kit.unlessNoRows([], kit.rowsIn(first));
  for (let round = 0; round < ROUNDS; round += 1) {
    const again = await send(plain);
    await send(other);
    const repeated = await send(plain);
    if (!isSame(again, first) || isSame(repeated, first)) {
      const reason = "the rows of the list change from request to request";
      return kit.inconclusive(reason, repeated, { code: "dataUnsuitable" });
    }
  }
  const message = kit.isSuccess(after)
    ? "a list has other rows directly after another request"
    : "a request for a list fails directly after another request, although it succeeds alone";
  const violation = kit.wholeResponse(after, message, "the rows of the same request before and afterwards");
  return [{ ...violation, compared: [first, before] }];
}

/** A parameter selects the rows of its own request only (§4.3, §4.4). */
export const rowsAfterAnotherClauses = kit.LIST_NAMES.map((list) => {
  const { endpoint, words } = kit.LISTS[list];
  const responses = examples.scriptOf(list);
  return kit.sequence({
    exclusive: true,
    compares: true,
    id: list === "tokens" ? "4.4-rows-after-another" : "4.3-rows-after-another",
    statement: `without parameters, ${words} has the same rows after a request with parameters`,
    contract: kit.parameterLines(`${endpoint}.accountId`, "effect"),
    interpretations: [9, 17],
    needs: kit.needsOf(list),
    values: (inputs) => ({
      boundaries: (kit.isSmoke(inputs.list.size) ? [] : otherQueries(inputs)).map(caseOf),
      smaller: (query) =>
        (query.length < 2 ? [] : query).map((one) => caseOf(query.filter((parameter) => parameter !== one))),
    }),
    run: checkAfter,
    examplesWith: { value: [["limit", "1"]] },
    passes: [
      responses("8 | 8 9 | 8 | 8 9"),
      responses("8 9 | 8 9 | ! | 9 8"),
      // A shorter page with a link.
      [...responses("8 9 | 8 9 | 8"), examples.pageOf(list, [], "?after=8")],
    ],
    fails: {
      "the filter of the previous request": responses(`8 9 | 8 9 | 8 | 8 ${"| 8 9 | 8 | 8".repeat(ROUNDS)}`),
      "the error of the previous request": responses(`8 9 | 8 9 | ! | ! ${"| 8 9 | ! | !".repeat(ROUNDS)}`),
    },
  });
});
