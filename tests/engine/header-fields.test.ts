import { expect, test } from "vitest";
import { keptFields } from "../../engine/http/headers.ts";

const many = Object.fromEntries(Array.from({ length: 1_300 }, (_, index) => [`x-h${index}`, `v${index}`]));

test("header fields as services send them stay as they are", () => {
  const headers = { "content-type": "application/json", date: "Mon, 23 Nov 2026 00:00:00 GMT" };
  expect(keptFields(headers)).toBe(headers);
});

test("of thousands of header fields few are kept, and those that are read stand among them", () => {
  const kept = keptFields({ ...many, "retry-after": "3", "content-type": "application/json" });
  expect(Object.keys(kept)).toHaveLength(100);
  expect(kept).toMatchObject({ "retry-after": "3", "content-type": "application/json", "x-h0": "v0" });
});

test("a header field of many characters is cut", () => {
  const kept = keptFields({ "content-type": "application/json", "x-long": "a".repeat(30_000) });
  expect(kept["x-long"]).toHaveLength(1_000);
  expect(kept["content-type"]).toBe("application/json");
});
