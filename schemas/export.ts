// §2, §4, §7, §8: JSON Schemas and an OpenAPI document for other tools
import { errorBody } from "./error.ts";
import type { JsonSchema } from "./formats.ts";
import { contractLimits as limits } from "./limits.ts";
import { schemaNameOf, operations } from "./operations.ts";
import type { Operation, PathFormat, QueryFormat, QueryParameter } from "./operations.ts";
import { GRAMMARS_BY_FORMAT } from "./validity.ts";
import { token } from "./token.ts";

type SchemaJson = Readonly<Record<string, unknown>>;

export interface SchemaFile {
  readonly name: string;
  readonly json: unknown;
}

const schemaTitle = ({ title = "untitled" }: JsonSchema): string => title;

export const records: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  [
    token,
    ...Object.values(operations).flatMap(({ success, requestBody = success }) => [success, requestBody]),
    errorBody,
  ].map((schema: JsonSchema) => [schemaTitle(schema), schema]),
);

/** One file with the JSON Schema of each main record, named after its title, and one with the OpenAPI document. */
export function schemaFiles(): readonly SchemaFile[] {
  const schemas = Object.entries(records).map(([title, schema]) => ({
    name: `${title}.schema.json`,
    json: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `urn:ledger-conformance:${title}`,
      ...schema,
    },
  }));
  return [...schemas, { name: "openapi.json", json: openApiDocument() }];
}

/** The schemas of parameters whose formats have no grammar in `grammars.ts`. */
const UNPARSED_PARAMETERS: Readonly<Partial<Record<PathFormat | QueryFormat, JsonSchema>>> = {
  limit: { type: "integer", minimum: limits.itemCount.min, maximum: limits.itemCount.max },
  order: { type: "string", enum: ["asc", "desc"] },
  name: { type: "string", minLength: limits.nameLength.min, maxLength: limits.nameLength.max },
  publicKey: { type: "string" },
  nonce: { type: "integer", format: "int32", minimum: limits.nonce.min, default: limits.nonce.default },
};

function schemaOf(format: PathFormat | QueryFormat): JsonSchema {
  const patterns = (GRAMMARS_BY_FORMAT[format] ?? []).flatMap(
    ({ interpretations }) => interpretations[0]?.source ?? [],
  );
  return UNPARSED_PARAMETERS[format] ?? { type: "string", pattern: [...new Set(patterns)].join("|") };
}

const servers = {
  status: { url: "https://status.example.test" },
  base: { url: "https://ledger.example.test" },
  verify: { url: "https://verify.example.test" },
};

/** The nine operations as one OpenAPI 3.1 document. Descriptions mark assumed names and unspecified status codes. */
export const openApiDocument = (): SchemaJson => ({
  openapi: "3.1.1",
  info: {
    title: "Ledger queries, network status and contract verification",
    version: "1.0.0",
    description:
      "Generated from the tables with which the conformance suite checks responses. Responses may have further members.",
  },
  paths: Object.fromEntries(
    Object.values(operations).map((operation) => [operation.path, pathItem(operation)]),
  ),
  components: { schemas: records },
});

function pathItem(operation: Operation): SchemaJson {
  const { endpoint, method, pathParameter, query, requestBody, section, service } = operation;
  const inPath =
    pathParameter === undefined
      ? []
      : [{ name: pathParameter.name, in: "path", required: true, schema: schemaOf(pathParameter.format) }];
  return {
    servers: [servers[service]],
    [method.toLowerCase()]: {
      operationId: endpoint,
      summary: `Section ${section}`,
      parameters: [...inPath, ...query.map(queryParameter)],
      ...(requestBody === undefined ? {} : { requestBody: { required: true, ...jsonOf(requestBody) } }),
      responses: {
        "200": { description: "Success", ...jsonOf(operation.success) },
        default: {
          description: "An error, such as a refusal or a missing record; the status code is unspecified",
          ...(operation.documentsErrors === true ? jsonOf(errorBody) : {}),
        },
      },
    },
  };
}

function queryParameter(parameter: QueryParameter): SchemaJson {
  const schema = schemaOf(parameter.format);
  return {
    name: schemaNameOf(parameter),
    in: "query",
    ...("assumedName" in parameter
      ? { description: "The contract does not name this parameter: the name is assumed." }
      : {}),
    schema: parameter.array === true ? { type: "array", items: schema } : schema,
  };
}

const jsonOf = (schema: JsonSchema): SchemaJson => ({
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schemaTitle(schema)}` } } },
});
