import { createHash } from "node:crypto";

function digest(label: string, bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 32) }, (_, block) =>
    createHash("sha256").update(`${label}/${block}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, bytes);
}

export const madeUpDigits = (label: string, bytes: number): string => digest(label, bytes).toString("hex");

export const madeUpHex = (label: string, bytes: number): string => `0x${madeUpDigits(label, bytes)}`;

export const base64 = (label: string, bytes: number): string => digest(label, bytes).toString("base64");

export const numberBelow = (label: string, bound: number): number =>
  digest(label, 6).readUIntBE(0, 6) % bound;

export const INT64_MAX = 2n ** 63n - 1n;
export const INT64_MIN = -(2n ** 63n);

/** An object whose members, given as names separated by spaces, are all null. */
export const nulls = (fields: string): Readonly<Record<string, null>> =>
  Object.fromEntries(fields.split(" ").map((field) => [field, null]));
