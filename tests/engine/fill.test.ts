import { expect, test } from "vitest";
import { createMemoryCheck } from "../../engine/message/body.ts";

const long = `"${"a".repeat(1_024 * 1_024)}"`;
const wide = `"${"數".repeat(1_024 * 1_024)}"`;
const usual = JSON.stringify(Array.from({ length: 100 }, () => ["a".repeat(200), 2, 3, 4]));

test.each([
  ["long", long, 47],
  ["long, in letters of two bytes", wide, 23],
])("a run reads its fill of responses that are %s, and any number of others", (_, body, most) => {
  const allow = createMemoryCheck();
  Array.from({ length: most }, () => allow({ text: body }));
  expect(() => Array.from({ length: 30 }, () => allow({ text: body }))).toThrow(
    "the run has reached its limit for responses of this size",
  );
  Array.from({ length: 1_000 }, () => allow({ text: usual }));
});
