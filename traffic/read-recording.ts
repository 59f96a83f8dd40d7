import { compile } from "../engine/schema/validator.ts";
import { LongLine, linesOf } from "./lines.ts";
import {
  RECORDING_VERSION,
  type RecordedExchange,
  type RecordingHeader,
  type RecordingLine,
} from "./recording.ts";
import { recordingSchema } from "./recording-schema.ts";

/** A file is not the recording that it should be; the message says where and why. */
export class BadRecording extends Error {
  override readonly name = "BadRecording";
}

/** A line of a recording, and where it stands. */
export interface PlacedLine {
  readonly line: RecordingLine;
  readonly number: number;
  readonly place: { readonly start: number; readonly length: number };
}

/** What a recording holds, beside its exchanges. */
export interface RecordingFacts {
  readonly header: RecordingHeader;
  readonly exchanges: number;
  /** Its last line is there: the run that wrote it came to its end. */
  readonly complete: boolean;
}

/** Bytes of one line: the largest body of a recording, escaped, fits. */
const LONGEST_LINE = 16 * 1024 * 1024;

/**
 * The lines of a recording, checked. A last line that was cut off while it was written is left out. Throws
 * {@link BadRecording} where the file is anything else.
 */
export function* linesOfRecording(path: string): Generator<PlacedLine> {
  let torn: string | undefined;
  let first = true;
  for (const { text, number, start, length } of readLines(path)) {
    if (torn !== undefined) {
      throw new BadRecording(torn);
    }
    const line = lineIn(text);
    if (line === undefined) {
      torn = `line ${number} is no line of a recording`;
      if (first) {
        throw new BadRecording(torn);
      }
      continue;
    }
    demandOrder(line, first, number);
    first = false;
    yield { line, number, place: { start, length } };
  }
  if (first) {
    throw new BadRecording("the file is empty");
  }
}

function* readLines(path: string): ReturnType<typeof linesOf> {
  try {
    yield* linesOf(path, LONGEST_LINE);
  } catch (error) {
    throw error instanceof LongLine ? new BadRecording(error.message) : error;
  }
}

function demandOrder(line: RecordingLine, first: boolean, number: number): void {
  if ((line.type === "recording") !== first) {
    throw new BadRecording(
      first ? "the first line is not the header of a recording" : `line ${number} is a second header`,
    );
  }
}

/** Reads a recording through once. */
export function factsOf(path: string): RecordingFacts {
  let header: RecordingHeader | undefined;
  let exchanges = 0;
  let complete = false;
  for (const { line } of linesOfRecording(path)) {
    if (line.type === "recording") {
      header = line;
    }
    exchanges += line.type === "exchange" ? 1 : 0;
    complete = line.type === "end";
  }
  if (header === undefined) {
    throw new BadRecording("there is no header");
  }
  return { header, exchanges, complete };
}

/** The line that a text is; undefined where it is none. */
export function lineIn(text: string): RecordingLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isOfAnotherVersion(value)) {
    throw new BadRecording(`the recording is not of version ${RECORDING_VERSION}, the only one that is read`);
  }
  return isLine(value) ? value : undefined;
}

/** The exchange in a line that is known to hold one. */
export function exchangeIn(text: string): RecordedExchange {
  const line = lineIn(text);
  if (line?.type !== "exchange") {
    throw new BadRecording("the recording was changed while it was read");
  }
  return line;
}

function isOfAnotherVersion(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    value.type === "recording" &&
    "formatVersion" in value &&
    value.formatVersion !== RECORDING_VERSION
  );
}

function isLine(value: unknown): value is RecordingLine {
  return compile(recordingSchema)(value);
}
