const text = { type: "string" } as const;
const natural = { type: "integer", minimum: 0 } as const;
const texts = { type: "array", items: text } as const;

const deviation = {
  type: "object",
  required: ["clause", "reason"],
  additionalProperties: false,
  properties: {
    clause: text,
    pointer: text,
    actual: { ...text, description: "covers only where this kind of value came" },
    values: { ...texts, description: "covers only where one of these came" },
    where: { type: "object", description: "covers only answers whose bodies hold these values" },
    request: { ...text, description: "covers only requests whose path and query match this expression" },
    reason: text,
    status: { type: "integer", description: "covers only answers with this status" },
    owner: text,
    link: text,
    until: text,
    versions: { ...text, description: "releases in which it was seen" },
    profile: { ...text, description: "name of the profile that the entry comes from" },
  },
} as const;

/** Known deviations, as a result tells them. */
export const deviations = { type: "array", items: deviation } as const;

const recipe = {
  type: "object",
  required: ["profile", "sample", "path", "found"],
  additionalProperties: false,
  properties: {
    profile: text,
    sample: { ...text, description: "kind of sample, as in the target file" },
    path: { ...text, description: "lists that it reads, in turn" },
    found: natural,
    reason: { ...text, description: "why there are none" },
  },
} as const;

const moved = {
  type: "object",
  required: ["endpoint", "documented", "used", "reason"],
  additionalProperties: false,
  properties: { endpoint: text, documented: text, used: text, reason: text },
} as const;

/** A profile that was applied, and what became of it. */
export const appliedProfile = {
  type: "object",
  required: ["name", "title", "group", "versions", "notes", "unmatched", "recipes", "paths"],
  additionalProperties: false,
  properties: {
    name: text,
    title: text,
    group: { enum: ["status", "base", "verify"] },
    versions: { ...texts, description: "releases whose answers were seen" },
    notes: texts,
    unmatched: {
      ...deviations,
      description: "known deviations that were not met, though their clause was judged",
    },
    recipes: { type: "array", items: recipe, description: "how samples were looked for" },
    paths: { type: "array", items: moved, description: "operations that were found at another path" },
  },
} as const;
