import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Runs a module in this package the way another package would import it, and gives what it prints. */
function runModule(code: string): unknown {
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: ROOT, encoding: "utf8" }),
  );
}

test("the package exports its schemas as plain JSON", () => {
  const names = runModule(
    'import { schemaFiles } from "ledger-conformance/schemas"; console.log(JSON.stringify(schemaFiles().map(({ name }) => name)));',
  );
  expect(names).toEqual(expect.arrayContaining(["contract-result.schema.json", "openapi.json"]));
});

test("the package exports single records, formats and generators", () => {
  const seen = runModule(
    'import { token } from "ledger-conformance/schemas/token"; import { ENTITY_ID } from "ledger-conformance/schemas/formats";' +
      'import { formats } from "ledger-conformance/generators/formats";' +
      "const { boundaries } = formats.entityId.valid();" +
      "console.log(JSON.stringify({ title: token.title, ids: boundaries.every(({ value }) => ENTITY_ID.test(value)) }));",
  );
  expect(seen).toEqual({ title: "token", ids: true });
});
