import { Array as list, Optional as optional, Type } from "@sinclair/typebox";
import { profileDeviationSchema } from "../../engine/model/known-deviation.ts";
import { closed, oneOf, type Model } from "../../engine/model/model.ts";
import { given, movedPaths, parameters, recipe } from "../../engine/model/settings.ts";
import { SERVICE_NAMES } from "../../schemas/operations.ts";

const sign = closed({
  path: Type.String({
    pattern: "^/[^\\s]*$",
    description: "a path below the URL of the service, query included",
  }),
  body: optional(given("what is posted as JSON; absent: the path is read with GET")),
  select: given("a JSONPath (RFC 9535) into the answer, whatever its status"),
  matches: given("a regular expression that one of the texts found there matches"),
});
/** Something that an implementation answers, and hardly any other one. */
export type Sign = Model<typeof sign>;

/** JSON Schema of a profile: what is known of a real implementation. */
export const profileSchema = Type.Object(
  {
    $schema: optional(Type.String()),
    name: Type.String({
      pattern: "^[a-z0-9][a-z0-9-]{0,62}$",
      description: "a name of lower-case letters, digits and dashes",
    }),
    group: oneOf(SERVICE_NAMES, { description: "the service that it describes" }),
    title: given(),
    versions: list(given(), { description: "releases whose answers were seen" }),
    signs: optional(
      list(sign, {
        maxItems: 3,
        description: "What `--profile auto` looks for: a service shows all of them",
      }),
    ),
    parameters: optional(parameters),
    paths: optional(movedPaths),
    recipes: optional(list(recipe, { maxItems: 20 })),
    deviations: optional(list(profileDeviationSchema)),
    notes: optional(list(given(), { description: "what a user should know" })),
  },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:ledger-conformance:profile",
    title: "Profile of an implementation",
    additionalProperties: false,
  },
);

/** A description of an implementation: docs/profiles.md. */
export type Profile = Model<typeof profileSchema>;
