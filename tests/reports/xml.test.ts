// The writer of XML: what it writes is well-formed, and a parser reads the very texts
import { expect, test } from "vitest";
import { xmlDocument } from "../../reports/files/xml.ts";

const written = (text: string): string =>
  xmlDocument({ name: "a", attributes: { b: text }, content: text })
    .split("\n")
    .slice(1)
    .join("\n");

test("an element has its attributes, its children or its text", () => {
  const child = { name: "child", attributes: { tests: 3 } };
  expect(xmlDocument({ name: "root", content: [child, { name: "text", content: "words" }] })).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<root>\n  <child tests="3"/>\n  <text>words</text>\n</root>\n',
  );
});

test.each([
  [
    "markup",
    `<b a='1'>"&amp;"`,
    `<a b="&lt;b a='1'&gt;&quot;&amp;amp;&quot;">&lt;b a='1'&gt;"&amp;amp;"</a>\n`,
  ],
  ["the end of a CDATA section", "]]>", `<a b="]]&gt;">]]&gt;</a>\n`],
  ["white space", "a\tb\nc\rd", `<a b="a&#9;b&#10;c&#13;d">a\tb\nc&#13;d</a>\n`],
  [
    "control characters",
    "\u0000\u0008\u000b\u001f",
    '<a b="\ufffd\ufffd\ufffd\ufffd">\ufffd\ufffd\ufffd\ufffd</a>\n',
  ],
  [
    "what is no character",
    "\ufffe\uffff\ud800x\udfff",
    '<a b="\ufffd\ufffd\ufffdx\ufffd">\ufffd\ufffd\ufffdx\ufffd</a>\n',
  ],
  ["letters of all planes", "é数🦊", '<a b="é数🦊">é数🦊</a>\n'],
])("%s", (_what, text, expected) => {
  expect(written(text)).toBe(expected);
});
