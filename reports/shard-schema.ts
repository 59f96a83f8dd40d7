const text = { type: "string" } as const;
const natural = { type: "integer", minimum: 0 } as const;

const counter = {
  type: "array",
  description: "kind, clause or open matter, cause or value: what is counted",
  minItems: 3,
  maxItems: 3,
  prefixItems: [{ enum: ["seen", "null", "notNull", "absent", "cases", "found", "observed"] }, text, text],
} as const;

const why = {
  type: "object",
  required: ["outcome", "cause", "reason"],
  additionalProperties: false,
  properties: { outcome: text, cause: text, reason: text },
} as const;

const value = {
  type: "object",
  required: ["id", "value", "curl"],
  additionalProperties: false,
  properties: { id: text, value: text, curl: text },
} as const;

const example = (violation: object) => ({
  type: "object",
  required: ["id", "violations"],
  additionalProperties: false,
  properties: {
    id: text,
    sample: text,
    origin: text,
    violations: {
      type: "array",
      items: {
        type: "object",
        required: ["cause", "violation"],
        additionalProperties: false,
        properties: { cause: text, violation },
      },
    },
  },
});

const watched = (violation: object) => ({
  type: "object",
  description: "what the clauses that only watch saw in this shard, whichever shard they belong to",
  required: ["counters", "tallies", "sources", "examples", "values", "why"],
  additionalProperties: false,
  properties: {
    counters: { type: "array", items: counter },
    tallies: {
      type: "array",
      description: "pairs: index of a counter, count",
      items: { type: "array", items: natural },
    },
    sources: {
      type: "object",
      description: "what requests were sent for: index of the tally of their answers",
      additionalProperties: natural,
    },
    examples: { type: "array", items: example(violation) },
    values: { type: "array", items: value },
    why: { type: "object", additionalProperties: why },
  },
});

/** JSON Schema of what a shard of a run says beyond its own clauses. */
export function shardSchema({
  violation,
  deviations,
}: {
  readonly violation: object;
  readonly deviations: object;
}) {
  return {
    type: "object",
    description: "which shard of a run this is, and what is needed to merge it with the others",
    required: ["index", "total", "shares", "selection", "settings", "command", "known"],
    additionalProperties: false,
    properties: {
      index: { type: "integer", minimum: 1 },
      total: { type: "integer", minimum: 1 },
      shares: {
        type: "array",
        description: "ids of the clauses of each shard, in order",
        items: { type: "array", items: text },
      },
      selection: { ...text, description: "digest of the ids of all shards" },
      settings: { ...text, description: "digest of what else decides which requests are sent" },
      command: { ...text, description: "the command line of the whole run" },
      known: deviations,
      embedded: { const: true, description: "the target is the embedded reference" },
      stopped: { ...text, description: "why the shard was cut short" },
      watched: watched(violation),
    },
  };
}
