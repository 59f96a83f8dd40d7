// What is generated as valid is surely valid, what is generated as malformed is surely invalid, and open is what is left.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Cases } from "../../generators/cases.ts";
import { formats, type Format } from "../../generators/formats.ts";
import { aboveLimit, invalidLimit, openLimit, validLimit } from "../../generators/limit.ts";
import { invalidName, openName, validName } from "../../generators/name.ts";
import { invalidNonce, openNonce, validNonce } from "../../generators/nonce.ts";
import { invalidOrder, openOrder, validOrder } from "../../generators/order.ts";
import { sure } from "../../schemas/sure.ts";

const SEED = 4711;

/** Every format, with what generates its values. */
const FORMATS: readonly (readonly [Parameters<typeof sure>[0], Format])[] = [
  ["limit", { valid: validLimit, invalid: invalidLimit, open: openLimit }],
  ["limit", { valid: validLimit, invalid: invalidLimit, open: aboveLimit }],
  ["nonce", { valid: validNonce, invalid: invalidNonce, open: openNonce }],
  ["order", { valid: validOrder, invalid: invalidOrder, open: openOrder }],
  ["name", { valid: validName, invalid: invalidName, open: openName }],
  ["EntityIdFilter", formats.entityIdFilter],
  ["BalanceFilter", formats.balanceFilter],
  ["TimestampFilter", formats.timestampFilter],
  ["EntityId", formats.entityId],
  ["TopicTimestamp", formats.topicTimestamp],
  ["TransactionIdOrHash", formats.transactionHash],
  ["TransactionIdOrHash", formats.transactionId],
  ["ContractIdOrAddress", formats.contractIdOrAddress],
];

const valuesOf = ({ boundaries, middle }: Cases<string>) => [
  ...boundaries,
  ...fc.sample(middle, { seed: SEED, numRuns: 400 }),
];

test.each(FORMATS)("a %s is sure as it was generated", (format, generated) => {
  const otherwise = (["valid", "invalid", "open"] as const).flatMap((wanted) =>
    valuesOf(generated[wanted]())
      .filter(({ value }) => sure(format, value) !== wanted)
      .map(({ name, value }) => `${wanted}, ${name}: ${JSON.stringify(value)} is ${sure(format, value)}`),
  );
  // Names outside ASCII are sent as valid ones: their length is far from the limits by any count.
  expect(format === "name" ? otherwise.filter((told) => /^[ -~]*$/.test(told)) : otherwise).toStrictEqual([]);
});
