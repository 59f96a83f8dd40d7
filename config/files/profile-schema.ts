import { profileDeviationSchema } from "../../engine/model/known-deviation.ts";
import { targetSchema } from "./target-schema.ts";

const text = { type: "string", minLength: 1, description: "text" } as const;
const NAME = "^[a-z0-9][a-z0-9-]{0,62}$";

const step = {
  type: "object",
  required: ["path", "select"],
  additionalProperties: false,
  properties: {
    path: {
      type: "string",
      pattern: "^/[^\\s]*$",
      description: "a path below the URL of the service, such as /api/v1/topics/{topic}/messages?limit=5",
    },
    select: { ...text, description: "a JSONPath (RFC 9535) such as $.contracts[*].contract_id" },
    as: {
      type: "string",
      pattern: "^[a-z]\\w{0,30}$",
      description: "a name such as topic, under which later steps use what was found",
    },
    most: { type: "integer", minimum: 1, maximum: 10, description: "values that are taken; 5" },
  },
} as const;

const recipe = {
  type: "object",
  required: ["sample", "steps"],
  additionalProperties: false,
  properties: {
    sample: {
      enum: [
        "tokenIds",
        "accountIds",
        "publicKeys",
        "topicMessageTimestamps",
        "contractResults",
        "contracts",
      ],
      description: "kind of sample, as in the target file",
    },
    steps: { type: "array", minItems: 1, maxItems: 3, items: step },
  },
} as const;

const moved = {
  type: "object",
  required: ["path", "reason"],
  additionalProperties: false,
  properties: {
    path: { type: "string", pattern: "^/[^\\s?#{}]*$", description: "a path such as /verify/other" },
    reason: text,
  },
} as const;

/** JSON Schema of a profile: what is known of a real implementation. */
export const profileSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:ledger-conformance:profile",
  title: "Profile of an implementation",
  type: "object",
  required: ["name", "group", "title", "versions"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    name: { type: "string", pattern: NAME, description: "a name of lower-case letters, digits and dashes" },
    group: { enum: ["status", "base", "verify"], description: "the service that it describes" },
    title: text,
    versions: { type: "array", items: text, description: "releases whose answers were seen" },
    parameters: targetSchema.properties.parameters,
    paths: {
      type: "object",
      additionalProperties: false,
      description: "Where an operation is if the document's own path leads nowhere.",
      properties: { sessionVerify: moved, verify: moved },
    },
    recipes: { type: "array", maxItems: 20, items: recipe },
    deviations: { type: "array", items: profileDeviationSchema },
    notes: { type: "array", items: text, description: "what a user should know" },
  },
} as const;
