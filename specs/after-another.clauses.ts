// §4.6, §4.7, §4.8: the response to a request for a record does not depend on the request before it
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

/**
 * Requests a record, and again directly after each of the other requests: a service may keep the nonce, the filter or the error of the
 * previous request. The first request states the default of a parameter (`nonce=0`), because a nonce kept from earlier would return a wrong
 * record from the start. A change of the data is not the cause: past events do not change (interpretation 24), and of a contract only id
 * and address are compared. If the record is gone, which an earlier request may have caused, the next of `paths` is used.
 */
async function checkAfterEach(
  t: kit.RequestSender,
  kind: RecordKind,
  [path = "", ...further]: readonly string[],
  othersOf: (path: string) => readonly kit.ApiRequest[],
): Promise<kit.CheckResult> {
  const record = kit.recordRequest(kind.endpoint, path);
  const send = (request: kit.ApiRequest) => t.get({ ...request, fresh: true });
  const explicit = kind.explicit?.(path);
  const stated = explicit && (await send(explicit));
  const earlier = stated && kit.isSuccess(stated) ? stated : await t.get(record);
  // The service may still keep state of the last request of another clause.
  const first = await send(record);
  const again = isGone(first) ? await send(record) : first;
  if (isGone(again))
    return further.length > 0 ? await checkAfterEach(t, kind, further, othersOf) : kit.noSample(again);
  if (!kit.isSuccess(earlier)) return kit.noSample(earlier);
  const compared = earlier === stated ? kind.compare(again, stated) : [];
  if (!kit.isInconclusive(compared) && compared.length > 0) {
    return kit.inconclusive("the record differs from that with the default of its parameter", again);
  }
  const checkResults = await kit.inSequence(othersOf(path), async (other): Promise<kit.CheckResult> => {
    const before = await send(other);
    const response = await send(record);
    const message = "a request for a record fails after another request, although it succeeds alone";
    const lost = { ...kit.wholeResponse(response, message, "the record"), compared: [earlier, before] };
    return kit.isSuccess(response) ? kind.compare(response, earlier) : [lost];
  });
  return kit.allResults(checkResults, "no other request is available");
}

const isGone = (response: kit.ApiResponse): boolean => !kit.isSuccess(response) && kit.looksMissing(response);

const CHANGED = "a record has a different value after another request";

/** Inconclusive if a response lacks `identity`, which identifies the record. */
const membersWith =
  (identity: string): kit.Comparison =>
  (response, earlier) => {
    const changed = kit.differences(response, earlier, CHANGED);
    const isShown = [response, earlier].every((one) => kit.memberText(one, identity) !== undefined);
    return isShown || changed.length > 0
      ? changed
      : kit.inconclusive(`the record does not show ${identity}`, response);
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
  /** Requests the record with the default of its parameter, or with a time filter that every record meets. */
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

const message = (number: number, more: object = {}): kit.ApiResponse =>
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
    examples: [message(7), message(7, MORE), message(8), examples.notFoundOf("topicMessage")],
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
    statement: `the same ${kind.noun} is returned directly after a different request to the endpoint`,
    contract,
    interpretations,
    needs: { found: kind.needs, size: "size" },
    run: async (t) => {
      const othersOf = (path: string): readonly kit.ApiRequest[] => {
        const known = t.found.slice(-1).filter(({ identifier }) => identifier !== path);
        const requests = known.map(({ identifier }) => kit.recordRequest(endpoint, identifier));
        const further = kit.isSmoke(t.size) ? [] : [kind.malformed, ...requests];
        return [...kind.others(path), ...further];
      };
      return await checkAfterEach(t, kind, pathsOf(t.found), othersOf);
    },
    examplesWith: { inputs: { found: [examples.sampledAs(kind.path, record)] } },
    passes: [after(record), after(same)],
    fails: { "missing after another request": after(missing), "another record": after(other) },
  });
});
