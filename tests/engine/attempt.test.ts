import { expect, test } from "vitest";
import { rowsInAnyOrder, rowsInOrder } from "../../engine/run/confirm.ts";

test("rows in another order are the same data", () => {
  const [a, b] = [{ token_id: "0.0.1" }, { token_id: "0.0.2" }];
  expect(rowsInAnyOrder([a, b])).toBe(rowsInAnyOrder([b, a]));
  expect(rowsInAnyOrder([a, b])).not.toBe(rowsInAnyOrder([a]));
  expect(rowsInOrder([a, b])).not.toBe(rowsInOrder([b, a]));
});
