import { describe, expect, it } from "vitest";
import { usualDataset } from "../../reference/dataset.ts";
import { print, type Json, type JsonObject } from "../../reference/json.ts";
import { data } from "./serving.ts";

const FORTY_DIGITS = /^(0x)?[0-9a-fA-F]{40}$/;
const HEX_FIELDS =
  "access_list address block_hash bloom call_result chain_id failed_initcode function_parameters gas_price hash max_fee_per_gas max_priority_fee_per_gas r s".split(
    " ",
  );
const NULLABLE_IN_RESULT =
  "access_list amount block_gas_used block_hash block_number bloom call_result chain_id contract_id created_contract_ids error_message from function_parameters gas_consumed gas_price gas_used max_fee_per_gas max_priority_fee_per_gas nonce r s to transaction_index type v".split(
    " ",
  );
const NULLABLE_IN_CONTRACT =
  "auto_renew_account auto_renew_period contract_id created_timestamp expiration_timestamp file_id max_automatic_token_associations obtainer_id permanent_removal proxy_account_id bytecode runtime_bytecode".split(
    " ",
  );

const results = data.contractResults.map(({ record }) => record);
const versions = data.contracts.flatMap((entry) => entry.versions);

function nullsAndValues(records: readonly JsonObject[], field: string): readonly boolean[] {
  const values: readonly (Json | undefined)[] = records.map((record) => record[field]);
  expect(values).not.toContain(undefined);
  return [values.includes(null), values.some((value) => value !== null)];
}

describe("the usual data", () => {
  it("are the same at every call", () => {
    expect(usualDataset()).toEqual(data);
  });

  it("are as many as are needed for pages and searches", () => {
    expect(data.tokens.length).toBeGreaterThan(300);
    expect(new Set(data.tokens.map(({ token_id: id }) => id)).size).toBe(data.tokens.length);
    expect(data.distributions[0]?.snapshots.at(-1)?.holders).toHaveLength(340);
    expect(data.topicMessages.length).toBeGreaterThanOrEqual(12);
    expect(results.length).toBeGreaterThanOrEqual(20);
    expect(data.contracts.length).toBeGreaterThanOrEqual(12);
  });

  it.each(NULLABLE_IN_RESULT)("have contract results with and without %s", (field) => {
    expect(nullsAndValues(results, field)).toEqual([true, true]);
  });

  it.each(NULLABLE_IN_CONTRACT)("have contracts with and without %s", (field) => {
    expect(nullsAndValues(versions, field)).toEqual([true, true]);
  });

  it("write hex with 0x, and addresses with forty digits", () => {
    for (const record of results) {
      for (const field of HEX_FIELDS) {
        expect(record[field] ?? "0x").toMatch(/^0x[0-9a-f]*$/);
      }
      for (const field of ["from", "to"]) {
        expect(record[field] ?? "0".repeat(40)).toMatch(FORTY_DIGITS);
      }
      expect([0, 2, null]).toContain(record["type"]);
    }
  });

  it("have ids whose order as text is another one", () => {
    const ids = data.tokens.map(({ token_id: id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["0.0.999", "0.0.1000", "0.0.10000"]));
  });
});

describe("print", () => {
  it("writes every digit of an integer", () => {
    expect(print({ a: 9_223_372_036_854_775_807n, b: [9_007_199_254_740_993n, 1.5, null] })).toBe(
      '{"a":9223372036854775807,"b":[9007199254740993,1.5,null]}',
    );
  });
});
