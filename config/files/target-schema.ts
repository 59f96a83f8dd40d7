import { CONTRACT_ID_OR_ADDRESS, ENTITY_ID, HASH, TIMESTAMP, TRANSACTION_ID } from "../../schemas/formats.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";

const text = { type: "string", minLength: 1, description: "text" } as const;

const entityId = {
  type: "string",
  pattern: ENTITY_ID.source,
  description: "an entity id such as 0.0.1001",
} as const;

const timestamp = {
  type: "string",
  pattern: TIMESTAMP.source,
  description: "a timestamp such as 1700000000.000000001",
} as const;

const contractResult = {
  type: "string",
  pattern: `${HASH.source}|${TRANSACTION_ID.source}`,
  description: "a 32-byte hash, or a transaction id such as 0.0.10-1700000000-000000001",
} as const;

const contract = {
  type: "string",
  pattern: CONTRACT_ID_OR_ADDRESS.source,
  description: "a contract id such as 0.0.5001, or an address of 40 hex digits",
} as const;

const headers = {
  type: "object",
  propertyNames: { type: "string", pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", description: "a header name" },
  additionalProperties: {
    type: "string",
    pattern: "^[\\t\\x20-\\x7e\\x80-\\xff]*$",
    description: "text on one line, as headers are",
  },
  description: "Sent with every request to the service. Values are secrets and appear in no output.",
} as const;

/** JSON Schema of the target file. */
export const targetSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:ledger-conformance:target",
  title: "Target of a conformance run",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    statusUrl: { ...text, description: "URL of the status page service, path prefix included" },
    baseUrl: { ...text, description: "URL of the ledger query service, path prefix included" },
    verifyUrl: { ...text, description: "URL of the verification service, path prefix included" },
    headers: {
      type: "object",
      additionalProperties: false,
      properties: { status: headers, base: headers, verify: headers },
    },
    parameters: {
      type: "object",
      additionalProperties: false,
      description: "Names of the query parameters that the document leaves unnamed; null: there is none.",
      properties: {
        tokens: parameterNames("tokens"),
        tokenBalances: parameterNames("tokenBalances"),
        networkFees: parameterNames("networkFees"),
      },
    },
    samples: {
      type: "object",
      additionalProperties: false,
      description: "Records that exist at the target; those under missing do not.",
      properties: {
        tokenIds: { type: "array", items: entityId },
        accountIds: { type: "array", items: entityId },
        publicKeys: { type: "array", items: text },
        topicMessageTimestamps: { type: "array", items: timestamp },
        contractResults: { type: "array", items: contractResult },
        contracts: { type: "array", items: contract },
        verifications: {
          type: "array",
          items: {
            type: "object",
            required: ["address", "chainId"],
            additionalProperties: false,
            properties: {
              address: text,
              chainId: text,
              apiKey: { ...text, description: "a secret: it appears in no output" },
            },
          },
        },
        missing: {
          type: "object",
          additionalProperties: false,
          properties: { tokenId: entityId, topicMessageTimestamp: timestamp, contractResult, contract },
        },
      },
    },
  },
} as const;

function parameterNames(endpoint: Endpoint): object {
  const named = operations[endpoint].query.flatMap((parameter) =>
    "assumedName" in parameter
      ? [[parameter.key, { type: ["string", "null"], minLength: 1, default: parameter.assumedName }] as const]
      : [],
  );
  return { type: "object", additionalProperties: false, properties: Object.fromEntries(named) };
}
