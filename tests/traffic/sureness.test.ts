import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  invalidBalanceFilter,
  openBalanceFilter,
  validBalanceFilter,
} from "../../generators/balance-filter.ts";
import type { Cases } from "../../generators/cases.ts";
import {
  invalidContractIdOrAddress,
  openContractIdOrAddress,
  validContractIdOrAddress,
} from "../../generators/contract-id.ts";
import {
  invalidEntityIdFilter,
  openEntityIdFilter,
  validEntityIdFilter,
} from "../../generators/entity-id-filter.ts";
import { invalidEntityId, openEntityId, validEntityId } from "../../generators/entity-id.ts";
import { aboveLimit, invalidLimit, openLimit, validLimit } from "../../generators/limit.ts";
import { invalidName, openName, validName } from "../../generators/name.ts";
import { invalidNonce, openNonce, validNonce } from "../../generators/nonce.ts";
import { invalidOrder, openOrder, validOrder } from "../../generators/order.ts";
import {
  invalidTimestampFilter,
  openTimestampFilter,
  validTimestampFilter,
} from "../../generators/timestamp-filter.ts";
import {
  invalidTopicTimestamp,
  openTopicTimestamp,
  validTopicTimestamp,
} from "../../generators/topic-timestamp.ts";
import {
  invalidTransactionHash,
  openTransactionHash,
  validTransactionHash,
} from "../../generators/transaction-hash.ts";
import {
  invalidTransactionId,
  openTransactionId,
  validTransactionId,
} from "../../generators/transaction-id.ts";
import type { Sureness } from "../../engine/clauses/recorded.ts";
import { surePath, sureQuery } from "../../engine/offline/sureness.ts";

const SEED = 4711;

type Sure = (text: string) => Sureness;
type Generated = () => Cases<string>;

const FORMATS: readonly (readonly [string, Sure, Generated, Generated, Generated])[] = [
  ["limit", (text) => sureQuery("limit", text), validLimit, invalidLimit, openLimit],
  ["limit above 100", (text) => sureQuery("limit", text), validLimit, invalidLimit, aboveLimit],
  ["nonce", (text) => sureQuery("nonce", text), validNonce, invalidNonce, openNonce],
  ["order", (text) => sureQuery("order", text), validOrder, invalidOrder, openOrder],
  ["name", (text) => sureQuery("name", text), validName, invalidName, openName],
  [
    "EntityIdFilter",
    (text) => sureQuery("EntityIdFilter", text),
    validEntityIdFilter,
    invalidEntityIdFilter,
    openEntityIdFilter,
  ],
  [
    "BalanceFilter",
    (text) => sureQuery("BalanceFilter", text),
    validBalanceFilter,
    invalidBalanceFilter,
    openBalanceFilter,
  ],
  [
    "TimestampFilter",
    (text) => sureQuery("TimestampFilter", text),
    validTimestampFilter,
    invalidTimestampFilter,
    openTimestampFilter,
  ],
  ["EntityId", (text) => surePath("EntityId", text), validEntityId, invalidEntityId, openEntityId],
  [
    "TopicTimestamp",
    (text) => surePath("TopicTimestamp", text),
    validTopicTimestamp,
    invalidTopicTimestamp,
    openTopicTimestamp,
  ],
  [
    "hash",
    (text) => surePath("TransactionIdOrHash", text),
    validTransactionHash,
    invalidTransactionHash,
    openTransactionHash,
  ],
  [
    "transaction id",
    (text) => surePath("TransactionIdOrHash", text),
    validTransactionId,
    invalidTransactionId,
    openTransactionId,
  ],
  [
    "ContractIdOrAddress",
    (text) => surePath("ContractIdOrAddress", text),
    validContractIdOrAddress,
    invalidContractIdOrAddress,
    openContractIdOrAddress,
  ],
];

/** Values of a generator, boundaries and chance, that are judged otherwise than allowed. */
function otherwise(generated: Generated, sure: Sure, allowed: readonly Sureness[]): readonly string[] {
  const { boundaries, middle } = generated();
  const all = [...boundaries, ...fc.sample(middle, { seed: SEED, numRuns: 400 })];
  return all
    .filter(({ value }) => !allowed.includes(sure(value)))
    .map(({ name, value }) => `${name}: ${JSON.stringify(value)} is ${sure(value)}`);
}

describe(`what was sent is sorted as the generators make it (seed ${SEED})`, () => {
  test.each(FORMATS)("%s", (_name, sure, valid, invalid, open) => {
    expect(otherwise(valid, sure, ["valid", "open"])).toStrictEqual([]);
    expect(otherwise(invalid, sure, ["invalid", "open"])).toStrictEqual([]);
    expect(otherwise(open, sure, ["open"])).toStrictEqual([]);
    const telling = (cases: Cases<string>, wanted: Sureness): number =>
      cases.boundaries.filter(({ value }) => sure(value) === wanted).length / cases.boundaries.length;
    expect(telling(valid(), "valid")).toBeGreaterThan(0.6);
    expect(telling(invalid(), "invalid")).toBeGreaterThan(0.6);
  });
});
