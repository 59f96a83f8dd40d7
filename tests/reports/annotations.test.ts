import { expect, test } from "vitest";
import { annotations } from "../../reports/files/annotations.ts";
import {
  failed,
  HOSTILE,
  hostileResult,
  mixedResult,
  passed,
  planned,
  resultOf,
  unjudged,
  violation,
} from "./samples.ts";

/** What GitHub reads from a line that is a workflow command. */
function parse(line: string): { readonly title: string; readonly message: string } {
  const [, title = "", message = ""] = /^::error title=([^:,]*)::(.*)$/.exec(line) ?? [];
  const unescape = (text: string): string =>
    text.replaceAll("%0A", "\n").replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%25", "%");
  return { title: unescape(title), message: unescape(message) };
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").slice(0, -1);
}

function broken(count: number): ReturnType<typeof resultOf> {
  return resultOf(
    Array.from({ length: count }, (_, index) =>
      failed({ ...planned(1), id: `4.4-clause-${index}` }, [violation({ actual: String(index) })]),
    ),
  );
}

test("a failure says what, where, and how to see it again", () => {
  const lines = linesOf(annotations(mixedResult()));
  expect(lines.map(parse)).toStrictEqual([
    {
      title: "Conformance: 4.4-limit-kept",
      message:
        "GET /api/v1/tokens\nstatement: a page has no more rows than asked\n" +
        "request: curl -i 'https://ledger.example.test/x'\nproblem: gas_used is a string\n" +
        `pointer: /tokens/3/decimals, seen 25 times\nexpected: an integer or null\nactual: "12"`,
    },
  ]);
});

test("one cause is told once", () => {
  const clauses = [failed(planned(1)), failed({ ...planned(1), id: "4.4-other" })];
  const lines = linesOf(annotations(resultOf(clauses)));
  expect(lines).toHaveLength(1);
  expect(parse(lines[0] ?? "").message).toContain("the same breaks 1 other clause");
});

test("there are never more than ten, and the last one counts the rest", () => {
  expect(linesOf(annotations(broken(10))).map((line) => parse(line).title)).toContain(
    "Conformance: 4.4-clause-9",
  );
  const lines = linesOf(annotations(broken(30)));
  expect(lines).toHaveLength(10);
  expect(parse(lines[9] ?? "").message).toBe("21 more causes of failures: see the report");
});

test("a run that conforms has none; one that is incomplete says why", () => {
  expect(annotations(resultOf([passed(planned(0))]))).toBe("");
  const suite = unjudged(planned(2), { outcome: "inconclusive", cause: "suite", reason: "it broke" });
  const [line = ""] = linesOf(annotations(resultOf([suite])));
  expect(parse(line).message).toBe("a fault of the suite itself at 4.10-needs-address: it broke");
});

test("percent signs, commas and colons come through", () => {
  const odd = violation({ actual: "100%, a::b %0A%25" });
  const [line = ""] = linesOf(annotations(resultOf([failed(planned(1), [odd])])));
  expect(line).toContain("100%25, a::b %250A%2525");
  expect(parse(line).message).toContain("actual: 100%, a::b %0A%25");
});

test("text of the service is never a command by itself", () => {
  const lines = [
    "\n::error::x",
    "\r::error::x",
    "\u2028::error::x",
    "%0A::error::x",
    "::error::x",
    "##[error]x",
  ];
  const results = lines.map((text) => {
    const said = violation({ message: text, pointer: text, expected: text, actual: text, curl: text });
    return resultOf([failed(planned(1), [said], { reason: text })]);
  });
  for (const result of [...results, hostileResult(), { ...hostileResult(), reason: HOSTILE }]) {
    const text = annotations(result);
    expect(linesOf(text)).toHaveLength(1);
    expect(text).toMatch(/^::error title=Conformance%3A 4\.4-limit-kept::[^\n]*\n$/);
    expect(text).not.toMatch(/##\[|[^\n\P{Cc}]/u);
    expect(parse(linesOf(text)[0] ?? "").message).not.toMatch(/^\s*::/m);
  }
});
