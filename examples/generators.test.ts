// Generated ids, times and filters in your own properties, with fast-check.
import * as fc from "fast-check";
import { generators } from "ledger-conformance";
import { expect, test } from "vitest";

/** The function under test: an entity id in its three numbers, or undefined where it is none. */
function parseEntityId(text: string): readonly bigint[] | undefined {
  return /^\d{1,10}\.\d{1,10}\.\d{1,10}$/.test(text) ? text.split(".").map(BigInt) : undefined;
}

const { arbitrary, entityId } = generators;

test("every entity id is read, zeros in front of its numbers too", () => {
  const property = fc.property(arbitrary(entityId.valid()), (text) => {
    expect(parseEntityId(text)).toHaveLength(3);
  });
  fc.assert(property, { seed: 7 });
});

test("nothing else is taken for one", () => {
  const property = fc.property(arbitrary(entityId.invalid()), (text) => {
    expect(parseEntityId(text)).toBeUndefined();
  });
  fc.assert(property, { seed: 7 });
});

// Boundaries have names: each can be a test of its own.
test.each([...entityId.invalid().boundaries])("$name is refused", ({ value }) => {
  expect(parseEntityId(value)).toBeUndefined();
});
