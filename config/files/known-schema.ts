import { deviationSchema } from "../../engine/model/known-deviation.ts";

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
