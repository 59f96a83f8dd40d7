import { openSync, closeSync, readSync } from "node:fs";

/** One line of a file, and where it stands. */
export interface Line {
  readonly text: string;
  /** Number of the line, from 1. */
  readonly number: number;
  /** Byte at which it begins, and its bytes without the line break. */
  readonly start: number;
  readonly length: number;
}

/** A line is longer than is read. */
export class LongLine extends Error {
  override readonly name = "LongLine";
}

const PIECE = 256 * 1024;
const LINE_FEED = 0x0a;

/** The lines of a file one after the other, without holding more of it than one; empty ones are left out. */
export function* linesOf(path: string, mostBytes: number): Generator<Line> {
  const file = openSync(path, "r");
  try {
    const piece = Buffer.allocUnsafe(PIECE);
    let held: Buffer[] = [];
    let heldBytes = 0;
    let start = 0;
    let number = 1;
    const finish = (): Line => {
      const text = Buffer.concat(held).toString("utf8");
      const line = { text, number, start, length: heldBytes };
      held = [];
      heldBytes = 0;
      return line;
    };
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
      let from = 0;
      for (let at = piece.indexOf(LINE_FEED); at !== -1 && at < read; at = piece.indexOf(LINE_FEED, from)) {
        held.push(Buffer.from(piece.subarray(from, at)));
        heldBytes += at - from;
        demandShort(heldBytes, mostBytes, number);
        const line = finish();
        if (line.text.trim() !== "") {
          yield line;
        }
        from = at + 1;
        start = line.start + line.length + 1;
        number += 1;
      }
      held.push(Buffer.from(piece.subarray(from, read)));
      heldBytes += read - from;
      demandShort(heldBytes, mostBytes, number);
    }
    const last = finish();
    if (last.text.trim() !== "") {
      yield last;
    }
  } finally {
    closeSync(file);
  }
}

function demandShort(bytes: number, most: number, number: number): void {
  if (bytes > most) {
    throw new LongLine(`line ${number} is longer than ${most} bytes`);
  }
}

/** The first line of a file that is not empty. */
export function firstLineOf(path: string, mostBytes: number): string | undefined {
  for (const { text } of linesOf(path, mostBytes)) {
    return text;
  }
  return undefined;
}
