import { expect, test } from "vitest";
import { idsInOtherShards, transactionsNear } from "../../generators/near.ts";

test("a sample that is not an id has no neighbour in another shard or realm", () => {
  expect(idsInOtherShards("0.0.7").map(({ value }) => value)).toStrictEqual(["9.0.7", "0.9.7"]);
  for (const id of ["0.0.7\u001b]0;own\u0007", "one.two.three", "", "0.0.7\n"]) {
    expect(idsInOtherShards(id)).toStrictEqual([]);
  }
});

test("a timestamp without seconds gets no additional digit", () => {
  const near = transactionsNear("0.0.7-0-000000001")
    .flat()
    .map(({ value }) => value);
  expect(near).not.toContain("0.0.7-00-000000001");
});
