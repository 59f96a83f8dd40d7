import type { Change } from "../rewriting/answer.ts";
import type { Json } from "../json.ts";

/** A way to spoil a value, whatever the value is. */
export type Kind = { readonly name: string; readonly says: string; readonly change: Change };

function kind(name: string, says: string, change: Change): Kind {
  return { name, says, change };
}

function constant(name: string, says: string, value: Json): Kind {
  return kind(name, says, () => value);
}

function ofText(change: (text: string) => Json): Change {
  return (value) => (typeof value === "string" ? change(value) : value);
}

export const missing = kind("missing", "is missing", () => undefined);
export const nulled = constant("null", "is null", null);
export const asNumber = constant("as-number", "is a number", 7);
export const asBoolean = constant("as-boolean", "is a boolean", true);
export const asList = kind("as-list", "stands in a list", (value) => [value]);
export const asObject = kind("as-object", "stands in an object", (value) => ({ value }));
export const asText = kind("as-text", "is text", String);
export const fraction = constant("fraction", "has a fraction", 0.5);

export const aboveInt64 = constant("above-int64", "is 2^63", 9_223_372_036_854_775_808n);
export const belowInt64 = constant("below-int64", "is below -2^63", -9_223_372_036_854_775_809n);
export const aboveInt32 = constant("above-int32", "is 2^31", 2_147_483_648);
export const belowInt32 = constant("below-int32", "is below -2^31", -2_147_483_649);
export const rounded = kind("rounded", "has gone through a double", (value) =>
  typeof value === "bigint" ? BigInt(Number(value)) : value,
);

export const unprefixed = kind(
  "unprefixed",
  "lacks 0x",
  ofText((text) => text.replace(/^0x/, "") || "00"),
);
export const notHex = constant("not-hex", "has digits that are not hex", "0x12g4");
export const base64 = constant("base64", "is base64 instead of hex", "q83v/+==");

export const elevenDigits = constant("eleven-digits", "has a part of eleven digits", "0.0.12345678901");
export const twoParts = constant("two-parts", "lacks the shard", "0.5001");
export const fourParts = constant("four-parts", "has a fourth part", "0.0.0.5001");
export const emptyText = constant("empty", "is empty", "");
export const shortAddress = constant("short-address", "has 38 digits", "a".repeat(38));
export const longAddress = constant("long-address", "has 64 digits", `0x${"0".repeat(64)}`);

export const tenDecimals = constant("ten-decimals", "has ten decimals", "1700000000.0000000001");
export const elevenSeconds = constant("eleven-seconds", "has seconds of eleven digits", "17000000000.5");
export const trailingDot = constant("trailing-dot", "ends in a dot", "1700000000.");
export const isoTime = constant("iso-time", "is a date-time", "2024-02-03T16:55:47Z");

export const dateOnly = constant("date-only", "is a date without a time", "2024-02-03");
export const withoutOffset = constant("without-offset", "lacks the offset", "2024-02-03T16:55:47");
export const epochSeconds = constant("epoch", "counts seconds, as text", "1706979347");
export const impossibleDate = constant(
  "impossible-date",
  "is a day that no month has",
  "2024-02-30T16:55:47Z",
);
export const relativeUri = constant("relative-uri", "has no scheme", "/status/page");
export const spacedUri = constant("spaced-uri", "has a space in it", "https://status.example.test/a page");
