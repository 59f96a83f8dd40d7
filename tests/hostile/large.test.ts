import { expect, test } from "vitest";
import { kindAt, textAt } from "../../engine/message/known-deviations.ts";

test("a place of a long list is found at once: a violation in each of its rows must not hang the run", () => {
  const body: unknown = { tokens: Array.from({ length: 50_000 }, (_, index) => ({ decimals: index })) };
  const pointers = Array.from({ length: 50_000 }, (_, index) => `/tokens/${index}/decimals`);
  const started = performance.now();
  expect(new Set(pointers.map((pointer) => kindAt(body, pointer)))).toStrictEqual(new Set(["number"]));
  expect(performance.now() - started).toBeLessThan(3_000);
});

test("members alone are places", () => {
  const body: unknown = JSON.parse('{"a":[1],"__proto__":{"b":2},"x/y":{"~":3}}');
  expect(textAt(body, "/__proto__/b")).toBe("2");
  expect(textAt(body, "/x~1y/~0")).toBe("3");
  for (const none of ["/a/length", "/a/01", "/constructor", "/a/0/toFixed", "/__proto__/__proto__"]) {
    expect(kindAt(body, none)).toBe("absent");
  }
});
