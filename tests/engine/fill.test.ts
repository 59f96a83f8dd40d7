import { expect, test } from "vitest";
import { createFill } from "../../engine/message/fill.ts";

test("a run reads its fill of large answers, and any number of others", () => {
  const allow = createFill();
  const mebi = 1_024 * 1_024;
  Array.from({ length: 48 }, () => allow(mebi));
  expect(() => allow(mebi)).toThrow("the run has read as many");
  expect(() => allow(mebi / 10)).not.toThrow();
});
