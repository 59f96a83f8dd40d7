import { closeSync, fstatSync, readSync, openSync } from "node:fs";
import { excessIn } from "../message/bounds.ts";
import { reasonOf } from "../model/file-trouble.ts";

/** Name of the file that is standard input. */
export const STDIN = "-";

const PIECE = 1024 * 1024;
/** Values of one file that is read whole: below what memory can hold. */
const MOST_VALUES = 20_000_000;

/** The bytes of a file, or of standard input, at most so many. */
export function readWhole(file: string, mostBytes: number): Buffer {
  const source = file === STDIN ? 0 : opened(file);
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    demandSize(file, file === STDIN ? 0 : fstatSync(source).size, mostBytes);
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE);
      const read = readPiece(source, piece);
      if (read === 0) {
        return Buffer.concat(pieces);
      }
      size += read;
      demandSize(file, size, mostBytes);
      pieces.push(piece.subarray(0, read));
    }
  } catch (error) {
    throw error instanceof BadFile ? error : new BadFile(file, `cannot be read: ${reasonOf(error)}`);
  } finally {
    if (file !== STDIN) {
      closeSync(source);
    }
  }
}

/** Standard input that is a pipe may have nothing yet, and at its end some systems say so with an error. */
function readPiece(source: number, piece: Buffer): number {
  for (;;) {
    try {
      return readSync(source, piece);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EOF") {
        return 0;
      }
      if (code !== "EAGAIN") {
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function demandSize(file: string, size: number, most: number): void {
  if (size > most) {
    throw new BadFile(
      file,
      `the file is ${size > most * 2 ? `${size} bytes long` : "too long"}: ${most} bytes are read at most; --max-file-bytes takes more`,
    );
  }
}

/** The JSON value of a file that is read whole. */
export function parseWhole(file: string, text: string): unknown {
  const reason = excessIn(text, MOST_VALUES, "the file");
  if (reason !== undefined) {
    throw new BadFile(file, reason);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadFile(
      file,
      `is not JSON: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : ""}`,
    );
  }
}

/** A file cannot be judged; the message names it, the place in it, and what to do. */
export class BadFile extends Error {
  override readonly name = "BadFile";
  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
  }
}

/** One line of a file, and where it stands. */
export interface FileLine {
  readonly text: string;
  /** Number of the line, from 1. */
  readonly number: number;
  /** Byte at which it begins, and its bytes without the line break. */
  readonly start: number;
  readonly length: number;
}

const LINE_FEED = 0x0a;

/** The lines of a file one after the other, without holding more of it than one; empty ones are left out. */
export function* linesOf(path: string, mostBytes: number): Generator<FileLine> {
  const file = opened(path);
  try {
    const piece = Buffer.allocUnsafe(PIECE);
    let held: Buffer[] = [];
    let length = 0;
    let start = 0;
    let number = 1;
    const hold = (part: Buffer): void => {
      held.push(Buffer.from(part));
      length += part.length;
      if (length > mostBytes) {
        throw new BadFile(path, `line ${number} is longer than ${mostBytes} bytes`);
      }
    };
    const line = (): readonly FileLine[] => {
      const text = Buffer.concat(held).toString("utf8");
      return text.trim() === "" ? [] : [{ text, number, start, length }];
    };
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
      let rest = piece.subarray(0, read);
      for (let at = rest.indexOf(LINE_FEED); at !== -1; at = rest.indexOf(LINE_FEED)) {
        hold(rest.subarray(0, at));
        yield* line();
        rest = rest.subarray(at + 1);
        start += length + 1;
        number += 1;
        held = [];
        length = 0;
      }
      hold(rest);
    }
    yield* line();
  } finally {
    closeSync(file);
  }
}

/** Opens a file to read from. */
export function opened(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw new BadFile(path, `cannot be read: ${reasonOf(error)}`);
  }
}

/** The first line of a file that is not empty. */
export function firstLineOf(path: string, mostBytes: number): string | undefined {
  for (const { text } of linesOf(path, mostBytes)) {
    return text;
  }
  return undefined;
}
