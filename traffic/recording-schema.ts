import { operations } from "../schemas/operations.ts";

const text = { type: "string" } as const;
const natural = { type: "integer", minimum: 0 } as const;
const named = { type: "object", additionalProperties: text } as const;

const header = {
  type: "object",
  required: ["type", "formatVersion", "suite", "target", "seed", "level", "startedAt"],
  properties: {
    type: { const: "recording" },
    formatVersion: { const: 1 },
    suite: { type: "object", required: ["name", "version"], properties: { name: text, version: text } },
    target: {
      type: "object",
      properties: {
        statusUrl: text,
        baseUrl: text,
        verifyUrl: text,
        headers: {
          type: "object",
          properties: { status: named, base: named, verify: named },
          description: "names of the configured header fields, with the variables that held their values",
        },
        parameters: { type: "object" },
        samples: { type: "object" },
      },
    },
    seed: { type: "integer" },
    level: { enum: ["smoke", "standard", "thorough"] },
    profiles: { type: "array", items: text },
    cases: natural,
    pages: natural,
    clauses: { type: "array", items: text, description: "ids of the clauses that were judged; absent: all" },
    startedAt: text,
  },
} as const;

const request = {
  type: "object",
  required: ["method", "target", "headers"],
  properties: {
    method: { enum: ["GET", "POST"] },
    target: { ...text, description: "path and query as they were sent, below the URL of the service" },
    rooted: { const: true, description: "the target is a path from the origin" },
    headers: named,
    body: text,
  },
} as const;

const response = {
  type: "object",
  required: ["status", "headers", "body", "size"],
  properties: {
    status: { type: "integer", minimum: 100, maximum: 999 },
    headers: named,
    body: { ...text, description: "text, or base64 where encoding says so; its content coding is taken off" },
    encoding: { const: "base64", description: "the body was not UTF-8" },
    cut: { const: true, description: "the body was longer than what a recording keeps" },
    size: { ...natural, description: "bytes of the whole body" },
  },
} as const;

const failure = {
  type: "object",
  required: ["kind", "message", "again"],
  properties: {
    kind: { enum: ["unreachable", "silent", "cut", "busy", "excess"] },
    message: text,
    again: { ...natural, description: "repetitions that were worth it" },
  },
} as const;

const common = {
  type: { const: "exchange" },
  service: { enum: ["status", "base", "verify"] },
  endpoint: { enum: Object.keys(operations) },
  request,
} as const;

const answered = {
  type: "object",
  required: ["type", "service", "endpoint", "request", "response"],
  properties: { ...common, response },
} as const;

const failed = {
  type: "object",
  description: "no usable answer came",
  required: ["type", "service", "endpoint", "request", "failure"],
  properties: { ...common, failure },
} as const;

const end = {
  type: "object",
  required: ["type", "exchanges"],
  properties: {
    type: { const: "end" },
    exchanges: natural,
    preflight: {
      ...natural,
      description: "requests that only looked whether the target is there; they are not recorded",
    },
  },
} as const;

/** JSON Schema of one line of a recording. */
export const recordingSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:ledger-conformance:recording",
  title: "One line of a recording: the header first, then exchanges, then the end",
  anyOf: [header, answered, failed, end],
} as const;
