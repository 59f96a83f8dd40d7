// §2, §4, §7
import { contractResult } from "./contract-result.ts";
import { contract } from "./contract.ts";
import { errorBody } from "./error.ts";
import { published, type JsonSchema } from "./json-schema.ts";
import { networkFees } from "./network-fees.ts";
import { openApiDocument } from "./openapi.ts";
import { statusSummary } from "./status-summary.ts";
import { tokenBalances } from "./token-balances.ts";
import { token } from "./token.ts";
import { tokens } from "./tokens.ts";
import { topicMessage } from "./topic-message.ts";
import { directVerification, sessionVerification, verificationRequest } from "./verification.ts";

/** A file to write: its name, and what is in it. */
export interface SchemaFile {
  readonly name: string;
  readonly json: unknown;
}

/** Every main record, in the order of the contract. */
export const records: readonly (JsonSchema & { readonly title: string })[] = [
  statusSummary,
  token,
  tokens,
  tokenBalances,
  networkFees,
  topicMessage,
  contractResult,
  contract,
  sessionVerification,
  directVerification,
  verificationRequest,
  errorBody,
];

/** Every main record as a JSON Schema of its own, named after its title, and the OpenAPI document. */
export function schemaFiles(): readonly SchemaFile[] {
  const schemas = records.map((schema) => ({
    name: `${schema.title}.schema.json`,
    json: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `urn:ledger-conformance:${schema.title}`,
      ...published(schema),
    },
  }));
  return [...schemas, { name: "openapi.json", json: openApiDocument() }];
}
