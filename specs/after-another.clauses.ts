// §4.3, §4.4, §4.6, §4.7, §4.8: the response to a request does not depend on the request before it
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

interface RepeatedRequest {
  readonly plain: kit.ApiRequest;
  /** Sent before the first request, whose response may depend on the last request of another clause; absent: the request itself. */
  readonly explicit?: kit.ApiRequest | undefined;
  readonly others: readonly kit.ApiRequest[];
  readonly compare: kit.Comparison;
  /** How often a difference must occur, and only directly after the other request; absent: once. */
  readonly rounds?: number;
}

/**
 * Sends a request, and again directly after each other request: a service may keep the filter, the nonce or the error of the request
 * before. If the request does not succeed, which an earlier request may have caused, the next of `further` is sent.
 */
async function checkAfterEach(
  t: kit.RequestSender,
  { plain, explicit = plain, others, compare, rounds = 0 }: RepeatedRequest,
  [next, ...further]: readonly RepeatedRequest[] = [],
): Promise<kit.CheckResult> {
  const send = (request: kit.ApiRequest) => t.get({ ...request, fresh: true });
  await send(explicit);
  const first = await send(plain);
  if (!kit.isSuccess(first)) {
    return next ? await checkAfterEach(t, next, further) : kit.inconclusiveWithout("the request", first);
  }
  const message = "a request fails directly after another request, although it succeeds alone";
  const check = (response: kit.ApiResponse): kit.CheckResult =>
    kit.isSuccess(response)
      ? compare(response, first)
      : [kit.wholeResponse(response, message, "the response to the same request before")];
  const checked = await kit.inSequence(others, async (other): Promise<kit.CheckResult> => {
    const before = await send(other);
    const checkResult = check(await send(plain));
    if (!isViolated(checkResult)) return checkResult;
    for (let round = 0; round < rounds; round += 1) {
      const again = await send(plain);
      await send(other);
      const repeated = await send(plain);
      if (isViolated(check(again)) || !isViolated(check(repeated))) {
        const reason = "the rows of the list change from request to request";
        return kit.inconclusive(reason, repeated, { code: "dataUnsuitable" });
      }
    }
    return checkResult.map((violation) => ({ ...violation, compared: [first, before] }));
  });
  return kit.allResults(checked, "no other request is available");
}

const isViolated = (checkResult: kit.CheckResult): checkResult is readonly kit.Violation[] =>
  !kit.isInconclusive(checkResult) && checkResult.length > 0;

const CHANGED = "a record has a different value after another request";

/** Inconclusive if a response lacks `identity`, which identifies the record. */
const membersWith =
  (identity: string): kit.Comparison =>
  (response, earlier) => {
    const changed = kit.differences(response, earlier, CHANGED);
    const isShown = [response, earlier].every((one) => kit.memberText(one, identity) !== undefined);
    return isShown || changed.length > 0
      ? changed
      : kit.inconclusive(`the record does not show ${identity} as a string`, response);
  };

interface RecordKind {
  readonly endpoint: "topicMessage" | "contractResult" | "contract";
  readonly id: kit.ClauseId;
  readonly needs: "topicMessages" | "contractResults" | "contracts";
  readonly noun: string;
  readonly contract: kit.ContractLines;
  readonly interpretations: readonly number[];
  readonly compare: kit.Comparison;
  /** Requests for another record, or none. The last one is close to `path`: it may share the entry of a cache. */
  readonly others: (path: string) => readonly kit.ApiRequest[];
  /**
   * Requests the record with the default of its parameter, or with a time filter that every record meets: if the service keeps a parameter
   * of an earlier request, the record would be wrong from the start.
   */
  readonly explicit?: (path: string) => kit.ApiRequest | undefined;
  readonly malformed: kit.ApiRequest;
  readonly path: string;
  /** `same`: the record with a further member. */
  readonly examples: readonly [
    record: kit.ApiResponse,
    same: kit.ApiResponse,
    other: kit.ApiResponse,
    missing: kit.ApiResponse,
  ];
}

const messageNumbered = (number: number, more: object = {}): kit.ApiResponse =>
  examples.topicMessageOf({ sequence_number: number, ...more });
const MORE = { more: 1 };

const KINDS: readonly RecordKind[] = [
  {
    endpoint: "topicMessage",
    id: "4.6-message-after-another",
    needs: "topicMessages",
    noun: "topic message",
    contract: [249],
    interpretations: [24],
    compare: membersWith("consensus_timestamp"),
    others: (path) => [kit.recordRequest("topicMessage", path.replace(/(\..*)?$/, ".999999998"), "missing")],
    malformed: kit.recordRequest("topicMessage", "1.x", "refusal"),
    path: "1700000000.000000001",
    examples: [
      messageNumbered(7),
      messageNumbered(7, MORE),
      messageNumbered(8),
      examples.notFoundOf("topicMessage"),
    ],
  },
  {
    endpoint: "contractResult",
    id: "4.7-result-after-another",
    needs: "contractResults",
    noun: "contract result",
    contract: [256, 255],
    interpretations: [24],
    compare: membersWith("hash"),
    explicit: (path) =>
      kit.TRANSACTION_ID.test(path) ? kit.nonceRequest(path, "nonce", ["0"], "success") : undefined,
    malformed: kit.recordRequest("contractResult", "abc", "refusal"),
    others: (path) => [
      kit.COMPARISON_REQUESTS.contractResult.missing,
      ...(kit.TRANSACTION_ID.test(path) ? [kit.nonceRequest(path, "nonce", ["1"], "missing")] : []),
    ],
    path: "0.0.1-1-1",
    examples: [
      examples.RESULT_A,
      examples.resultOf(examples.HASH_A, undefined, MORE),
      examples.RESULT_B,
      examples.NO_RESULT,
    ],
  },
  {
    endpoint: "contract",
    id: "4.8-contract-after-another",
    needs: "contracts",
    noun: "contract",
    contract: [262],
    interpretations: [19],
    compare: kit.checkSameContract,
    explicit: (path) =>
      kit.requestTo("contract", { path, query: [["timestamp", "gte:0"]], expects: "success" }),
    malformed: kit.recordRequest("contract", "abc", "refusal"),
    others: (path) => [
      kit.COMPARISON_REQUESTS.contract.missing,
      kit.requestTo("contract", { path, query: [["timestamp", "lt:0"]], expects: "missing" }),
    ],
    path: "0.0.5001",
    examples: [
      examples.CONTRACT_A,
      examples.contractOf(MORE),
      examples.CONTRACT_B,
      examples.NO_SUCH_CONTRACT,
    ],
  },
];

/** Transaction ids come first, because a nonce with them selects another record. */
function pathsOf(found: readonly kit.Sample[]): readonly string[] {
  const paths = found.map(({ identifier }) => identifier);
  return [...new Set([...paths.filter((path) => kit.TRANSACTION_ID.test(path)), ...paths])];
}

/** A request returns the record that it names, whatever request was sent before (§4.6, §4.7, §4.8). */
export const recordsAfterAnother = KINDS.map((kind) => {
  const { endpoint, id, contract, interpretations } = kind;
  const [record, same, other, missing] = kind.examples;
  const between = Array<kit.ApiResponse>(1 + kind.others(kind.path).length).fill(missing);
  /** The record twice, then each other request followed by the record; `last` in place of the last response. */
  const pairs = between.flatMap((one) => [record, one]);
  const after = (last: kit.ApiResponse): readonly kit.ApiResponse[] => [record, ...pairs, last];
  return kit.sequence({
    id,
    endpoint,
    exclusive: true,
    skipAtSmoke: true,
    statement: `the same ${kind.noun} is returned directly after a different request to the endpoint`,
    contract,
    interpretations,
    needs: { found: kind.needs },
    run: (t) => {
      const repetitions = pathsOf(t.found).map((path): RepeatedRequest => {
        const known = t.found.slice(-1).filter(({ identifier }) => identifier !== path);
        const requests = known.map(({ identifier }) => kit.recordRequest(endpoint, identifier));
        const others = [...kind.others(path), kind.malformed, ...requests];
        const plain = kit.recordRequest(endpoint, path);
        return { plain, explicit: kind.explicit?.(path), others, compare: kind.compare };
      });
      return checkAfterEach(t, kit.firstItem(repetitions), repetitions.slice(1));
    },
    examplesWith: { inputs: { found: [examples.sampledAs(kind.path, record)] } },
    passes: [after(record), after(same)],
    fails: { "missing after another request": after(missing), "another record": after(other) },
  });
});

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
const ONE_ROW: kit.Query = [["limit", "1"]];

const caseOf = (value: kit.Query) => ({ name: value.map((one) => one.join("=")).join("&"), value });

/** The responses of replicas with different data may alternate by chance. */
const ROUNDS = 3;

/** The same rows, in any order. The other rows may follow the link of a shorter page: the number of rows on a page is unspecified. */
const sameRowsBy =
  (identity: string): kit.Comparison =>
  (response, first) => {
    const ids = (page: kit.ApiResponse) =>
      kit
        .rowsIn(page)
        .map((row) => String(row[identity]))
        .toSorted();
    const isPartOf = (shorter: kit.ApiResponse, longer: kit.ApiResponse): boolean =>
      kit.hasNextPage(shorter) && ids(shorter).every((id) => ids(longer).includes(id));
    const isSame =
      ids(response).join(" ") === ids(first).join(" ") ||
      isPartOf(response, first) ||
      isPartOf(first, response);
    const message = "a list has other rows directly after another request";
    const violation = kit.wholeResponse(
      response,
      message,
      "the rows of the same request before and afterwards",
    );
    return kit.unlessNoRows(isSame ? [] : [violation], kit.rowsIn(first));
  };

/** A parameter selects the rows of its own request only (§4.3, §4.4). */
export const rowsAfterAnotherClauses = kit.LIST_NAMES.map((list) => {
  const { endpoint, words } = kit.LISTS[list];
  const responses = examples.scriptOf(list);
  return kit.sequence({
    exclusive: true,
    skipAtSmoke: true,
    compares: true,
    id: list === "tokens" ? "4.4-rows-after-another" : "4.3-rows-after-another",
    statement: `without parameters, ${words} has the same rows after a request with parameters`,
    contract: kit.parameterLines(`${endpoint}.accountId`, "effect"),
    interpretations: [9, 17],
    needs: kit.needsOf(list),
    values: (inputs) => ({
      boundaries: otherQueries(inputs).map(caseOf),
      smaller: (query) =>
        (query.length < 2 ? [] : query).map((one) => caseOf(query.filter((parameter) => parameter !== one))),
    }),
    run: (t, query) => {
      const isInvalid = query.some(([, value]) => value === INVALID_LIMIT);
      const other = t.list.request(query, isInvalid ? "refusal" : "success");
      const compare = sameRowsBy(t.list.identity);
      return checkAfterEach(t, { plain: t.list.request([]), others: [other], compare, rounds: ROUNDS });
    },
    examplesWith: { value: ONE_ROW },
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
