// §2.6, §2.7, §4.6, §4.7: a record of a past event does not change
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

const CHANGED_MESSAGE = "a later response has another value for the same record";

/** Records of past events. A contract is not among them: which of its members may change is unspecified. */
const PAST = [
  {
    endpoint: "topicMessage",
    id: "4.6-message-unchanged",
    noun: "a topic message",
    contract: [249],
    interpretations: [24],
    path: "1700000000.000000001",
    record: { ...examples.SUCCESS.topicMessage, message: "aGk=", sequence_number: 7 },
    later: { ...examples.SUCCESS.topicMessage, message: "aG8=", sequence_number: 7 },
  },
  {
    endpoint: "contractResult",
    id: "4.7-result-unchanged",
    noun: "a contract result",
    contract: [255],
    interpretations: [24],
    path: examples.HASH_A,
    record: {
      ...examples.SUCCESS.contractResult,
      gas_used: 21_000,
      logs: [{ data: "0x01" }, { data: "0x02" }],
    },
    later: {
      ...examples.SUCCESS.contractResult,
      gas_used: 21_001,
      logs: [{ data: "0x01" }, { data: "0x02" }],
    },
  },
] as const;

/**
 * A message is that of its consensus timestamp (§4.6, line 249), a contract result that of its hash or transaction id
 * (§4.7, line 255).
 */
export const unchangedRecords = PAST.map(
  ({ endpoint, id, noun, contract, interpretations, path, record, later }) => {
    const first = examples.responseOf(endpoint, 200, record, { path });
    return kit.passive({
      id,
      endpoint,
      reads: "request",
      repeats: true,
      statement: `${noun} that is requested again has the same members`,
      contract,
      interpretations,
      subject: `${noun} that was requested twice`,
      about: (response, _request, earlier) => (kit.isSuccess(response) ? earlier : undefined),
      check: (earlier, response) => kit.differences(response, earlier, CHANGED_MESSAGE),
      passes: [first, examples.responseOf(endpoint, 200, { ...record, more: 1 }, { path })],
      fails: { "another value": examples.responseOf(endpoint, 200, later, { path }) },
      earlier: first,
    });
  },
);
