import { expect, test } from "vitest";
import { keeping } from "../../engine/model/memo.ts";

test("what is kept is given for the very same objects, and worked out anew for others", () => {
  const kept = keeping<number>();
  let worked = 0;
  const ask = (...of: readonly object[]): number => kept(of, () => (worked += 1));
  const [one, two, three] = [{}, {}, {}];
  expect([ask(one, two), ask(one, two), ask(one, three), ask(one, three)]).toStrictEqual([1, 1, 2, 2]);
  expect([ask(two, one), ask(one), ask(one, two)]).toStrictEqual([3, 4, 5]);
  expect([ask(), ask()]).toStrictEqual([6, 7]);
});
