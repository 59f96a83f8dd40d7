import * as json from "./schema.ts";

/** The types of JSON values, and `absent` for a member that is not there. */
export const VALUE_KINDS = ["absent", "null", "boolean", "number", "string", "array", "object"] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

const deviationPlaceSchema = {
  pattern: "^(/[^/]*)*$",
  description: "a JSON Pointer such as /tokens/*/decimals, in which * matches one step",
};

export const deviationSchema = json.closed({
  clause: json.nonEmptyText("a clause id such as 2.7-gas-used"),
  pointer: json.optionalText(deviationPlaceSchema),
  actual: json.optional(
    json.oneOf(VALUE_KINDS, "kind of the actual value: the entry covers only violations with such a value"),
  ),
  request: json.optionalText({
    format: "regex",
    description: "a regular expression: the entry covers only requests whose path and query match it",
  }),
  status: json.optional(
    json.integerSchema({
      minimum: 100,
      maximum: 599,
      description: "an HTTP status: the entry covers only responses with this status",
    }),
  ),
  reason: json.nonEmptyText("why the deviation is accepted"),
  owner: json.optional(json.nonEmptyText("text")),
  link: json.optional(json.nonEmptyText("text")),
  until: json.optionalText({ format: "date", description: "a day such as 2027-06-30" }),
});

export const knownSchema = json.closed(
  { $schema: json.optionalText(), deviations: json.listSchema(deviationSchema) },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:ledger-conformance:known",
    title: "Known deviations of a target",
  },
);

export const profileDeviationSchema = json.closed({
  ...deviationSchema.properties,
  pointer: json.textSchema(deviationPlaceSchema),
  versions: json.optional(
    json.nonEmptyText(
      "releases with the deviation, such as: from 0.156; for readers only, because the entry covers every release",
    ),
  ),
});

/** One known deviation in a result. Formats are not checked: a redacted pattern may no longer be a valid regular expression. */
export const knownDeviation = json.closed({
  ...profileDeviationSchema.properties,
  pointer: json.optionalText(),
  request: json.optionalText(),
  until: json.optionalText(),
  profile: json.optional(
    json.nonEmptyText("name of the profile that contains the entry; absent: an entry of the user"),
  ),
});

/** A deviation from the contract that the user or a profile accepts: it is reported, but does not fail the run. */
export type KnownDeviation = json.Model<typeof knownDeviation>;
