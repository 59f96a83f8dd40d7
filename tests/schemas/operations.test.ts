import { expect, it } from "vitest";
import { openApiDocument } from "../../schemas/export.ts";
import { schemaNameOf, operations } from "../../schemas/operations.ts";

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

it.each(all)("operations $endpoint has its path parameter, and a body if it is a POST", (operation) => {
  expect(operation.path.match(/\{(.*)\}/)?.[1]).toBe(operation.pathParameter?.name);
  expect(operation.requestBody !== undefined).toBe(operation.method === "POST");
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

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly schema: object }[];
}

/** As a reader of the file gets it. */
const document: Document = JSON.parse(JSON.stringify(openApiDocument()));

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
