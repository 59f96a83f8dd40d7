// §4.6, §4.7, §4.8: the response to a request for a record does not depend on the request before it
import type { Cites, ClauseId } from "../engine/clauses/clause.ts";
import { sequence } from "../engine/clauses/declare.ts";
import type { Sampled } from "../engine/clauses/prerequisites.ts";
import { isSuccess, wholeResponse } from "../engine/message/classify.ts";
import {
  type ApiRequest,
  type RequestSender,
  requestTo,
  type CheckResult,
  type ApiResponse,
} from "../engine/model/exchange.ts";
import { differences } from "../engine/schema/agreement.ts";
import { TRANSACTION_ID } from "../schemas/formats.ts";
import {
  exampleResponse,
  CONTRACT_A,
  CONTRACT_B,
  contractOf,
  HASH_A,
  NO_SUCH_CONTRACT,
  NO_RESULT,
  NOT_FOUND,
  RESULT_A,
  RESULT_B,
  exampleResult,
  sampledAs,
  SUCCESS,
} from "./examples/responses.ts";
import { nonceRequest } from "./kit/records/contract-results.ts";
import { checkSameContract } from "./kit/records/contracts.ts";
import { firstResult, COMPARISON_REQUESTS, recordRequest, memberText } from "./kit/records/records.ts";
import { noSample, allResults } from "./kit/records/record-checks.ts";
import { inSequence, inconclusive } from "./kit/requests/check-results.ts";

/** Compares a record with an earlier response to the same request (interpretation 24). */
type Compare = (response: ApiResponse, earlier: ApiResponse) => CheckResult;

/**
 * Requests a record twice, and again directly after each of the other requests. This reveals a service that keeps something of
 * the previous request, such as its nonce, its timestamp filter or its error. A change of the data cannot be the cause, because
 * the record would have to change with every other request.
 */
async function checkAfterEach(
  t: RequestSender,
  record: ApiRequest,
  others: readonly ApiRequest[],
  compare: Compare,
): Promise<CheckResult> {
  const send = (request: ApiRequest) => t.get({ ...request, fresh: true });
  await send(record);
  const earlier = await send(record);
  if (!isSuccess(earlier)) {
    return noSample(earlier);
  }
  const checkResults = await inSequence(others, async (other): Promise<CheckResult> => {
    const before = await send(other);
    const response = await send(record);
    const message = "a request for a record fails after another request, although it succeeds alone";
    const lost = { ...wholeResponse(response, message, "the record"), beside: [earlier, before] };
    return isSuccess(response) ? compare(response, earlier) : [lost];
  });
  return allResults(checkResults, "no other request is available");
}

const CHANGED = "a record has a different value after another request";

/**
 * Compares every member that is null in neither response; inconclusive if a response lacks `identity`, the member that
 * identifies the record.
 */
const membersWith =
  (identity: string): Compare =>
  (response, earlier) => {
    const changed = differences(response, earlier, CHANGED);
    const isShown = [response, earlier].every((one) => memberText(one, identity) !== undefined);
    return isShown || changed.length > 0
      ? changed
      : inconclusive(`the record does not show ${identity}`, response);
  };

interface RecordKind {
  readonly endpoint: "topicMessage" | "contractResult" | "contract";
  readonly id: ClauseId;
  readonly needs: "topicMessages" | "contractResults" | "contracts";
  readonly noun: string;
  readonly cites: Cites;
  readonly compare: Compare;
  readonly missing: ApiRequest;
  readonly malformed: ApiRequest;
  /** Requests for the same path with a query parameter that selects another record, or none. */
  readonly beside?: (path: string) => readonly ApiRequest[];
  /** The path of the examples. */
  readonly path: string;
  /** The record, the same with a further member, another record, and the response for a missing one. */
  readonly examples: readonly [
    record: ApiResponse,
    same: ApiResponse,
    other: ApiResponse,
    missing: ApiResponse,
  ];
}

const message = (number: number, more: object = {}): ApiResponse =>
  exampleResponse("topicMessage", 200, { ...SUCCESS.topicMessage, sequence_number: number, ...more });
const MORE = { more: 1 };

const KINDS: readonly RecordKind[] = [
  {
    endpoint: "topicMessage",
    id: "4.6-message-after-another",
    needs: "topicMessages",
    noun: "a topic message",
    cites: ["4.6 timestamp identity", 24],
    compare: membersWith("consensus_timestamp"),
    missing: recordRequest("topicMessage", "1000000000.000000001", "missing"),
    malformed: recordRequest("topicMessage", "1.x", "refusal"),
    path: "1700000000.000000001",
    examples: [message(7), message(7, MORE), message(8), exampleResponse("topicMessage", 404, NOT_FOUND)],
  },
  {
    endpoint: "contractResult",
    id: "4.7-result-after-another",
    needs: "contractResults",
    noun: "a contract result",
    cites: ["4.7 nonce default", "4.7 hash", 24],
    compare: membersWith("hash"),
    missing: COMPARISON_REQUESTS.contractResult.missing,
    malformed: recordRequest("contractResult", "abc", "refusal"),
    beside: (path) => (TRANSACTION_ID.test(path) ? [nonceRequest(path, "nonce", ["1"], "missing")] : []),
    path: "0.0.1-1-1",
    examples: [RESULT_A, exampleResult(HASH_A, undefined, MORE), RESULT_B, NO_RESULT],
  },
  {
    endpoint: "contract",
    id: "4.8-contract-after-another",
    needs: "contracts",
    noun: "a contract",
    cites: ["4.8 contractIdOrAddress identity", 19],
    compare: checkSameContract,
    missing: COMPARISON_REQUESTS.contract.missing,
    malformed: recordRequest("contract", "abc", "refusal"),
    beside: (path) => [requestTo("contract", { path, query: [["timestamp", "lt:0"]], expects: "missing" })],
    path: "0.0.5001",
    examples: [CONTRACT_A, contractOf(MORE), CONTRACT_B, NO_SUCH_CONTRACT],
  },
];

/**
 * The path of the record that is requested again; a transaction id if there is one, because a nonce with it selects
 * another record.
 */
const recordAmong = (found: readonly Sampled[]): string =>
  (found.find(({ asked }) => TRANSACTION_ID.test(asked)) ?? firstResult(found)).asked;

/**
 * A request returns the record that it names (§4.6, line 249; §4.7, lines 255 and 256; §4.8, line 262), whatever was
 * requested before.
 */
export const recordsAfterAnother = KINDS.map((kind) => {
  const { endpoint, id, needs, noun, cites, compare, beside = () => [], path: example } = kind;
  const [record, same, other, missing] = kind.examples;
  const between = Array<ApiResponse>(2 + beside(example).length).fill(missing);
  /** Responses: the record twice, then each other request followed by the record; `last` in place of the last one. */
  const after = (last: ApiResponse): readonly ApiResponse[] => [
    record,
    ...between.flatMap((one) => [record, one]),
    last,
  ];
  return sequence({
    id,
    endpoint,
    exclusive: true,
    statement: `${noun} is returned again directly after each other request`,
    cites,
    needs: { found: needs },
    run: async (t) => {
      const path = recordAmong(t.found);
      const known = t.found.slice(-1).filter(({ asked }) => asked !== path);
      const others = [
        kind.missing,
        kind.malformed,
        ...beside(path),
        ...known.map(({ asked }) => recordRequest(endpoint, asked)),
      ];
      return await checkAfterEach(t, recordRequest(endpoint, path), others, compare);
    },
    proves: { have: { found: [sampledAs(example, record)] } },
    passes: [after(record), after(same)],
    fails: { "missing after another request": after(missing), "another record": after(other) },
  });
});
