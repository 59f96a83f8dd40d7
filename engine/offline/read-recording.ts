import type { TSchema } from "@sinclair/typebox";
import { jsonIn } from "../message/body.ts";
import { isObject } from "../message/classify.ts";
import type { Model } from "../model/model.ts";
import { compile } from "../schema/validator.ts";
import { BadFile, linesOf } from "./read-file.ts";
import {
  RECORDING_VERSION,
  recordedEntry,
  recordingEnd,
  recordingSchema,
  type RecordedEntry,
  type RecordedRun,
  type RecordingEnd,
} from "./recording.ts";

/** A line of a recording: its first one, an exchange, or its last one. */
export interface RecordingLine {
  readonly run?: RecordedRun;
  readonly entry?: RecordedEntry;
  readonly end?: RecordingEnd;
}

/** A line, and where it stands. */
export interface PlacedLine extends RecordingLine {
  readonly number: number;
  readonly place: { readonly start: number; readonly length: number };
}

/** Bytes of one line: the largest body of a recording, escaped, fits. */
export const LONGEST_LINE = 16 * 1024 * 1024;

/**
 * The lines of a recording, checked. A last line that was cut off while it was written is left out. Throws
 * {@link BadFile} where the file is anything else.
 */
export function* linesOfRecording(path: string): Generator<PlacedLine> {
  let torn: BadFile | undefined;
  let first = true;
  for (const { text, number, start, length } of linesOf(path, LONGEST_LINE)) {
    if (torn !== undefined) {
      throw torn;
    }
    const line = first ? firstLineIn(path, text) : lineIn(text);
    if (line === undefined) {
      torn = new BadFile(path, `line ${number} is no line of a recording`);
      if (first) {
        throw torn;
      }
      continue;
    }
    first = false;
    yield { ...line, number, place: { start, length } };
  }
  if (first) {
    throw new BadFile(path, "the file is empty");
  }
}

/** Whether a text is the first line of a recording, or that of one that another version wrote. */
export function beginsRecording(text: string): boolean {
  return /^\{"log":\{"version":"1\.2","creator":\{[^}]*\},"_recording":\{/.test(text);
}

/** Reads a recording through once. It is complete where its last line is there: the run that wrote it came to its end. */
export function factsOf(path: string) {
  let run: RecordedRun | undefined;
  let exchanges = 0;
  let complete = false;
  for (const line of linesOfRecording(path)) {
    run ??= line.run;
    exchanges += line.entry === undefined ? 0 : 1;
    complete = line.end !== undefined;
  }
  if (run === undefined) {
    throw new BadFile(path, "the file is empty");
  }
  return { run, exchanges, complete };
}

/** The file up to its entries; undefined where the line is none of a recording. */
function firstLineIn(path: string, text: string): RecordingLine | undefined {
  const value = jsonIn(`${text}]}}`);
  if (isOfAnotherVersion(value)) {
    throw new BadFile(
      path,
      `the recording is not of version ${RECORDING_VERSION}, the only one that is read`,
    );
  }
  return fits(recordingSchema, value) ? { run: value.log._recording } : undefined;
}

/** An entry, with a comma in front of all but the first, or what closes the file. */
export function lineIn(text: string): RecordingLine | undefined {
  if (text.startsWith("]")) {
    const value = jsonIn(`{${text.slice(2, -1)}`);
    const end = isObject(value) ? value["_end"] : undefined;
    return fits(recordingEnd, end) ? { end } : undefined;
  }
  const entry = jsonIn(text.replace(/^,/, ""));
  return fits(recordedEntry, entry) ? { entry } : undefined;
}

function isOfAnotherVersion(value: unknown): boolean {
  const log = isObject(value) ? value["log"] : undefined;
  const run = isObject(log) ? log["_recording"] : undefined;
  return isObject(run) && run["formatVersion"] !== RECORDING_VERSION;
}

function fits<S extends TSchema>(schema: S, value: unknown): value is Model<S> {
  return compile(schema)(value);
}
