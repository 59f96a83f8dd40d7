import { expect, test } from "vitest";
import { exactBody, integerOf, readBody, endsEarly, excessiveBody } from "../../engine/message/body.ts";
import { run } from "../../lib/run.ts";
import { violationText } from "../../reports/words/explain.ts";
import { serve } from "../tools/own.ts";

const read = (text: string) => readBody(Buffer.from(text));

test.each<[string, string | Buffer, { value?: unknown; fault?: RegExp; faultAt?: string }]>([
  ["one value", ' {"ä":"€😀"}\n', { value: { ä: "€😀" } }],
  ["null", "null", { value: null }],
  ["a byte order mark", '\uFEFF{"a":1}', { value: { a: 1 }, fault: /byte order mark/ }],
  ["a page", " <!doctype html>", { fault: /HTML or XML/ }],
  ["blanks", " \r\n\t", { fault: /empty/ }],
  ["two values", "{}{}", { fault: /one well-/, faultAt: 'line 1, column 3 (byte offset 2), near "{}{}"' }],
  [
    "a comma before a brace",
    '{"a": 1,\n "b": 2,}',
    { fault: /one well-/, faultAt: 'line 2, column 9 (byte offset 17), near "… 1,\\n \\"b\\": 2,}"' },
  ],
  [
    "letters of two bytes",
    '["é數🚢",]',
    { fault: /one well-/, faultAt: 'line 1, column 9 (byte offset 13), near "[\\"é數🚢\\",]"' },
  ],
  [
    "a body that is cut",
    '{"tokens":[{"name":"a"',
    { fault: /well/, faultAt: 'line 1, column 23 (byte offset 22, the end), near "…[{\\"name\\":\\"a\\""' },
  ],
  [
    "Latin-1",
    Buffer.from('{"name":"Café"}', "latin1"),
    {
      value: { name: "Caf\uFFFD" },
      fault: /not UTF-8/,
      faultAt: 'line 1, column 13 (byte offset 12), near "{\\"name\\":\\"Caf�\\"}"',
    },
  ],
])("%s", (_name, text, { value, fault = /^$/, faultAt }) => {
  const body = readBody(Buffer.from(text));
  expect([body.value, body.faultAt]).toStrictEqual([value, faultAt]);
  expect(body.fault ?? "").toMatch(fault);
});

test.each([
  ["a surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["a form that is too long", [0x22, 0xc0, 0xaf, 0x22]],
])("%s is not UTF-8", (_name, bytes) => {
  expect(readBody(Uint8Array.from(bytes)).fault).toBe("not UTF-8");
});

test("the number of values and of elements is limited", () => {
  const excess = (text: string): string | undefined => excessiveBody(JSON.parse(text));
  const arrays = (count: number): string => `[${`[${"1,".repeat(99)}1],`.repeat(count)}1]`;
  expect([excess(arrays(490)), excess(`[${"1,".repeat(2_999)}1]`)]).toEqual([undefined, undefined]);
  expect(exactBody(read(`{"a":${"[".repeat(40_000)}${"]".repeat(40_000)},"a":1}`))).toBeUndefined();
  expect(() => read(`[${"[],".repeat(50_000)}1]`)).toThrow(/more than 50000 values/);
  expect(excess(arrays(510))).toMatch(/more than 50000 values/);
  expect(excess(`[{"a":[${"{},".repeat(3_000)}{}]}]`)).toMatch(/array of more than 3000 elements/);
});

test("a truncated text is recognised", () => {
  const whole = JSON.stringify({ a: `\\"${"[{".repeat(50)}\\\\`, b: ['"', "]".repeat(50), {}] });
  expect([whole, "<b>[{(", '{"a" 1}', '"a"'].map(endsEarly)).toStrictEqual([false, false, false, false]);
  expect([" ", whole.slice(0, -1), whole.slice(0, 9), '["\\"', '"a'].map(endsEarly)).not.toContain(false);
});

test("duplicate members with different values are reported", () => {
  expect(exactBody(read('{"a":1,"b":{"c":1,"c":2},"a":2}'))?.duplicates).toStrictEqual(["c", "a"]);
  expect(exactBody(read('{"a":1,"__proto__":1,"__proto__":2,"a":1}'))?.duplicates).not.toContain("a");
});

test("the integer that a number denotes, in constant time", () => {
  const whole = { "-12": -12n, "1.0": 1n, "1.50e1": 15n, "1e2": 100n, "100e-2": 1n, "0.0": 0n, "-0": 0n };
  const ends = { "0e999999": 0n, "9223372036854775808": 2n ** 63n, "1.5": undefined, "0.1e-5": undefined };
  const all = { ...whole, ...ends, "no number": undefined };
  const found = Object.keys(all).map((written) => [written, integerOf(written)]);
  expect(Object.fromEntries(found)).toStrictEqual(all);
  const started = performance.now();
  expect(integerOf(`1e${"9".repeat(1_000)}`)).toBeGreaterThan(2n ** 64n);
  expect(integerOf(`-${"9".repeat(1_000_000)}`)).toBeLessThan(-(2n ** 64n));
  expect(integerOf(`${"9".repeat(100_000)}.${"0".repeat(100_000)}`)).toBeGreaterThan(2n ** 64n);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test("an internal error is reported with file and line, without secrets", async () => {
  const secret = "a-word-that-nobody-may-read-17";
  const { url } = await serve((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`{"fees": [],\n "seen": "${request.headers.authorization ?? ""}",,\n "timestamp": "1.1"}`);
  });
  const target = { baseUrl: url, headers: { base: { authorization: secret } } };
  const result = await run(target, { level: "smoke", seed: 1, only: ["4.5-json-body"] });
  const [clause] = result.clauses;
  const [violation] = clause?.violations ?? [];
  expect(violation?.faultAt).toMatch(/^line 2, column \d+ \(byte offset \d+\), near ".*,,\\n/);
  expect(JSON.stringify(result)).not.toMatch(/nobody-may|may-read/);
  expect(clause && violation && violationText(clause, violation)).toContain("line 2, column");
});
