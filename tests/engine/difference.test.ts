// The expected body beside the one that came: marked where they differ first
import { expect, test } from "vitest";
import { isUndecided, type Judgement } from "../../engine/model/exchange.ts";
import { answer, NOT_FOUND, SUCCESS } from "../../specs/fixtures/answers.ts";
import { judgeSame } from "../../specs/laws/records/records.ts";
import { judgeNotFound, judgeRefused } from "../../specs/laws/requests/verdicts.ts";
import { differenceOf } from "../../engine/evidence/difference.ts";

const expected = JSON.stringify({ _status: { messages: [{ message: "Not found" }] } });

/** The marked line of each. */
const marked = (came: string, wanted = expected) => {
  const { expected: left, got: right } = differenceOf(wanted, came) ?? {};
  return [left, right].map((excerpt) => excerpt?.lines[excerpt.marked]?.trim());
};

test.each([
  [
    "another message",
    { _status: { messages: [{ message: "Gone" }] } },
    '"message": "Not found"',
    '"message": "Gone"',
  ],
  ["no message", { _status: { messages: [{}] } }, '"message": "Not found"', '"message": (absent)'],
  ["a text", { _status: { messages: ["Not found"] } }, '{"message": "Not found"}', '"Not found"'],
  [
    "an object for the list",
    { _status: { messages: { message: "Not found" } } },
    '"messages": [{"message": "Not found"}]',
    '"messages": {"message": "Not found"}',
  ],
  [
    "two messages",
    { _status: { messages: [{ message: "Not found" }, { message: "Gone" }] } },
    '"messages": [{"message": "Not found"}]',
    '"messages": [{"message": "Not found"}, {"message": "Gone"}]',
  ],
  ["no messages", { _status: { messages: [] } }, '{"message": "Not found"}', "(absent)"],
  [
    "another envelope",
    { error: "x" },
    '"_status": {"messages": [{"message": "Not found"}]}',
    '"_status": (absent)',
  ],
])("%s in place of the error body is marked where it stands", (_what, came, left, right) => {
  expect(marked(JSON.stringify(came))).toStrictEqual([left, right]);
});

test("what came beyond the expected is no difference", () => {
  expect(marked('{"more": 1, "hash": "0x2"}', '{"hash": "0x1"}')).toStrictEqual([
    '"hash": "0x1"',
    '"hash": "0x2"',
  ]);
});

test("of what is no JSON there is the expected body alone", () => {
  const whole = '"_status": {"messages": [{"message": "Not found"}]}';
  expect(marked("<h1>Gone</h1>")).toStrictEqual([whole, undefined]);
  expect(differenceOf("[]", "<h1>Gone</h1>")).toBeUndefined();
});

const bodyOf = (judgement: Judgement): unknown =>
  isUndecided(judgement) ? undefined : JSON.parse(judgement[0]?.body ?? "null");

test("a refusal, a missing record and a record under another name tell the body that was expected", () => {
  const other = answer("tokens", 400, { error: "x" });
  const named = { _status: { messages: [{ message: "Invalid parameter: limit" }] } };
  expect(bodyOf(judgeRefused(other, { name: "limit" }))).toStrictEqual(named);
  expect(bodyOf(judgeRefused(answer("tokens", 200, SUCCESS.tokens), { name: "limit" }))).toStrictEqual(named);
  expect(bodyOf(judgeRefused(answer("contract", 200, SUCCESS.contract), "any"))).toBeNull();
  expect(bodyOf(judgeNotFound(answer("topicMessage", 404, {})))).toStrictEqual(NOT_FOUND);
  const model = answer("contract", 200, SUCCESS.contract);
  expect(bodyOf(judgeSame(answer("contract", 404, {}), model, [], Object.is))).toStrictEqual(
    SUCCESS.contract,
  );
});
