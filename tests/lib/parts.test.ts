import * as fc from "fast-check";
import { expect, test } from "vitest";
import { newAjv } from "../../engine/schema/validator.ts";
import { CannotRun, clauses, generators, reference, schemas } from "../../lib/index.ts";
import { ENTITY_ID, TIMESTAMP } from "../../schemas/formats.ts";

test("clauses are listed whole, by section and by endpoint", async () => {
  const all = await clauses();
  const some = await clauses({ only: ["4.4"], skip: ["4.4-order-sorted"] });
  expect(all.length).toBeGreaterThan(400);
  expect(new Set(some.map(({ section }) => section))).toStrictEqual(new Set(["4.4"]));
  expect(some.map(({ id }) => id)).not.toContain("4.4-order-sorted");
  await expect(clauses({ only: ["tokenz"] })).rejects.toBeInstanceOf(CannotRun);
});

test("every record is a schema of its own", () => {
  expect(Object.keys(schemas.records)).toEqual(
    expect.arrayContaining(["token", "token-balances", "contract-result", "contract", "topic-message"]),
  );
  for (const schema of [...Object.values(schemas.records), schemas.target, schemas.known, schemas.results]) {
    expect(newAjv().compile(schema)).toBeTypeOf("function");
  }
  expect(Object.keys(Object(Reflect.get(schemas.openApi(), "paths")))).toHaveLength(9);
});

test("valid and invalid texts keep to their formats, and the same seed gives the same", () => {
  const { arbitrary, entityId, timestamp } = generators;
  const sample = (texts: fc.Arbitrary<string>): readonly string[] =>
    fc.sample(texts, { seed: 3, numRuns: 200 });
  expect(sample(arbitrary(entityId.valid())).filter((text) => !ENTITY_ID.test(text))).toStrictEqual([]);
  expect(sample(arbitrary(timestamp.valid())).filter((text) => !TIMESTAMP.test(text))).toStrictEqual([]);
  expect(sample(arbitrary(entityId.invalid())).filter((text) => ENTITY_ID.test(text))).toStrictEqual([]);
  expect(sample(arbitrary(entityId.open()))).toStrictEqual(sample(arbitrary(entityId.open())));
});

test("faults name the clause that they break, and the reference takes their names", async () => {
  const ids = new Set((await clauses()).map(({ id }) => id));
  expect(reference.faults().filter(({ clause }) => !ids.has(clause))).toStrictEqual([]);
  expect(reference.variants().map(({ name }) => name)).toContain("absolute-links");
  await expect(reference.start({ fault: "no-such-fault" })).rejects.toThrow("no-such-fault");
});
