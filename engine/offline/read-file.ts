import { createReadStream } from "node:fs";
import { excessIn } from "../message/bounds.ts";
import { reasonOf } from "../model/file-trouble.ts";

/** Name of the file that is standard input. */
const STDIN = "-";

const MEBIBYTE = 1024 * 1024;
const MOST_MEBIBYTES = 64;
/** Values of one file: below what memory can hold. */
const MOST_VALUES = 20_000_000;

/** A file cannot be judged; the message names it, and the place in it. */
export class BadFile extends Error {
  override readonly name = "BadFile";
  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
  }
}

/** The bytes of a file, or of standard input (`-`), within a bound. */
export async function readWhole(file: string): Promise<Buffer> {
  const stream: AsyncIterable<Buffer> = file === STDIN ? process.stdin : createReadStream(file);
  const pieces: Buffer[] = [];
  let left = MOST_MEBIBYTES * MEBIBYTE;
  try {
    for await (const piece of stream) {
      left -= piece.length;
      if (left < 0) {
        throw new BadFile(file, `it is too long: ${MOST_MEBIBYTES} MiB are read at most`);
      }
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof BadFile ? error : new BadFile(file, `cannot be read: ${reasonOf(error)}`);
  }
  return Buffer.concat(pieces);
}

/** The JSON value of a file that was read. */
export function jsonOf(file: string, bytes: Buffer): unknown {
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  const reason = excessIn(text, { values: MOST_VALUES, elements: MOST_VALUES }, "the file");
  if (reason !== undefined) {
    throw new BadFile(file, reason);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const [why = ""] = error instanceof Error ? error.message.split("\n") : [];
    throw new BadFile(file, `is not JSON: ${why}`);
  }
}
