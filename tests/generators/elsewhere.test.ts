import { expect, test } from "vitest";
import { idsElsewhere, transactionsNear } from "../../generators/near.ts";

test("what a target gave for an id and is none has no other shard or realm", () => {
  expect(idsElsewhere("0.0.7").map(({ value }) => value)).toStrictEqual(["9.0.7", "0.9.7"]);
  for (const id of ["0.0.7\u001b]0;own\u0007", "one.two.three", "", "0.0.7\n"]) {
    expect(idsElsewhere(id)).toStrictEqual([]);
  }
});

test("no seconds are no other time with a digit more", () => {
  const near = transactionsNear("0.0.7-0-000000001").map(({ value }) => value);
  expect(near).not.toContain("0.0.7-00-000000001");
});
