import { expect, it } from "vitest";
import { openApiDocument, records as byTitle, schemaFiles } from "../../schemas/export.ts";
import { schemaNameOf, operations } from "../../schemas/operations.ts";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { validValue } from "../../generators/example-values.ts";
import { newAjv } from "../../engine/schema/validator.ts";
import { revision } from "../../schemas/revision.ts";

const all = Object.values(operations);

/** Section 4, typed by hand; "!" where the body of an error is documented, then the names that are shown. */
const DOCUMENT = `
  statusSummary 4.2 GET status /api/v2/summary.json
  tokenBalances 4.3 GET base /api/v1/tokens/{tokenId}/balances !
  tokens 4.4 GET base /api/v1/tokens ! account.id token.id
  networkFees 4.5 GET base /api/v1/network/fees !
  topicMessage 4.6 GET base /api/v1/topics/messages/{timestamp} !
  contractResult 4.7 GET base /api/v1/contracts/results/{transactionIdOrHash} nonce
  contract 4.8 GET base /api/v1/contracts/{contractIdOrAddress} timestamp
  sessionVerify 4.9 POST verify /session/verify/explorer
  verify 4.10 POST verify /verify/explorer`;

it("operations have the section, method, path, errors and parameter names of the contract", () => {
  const lines = all.map(({ endpoint, section, method, service, path, documentsErrors, query }) => {
    const shown = query.filter((one) => "shownName" in one).map(schemaNameOf);
    const words = [endpoint, section, method, service, path, ...(documentsErrors ? ["!"] : []), ...shown];
    return `\n  ${words.join(" ")}`;
  });
  expect(lines.join("")).toBe(DOCUMENT);
});

it("operations refer to fields of their schemas", () => {
  const lists = all.filter(({ list }) => list !== undefined);
  expect(lists.map(({ endpoint }) => endpoint)).toEqual(["tokenBalances", "tokens", "networkFees"]);
  for (const { success, list, query } of lists) {
    const row = success.properties?.[list?.rows ?? ""]?.items;
    for (const member of [list?.identity ?? "", ...query.flatMap(({ compares }) => compares ?? [])]) {
      expect(row?.properties).toHaveProperty([member]);
    }
  }
});

/** As a reader of the file gets it. */
const document = JSON.parse(JSON.stringify(openApiDocument()));

it("the OpenAPI document has the nine operations, each with its server, parameters and success body", () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(Object.keys(document.paths)).toEqual(all.map(({ path }) => path));
  for (const { path, method, endpoint, success } of all) {
    const schema = { $ref: `#/components/schemas/${success.title}` };
    const responses = { "200": { content: { "application/json": { schema } } } };
    const operation = { operationId: endpoint, responses };
    expect(document.paths[path]).toMatchObject({ servers: [{}], [method.toLowerCase()]: operation });
  }
});

it("the OpenAPI document resolves every reference", () => {
  const references = JSON.stringify(document).match(/"#\/components\/schemas\/[^"]+"/g) ?? [];
  expect(references.length).toBeGreaterThanOrEqual(9 + 2 + 4);
  for (const reference of references) {
    expect(document.components.schemas).toHaveProperty([reference.slice(22, -1)]);
  }
});

const records = Object.values(byTitle);

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

const DATE_TIMES = [
  "2024-01-01T00:00:00Z 2024-02-29t23:59:59.999999999999z 2000-02-29T00:00:00Z 2016-12-31T23:59:60Z",
  "2024-12-31T23:59:59.99999999999999999999-00:00 2017-01-01T00:59:60+01:00 0000-01-01T00:00:00+23:59",
];
const NO_DATE_TIMES = [
  "2024-01-01 2024-01-01T00:00:00 2024-01-01T00:00Z 2024-01-01T00:00:00+0000 24-01-01T00:00:00Z 1900-02-29T00:00:00Z",
  "2024-01-01T00:00:00+00 2024-01-01T00:00:00.Z 2024-13-01T00:00:00Z 2024-04-31T00:00:00Z 2024-01-00T00:00:00Z ",
  "2024-01-01T24:00:00Z 2024-01-01T00:60:00Z 2024-01-01T12:00:60Z 2024-01-01T00:00:00+24:00 2024-01-01T00:00:00Z\n",
];
const URIS = [
  "https://status.example.test HTTP://user:pw@[2001:db8::1]:8080/a/b;c?d=e/f?g#h/i? http://h:/ about:",
  "http://[v1.x]/ mailto:a@b.test urn:isbn:1 mailto:?to=a x:#y file:///a a+b-c.d:/x%20y",
];
const NO_URIS = [
  "/path //host/path host.test 1http://h :x http://h/%2 http://h/ü http://h/#a#b http://h/[1] http://[1]/ ",
];

it.each([
  ["date-time", DATE_TIMES, NO_DATE_TIMES],
  ["uri", URIS, NO_URIS],
] as const)("the format %s accepts valid and rejects invalid values", (format, valid, invalid) => {
  const validate = newAjv().compile({ type: "string", format });
  const wordsOf = (lines: readonly string[]) => lines.flatMap((line) => line.split(" "));
  expect(wordsOf(valid).filter((text) => !validate(text))).toEqual([]);
  expect(wordsOf(invalid).filter((text) => validate(text))).toEqual([]);
});

it("a change of an interpretation changes the version, so that older results are not compared", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/interpretations.md"), "utf8");
  const entries = text.slice(text.indexOf("## Records"));
  const hash = createHash("sha256").update(entries).digest("hex").slice(0, 16);
  // A change of the wording alone changes the hash; a change of a decision changes the version too.
  expect([revision.interpretations, hash]).toEqual([7, "b04d9f4cdf58fdbe"]);
});
