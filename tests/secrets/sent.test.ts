import { expect, test } from "vitest";
import { sizeOf } from "../../engine/discovery/levels.ts";
import { answer } from "../../specs/fixtures/answers.ts";
import { CONTRACT_A } from "../../specs/fixtures/contracts.ts";
import { doubtfulNames } from "../../specs/ledger/contract.clauses.ts";

/** The names behind a shard and a realm that are asked for where a record has this id. */
function farNames(id: unknown): readonly unknown[] {
  const body = JSON.stringify(CONTRACT_A.body.value);
  const record: Record<string, unknown> = JSON.parse(body);
  const reply = answer("contract", 200, id === undefined ? record : { ...record, contract_id: id });
  const samples = [{ asked: "0.0.5001", reply, origin: "", vouched: false }];
  const given = doubtfulNames.given?.({ samples, size: sizeOf("standard") });
  const far = given?.boundaries.filter(({ name }) => name === "far address") ?? [];
  return far.map(({ value }) => value);
}

test("no part of what a record calls its id is sent, unless it is one", () => {
  expect(farNames(undefined)).toHaveLength(1);
  expect(farNames("tok-Qz7kWv.Xj9pLm")).toStrictEqual([]);
});
