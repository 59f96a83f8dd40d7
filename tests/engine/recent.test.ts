// What is remembered of late, and what is forgotten
import { expect, test } from "vitest";
import { createRecent } from "../../engine/model/memo.ts";

const keys = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => String(index));

test("the latest are remembered, and never more than the most", () => {
  const recent = createRecent<number>(100);
  for (const key of keys(1_000)) {
    recent.set(key, Number(key));
  }
  const known = keys(1_000).filter((key) => recent.get(key) !== undefined);
  expect(known).toStrictEqual(keys(1_000).slice(-100));
});

test("what is asked for again stays", () => {
  const recent = createRecent<string>(10);
  recent.set("a", "kept");
  for (const key of keys(100)) {
    recent.set(key, key);
    expect(recent.get("a")).toBe("kept");
  }
});

test("what is taken out is gone, and leaves room", () => {
  const recent = createRecent<string>(4);
  recent.set("a", "first");
  recent.delete("a");
  expect(recent.get("a")).toBeUndefined();
  recent.set("b", "second");
  recent.set("c", "third");
  recent.delete("b");
  recent.delete("b");
  expect([recent.get("b"), recent.get("c")]).toStrictEqual([undefined, "third"]);
});

test("heavy keys are fewer", () => {
  const recent = createRecent<number>(100, ({ length }) => length);
  for (let index = 0; index < 20; index += 1) {
    recent.set(`${index}`.padStart(30, "x"), index);
  }
  const left = Array.from({ length: 20 }, (_, index) => recent.get(`${index}`.padStart(30, "x")));
  expect(left.filter((value) => value !== undefined)).toStrictEqual([17, 18, 19]);
});
