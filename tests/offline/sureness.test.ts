import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as balance from "../../generators/balance-filter.ts";
import type { Cases } from "../../generators/cases.ts";
import * as own from "../../generators/contract-id.ts";
import * as ids from "../../generators/entity-id-filter.ts";
import * as id from "../../generators/entity-id.ts";
import * as limit from "../../generators/limit.ts";
import * as name from "../../generators/name.ts";
import * as nonce from "../../generators/nonce.ts";
import * as order from "../../generators/order.ts";
import * as times from "../../generators/timestamp-filter.ts";
import * as topic from "../../generators/topic-timestamp.ts";
import * as hash from "../../generators/transaction-hash.ts";
import * as sent from "../../generators/transaction-id.ts";
import type { Sureness } from "../../engine/clauses/read-request.ts";
import { surenessOf } from "../../engine/clauses/sureness.ts";

const SEED = 4711;
type Generated = () => Cases<string>;
type Format = Parameters<typeof surenessOf>[0];

/** Every format with what generates its valid, invalid and open values. */
const FORMATS: readonly (readonly [Format, Generated, Generated, Generated])[] = [
  ["limit", limit.validLimit, limit.invalidLimit, limit.openLimit],
  ["limit", limit.validLimit, limit.invalidLimit, limit.aboveLimit],
  ["nonce", nonce.validNonce, nonce.invalidNonce, nonce.openNonce],
  ["order", order.validOrder, order.invalidOrder, order.openOrder],
  ["name", name.validName, name.invalidName, name.openName],
  ["EntityIdFilter", ids.validEntityIdFilter, ids.invalidEntityIdFilter, ids.openEntityIdFilter],
  ["BalanceFilter", balance.validBalanceFilter, balance.invalidBalanceFilter, balance.openBalanceFilter],
  ["TimestampFilter", times.validTimestampFilter, times.invalidTimestampFilter, times.openTimestampFilter],
  ["EntityId", id.validEntityId, id.invalidEntityId, id.openEntityId],
  ["TopicTimestamp", topic.validTopicTimestamp, topic.invalidTopicTimestamp, topic.openTopicTimestamp],
  ["TransactionIdOrHash", hash.validTransactionHash, hash.invalidTransactionHash, hash.openTransactionHash],
  ["TransactionIdOrHash", sent.validTransactionId, sent.invalidTransactionId, sent.openTransactionId],
  [
    "ContractIdOrAddress",
    own.validContractIdOrAddress,
    own.invalidContractIdOrAddress,
    own.openContractIdOrAddress,
  ],
];

/** Values of a generator, boundaries and chance, that are judged otherwise than allowed. */
function otherwise(generated: Generated, format: Format, allowed: readonly Sureness[]): readonly string[] {
  const { boundaries, middle } = generated();
  return [...boundaries, ...fc.sample(middle, { seed: SEED, numRuns: 400 })]
    .filter(({ value }) => !allowed.includes(surenessOf(format, value)))
    .map(({ name: kind, value }) => `${kind}: ${JSON.stringify(value)} is ${surenessOf(format, value)}`);
}

test.each(FORMATS)("a recorded %s is sorted as the generators make it", (format, valid, invalid, open) => {
  expect(otherwise(valid, format, ["valid", "open"])).toStrictEqual([]);
  expect(otherwise(invalid, format, ["invalid", "open"])).toStrictEqual([]);
  expect(otherwise(open, format, ["open"])).toStrictEqual([]);
  const telling = ({ boundaries }: Cases<string>, wanted: Sureness): number =>
    boundaries.filter(({ value }) => surenessOf(format, value) === wanted).length / boundaries.length;
  expect(telling(valid(), "valid")).toBeGreaterThan(0.6);
  expect(telling(invalid(), "invalid")).toBeGreaterThan(0.6);
});
