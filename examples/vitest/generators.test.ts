// Tests a parser with generated ids and fast-check. Generators of times, filters and hashes are used in the same way.
import * as fc from "fast-check";
import { generators } from "ledger-conformance";
import { expect, test } from "vitest";

/** The function under test: returns the three numbers of an entity id, or undefined if the text is not one. */
function parseEntityId(text: string): readonly bigint[] | undefined {
  return /^\d{1,10}\.\d{1,10}\.\d{1,10}$/.test(text) ? text.split(".").map(BigInt) : undefined;
}

const { arbitrary, entityId } = generators;

test("parses every valid entity id, also with leading zeros", () => {
  const property = fc.property(arbitrary(entityId.valid()), (text) => {
    expect(parseEntityId(text)).toHaveLength(3);
  });
  fc.assert(property, { seed: 7 });
});

test("rejects every invalid entity id", () => {
  const property = fc.property(arbitrary(entityId.invalid()), (text) => {
    expect(parseEntityId(text)).toBeUndefined();
  });
  fc.assert(property, { seed: 7 });
});

// Boundary values have names, so each can be a test of its own.
test.each([...entityId.invalid().boundaries])("rejects $name", ({ value }) => {
  expect(parseEntityId(value)).toBeUndefined();
});
