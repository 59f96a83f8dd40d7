import { openSync, closeSync, readSync } from "node:fs";
import { reasonOf } from "../reports/files/file-trouble.ts";
import { BadFile } from "./bad-file.ts";

/** One line of a file, and where it stands. */
export interface Line {
  readonly text: string;
  /** Number of the line, from 1. */
  readonly number: number;
  /** Byte at which it begins, and its bytes without the line break. */
  readonly start: number;
  readonly length: number;
}

const PIECE = 256 * 1024;
const LINE_FEED = 0x0a;

/** The lines of a file one after the other, without holding more of it than one; empty ones are left out. */
export function* linesOf(path: string, mostBytes: number): Generator<Line> {
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
    const line = (): readonly Line[] => {
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
