import { closeSync, fstatSync, readSync } from "node:fs";
import { excessIn } from "../engine/message/bounds.ts";
import { reasonOf } from "../reports/files/file-trouble.ts";
import { BadFile } from "./bad-file.ts";
import { opened } from "./lines.ts";

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
