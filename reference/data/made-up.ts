import { createHash } from "node:crypto";

function digest(label: string, bytes: number): Buffer {
  const blocks: Buffer[] = [];
  for (let block = 0; block * 32 < bytes; block += 1) {
    blocks.push(createHash("sha256").update(`${label}/${block}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, bytes);
}

/** Hex digits that look like chance and are the same for the same label. */
export function hexDigits(label: string, bytes: number): string {
  return digest(label, bytes).toString("hex");
}

/** The same with 0x in front. */
export function hex(label: string, bytes: number): string {
  return `0x${hexDigits(label, bytes)}`;
}

/** Base64 text that looks like chance and is the same for the same label. */
export function base64(label: string, bytes: number): string {
  return digest(label, bytes).toString("base64");
}

/** A natural number below a bound that looks like chance and is the same for the same label. */
export function numberBelow(label: string, bound: number): number {
  return digest(label, 6).readUIntBE(0, 6) % bound;
}

export const INT64_MAX = 2n ** 63n - 1n;
export const INT64_MIN = -(2n ** 63n);

/** Fields, given by name with blanks between them, that are all null. */
export function nulls(fields: string): Readonly<Record<string, null>> {
  return Object.fromEntries(fields.split(" ").map((field) => [field, null]));
}
