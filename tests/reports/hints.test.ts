// What a value tells by itself, by what was expected there and what came
import { expect, test } from "vitest";
import { hintOf } from "../../reports/words/hints.ts";
import { explainPlace, titleOf } from "../../reports/words/explain.ts";
import { failed, planned, violation } from "./samples.ts";

const NONE = { status: 200, headers: {}, body: "{}" };
const hint = (expected: string, actual: string, pointer = "/member"): string | undefined =>
  hintOf(violation({ expected, actual, pointer, response: NONE }));

test.each([
  ["an int64 or null", "9223372036854776000", "above 2^63-1: rounded through a double"],
  ["an int64", "9223372036854775808", "above 2^63-1: rounded through a double"],
  ["an int64", "9223372036854775809", "above 2^63-1"],
  ["an int64", "-9223372036854776000", "below -2^63: rounded through a double"],
  ["an int32 or null", "2147483648", "above 2^31-1: perhaps an unsigned integer"],
  ["an int32", "-2147483649", "beyond 32 bits"],
  ["an integer", '"6"', "a number in quotes"],
  ["an integer", "0.5", "a fraction"],
  ["a boolean", '"true"', "a boolean in quotes"],
  ["a date-time", "12345", "a number, perhaps seconds since 1970"],
  ["a date-time or null", '"1700000000"', "a number, perhaps seconds since 1970"],
  ["a date-time", "1700000000123", "a number, perhaps milliseconds since 1970"],
  ["a date-time", '"2026-11-24T10:00:00"', "without an offset, such as Z"],
  ["a Timestamp", '"2026-11-24T10:00:00Z"', "a date, not seconds.nanoseconds"],
  ["a Timestamp", "1700000000.5", "a number, not a string"],
  ["an EntityId", '"1001"', "without shard and realm"],
  ["a hex string that starts with 0x or null", '"00ff"', "hex without 0x"],
  ["one object", "an array of 3", "an array where one object belongs"],
  ["an array, each item a component", '{"id":"x"}', "one object where an array belongs"],
  ["a string", "null", "the table has no null here"],
])("of %s, %s is told as %j", (expected, actual, told) => {
  expect(hint(expected, actual)).toBe(told);
});

test.each([
  ["an int64", "9223372036854775807"],
  ["an int32", "2147483647"],
  ["an integer", '"six"'],
  ["a string or null", "5"],
  ["a date-time", '"yesterday"'],
  ["a Timestamp", '"1700000000.5x"'],
  ["an EntityId", '"0.0.1001.5"'],
  ["a hex string that starts with 0x", '"0xzz"'],
])("of %s, %s is told as it is", (expected, actual) => {
  expect(hint(expected, actual)).toBeUndefined();
});

test.each([
  ["gas_used", '{"gasUsed": 5}', "there is gasUsed in its place"],
  ["chainId", '{"chain_id": "1"}', "there is chain_id in its place"],
  ["memo", '{"Memo": ""}', "there is Memo in its place"],
  ["memo", '{"text": "memo"}', undefined],
])("a member %s that is missing in %s", (name, body, told) => {
  const response = { ...NONE, body };
  expect(hintOf(violation({ pointer: `/${name}`, actual: "absent", kind: "absent", response }))).toBe(told);
});

test("a web page in place of JSON is told by its title", () => {
  const page = (body: string): string | undefined =>
    hintOf(violation({ pointer: "", actual: "status 502", response: { ...NONE, body } }));
  expect(page("<!doctype html><html><title> 502 Bad\nGateway </title>")).toBe(
    'a web page, "502 Bad\\nGateway"',
  );
  expect(page("<html><body>no title")).toBe("a web page");
  expect(page('{"title": "<title>"}')).toBeUndefined();
});

test("a hint stands behind the value, in the title and beside what was expected", () => {
  const at = violation({
    pointer: "/tokens/0/decimals",
    message: planned(1).statement,
    expected: "an integer",
    actual: "0.5",
    kind: "number",
  });
  expect(titleOf(planned(1), at)).toBe("decimals is 0.5, expected an integer (a fraction)");
  expect(explainPlace(failed(planned(1)), at)).toContainEqual({ label: "actual", text: "0.5 (a fraction)" });
});
