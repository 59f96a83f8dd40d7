import { expect, test } from "vitest";
import { createKinds } from "../../engine/message/kinds.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { blocksOf } from "../../reports/words/blocks.ts";
import { answer } from "../../specs/fixtures/answers.ts";
import { mixedResult } from "../reports/samples.ts";

const weakIn = (kinds: RunResult["kinds"]) =>
  blocksOf({ ...mixedResult(), ...(kinds && { kinds }) })
    .filter(({ id }) => id === "kinds")
    .flatMap(({ items }) => items.map(({ text }) => text));

test("an earlier version and a deletion show in a contract, pieces in a message", () => {
  const kinds = createKinds();
  const contract = { contract_id: "0.0.7", created_timestamp: "1.000000001", deleted: true, memo: "" };
  kinds.see(answer("contract", 200, { ...contract, timestamp: { from: "2.000000001", to: null } }));
  kinds.see(answer("topicMessage", 200, { consensus_timestamp: "1.5", chunk_info: null }));
  kinds.see(answer("topicMessage", 200, { consensus_timestamp: "1.6", chunk_info: { number: 1, total: 2 } }));
  expect(kinds.seen()).toStrictEqual({
    contract: [
      { kind: "with an earlier version", found: 1 },
      { kind: "deleted", found: 1 },
      { kind: "with an empty memo", found: 1 },
      { kind: "with a memo", found: 0 },
    ],
    topicMessage: [
      { kind: "in one piece", found: 1 },
      { kind: "in several pieces", found: 1 },
    ],
  });
});

test("what was not seen is told in one line for each endpoint", () => {
  expect(
    weakIn({
      contract: [
        { kind: "deleted", found: 0 },
        { kind: "with a memo", found: 2 },
      ],
    }),
  ).toStrictEqual(["Contract: not seen among the records: deleted"]);
  expect(weakIn({ contract: [{ kind: "deleted", found: 1 }] })).toStrictEqual([]);
  expect(weakIn(undefined)).toStrictEqual([]);
});
