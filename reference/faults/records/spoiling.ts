import { ofText, type Change } from "../../rewriting/answer.ts";

/** Ways to spoil a value, whatever the value is, by the name that they have in the names of faults. */
export const SPOILINGS: Readonly<Record<string, Change>> = {
  missing: () => undefined,
  null: () => null,
  "as-number": () => 7,
  "as-boolean": () => true,
  "as-list": (value) => [value],
  "as-object": (value) => ({ value }),
  "as-text": String,
  fraction: () => 0.5,

  "above-int64": () => 2n ** 63n,
  "below-int64": () => -(2n ** 63n) - 1n,
  "above-int32": () => 2 ** 31,
  "below-int32": () => -(2 ** 31) - 1,
  // It has gone through a double.
  rounded: (value) => (typeof value === "bigint" ? BigInt(Number(value)) : value),

  unprefixed: ofText((text) => text.replace(/^0x/, "") || "00"),
  "not-hex": () => "0x12g4",
  base64: () => "q83v/+==",

  "eleven-digits": () => "0.0.12345678901",
  "two-parts": () => "0.5001",
  "four-parts": () => "0.0.0.5001",
  empty: () => "",
  "short-address": () => "a".repeat(38),
  "long-address": () => `0x${"0".repeat(64)}`,

  "ten-decimals": () => "1700000000.0000000001",
  "eleven-seconds": () => "17000000000.5",
  "trailing-dot": () => "1700000000.",
  "iso-time": () => "2024-02-03T16:55:47Z",

  "date-only": () => "2024-02-03",
  "without-offset": () => "2024-02-03T16:55:47",
  epoch: () => "1706979347",
  "impossible-date": () => "2024-02-30T16:55:47Z",
  "relative-uri": () => "/status/page",
  "spaced-uri": () => "https://status.example.test/a page",
};
