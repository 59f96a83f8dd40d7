import { expect, test } from "vitest";
import { readBody } from "../../engine/message/body.ts";
import { run } from "../../lib/run.ts";
import { violationText } from "../../reports/words/explain.ts";
import { serve } from "../tools/own.ts";

const bytesOf = (text: string, encoding: BufferEncoding = "utf8"): Uint8Array => Buffer.from(text, encoding);

test.each([
  [
    "a comma before a brace",
    bytesOf('{"a": 1,\n "b": 2,}'),
    'line 2, column 9 (byte offset 17), near "… 1,\\n \\"b\\": 2,}"',
  ],
  ["letters of two bytes", bytesOf('["é數🚢",]'), 'line 1, column 9 (byte offset 13), near "[\\"é數🚢\\",]"'],
  [
    "a body that is cut",
    bytesOf('{"tokens":[{"name":"a"'),
    'line 1, column 23 (byte offset 22, the end), near "…[{\\"name\\":\\"a\\""',
  ],
  [
    "Latin-1",
    bytesOf('{"name":"Café"}', "latin1"),
    'line 1, column 13 (byte offset 12), near "{\\"name\\":\\"Caf�\\"}"',
  ],
])("the place of the fault: %s", (_name, bytes, place) => {
  const { fault, faultAt } = readBody(bytes);
  expect(fault).toMatch(/^(?:not one well-formed JSON value|not UTF-8)$/);
  expect(faultAt).toBe(place);
});

test.each([
  ["well-formed", bytesOf('{"a":1}')],
  ["a page", bytesOf("<html></html>")],
  ["nothing", bytesOf("")],
  ["a byte order mark", bytesOf("\uFEFF{}")],
])("no place: %s", (_name, bytes) => {
  expect(readBody(bytes).faultAt).toBeUndefined();
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
