// §2.6, §2.7, §4.6, §4.7: a record of a past event does not change
import { passive } from "../engine/clauses/declare.ts";
import { isSuccess } from "../engine/message/classify.ts";
import { differences } from "../engine/schema/agreement.ts";
import { exampleResponse, HASH_A, SUCCESS } from "./examples/responses.ts";

const CHANGED_MESSAGE = "a later response has another value for the same record";

/** Records of past events. A contract is not among them: which of its members may change is unspecified. */
const PAST = [
  {
    endpoint: "topicMessage",
    id: "4.6-message-unchanged",
    noun: "a topic message",
    cites: ["4.6 timestamp identity", 24],
    path: "1700000000.000000001",
    record: { ...SUCCESS.topicMessage, message: "aGk=", sequence_number: 7 },
    later: { ...SUCCESS.topicMessage, message: "aG8=", sequence_number: 7 },
  },
  {
    endpoint: "contractResult",
    id: "4.7-result-unchanged",
    noun: "a contract result",
    cites: ["4.7 hash", 24],
    path: HASH_A,
    record: { ...SUCCESS.contractResult, gas_used: 21_000, logs: [{ data: "0x01" }, { data: "0x02" }] },
    later: { ...SUCCESS.contractResult, gas_used: 21_001, logs: [{ data: "0x01" }, { data: "0x02" }] },
  },
] as const;

/**
 * A message is that of its consensus timestamp (§4.6, line 249), a contract result that of its hash or transaction id
 * (§4.7, line 255).
 */
export const unchangedRecords = PAST.map(({ endpoint, id, noun, cites, path, record, later }) => {
  const first = exampleResponse(endpoint, 200, record, { path });
  return passive({
    id,
    endpoint,
    reads: "request",
    repeats: true,
    statement: `${noun} that is requested again has the same members`,
    cites,
    subject: `${noun} that was requested twice`,
    about: (response, _request, earlier) => (isSuccess(response) ? earlier : undefined),
    check: (earlier, response) => differences(response, earlier, CHANGED_MESSAGE),
    passes: [first, exampleResponse(endpoint, 200, { ...record, more: 1 }, { path })],
    fails: { "another value": exampleResponse(endpoint, 200, later, { path }) },
    earlier: first,
  });
});
