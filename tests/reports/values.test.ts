// How the expected and the actual value of a violation are cut
import { expect, test } from "vitest";
import { cutValues } from "../../engine/schema/fields.ts";
import { placeLines, valuesText } from "../../reports/words/explain.ts";
import { failed, planned, violation } from "./samples.ts";

const ZEROS = "0".repeat(700);
const [EXPECTED, ACTUAL] = [`0x${ZEROS}1`, `0x${ZEROS}2`];

test("values that have a long beginning in common are shown from their difference on", () => {
  const [expected, actual] = cutValues(EXPECTED, ACTUAL);
  const lines = placeLines(failed(planned(0)), violation({ pointer: "/bloom", expected, actual }));
  const texts = ["expected", "actual"].map((name) => lines.find(({ label }) => label === name)?.text);
  expect(texts).toStrictEqual(["1", "2"].map((end) => `…${"0".repeat(40)}${end}"`));
  expect(valuesText(expected, actual, 60)).toBe('expected …00001", actual …00002"');
});

test("one line keeps the end of a long description", () => {
  const actual = 'status 400 with the error "Invalid parameter: account.publickey"';
  const text = valuesText("a response that accepts the value", actual, 75);
  expect(text).toMatch(
    /^expected a response that accepts the value, actual status .*….*account\.publickey"$/,
  );
});

test("two arrays of different lengths whose beginnings are equal are described by their lengths", () => {
  expect(cutValues([ZEROS], [ZEROS, 7])).toStrictEqual(["an array of 1", "an array of 2"]);
  expect(cutValues([1], [1, 2])).toStrictEqual(["[1]", "[1,2]"]);
});
