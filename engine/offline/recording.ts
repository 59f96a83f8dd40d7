import {
  Array as list,
  Literal as exactly,
  Object as object,
  Optional as optional,
  Type,
} from "@sinclair/typebox";
import { byName, closed, flag, natural, oneOf, text, type Model } from "../model/model.ts";
import { LEVELS, type ParameterNames, type Samples } from "../model/settings.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES } from "../../schemas/operations.ts";
import type { FailureKind } from "../message/errors.ts";

/** Version of what a recording holds beside what every HAR file does; readers refuse any other. */
export const RECORDING_VERSION = 1;
/** How HAR names the version of HTTP that is not the usual one. */
export const HTTP_2 = "HTTP/2";

const FAILURES = ["unreachable", "silent", "cut", "busy", "excess"] as const satisfies readonly FailureKind[];

/** What is needed to send the same requests again. No secret is in it. */
const run = object({
  formatVersion: exactly(RECORDING_VERSION),
  target: object({
    statusUrl: optional(text()),
    baseUrl: optional(text()),
    verifyUrl: optional(text()),
    headers: optional(
      byName(
        byName(text()),
        "names of the configured header fields, with the variables that held their values",
      ),
    ),
    parameters: optional(Type.Unsafe<ParameterNames>({ type: "object" })),
    samples: optional(Type.Unsafe<Samples>({ type: "object" })),
  }),
  seed: Type.Integer(),
  level: oneOf(LEVELS),
  profiles: optional(list(text())),
  cases: optional(natural()),
  pages: optional(natural()),
  clauses: optional(list(text(), { description: "ids of the clauses that were judged; absent: all" })),
  startedAt: text(),
});
export type RecordedRun = Model<typeof run>;

const fields = list(object({ name: text(), value: text() }));

const content = object({
  size: natural("bytes of the whole body"),
  mimeType: text(),
  text: text("the body, or base64 where encoding says so; its content coding is taken off"),
  encoding: optional(exactly("base64", { description: "the body was not UTF-8" })),
  _cut: flag("the body was longer than what a recording keeps"),
});
export type RecordedContent = Model<typeof content>;

export const recordedEntry = object({
  request: object({
    method: oneOf(["GET", "POST"]),
    url: text(),
    headers: fields,
    postData: optional(object({ mimeType: text(), text: text() })),
  }),
  response: object({
    httpVersion: optional(text("HTTP/2 where the service speaks nothing else")),
    status: natural("0: no usable answer came"),
    headers: fields,
    content,
    _failure: optional(
      closed(
        { kind: oneOf(FAILURES), message: text(), again: natural("repetitions that were worth it") },
        "why no usable answer came",
      ),
    ),
  }),
  _asked: closed({
    service: oneOf(SERVICE_NAMES),
    endpoint: oneOf(ENDPOINT_NAMES),
    target: text("path and query as they were sent, below the URL of the service"),
    rooted: flag("the target is a path from the origin"),
  }),
});
/** One request and its answer, written when it is over. */
export type RecordedEntry = Model<typeof recordedEntry>;

export const recordingEnd = closed({
  exchanges: natural(),
  preflight: optional(
    natural("requests that only looked whether the target is there; they are not recorded"),
  ),
});
export type RecordingEnd = Model<typeof recordingEnd>;

/** JSON Schema of a recording: a HAR file with what a run needs beside it. */
export const recordingSchema = object(
  {
    log: object({
      version: exactly("1.2"),
      creator: object({ name: text(), version: text() }),
      _recording: run,
      entries: list(recordedEntry),
      _end: optional(recordingEnd),
    }),
  },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:ledger-conformance:recording",
    title: "Recording of a run: a HAR file",
  },
);
export type Recording = Model<typeof recordingSchema>;
