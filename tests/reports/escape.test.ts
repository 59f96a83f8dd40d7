import { describe, expect, test } from "vitest";
import { cut, manyLines, markdownBlock, markdownText, oneLine } from "../../engine/secrets/escape.ts";
import { HOSTILE } from "./samples.ts";

describe("one line", () => {
  test.each([
    ["a line break", "a\nb\r\nc\u2028d\u2029e\u0085f", "a\\nb\\r\\nc\\u2028d\\u2029e\\u0085f"],
    ["an escape sequence", "\u001b[31mred", "\\u001b[31mred"],
    ["an eight-bit escape", "\u009b31m", "\\u009b31m"],
    ["a change of direction", "a\u202eb\u2066c\u200f", "a\\u202eb\\u2066c\\u200f"],
    ["half a surrogate pair", "\ud800 \udc00", "\\ud800 \\udc00"],
    ["what cannot be seen", "a\u200bb\ufeff", "a\\u200bb\\ufeff"],
    ["letters of all scripts", "naïve 数 🦊 עברית", "naïve 数 🦊 עברית"],
    ["a workflow command", "::error::x", "\\u003a:error::x"],
    ["an indented workflow command", "  ::set-output name=x::y", "  \\u003a:set-output name=x::y"],
    ["an older workflow command", "x ##[command]y", "x \\u0023#[command]y"],
    ["a pipeline command", "##vso[task.x]y", "\\u0023#vso[task.x]y"],
    ["colons of an address", "http://[::1]/a", "http://[::1]/a"],
  ])("%s", (_, text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  test("stays one line, whatever comes", () => {
    expect(oneLine(HOSTILE)).not.toMatch(/[\n\r\p{Cc}\p{Bidi_Control}]/u);
  });

  test("is cut, and says so", () => {
    expect(oneLine("x".repeat(1_000_000), 10)).toBe(`${"x".repeat(10)}… (999990 more characters)`);
    expect(cut("abc", 3)).toBe("abc");
  });
});

test("many lines keep their lines and nothing else", () => {
  expect(manyLines("a\n\tb\u001b[1m\r\n")).toBe("a\n\tb\\u001b[1m\\r\n");
});

describe("Markdown", () => {
  test("text is no markup", () => {
    expect(markdownText("<b>*x*</b> [a](b) | `c` @d $e$ #7")).toBe(
      "&lt;b&gt;\\*x\\*&lt;/b&gt; \\[a\\]\\(b\\) \\| \\`c\\` \\\\u0040d \\$e\\$ \\\\u00237",
    );
  });

  test("no address becomes a link", () => {
    expect(markdownText("see https://evil.example/x, www.evil.example or a@evil.example")).toBe(
      "see https&#58;//evil.example/x, www&#46;evil.example or a\\\\u0040evil.example",
    );
  });

  test("a block cannot be left from inside", () => {
    const block = markdownBlock("```\n````` x");
    expect(block.split("\n")[0]).toBe("``````text");
    expect(block.endsWith("\n``````")).toBe(true);
  });
});
