import type { Json } from "../../json.ts";
import { ofText, type Change } from "../../rewriting/answer.ts";

/** A way to spoil a value, whatever the value is. */
export type Spoiling = { readonly says: string; readonly change: Change };

const constant = (says: string, value: Json): Spoiling => ({ says, change: () => value });

/** The ways by the name that they have in the names of faults. */
export const SPOILINGS: Readonly<Record<string, Spoiling>> = {
  missing: { says: "is missing", change: () => undefined },
  null: constant("is null", null),
  "as-number": constant("is a number", 7),
  "as-boolean": constant("is a boolean", true),
  "as-list": { says: "stands in a list", change: (value) => [value] },
  "as-object": { says: "stands in an object", change: (value) => ({ value }) },
  "as-text": { says: "is text", change: String },
  fraction: constant("has a fraction", 0.5),

  "above-int64": constant("is 2^63", 2n ** 63n),
  "below-int64": constant("is below -2^63", -(2n ** 63n) - 1n),
  "above-int32": constant("is 2^31", 2 ** 31),
  "below-int32": constant("is below -2^31", -(2 ** 31) - 1),
  rounded: {
    says: "has gone through a double",
    change: (value) => (typeof value === "bigint" ? BigInt(Number(value)) : value),
  },

  unprefixed: { says: "lacks 0x", change: ofText((text) => text.replace(/^0x/, "") || "00") },
  "not-hex": constant("has digits that are not hex", "0x12g4"),
  base64: constant("is base64 instead of hex", "q83v/+=="),

  "eleven-digits": constant("has a part of eleven digits", "0.0.12345678901"),
  "two-parts": constant("lacks the shard", "0.5001"),
  "four-parts": constant("has a fourth part", "0.0.0.5001"),
  empty: constant("is empty", ""),
  "short-address": constant("has 38 digits", "a".repeat(38)),
  "long-address": constant("has 64 digits", `0x${"0".repeat(64)}`),

  "ten-decimals": constant("has ten decimals", "1700000000.0000000001"),
  "eleven-seconds": constant("has seconds of eleven digits", "17000000000.5"),
  "trailing-dot": constant("ends in a dot", "1700000000."),
  "iso-time": constant("is a date-time", "2024-02-03T16:55:47Z"),

  "date-only": constant("is a date without a time", "2024-02-03"),
  "without-offset": constant("lacks the offset", "2024-02-03T16:55:47"),
  epoch: constant("counts seconds, as text", "1706979347"),
  "impossible-date": constant("is a day that no month has", "2024-02-30T16:55:47Z"),
  "relative-uri": constant("has no scheme", "/status/page"),
  "spaced-uri": constant("has a space in it", "https://status.example.test/a page"),
};
