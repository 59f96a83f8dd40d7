import { ENDPOINT_NAMES } from "./labels.ts";
import { appliedProfile, deviations } from "./profile-results-schema.ts";
import { shardSchema } from "./shard-schema.ts";

const text = { type: "string" } as const;
const natural = { type: "integer", minimum: 0 } as const;
const texts = { type: "object", additionalProperties: text } as const;

const OUTCOMES = ["pass", "fail", "known", "inconclusive", "notExercised"] as const;

const exchange = {
  type: "object",
  required: ["number", "curl", "status", "body"],
  additionalProperties: false,
  properties: {
    number: { type: "integer", minimum: 1, description: "its place in the order of sending" },
    curl: text,
    status: { type: "integer" },
    body: { ...text, description: "the beginning of the body" },
    breaks: { const: true, description: "it is the one that breaks the rule" },
    beside: {
      const: true,
      description: "the violation cannot be seen without it: the page in front, a twin",
    },
  },
} as const;

const violation = {
  type: "object",
  required: [
    "message",
    "pointer",
    "expected",
    "actual",
    "request",
    "response",
    "curl",
    "seed",
    "path",
    "occurrences",
  ],
  additionalProperties: false,
  properties: {
    message: text,
    pointer: { ...text, description: "JSON Pointer into the body; empty for the whole answer" },
    expected: text,
    actual: text,
    request: {
      type: "object",
      required: ["method", "url", "headers", "body"],
      additionalProperties: false,
      properties: { method: text, url: text, headers: texts, body: { type: ["string", "null"] } },
    },
    response: {
      type: "object",
      required: ["status", "headers", "body"],
      additionalProperties: false,
      properties: { status: { type: "integer" }, headers: texts, body: text },
    },
    curl: text,
    excerpt: {
      type: "object",
      required: ["lines", "marked"],
      additionalProperties: false,
      properties: {
        lines: { type: "array", items: text, description: "the surroundings of the place in the body" },
        marked: { ...natural, description: "index of the line of the place" },
      },
    },
    shown: {
      type: "object",
      additionalProperties: text,
      description: "JSON of what stands in the body where known deviations look, by JSON Pointer",
    },
    exchanges: {
      type: "array",
      description:
        "of a rule over several answers: all of them in order, some left out where there were many",
      items: exchange,
    },
    origin: { ...text, description: "where the record that was asked for was found" },
    seed: { type: "integer" },
    path: { ...text, description: "which generated case; empty where nothing was generated" },
    occurrences: { ...natural, description: "places that show the same cause" },
    alike: {
      type: "array",
      description: "the requests that showed it in all these places",
      items: {
        type: "object",
        required: ["request"],
        additionalProperties: false,
        properties: {
          request: {
            ...text,
            description: "a regular expression for path and query; empty: there were too many",
          },
          values: { type: "array", items: text, description: "what came; absent where it was too much" },
        },
      },
    },
    known: { ...text, description: "reason of the known deviation that covers it" },
  },
} as const;

const clause = {
  type: "object",
  required: ["id", "section", "endpoint", "statement", "outcome", "cases", "violations"],
  additionalProperties: false,
  properties: {
    id: { ...text, pattern: "^\\d+(\\.\\d+)?-\\S+$" },
    section: { ...text, pattern: "^\\d+(\\.\\d+)?$" },
    endpoint: { enum: ENDPOINT_NAMES },
    statement: text,
    outcome: { enum: OUTCOMES },
    reason: text,
    cause: { enum: ["contract", "environment", "data", "suite"] },
    cases: natural,
    field: {
      type: "object",
      required: ["seen", "null", "notNull"],
      additionalProperties: false,
      properties: { seen: natural, null: natural, notNull: natural },
    },
    pairs: {
      type: "object",
      required: ["covered", "possible"],
      additionalProperties: false,
      description: "pairs of states of the parameters that stood together in a request that was judged",
      properties: { covered: natural, possible: natural },
    },
    violations: { type: "array", items: violation },
    sample: { ...text, description: "curl line of one request that was judged and kept" },
    origin: { ...text, description: "where the record of that request was found" },
  },
  allOf: [
    {
      if: { type: "object", properties: { outcome: { const: "pass" } } },
      else: { type: "object", required: ["reason", "cause"], properties: { reason: {}, cause: {} } },
    },
  ],
} as const;

const open = {
  type: "object",
  required: ["id", "section", "statement", "observed"],
  additionalProperties: false,
  properties: {
    id: text,
    section: text,
    statement: text,
    assumed: { ...text, description: "what the run took for granted where the document is silent" },
    odd: { const: true, description: "allowed, and seldom meant" },
    observed: {
      type: "array",
      items: {
        type: "object",
        required: ["value", "count", "curl"],
        additionalProperties: false,
        properties: { value: text, count: natural, curl: text },
      },
    },
  },
} as const;

const judgedFile = {
  type: "object",
  required: ["file", "form", "exchanges", "judged", "left", "departures"],
  additionalProperties: false,
  properties: {
    file: text,
    form: { enum: ["HAR", "recording", "exchanges", "body"] },
    exchanges: natural,
    judged: natural,
    left: { type: "object", additionalProperties: natural, description: "not judged, by reason" },
    departures: {
      type: "array",
      items: {
        type: "object",
        required: ["clause", "section", "pointer", "actual", "count"],
        additionalProperties: false,
        properties: {
          clause: text,
          section: text,
          pointer: text,
          actual: text,
          count: natural,
          known: { const: true },
        },
      },
    },
  },
} as const;

/** JSON Schema of `results.json`. */
export const resultsSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:ledger-conformance:results",
  title: "Result of a conformance run",
  type: "object",
  required: [
    "formatVersion",
    "suite",
    "target",
    "seed",
    "level",
    "startedAt",
    "durationMs",
    "requests",
    "verdict",
    "summary",
    "clauses",
    "open",
    "bill",
  ],
  additionalProperties: false,
  properties: {
    formatVersion: { const: 1 },
    embedded: { const: true, description: "the target was the embedded reference, and no other service" },
    suite: {
      type: "object",
      required: ["name", "version"],
      additionalProperties: false,
      properties: { name: text, version: text },
    },
    target: {
      type: "object",
      additionalProperties: false,
      properties: { statusUrl: text, baseUrl: text, verifyUrl: text },
    },
    seed: { type: "integer" },
    level: { enum: ["smoke", "standard", "thorough"] },
    strict: { type: "boolean", description: "inconclusive clauses fail the run too" },
    command: { ...text, description: "the command line that repeats the run" },
    startedAt: { ...text, format: "date-time" },
    durationMs: natural,
    requests: natural,
    verdict: { enum: ["conforms", "nonconforming", "incomplete"] },
    reason: { ...text, description: "why the verdict is incomplete" },
    summary: {
      type: "object",
      required: OUTCOMES,
      additionalProperties: false,
      properties: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, natural])),
    },
    clauses: { type: "array", items: clause },
    open: { type: "array", items: open },
    known: {
      type: "object",
      required: ["stale", "expired"],
      additionalProperties: false,
      properties: { met: deviations, stale: deviations, expired: deviations },
    },
    profiles: { type: "array", items: appliedProfile, description: "profiles that were applied" },
    answered: {
      type: "object",
      description: "by endpoint: answers to requests that must succeed, those that could be judged and not",
      additionalProperties: {
        type: "object",
        required: ["usable", "unusable"],
        additionalProperties: false,
        properties: {
          usable: natural,
          unusable: natural,
          reason: { ...text, description: "what came in place of a usable answer" },
        },
      },
    },
    bill: {
      type: "object",
      required: ["perEndpoint", "retries", "waitedMs"],
      additionalProperties: false,
      properties: {
        perEndpoint: { type: "object", additionalProperties: natural },
        retries: natural,
        waitedMs: { type: "number", minimum: 0 },
        unrecorded: {
          ...natural,
          description: "requests that the recording did not hold; only where a recording answered",
        },
      },
    },
    files: {
      type: "array",
      items: judgedFile,
      description:
        "the files that answers were judged from; then nothing was sent, and seed and level mean nothing",
    },
    bodyCutAt: { ...natural, description: "characters at which the bodies of responses are cut" },
    shard: shardSchema({ violation, deviations }),
  },
} as const;
