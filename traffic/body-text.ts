import { isUtf8 } from "node:buffer";
import type { Redact } from "../engine/secrets/redact.ts";
import type { RecordedResponse } from "./recording.ts";

/** Bytes of one body, about, that a recording keeps. */
export const BODY_KEPT = 1024 * 1024;

type RecordedBody = Pick<RecordedResponse, "body" | "encoding" | "cut" | "size">;

/** The body as a recording holds it: secrets taken out of the whole before it is cut. */
export function recordedBody(bytes: Uint8Array, redact: Redact, most = BODY_KEPT): RecordedBody {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = bytes.length;
  if (isUtf8(bytes)) {
    const text = redact(buffer.toString("utf8"));
    return text.length <= most ? { body: text, size } : { body: text.slice(0, most), cut: true, size };
  }
  // A character for each byte, so that a secret between bytes of any kind is found.
  const clean = Buffer.from(redact(buffer.toString("latin1")), "latin1");
  const kept = clean.subarray(0, most);
  const cut = kept.length < clean.length ? ({ cut: true } as const) : {};
  return { body: kept.toString("base64"), encoding: "base64", ...cut, size };
}

/** The bytes of a recorded body. */
export function bytesOf({ body, encoding }: Pick<RecordedResponse, "body" | "encoding">): Uint8Array {
  return Buffer.from(body, encoding ?? "utf8");
}
