// §2.6, §2.7, §4.6, §4.7: a record of a past event does not change
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

const CHANGED_MESSAGE = "a later response has another value for the same record";
/** The message if the two requests use different names of the record, such as its hash and its transaction id. */
const OTHER_REQUEST_MESSAGE = "another request for the same record returns another value";

const MESSAGE = { message: "aGk=", sequence_number: 7 };
const LOGS = [{ data: "0x01" }, { data: "0x02" }];
const resultUsing = (gas: number, more: object = {}) =>
  examples.resultOf(examples.HASH_A, undefined, { gas_used: gas, logs: LOGS, ...more });

/** The contract does not specify the members of a contract record that may change. */
const PAST = [
  {
    endpoint: "topicMessage",
    id: "4.6-message-unchanged",
    noun: "a topic message",
    contract: [249],
    record: examples.topicMessageOf(MESSAGE),
    same: examples.topicMessageOf({ ...MESSAGE, more: 1 }),
    other: examples.topicMessageOf({ ...MESSAGE, message: "aG8=" }),
  },
  {
    endpoint: "contractResult",
    id: "4.7-result-unchanged",
    noun: "a contract result",
    contract: [255],
    record: resultUsing(21_000),
    same: resultUsing(21_000, { more: 1 }),
    other: resultUsing(21_001),
  },
] as const;

/** A consensus timestamp identifies a message (§4.6), and a hash or transaction id a contract result (§4.7): past events do not change. */
export const unchangedRecords = PAST.map(({ noun, record, same, other, ...stated }) =>
  kit.passive({
    ...stated,
    reads: "request",
    repeats: true,
    statement: `${noun} that is requested again has the same value in every non-null member`,
    interpretations: [24],
    subject: `${noun} that was requested twice`,
    about: (response, _request, earlier) => (kit.isSuccess(response) ? earlier : undefined),
    check: (earlier, response) => {
      const isSameRequest = earlier.request.target === response.request.target;
      return kit.differences(response, earlier, isSameRequest ? CHANGED_MESSAGE : OTHER_REQUEST_MESSAGE);
    },
    passes: [record, same],
    fails: { "another value": other },
    earlier: record,
  }),
);
