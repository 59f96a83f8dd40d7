// §1: finds the place where a body is not one JSON value in UTF-8
import { isUtf8 } from "node:buffer";
import { parse } from "lossless-json";
import { inQuotes } from "../secrets/escape.ts";
import { tryOrUndefined } from "../model/cannot-run.ts";
import { positionIn } from "./errors.ts";

/** Characters of the body that are shown before and after the place. */
const AROUND = 12;

/** The place of the first byte that is not UTF-8, in words; `decoded` has U+FFFD there. Undefined: all bytes are UTF-8. */
export function placeOfBadByte(bytes: Uint8Array, decoded: string): string | undefined {
  if (isUtf8(bytes)) {
    return undefined;
  }
  let at = decoded.indexOf("\uFFFD");
  // A U+FFFD that the service sent itself is encoded in three valid bytes.
  while (at !== -1 && isEncodedItself(bytes, decoded, at)) {
    at = decoded.indexOf("\uFFFD", at + 1);
  }
  return at === -1 ? undefined : placeAt(decoded, at);
}

function isEncodedItself(bytes: Uint8Array, decoded: string, at: number): boolean {
  const [first, second, third] = bytes.subarray(byteOffset(decoded, at));
  return first === 0xef && second === 0xbf && third === 0xbd;
}

/** The place of the syntax error in a text that is not one JSON value, in words; undefined if the parser does not know it. */
export function placeOfBadJson(text: string): string | undefined {
  const at = tryOrUndefined(() => positionOfError(text));
  return at === undefined ? undefined : placeAt(text, at);
}

/** The position of the first character that no JSON value can have there. */
function positionOfError(text: string): number | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    return positionIn(error);
  }
}

const byteOffset = (text: string, at: number): number => Buffer.byteLength(text.slice(0, at));

/** Line and column from 1, the offset in bytes from 0, and the characters around. */
function placeAt(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  const column = (lines.at(-1)?.length ?? 0) + 1;
  const [from, to] = [Math.max(at - AROUND, 0), at + AROUND];
  const context = `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
  const end = at >= text.length ? ", the end" : "";
  return `line ${lines.length}, column ${column} (byte offset ${byteOffset(text, at)}${end}), near ${inQuotes(context)}`;
}
