// §4, §7, §8
import { errorBody } from "./error.ts";
import {
  BALANCE_FILTER,
  CONTRACT_ID_OR_ADDRESS,
  ENTITY_ID,
  ENTITY_ID_FILTER,
  HASH,
  TIMESTAMP_FILTER,
  TOPIC_TIMESTAMP,
  TRANSACTION_ID,
} from "./formats.ts";
import { published, type JsonSchema } from "./json-schema.ts";
import { limits } from "./limits.ts";
import {
  nameOf,
  operations,
  type Operation,
  type PathFormat,
  type QueryFormat,
  type QueryParameter,
  type Service,
} from "./operations.ts";

type Part = Readonly<Record<string, unknown>>;

const ASSUMED_NAME =
  "The contract describes this parameter without naming it; this name is an assumption and may differ.";

const servers: Readonly<Record<Service, Part>> = {
  status: server("statusUrl", "https://status.example.test", "The status service"),
  base: server("baseUrl", "https://ledger.example.test", "The ledger query service"),
  verify: server("verifyUrl", "https://verify.example.test", "The contract verification service"),
};

const pathSchemas: Readonly<Record<PathFormat, Part>> = {
  EntityId: { type: "string", pattern: ENTITY_ID.source },
  TopicTimestamp: { type: "string", pattern: TOPIC_TIMESTAMP.source },
  TransactionIdOrHash: {
    type: "string",
    anyOf: [{ pattern: HASH.source }, { pattern: TRANSACTION_ID.source }],
  },
  ContractIdOrAddress: { type: "string", pattern: CONTRACT_ID_OR_ADDRESS.source },
};

const querySchemas: Readonly<Record<QueryFormat, Part>> = {
  EntityIdFilter: { type: "string", pattern: ENTITY_ID_FILTER.source },
  BalanceFilter: { type: "string", pattern: BALANCE_FILTER.source },
  TimestampFilter: { type: "string", pattern: TIMESTAMP_FILTER.source },
  limit: { type: "integer", minimum: limits.itemCount.min, maximum: limits.itemCount.max },
  order: { type: "string", enum: ["asc", "desc"] },
  name: { type: "string", minLength: limits.nameLength.min, maxLength: limits.nameLength.max },
  publicKey: { type: "string" },
  nonce: { type: "integer", format: "int32", minimum: limits.nonce.min, default: limits.nonce.default },
};

/** The nine operations as one OpenAPI 3.1 document; what the contract does not show is marked as such. */
export function openApiDocument(): Part {
  const all = Object.values(operations);
  const bodies = all.flatMap(({ success, requestBody }) =>
    requestBody === undefined ? [success] : [success, requestBody],
  );
  return {
    openapi: "3.1.1",
    info: {
      title: "Ledger queries, network status and contract verification",
      version: "1.0.0",
      description:
        "Made from the tables that the conformance suite checks by. Responses may hold further members.",
    },
    servers: Object.values(servers),
    paths: Object.fromEntries(all.map((operation) => [operation.path, pathItem(operation)])),
    components: {
      schemas: Object.fromEntries([...bodies, errorBody].map((body) => [titleOf(body), published(body)])),
    },
  };
}

function server(variable: string, example: string, description: string): Part {
  return { url: `{${variable}}`, description, variables: { [variable]: { default: example } } };
}

function pathItem(operation: Operation): Part {
  const { endpoint, method, pathParameter, query, requestBody, section } = operation;
  const inPath = pathParameter === undefined ? [] : [pathParameterOf(pathParameter)];
  return {
    servers: [servers[operation.service]],
    [method.toLowerCase()]: {
      operationId: endpoint,
      summary: `Section ${section}`,
      parameters: [...inPath, ...query.map(queryParameterOf)],
      ...(requestBody === undefined ? {} : { requestBody: { required: true, ...jsonOf(requestBody) } }),
      responses: {
        "200": { description: "Success", ...jsonOf(operation.success) },
        default: operation.documentsErrors
          ? {
              description: "A refusal or a missing record; the status code is not shown",
              ...jsonOf(errorBody),
            }
          : { description: "Neither the status code nor the body of an error is shown" },
      },
    },
  };
}

function pathParameterOf({ name, format }: { readonly name: string; readonly format: PathFormat }): Part {
  return { name, in: "path", required: true, schema: pathSchemas[format] };
}

function queryParameterOf(parameter: QueryParameter): Part {
  const schema = querySchemas[parameter.format];
  return {
    name: nameOf(parameter),
    in: "query",
    required: false,
    ...("assumedName" in parameter ? { description: ASSUMED_NAME, "x-assumed-name": true } : {}),
    schema: parameter.array === true ? { type: "array", items: schema } : schema,
  };
}

function jsonOf(schema: JsonSchema): Part {
  return { content: { "application/json": { schema: { $ref: `#/components/schemas/${titleOf(schema)}` } } } };
}

function titleOf(schema: JsonSchema): string {
  return schema.title ?? "untitled";
}
