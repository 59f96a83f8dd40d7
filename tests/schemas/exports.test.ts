import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const CODE = `
  import { schemaFiles } from "ledger-conformance/schemas";
  import { token } from "ledger-conformance/schemas/token";
  import { ENTITY_ID } from "ledger-conformance/schemas/formats";
  import { formats } from "ledger-conformance/generators/formats";
  const ids = formats.entityId.valid().boundaries.every(({ value }) => ENTITY_ID.test(value));
  console.log(JSON.stringify({ title: token.title, ids, names: schemaFiles().map(({ name }) => name) }));`;

test("another package imports schemas as plain JSON, single records, formats and generators", () => {
  const cwd = join(import.meta.dirname, "../..");
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", CODE], { cwd, encoding: "utf8" });
  const names: unknown = expect.arrayContaining(["contract-result.schema.json", "openapi.json"]);
  expect(JSON.parse(said)).toEqual({ title: "token", ids: true, names });
});
