import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { validValue } from "../../generators/example-values.ts";
import { compile } from "../../engine/schema/validator.ts";
import { records as byTitle, schemaFiles } from "../../schemas/export.ts";

const records = Object.values(byTitle);

type Path = readonly (string | number)[];

// That each row has its type and is required, and which may be null: tables.test.ts and tests/specs/samples.test.ts.
describe.each(records)("$title", (schema) => {
  it("accepts a conforming body with additional members at every level", () => {
    const validate = compile(schema);
    validate(validValue(schema));
    expect(validate.errors).toBeNull();
    expect(validate(withFurtherMembers(validValue(schema)))).toBe(true);
  });
});

const cases: readonly (readonly [title: string, Path, readonly unknown[], readonly unknown[]])[] = [
  ["token", ["token_id"], ["0.0.0", "9999999999.0.1"], ["0.0.12345678901", "0.1", "0.0.1 ", ""]],
  ["token", ["decimals"], [0, -1, 1.0, 1e2], [0.5, "0"]],
  ["token", ["admin_key"], [{}, { key: [] }], ["", []]],
  ["token", ["type"], ["", "ANYTHING"], [1]],
  ["tokens", ["links", "next"], ["", 5, {}, false], []],
  ["tokens", ["tokens"], [[]], [{}, [null]]],
  ["token-balances", ["balances", 0, "balance"], [-5, 0, 2 ** 70], [0.5, "5"]],
  ["token-balances", ["timestamp"], ["0", "9999999999.999999999"], ["1.", "1.1234567890", "1x5"]],
  ["network-fees", ["fees", 0, "transaction_type"], ["EthereumTransaction"], ["contractcall", ""]],
  ["topic-message", ["chunk_info", "initial_transaction_id"], ["0.0.1-1-1"], ["0.0.1@1.1", "0.0.1-1-1 "]],
  ["contract-result", ["status"], ["0x0"], ["0x2", "0X1", "1", "SUCCESS"]],
  ["contract-result", ["type"], [0, 2, 0.0], [1, 3, -0.5, "0"]],
  ["contract-result", ["hash"], ["0x", "0xAb", "0xabc"], ["", "ab", "0xg", "0X12"]],
  ["contract-result", ["from"], [`0x${"A1".repeat(20)}`], [`0x${"a1".repeat(19)}`, "0x", "0.0.1"]],
  ["contract-result", ["gas_limit"], [-(2 ** 63), 2 ** 53], [2 ** 63, -(2 ** 64), 1e300, 1.5]],
  ["contract-result", ["created_contract_ids"], [[], [null]], [["1"], [5]]],
  ["contract-result", ["error_message"], ["", "any text"], [5]],
  ["contract-result", ["logs"], [[]], [[{}]]],
  ["contract-result", ["logs", 0, "topics"], [[], ["0x"]], [[""], [null]]],
  ["contract-result", ["state_changes", 0, "value_written"], ["0x"], ["", "00"]],
  ["contract", ["max_automatic_token_associations"], [2 ** 31 - 1, -(2 ** 31)], [2 ** 31, -(2 ** 31) - 1]],
  ["contract", ["bytecode"], ["", "0x", "abc", "0xAB"], ["0xg", "xyz"]],
  ["contract", ["evm_address"], ["a1".repeat(20)], [`${"a1".repeat(20)}a`, `${"a1".repeat(19)}a`]],
  ["status-summary", ["page", "url"], ["http://h", "mailto:a@b.test"], ["", "/path", "status.example.test"]],
  ["status-summary", ["components"], [], [[]]],
  ["status-summary", ["incidents", "components"], [[]], [{}]],
  ["session", ["contracts", 0, "storageTimestamp"], ["2024-01-01t00:00:00+01:00"], ["1700000000.5"]],
  ["direct", ["result", 0, "libraryMap"], [{ a: 1 }], [[], ""]],
  ["error", ["_status", "messages"], [[], [{ message: "", detail: 1 }]], [[""], {}]],
];

describe("bounds", () => {
  it.each(cases)("%s %j", (title, path, taken, refused) => {
    const schema = records.find((record) => record.title === title) ?? {};
    const validate = compile(schema);
    const passes = (value: unknown): boolean => validate(changed(validValue(schema), path, value));
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
      return record !== undefined && !ajv.compile({ ...Object(json) })(validValue(record));
    });
    expect(refused).toEqual([]);
    expect(schemaFiles()).toHaveLength(records.length + 1);
  });

  it("are plain JSON with $schema and $id", () => {
    const ids = schemaFiles().map(({ json }) => JSON.parse(JSON.stringify(json)).$id);
    expect(new Set(ids).size).toBe(schemaFiles().length);
    for (const { name, json } of schemaFiles().slice(0, -1)) {
      expect(json).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema" });
      expect(name).toMatch(/^[a-z-]+\.schema\.json$/);
    }
  });
});

/** A copy with another value at a place. */
function changed(value: unknown, [step, ...rest]: Path, replacement: unknown): unknown {
  if (step === undefined) {
    return replacement;
  }
  if (Array.isArray(value)) {
    return value.map((element: unknown, index) =>
      index === step ? changed(element, rest, replacement) : element,
    );
  }
  const members: Readonly<Record<string, unknown>> = { ...Object(value) };
  return { ...members, [step]: changed(members[step], rest, replacement) };
}

/** A copy in which every object has one more member. */
function withFurtherMembers(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withFurtherMembers);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, withFurtherMembers(member)] as const);
  return { ...Object.fromEntries(members), further_member: { of: ["any", "kind"] } };
}
