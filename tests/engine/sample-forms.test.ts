import { describe, expect, test } from "vitest";
import { asking } from "../../engine/model/asking.ts";
import type { Ask, Reply } from "../../engine/model/exchange.ts";
import { given } from "../../engine/discovery/listings.ts";
import { someOfEach } from "../../engine/discovery/forms.ts";
import { sampleEach } from "../../engine/discovery/found.ts";
import { answer, errorBody } from "../../specs/fixtures/answers.ts";

const hash = (digit: number): string => `0x${String(digit).padStart(2, "0").repeat(32)}`;
const HASHES = Array.from({ length: 14 }, (_, index) => hash(index + 10));
const IDS = Array.from({ length: 6 }, (_, index) => `0.0.7-170000000${index}-1`);

function asks(...texts: readonly string[]) {
  return texts.map((asked) => ({ asked }));
}

describe("of each form some are taken", () => {
  test.each([
    ["contractResult", [...HASHES, ...IDS], 4, [HASHES[0], IDS[0], HASHES[1], IDS[1]]],
    ["contractResult", [...HASHES, hash(9).slice(2), ...IDS], 2, [HASHES[0], hash(9).slice(2), IDS[0]]],
    ["contractResult", HASHES, 3, HASHES.slice(0, 3)],
    [
      "contract",
      ["0.0.1", "0.0.2", "7", "ab".repeat(20), `0x${"cd".repeat(20)}`],
      2,
      ["0.0.1", "7", "ab".repeat(20), `0x${"cd".repeat(20)}`],
    ],
    ["topicMessage", ["1.000000001", "2.000000002", "3"], 2, ["1.000000001", "3"]],
  ] as const)("%s", (endpoint, texts, most, expected) => {
    expect(someOfEach(endpoint, asks(...texts), most).map(({ asked }) => asked)).toStrictEqual(expected);
  });
});

/** A target that has these records, each by all its names. */
function sendFor(there: readonly string[], shown = "0x"): (ask: Ask) => Promise<Reply> {
  return async (ask) => {
    const asked = ask.target.split("/").at(-1) ?? "";
    const reply = there.includes(asked)
      ? answer("contractResult", 200, { hash: shown, result: "SUCCESS" })
      : answer("contractResult", 404, errorBody("Not found"));
    return { ...reply, ask };
  };
}

async function sampled(texts: readonly string[], most: number, send: (ask: Ask) => Promise<Reply>, more = 0) {
  const candidates = given(texts, "contractResults");
  const samples = await sampleEach(asking(send), "contractResult", candidates, most, more);
  return samples.map(({ asked, reply }) => [asked, reply.status]);
}

test("where none of a form is there, more of that form are tried", async () => {
  const [first = "", second = "", third = ""] = IDS;
  expect(await sampled([...HASHES, ...IDS], 2, sendFor([...HASHES, third]))).toStrictEqual([
    [HASHES[0], 200],
    [first, 404],
    [second, 404],
    [third, 200],
  ]);
});

test("where no hash is known, the one that a record shows is asked for", async () => {
  expect(await sampled(IDS.slice(0, 1), 2, sendFor([...IDS, hash(5)], hash(5)))).toStrictEqual([
    [IDS[0], 200],
    [hash(5), 200],
  ]);
});

test("where a kind is not among the first ones, some of the others are tried, from all over their list", async () => {
  const asked = (await sampled(HASHES, 8, sendFor(HASHES))).map(([text]) => text);
  expect(asked).toStrictEqual([...HASHES.slice(0, 8), HASHES[8], HASHES.at(-1)]);
});

test("then so many of the others whose record none has shown by another name", async () => {
  const send = sendFor([...HASHES, ...IDS], HASHES[1]);
  const asked = (await sampled([...HASHES.slice(0, 3), ...IDS], 2, send, 2)).map(([text]) => text);
  expect(asked).toStrictEqual([HASHES[0], IDS[0], HASHES[2], IDS[1]]);
});
