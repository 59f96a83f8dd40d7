import type { Endpoint, Service } from "../schemas/operations.ts";
import { BadFile } from "./bad-file.ts";
import { bytesOf } from "./body-text.ts";
import type { FileForm, SeenExchange } from "./exchange.ts";
import { isPlainExchange, plainExchanges } from "./exchange-lines.ts";
import { harExchanges, isHar } from "./har.ts";
import { firstLineOf } from "./lines.ts";
import { parseWhole, readWhole, STDIN } from "./read-file.ts";
import { BadRecording, linesOfRecording } from "./read-recording.ts";
import type { RecordedExchange, RecordingHeader } from "./recording.ts";

/** A file, and what the user says of it. */
export interface NamedFile {
  readonly file: string;
  /** Whose body it is, where it is one. */
  readonly endpoint?: Endpoint;
}

/** What a file holds, read as it is asked for. */
export interface OpenedFile {
  readonly form: FileForm;
  readonly exchanges: Iterable<SeenExchange>;
}

/** Opens a file: what its content says counts before what its name may say. */
export function openFile({ file, endpoint }: NamedFile, mostBytes: number): OpenedFile {
  const first = file === STDIN ? undefined : firstValue(file, mostBytes);
  if (isHeader(first)) {
    return { form: "recording", exchanges: recorded(file) };
  }
  if (isPlainExchange(first)) {
    return { form: "exchanges", exchanges: plainExchanges(file, mostBytes) };
  }
  const bytes = readWhole(file, mostBytes);
  if (endpoint !== undefined && !looksLikeHar(bytes)) {
    return { form: "body", exchanges: [{ place: "", endpoint, response: { bytes } }] };
  }
  const value = parseWhole(file, bytes.toString("utf8").replace(/^\ufeff/, ""));
  if (isHar(value)) {
    return { form: "HAR", exchanges: harExchanges(file, value) };
  }
  if (endpoint !== undefined) {
    return { form: "body", exchanges: [{ place: "", endpoint, response: { bytes } }] };
  }
  throw new BadFile(
    file,
    "is neither a HAR file nor a recording nor lines of exchanges; a body alone needs --endpoint NAME, or --endpoint NAME=GLOB",
  );
}

/** Bytes in which the beginning of a HAR file is looked for. */
const HEAD = 4_096;

function looksLikeHar(bytes: Buffer): boolean {
  return /^[\s\ufeff]*\{\s*"log"\s*:/.test(bytes.subarray(0, HEAD).toString("utf8"));
}

/** The JSON value on the first line, where there is one. */
function firstValue(file: string, mostBytes: number): unknown {
  try {
    return JSON.parse(firstLineOf(file, mostBytes) ?? "");
  } catch {
    return undefined; // the whole file is one value, or what is wrong with it is found when it is read
  }
}

function isHeader(value: unknown): boolean {
  return typeof value === "object" && value !== null && "type" in value && value.type === "recording";
}

const MEMBERS = { status: "statusUrl", base: "baseUrl", verify: "verifyUrl" } as const satisfies Readonly<
  Record<Service, string>
>;

function* recorded(file: string): Generator<SeenExchange> {
  let header: RecordingHeader | undefined;
  try {
    for (const { line, number } of linesOfRecording(file)) {
      if (line.type === "recording") {
        header = line;
      } else if (line.type === "exchange") {
        yield exchangeOf(line, `line ${number}`, header);
      }
    }
  } catch (error) {
    throw error instanceof BadRecording ? new BadFile(file, error.message) : error;
  }
}

function exchangeOf(
  { service, request, response, failure }: RecordedExchange,
  place: string,
  header: RecordingHeader | undefined,
): SeenExchange {
  const base = header?.target[MEMBERS[service]] ?? "";
  const origin = /^[a-z]+:\/\/[^/]*/i.exec(base)?.[0] ?? "";
  const { method, target, rooted, headers, body } = request;
  const names = header?.target.parameters;
  return {
    place,
    ...(names === undefined ? {} : { names }),
    request: {
      method,
      url: (rooted === true ? origin : base) + target,
      headers,
      ...(body === undefined ? {} : { body }),
    },
    response:
      response === undefined
        ? { missing: `no usable answer came (${failure?.kind ?? "unknown"})` }
        : response.cut === true
          ? { missing: "the body was not kept whole" }
          : { status: response.status, headers: response.headers, bytes: bytesOf(response) },
  };
}
