import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../schemas/export.ts";
import { nameOf, operations, type Endpoint } from "../../schemas/operations.ts";

const all = Object.values(operations);

describe("operations", () => {
  it.each<[Endpoint, string, string, string]>([
    ["statusSummary", "4.2", "GET", "status /api/v2/summary.json"],
    ["tokenBalances", "4.3", "GET", "base /api/v1/tokens/{tokenId}/balances"],
    ["tokens", "4.4", "GET", "base /api/v1/tokens"],
    ["networkFees", "4.5", "GET", "base /api/v1/network/fees"],
    ["topicMessage", "4.6", "GET", "base /api/v1/topics/messages/{timestamp}"],
    ["contractResult", "4.7", "GET", "base /api/v1/contracts/results/{transactionIdOrHash}"],
    ["contract", "4.8", "GET", "base /api/v1/contracts/{contractIdOrAddress}"],
    ["sessionVerify", "4.9", "POST", "verify /session/verify/explorer"],
    ["verify", "4.10", "POST", "verify /verify/explorer"],
  ])("%s is section %s: %s %s", (endpoint, section, method, place) => {
    const operation = operations[endpoint];
    expect(operation).toMatchObject({ endpoint, section, method });
    expect(`${operation.service} ${operation.path}`).toBe(place);
    expect(operation.path.match(/\{(.*)\}/)?.[1]).toBe(operation.pathParameter?.name);
    expect(operation.requestBody !== undefined).toBe(method === "POST");
  });

  it("tell shown names from assumed ones", () => {
    const shown = all.flatMap(({ endpoint, query }) =>
      query.filter((one) => "shownName" in one).map((one) => `${endpoint} ${nameOf(one)}`),
    );
    expect(shown).toEqual([
      "tokens account.id",
      "tokens token.id",
      "contractResult nonce",
      "contract timestamp",
    ]);
  });

  it("document the parameter error of four endpoints", () => {
    const documented = all.filter(({ documentsErrors }) => documentsErrors).map(({ endpoint }) => endpoint);
    expect(documented).toEqual(["tokenBalances", "tokens", "networkFees", "topicMessage"]);
  });

  it("point to rows that their schemas have", () => {
    const lists = all.filter(({ list }) => list !== undefined);
    expect(lists.map(({ endpoint }) => endpoint)).toEqual(["tokenBalances", "tokens", "networkFees"]);
    for (const { success, list, query } of lists) {
      const row = success.properties?.[list?.rows ?? ""]?.items;
      expect(row?.properties).toHaveProperty([list?.identity ?? ""]);
      query
        .flatMap(({ compares }) => compares ?? [])
        .forEach((member) => {
          expect(row?.properties).toHaveProperty([member]);
        });
    }
  });
});

describe("the OpenAPI document", () => {
  const document = asJson();

  it("has the nine operations, each with its server, parameters and success body", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(Object.keys(document.paths)).toEqual(all.map(({ path }) => path));
    for (const { path, method, endpoint, success } of all) {
      const item = document.paths[path];
      const operation = item?.[method.toLowerCase()];
      expect(operation?.operationId).toBe(endpoint);
      expect(operation?.responses?.["200"]).toMatchObject({
        content: { "application/json": { schema: { $ref: `#/components/schemas/${success.title}` } } },
      });
      expect(item?.servers).toHaveLength(1);
    }
  });

  it("resolves every reference", () => {
    const references = JSON.stringify(document).match(/"#\/components\/schemas\/[^"]+"/g) ?? [];
    expect(references.length).toBeGreaterThanOrEqual(9 + 2 + 4);
    for (const reference of references) {
      expect(document.components.schemas).toHaveProperty([reference.slice(22, -1)]);
    }
  });

  it("has schemas that compile in a strict validator", () => {
    const ajv = new Ajv2020({ strict: true });
    addFormats.default(ajv);
    const parameters = Object.values(document.paths).flatMap(parametersOf);
    for (const schema of [
      ...Object.values(document.components.schemas),
      ...parameters.map((one) => one.schema),
    ]) {
      expect(() => ajv.compile(schema)).not.toThrow();
    }
  });
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Record<string, unknown>;
  readonly "x-assumed-name"?: boolean;
}

interface PathItem {
  readonly [method: string]: {
    readonly operationId?: string;
    readonly parameters?: readonly Parameter[];
    readonly responses?: Readonly<Record<string, unknown>>;
  };
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, Record<string, unknown>>> };
}

/** The document as a reader of the file gets it. */
function asJson(): Document {
  return JSON.parse(JSON.stringify(openApiDocument()));
}

function parametersOf(item: PathItem): readonly Parameter[] {
  return (item["get"] ?? item["post"])?.parameters ?? [];
}
