// §2.9, §4.9, §4.10
import type { JsonSchema } from "./json-schema.ts";

const strings = { type: "array", items: { type: "string" } } as const satisfies JsonSchema;

const files = {
  title: "files",
  type: "object",
  required: ["found", "missing"],
  properties: { found: strings, missing: strings },
} as const satisfies JsonSchema;

const sessionContract = {
  title: "contract",
  type: "object",
  required: [
    "verificationId",
    "compiledPath",
    "name",
    "compilerVersion",
    "address",
    "chainId",
    "status",
    "files",
    "storageTimestamp",
  ],
  properties: {
    verificationId: { type: "string" },
    compiledPath: { type: "string" },
    name: { type: "string" },
    compilerVersion: { type: "string" },
    address: { type: "string" },
    chainId: { type: "string" },
    status: { type: "string" },
    files,
    storageTimestamp: { type: "string", format: "date-time" },
  },
} as const satisfies JsonSchema;

const resultEntry = {
  title: "result-entry",
  type: "object",
  required: ["address", "chainId", "status", "message", "libraryMap"],
  properties: {
    address: { type: "string" },
    chainId: { type: "string" },
    status: { type: "string" },
    message: { type: "string" },
    // What is in the map is not shown.
    libraryMap: { type: "object" },
  },
} as const satisfies JsonSchema;

/** The answer of a verification within a session. */
export const sessionVerification = {
  $comment: "main",
  title: "session",
  type: "object",
  required: ["contracts", "unused"],
  properties: {
    contracts: { type: "array", items: sessionContract },
    unused: strings,
  },
} as const satisfies JsonSchema;

/** The answer of a verification without a session. */
export const directVerification = {
  $comment: "main",
  title: "direct",
  type: "object",
  required: ["result"],
  properties: { result: { type: "array", items: resultEntry } },
} as const satisfies JsonSchema;

/** What is sent to either; the forms of an address and of a chain id are not spelled out there. */
export const verificationRequest = {
  $comment: "main",
  title: "verification-request",
  type: "object",
  required: ["address", "chainId"],
  properties: {
    address: { type: "string" },
    chainId: { type: "string" },
    apiKey: { type: "string" },
  },
} as const satisfies JsonSchema;
