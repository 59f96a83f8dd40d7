import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { validValue } from "../../generators/example-values.ts";
import { compile } from "../../engine/schema/validator.ts";
import { records as byTitle, schemaFiles } from "../../schemas/export.ts";

const records = Object.values(byTitle);

// That each row has its type and is required, and which may be null: tables.test.ts and tests/specs/samples.test.ts.
describe.each(records)("$title", (schema) => {
  it("accepts a conforming body with additional members at every level", () => {
    const validate = compile(schema);
    validate(validValue(schema));
    expect(validate.errors).toBeNull();
    expect(validate(withFurtherMembers(validValue(schema)))).toBe(true);
  });
});

it("the exported files compile in a fresh strict validator", () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  const refused = schemaFiles().filter(({ name, json }) => {
    const record = records.find(({ title }) => name === `${title}.schema.json`);
    return record !== undefined && !ajv.compile({ ...Object(json) })(validValue(record));
  });
  expect(refused).toEqual([]);
  expect(schemaFiles()).toHaveLength(records.length + 1);
});

it("the exported files are plain JSON with $schema and $id", () => {
  const ids = schemaFiles().map(({ json }) => JSON.parse(JSON.stringify(json)).$id);
  expect(new Set(ids).size).toBe(schemaFiles().length);
  for (const { name, json } of schemaFiles().slice(0, -1)) {
    expect(json).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema" });
    expect(name).toMatch(/^[a-z-]+\.schema\.json$/);
  }
});

function withFurtherMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFurtherMembers);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withFurtherMembers(member)] as const);
  return { ...Object.fromEntries(members), further_member: { of: ["any", "kind"] } };
}
