import { describe, expect, it } from "vitest";
import { usualDataset } from "../../reference/dataset.ts";
import { print, type JsonObject } from "../../reference/exchange.ts";
import { contractResult } from "../../schemas/contract-result.ts";
import { contract } from "../../schemas/contract.ts";
import type { JsonSchema } from "../../schemas/json-schema.ts";

const data = usualDataset();
const results = data.contractResults.map(({ record }) => record);
const versions = data.contracts.flatMap((entry) => entry.versions);

/** The rows of a table that may be null. */
function nullable({ properties = {} }: JsonSchema): readonly string[] {
  return Object.keys(properties).filter((name) => [properties[name]?.type].flat().includes("null"));
}

function nullsAndValues(records: readonly JsonObject[], field: string): readonly boolean[] {
  const values = records.map((record) => record[field]);
  expect(values).not.toContain(undefined);
  return [values.includes(null), values.some((value) => value !== null)];
}

describe("the usual data", () => {
  it.each(nullable(contractResult))("have contract results with and without %s", (field) => {
    expect(nullsAndValues(results, field)).toEqual([true, true]);
  });

  it.each(nullable(contract))("have contracts with and without %s", (field) => {
    expect(nullsAndValues(versions, field)).toEqual([true, true]);
  });
});

it("every digit of an integer is written", () => {
  expect(print({ a: 9_223_372_036_854_775_807n, b: [9_007_199_254_740_993n, 1.5, null] })).toBe(
    '{"a":9223372036854775807,"b":[9007199254740993,1.5,null]}',
  );
});
