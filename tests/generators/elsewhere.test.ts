import { expect, test } from "vitest";
import { idsElsewhere } from "../../generators/near.ts";

test("what a target gave for an id and is none has no other shard or realm", () => {
  expect(idsElsewhere("0.0.7").map(({ value }) => value)).toStrictEqual(["9.0.7", "0.9.7"]);
  for (const id of ["0.0.7\u001b]0;own\u0007", "one.two.three", "", "0.0.7\n"]) {
    expect(idsElsewhere(id)).toStrictEqual([]);
  }
});
