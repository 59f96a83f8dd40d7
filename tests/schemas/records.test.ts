import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { compile } from "../../engine/schema/validator.ts";
import { records, schemaFiles } from "../../schemas/export.ts";
import type { JsonSchema } from "../../schemas/json-schema.ts";
import { operations } from "../../schemas/operations.ts";
import { changed, pathsOf, typeOf, withFurtherMembers, type Path } from "./paths.ts";
import { samples } from "./samples.ts";

describe.each(records)("$title", (schema) => {
  const sample = sampleOf(schema);
  const validate = compile(schema);
  const leaves = pathsOf(schema);

  it("takes its sample", () => {
    validate(sample);
    expect(validate.errors).toBeNull();
  });

  it("takes further members everywhere", () => {
    expect(validate(withFurtherMembers(sample))).toBe(true);
  });

  it.each(leaves)("refuses to go without $pointer", ({ path, optional }) => {
    expect(validate(changed(sample, path, undefined))).toBe(optional);
  });

  it.each(leaves)("takes null for $pointer just where the table does", ({ path, nullable }) => {
    expect(validate(changed(sample, path, null))).toBe(nullable);
  });

  it.each(leaves.filter(({ open }) => !open))(
    "refuses another type for $pointer",
    ({ path, schema: leaf }) => {
      const wrong: unknown[] = [5.5, "no such value of a form", true, [5], { further: 1 }];
      const types: readonly unknown[] = [leaf.type ?? []].flat();
      const refused = wrong.filter((value) => !types.includes(typeOf(value)));
      expect(refused.length).toBeGreaterThanOrEqual(4);
      expect(refused.filter((value) => validate(changed(sample, path, value)))).toEqual([]);
    },
  );
});

const cases: readonly (readonly [keyof typeof samples, Path, readonly unknown[], readonly unknown[]])[] = [
  ["token", ["token_id"], ["0.0.0", "9999999999.0.1"], ["0.0.12345678901", "0.1", "0.0.1 ", ""]],
  ["token", ["decimals"], [0, -1, 1.0, 1e2], [0.5, "0"]],
  ["token", ["admin_key"], [{}, { key: [] }], ["", []]],
  ["token", ["type"], ["", "ANYTHING"], [1]],
  ["tokens", ["links", "next"], ["", 5, {}, false], []],
  ["tokens", ["tokens"], [[]], [{}, [null]]],
  ["token-balances", ["balances", 0, "balance"], [-5, 0, 2 ** 70], [0.5, "5"]],
  [
    "token-balances",
    ["timestamp"],
    ["0", "9999999999.999999999"],
    ["12345678901", "1.", "1.1234567890", "1x5"],
  ],
  [
    "network-fees",
    ["fees", 0, "transaction_type"],
    ["ContractCreate", "EthereumTransaction"],
    ["contractcall", ""],
  ],
  [
    "topic-message",
    ["chunk_info", "initial_transaction_id"],
    ["0.0.1-1-1"],
    ["0.0.1@1.1", "0.0.1-1", "0.0.1-1-1 "],
  ],
  ["contract-result", ["status"], ["0x0"], ["0x2", "0X1", "1", "SUCCESS"]],
  ["contract-result", ["type"], [0, 2, 0.0], [1, 3, -0.5, "0"]],
  ["contract-result", ["hash"], ["0x", "0xAb", "0xabc"], ["", "ab", "0xg", "0X12"]],
  [
    "contract-result",
    ["from"],
    ["a1".repeat(20), `0x${"A1".repeat(20)}`],
    [`0x${"a1".repeat(19)}`, "0x", "0.0.1"],
  ],
  ["contract-result", ["gas_limit"], [-(2 ** 63), 2 ** 53], [2 ** 63, -(2 ** 64), 1e300, 1.5]],
  ["contract-result", ["created_contract_ids"], [[], [null]], [["1"], [5]]],
  ["contract-result", ["error_message"], ["", "any text"], [5]],
  ["contract-result", ["logs"], [[]], [[{}]]],
  ["contract-result", ["logs", 0, "topics"], [[], ["0x"]], [[""], [null]]],
  ["contract-result", ["state_changes", 0, "value_written"], ["0x"], ["", "00"]],
  [
    "contract",
    ["max_automatic_token_associations"],
    [2_147_483_647, -2_147_483_648],
    [2_147_483_648, -2_147_483_649],
  ],
  ["contract", ["bytecode"], ["", "0x", "abc", "0xAB"], ["0xg", "xyz"]],
  ["contract", ["evm_address"], ["a1".repeat(20)], [`${"a1".repeat(20)}a`, `${"a1".repeat(19)}a`]],
  [
    "status-summary",
    ["page", "url"],
    ["http://h", "mailto:a@b.test"],
    ["", "/path", "status.example.test", "http://a b"],
  ],
  ["status-summary", ["components"], [], [[]]],
  ["status-summary", ["incidents", "components"], [[]], [{}]],
  [
    "session",
    ["contracts", 0, "storageTimestamp"],
    ["2024-01-01t00:00:00+01:00"],
    ["2024-01-01", "1700000000.5"],
  ],
  ["direct", ["result", 0, "libraryMap"], [{ a: 1 }], [[], ""]],
  ["error", ["_status", "messages"], [[], [{ message: "", detail: 1 }]], [[""], {}]],
];

describe("bounds", () => {
  it.each(cases)("%s %j", (title, path, taken, refused) => {
    const validate = compile(recordOf(title));
    const passes = (value: unknown): boolean => validate(changed(samples[title], path, value));
    expect(taken.filter((value) => !passes(value))).toEqual([]);
    expect(refused.filter(passes)).toEqual([]);
  });
});

describe("the exported files", () => {
  it("compile in a fresh strict validator", () => {
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    addFormats.default(ajv);
    const refused = schemaFiles().filter(({ name, json }) => {
      const record = records.find(({ title }) => name === `${title}.schema.json`);
      return record !== undefined && !ajv.compile({ ...Object(json) })(sampleOf(record));
    });
    expect(refused).toEqual([]);
    expect(schemaFiles()).toHaveLength(records.length + 1);
  });

  it("survive JSON, name their dialect and themselves, and carry no marks of the suite", () => {
    const ids = schemaFiles().map(({ json }) => JSON.parse(JSON.stringify(json)).$id);
    expect(new Set(ids).size).toBe(schemaFiles().length);
    expect(JSON.stringify(schemaFiles())).not.toContain("$comment");
    for (const { name, json } of schemaFiles().slice(0, -1)) {
      expect(json).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema" });
      expect(name).toMatch(/^[a-z-]+\.schema\.json$/);
    }
  });

  it("include the success body of every operation", () => {
    const names = schemaFiles().map(({ name }) => name);
    for (const { success } of Object.values(operations)) {
      expect(names).toContain(`${success.title}.schema.json`);
    }
  });
});

function sampleOf({ title }: { readonly title: string }): unknown {
  return Object.entries(samples).find(([name]) => name === title)?.[1];
}

function recordOf(wanted: string): JsonSchema {
  return records.find(({ title }) => title === wanted) ?? {};
}
