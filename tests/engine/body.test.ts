import { describe, expect, test } from "vitest";
import {
  exactBody,
  integerOf,
  readBody,
  endsEarly,
  excessiveBody,
  MOST_BODY_ELEMENTS,
  MOST_BODY_LEVELS,
} from "../../engine/message/body.ts";

const read = (text: string) => readBody(Buffer.from(text));

describe("reading a body", () => {
  test.each<[string, string, { value: unknown; text?: string; fault?: RegExp }]>([
    ["one value", ' {"a":1}\n', { value: { a: 1 } }],
    ["letters beyond ASCII", '{"ä":"€😀"}', { value: { ä: "€😀" } }],
    ["null", "null", { value: null }],
    ["a byte order mark", '\uFEFF{"a":1}', { value: { a: 1 }, text: '{"a":1}', fault: /byte order mark/ }],
    ["two values", "{}{}", { value: undefined, fault: /one well-formed/ }],
    ["cut off", '{"a":', { value: undefined, fault: /one well-formed/ }],
    ["a page", " <!doctype html>", { value: undefined, fault: /HTML or XML/ }],
    ["nothing", "", { value: undefined, fault: /empty/ }],
    ["blanks", " \r\n\t", { value: undefined, fault: /empty/ }],
  ])("%s", (_name, text, { value, fault, ...more }) => {
    const body = read(text);
    expect(body.value).toStrictEqual(value);
    expect(body).toMatchObject({ text, ...more });
    expect(body.fault ?? "").toMatch(fault ?? /^$/);
  });

  test.each([
    ["a stray byte", [0x22, 0xff, 0x22]],
    ["a surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["a form that is too long", [0x22, 0xc0, 0xaf, 0x22]],
    ["a character that is cut off", [0x22, 0xe2, 0x82, 0x22]],
  ])("%s is not UTF-8", (_name, bytes) => {
    const body = readBody(Uint8Array.from(bytes));
    expect(body.fault).toBe("not UTF-8");
    expect(body.text).toContain("\uFFFD");
  });

  test("a part of a larger buffer", () => {
    expect(readBody(Buffer.from('xx{"a":"é"}yy').subarray(2, -2)).value).toStrictEqual({ a: "é" });
  });
});

describe("limits on bodies", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  const padded = (text: string): string => `{"pad":"${"x".repeat(10_000)}","v":${text}}`;
  const excess = (text: string): string | undefined => excessiveBody(JSON.parse(text));

  test("levels", () => {
    expect(excess(padded(nested(MOST_BODY_LEVELS - 1)))).toBeUndefined();
    expect(excess(padded(nested(MOST_BODY_LEVELS)))).toMatch(/deeper than 1000 levels/);
    expect(exactBody(read(`{"a":${nested(40_000)},"a":1}`))).toBeUndefined();
  });

  test("values", () => {
    const arrays = (count: number): string => `[${`[${"1,".repeat(99)}1],`.repeat(count)}1]`;
    expect(excess(arrays(490))).toBeUndefined();
    expect(excess(arrays(510))).toMatch(/more than 50000 values/);
    expect(excess(`[${"1,".repeat(MOST_BODY_ELEMENTS - 1)}1]`)).toBeUndefined();
    expect(excess(`[{"a":[${"{},".repeat(MOST_BODY_ELEMENTS)}{}]}]`)).toMatch(
      /array of more than 3000 elements/,
    );
  });

  test("position of a truncated text", () => {
    const whole = JSON.stringify({ a: `\\"${"[{".repeat(50)}\\\\`, b: ['"', "]".repeat(50), {}] });
    expect([whole, "<b>[{(", '{"a" 1}', '"a"'].map(endsEarly)).toStrictEqual([false, false, false, false]);
    expect([" ", whole.slice(0, -1), whole.slice(0, 9), '["\\"', '"a'].map(endsEarly)).not.toContain(false);
  });
});

describe("exact numbers and duplicate members", () => {
  test.each(["9007199254740993", "9223372036854775807", "1e2", "1.0", "-0", "1e999", "7".repeat(10_000)])(
    "%.20s",
    (written) => {
      const { value } = exactBody(read(`{"a":${written}}`)) ?? {};
      expect(String(Object(value).a)).toBe(written);
    },
  );

  test("duplicate members with different values", () => {
    expect(exactBody(read('{"a":1,"b":{"c":1,"c":2},"a":2}'))?.duplicates).toStrictEqual(["c", "a"]);
    expect(exactBody(read('{"a":1,"a":1}'))?.duplicates).toStrictEqual([]);
    expect(exactBody(read('{"__proto__":1,"__proto__":2, "constructor":3}'))?.value).toBeDefined();
  });

  test("the integer that a number denotes", () => {
    const whole = { "-12": -12n, "1.0": 1n, "1.50e1": 15n, "1e2": 100n, "100e-2": 1n, "0.0": 0n, "-0": 0n };
    const ends = { "0e999999": 0n, "9223372036854775808": 2n ** 63n, "1.5": undefined, "0.1e-5": undefined };
    const all = { ...whole, ...ends, "no number": undefined };
    const found = Object.keys(all).map((written) => [written, integerOf(written)]);
    expect(Object.fromEntries(found)).toStrictEqual(all);
  });

  test("huge exponents are parsed in constant time", () => {
    const started = performance.now();
    expect(integerOf(`1e${"9".repeat(1_000)}`)).toBeGreaterThan(2n ** 64n);
    expect(integerOf(`-${"9".repeat(1_000_000)}`)).toBeLessThan(-(2n ** 64n));
    expect(integerOf(`${"9".repeat(100_000)}.${"0".repeat(100_000)}`)).toBeGreaterThan(2n ** 64n);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
