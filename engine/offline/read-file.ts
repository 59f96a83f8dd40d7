import { readFileSync, statSync } from "node:fs";
import { reasonOf } from "../model/file-trouble.ts";

const MEBIBYTE = 1024 * 1024;
const MOST_MEBIBYTES = 64;

/** A file cannot be judged; the message names it, and the place in it. */
export class BadFile extends Error {
  override readonly name = "BadFile";
  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
  }
}

export function readWhole(file: string): Buffer {
  try {
    const told = statSync(file);
    if (told.size > MOST_MEBIBYTES * MEBIBYTE || told.isCharacterDevice()) {
      throw new BadFile(file, `it is too long: ${MOST_MEBIBYTES} MiB are read at most`);
    }
    return readFileSync(file);
  } catch (error) {
    throw error instanceof BadFile ? error : new BadFile(file, `cannot be read: ${reasonOf(error)}`);
  }
}

export function jsonOf(file: string, bytes: Buffer): unknown {
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  try {
    return JSON.parse(text);
  } catch (error) {
    const [why = ""] = error instanceof Error ? error.message.split("\n") : [];
    throw new BadFile(file, `is not JSON: ${why}`);
  }
}
