import { VALUE_KINDS } from "../../engine/deviation.ts";

const text = { type: "string", minLength: 1, description: "text" } as const;

/** One known deviation. */
export const deviationSchema = {
  type: "object",
  required: ["clause", "reason"],
  additionalProperties: false,
  properties: {
    clause: { ...text, description: "a clause id such as 2.7-gas-used" },
    pointer: {
      type: "string",
      pattern: "^(/[^/]*)*$",
      description: "a JSON Pointer such as /tokens/*/decimals, where * is any one step",
    },
    actual: {
      enum: VALUE_KINDS,
      description: "covers only where this is what came",
    },
    values: {
      type: "array",
      minItems: 1,
      items: { type: "string" },
      description: "covers only where one of these came, as a report tells it under actual",
    },
    request: {
      type: "string",
      format: "regex",
      description: "a regular expression: covers only requests whose path and query match it",
    },
    status: {
      type: "integer",
      minimum: 100,
      maximum: 599,
      description: "an HTTP status: covers only answers with it",
    },
    where: {
      type: "object",
      minProperties: 1,
      propertyNames: { type: "string", pattern: "^(/[^/]*)+$" },
      description:
        "JSON Pointers with a value each: covers only answers whose bodies hold these values there",
    },
    reason: { ...text, description: "why the deviation is accepted" },
    owner: text,
    link: text,
    until: { type: "string", format: "date", description: "a day such as 2027-06-30" },
  },
} as const;

/** JSON Schema of a file of known deviations. */
export const knownSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:ledger-conformance:known",
  title: "Known deviations of a target",
  type: "object",
  required: ["deviations"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    deviations: {
      type: "array",
      items: deviationSchema,
    },
  },
} as const;
