import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { formatCurl } from "../../engine/http/curl.ts";
import type { ApiRequest } from "../../engine/model/exchange.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { clearFolder, writeFolder } from "../../reports/files/folder.ts";
import { reportPage } from "../../reports/html/page.ts";
import { coloursFor, summaryText } from "../../reports/text/terminal.ts";
import { command } from "../cli/io.ts";
import { filesUnder, ownFolder } from "../tools/own.ts";
import { hostileResult, resultOf } from "../reports/samples.ts";

/** One example of each control sequence for a reader of our output. */
const HOSTILE = {
  "escape sequences, also of eight bits":
    "\u001b[2J\u001b]8;;http://evil.test\u0007click\u001b]8;;\u0007\u001b]52;c;cm0gLXJm\u0007\u009b2J\u009d0;title\u009c\u0090q\u009c",
  "lines of their own":
    "first\n::error::planted\r\n::set-output name=a::b\u2028##vso[task.complete]\u0085end",
  "commands of CI systems": "::warning::x ##[error]y ##vso[build.x]z ##teamcity[message]",
  "changes of direction, and what cannot be seen":
    "\u202egnp.exe\u202c \u2066x\u2069 \u200fa\u061cb a\u200bb\u00adc\u{e0041}\u3164d\u2062\ufefff",
  markup: `<script>alert(1)</script><img src=x onerror="alert(2)"><svg/onload=alert(3)> " onmouseover="alert(1)" x="' onfocus='alert(2)`,
  "ends of what surrounds it":
    "</pre></code></details></style></title>--></body>]]>{{x}}${x} &#x3c;script&#x3e;&lt;b&gt;&amp;",
  links:
    "[a](javascript:alert(1)) ![i](http://evil.test/i.png) <http://evil.test> [r]: http://evil.test https://evil.test/x www.evil.test mail@evil.test @everyone #1 owner/repo#2",
  "tables and fences":
    "| a | b |\n|---|---|\n# heading\n- item\n> quote\n---\n```\nfence\n~~~\n````````` ` `` ```text",
  "surrogates and prototypes": "\ud800 \udc00 \ud83d __proto__ constructor toString",
} as const;

const POST = { endpoint: "verify", service: "verify", method: "POST", target: "", expects: "open" } as const;
const folder = ownFolder();

async function writtenWith(text: string): Promise<Readonly<Record<string, string>>> {
  const result = hostileResult(text);
  clearFolder(folder);
  const path = await writeFolder(folder, result);
  const stdout = summaryText({ result, reportPath: path, paint: coloursFor({}, {}) });
  const { err: stderr } = await command(["run", "--only", text]);
  return { ...Object.fromEntries(filesUnder(folder)), stdout, stderr };
}

/** Removes code blocks and inline code from Markdown, because they contain no markup. */
function outsideCode(markdown: string): string {
  const inLine = /(?<![\\`])(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g;
  return markdown.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, "").replace(inLine, "");
}

describe.each(Object.entries(HOSTILE))("%s", (_, text) => {
  let written: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    written = await writtenWith(text);
  });

  test("has no effect in any file", () => {
    for (const [name, content] of Object.entries(written)) {
      expect.soft(content, name).not.toMatch(/[^\n\P{Cc}]|\p{Bidi_Control}|\p{Cs}/u);
      expect.soft(content, name).not.toMatch(/\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/u);
      expect.soft(content, name).not.toMatch(/^\s*::/m);
      expect.soft(content, name).not.toMatch(/##\w*\[/);
    }
  });

  test("is text in the page", async () => {
    const { "index.html": whole = "" } = written;
    const page = whole.replace(/<(style|script)>[\s\S]*?<\/\1>/g, "");
    const tags = [...page.matchAll(/<\/?([a-zA-Z][^\s>/]*)([^>]*)>/g)];
    const names = new Set(tags.map(([, name = ""]) => name));
    expect([...names].filter((name) => !HARMLESS.has(name))).toStrictEqual([]);
    // Values in quotes are data: the links among them are checked below.
    const handlers = tags.filter(([, , attributes = ""]) =>
      /\son\w+\s*=|javascript:/i.test(attributes.replaceAll(/="[^"]*"/g, '=""')),
    );
    expect(handlers).toStrictEqual([]);
    expect(policyOf(whole)).toBe(policyOf(await reportPage(resultOf([]))));
    expect(policyOf(whole)).not.toContain("unsafe");
    expect([...page.matchAll(/(?:href|src)="([^"]*)"/g)].every(([, to]) => to?.startsWith("#"))).toBe(true);
  });

  test("is text in Markdown", () => {
    const { "summary.md": summary = "" } = written;
    const outside = outsideCode(summary);
    expect(outside).not.toMatch(/(?<!\\)[[\]](?:\(|:)|!\[|<(?!\/?$)|@|:\/\/|www\./);
    expect(outside).not.toMatch(/(?<!&)#\d/);
    expect(summary.match(/^# /gm)).toHaveLength(1);
    const [, , , copied] = summary.match(/^ {2}- (`+)( ?)(curl .*)\2\1$/m) ?? [];
    expect(copied).toBe(oneLine(hostileResult(text).clauses[0]?.violations[0]?.curl ?? "", 2_000));
  });

  test("is one shell word in a curl line", () => {
    // The text after UTF-8 encoding, which replaces lone surrogates.
    const well = Buffer.from(text).toString("utf8");
    const flags = /[[\]{}]/.test(text) ? "-i|-g" : "-i";
    const fixed = "-X|POST|-H|content-type: application/json|-H|x-key: value of X_KEY|--data-raw".split("|");
    const words = [...flags.split("|"), ...fixed, well, `https://ledger.example.test/${well}`];
    expect(wordsOf(lineFor(text))).toStrictEqual(words);
  });
});

const HARMLESS = new Set(
  (
    "html head meta title body header main nav footer section article details summary h1 h2 h3 h4 p div span strong a " +
    "ul ol li dl dt dd pre code mark figure figcaption table caption thead tbody tfoot tr th td time " +
    "form fieldset legend label input select option button kbd svg circle path rect g line symbol use"
  ).split(" "),
);

/** The content security policy of a page: only its own styles and scripts. */
const policyOf = (page: string): string =>
  /Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1]?.replaceAll("&#39;", "'") ?? "no policy";

const SHELL = [
  ["'; touch planted; '", "' && touch planted #", "`touch planted`", "$(touch planted)", "${IFS}$HOME$X_KEY"],
  ['"; touch planted; "', "\\'; touch planted; \\'", "a\ntouch planted\n", "!! !$ ~ * ? \\"],
  ["| touch planted & touch planted > planted < /etc/passwd", "--output planted", "@planted"],
].flat();

test("a curl line runs no other command in a shell", async () => {
  for (const text of SHELL) {
    expect(wordsOf(lineFor(text)).slice(-2)).toStrictEqual([text, `https://ledger.example.test/${text}`]);
    const { stdout = "", "index.html": page = "" } = await writtenWith(text);
    const shown = [
      ...[...stdout.matchAll(/^ +request +(curl .*)$/gm)].map(([, line = ""]) => line),
      ...[...page.matchAll(/<pre[^>]*>(curl [^<]*)<\/pre>/g)].map(([, line = ""]) => fromHtml(line)),
    ];
    expect(shown.length).toBeGreaterThan(2);
    for (const line of shown) expect(wordsOf(line).at(-1)).toMatch(/^https:\/\/ledger\.example\.test/);
    expect(existsSync(join(folder, "planted"))).toBe(false);
  }
});

test("curl sends one request; header names run no command", () => {
  const request = { ...POST, method: "GET" } as const;
  const line = (url: string, headers = {}): string => formatCurl({ request, url }, headers);
  expect(line("http://x.test/[1-1000000]")).toBe("curl -i -g 'http://x.test/[1-1000000]'");
  expect(line("http://x.test/a/../b")).toBe("curl -i --path-as-is 'http://x.test/a/../b'");
  const words = wordsOf(line("http://x.test", { "x`touch planted`$(id)": "$X_KEY" }));
  expect(words[2]).toBe("x`touch planted`$(id): value of X_KEY");
});

test("a long text is truncated in every file", async () => {
  const text = "<|\u001b`'$(".repeat(50_000);
  const request = { ...POST, target: text, body: text };
  expect(wordsOf(formatCurl({ request, url: text }, {}))).toHaveLength(8);
  const started = performance.now();
  const { "results.json": _whole, ...pages } = await writtenWith(text);
  for (const [name, content] of Object.entries(pages)) {
    expect.soft(content.length, name).toBeLessThan(210_000);
  }
  expect(performance.now() - started).toBeLessThan(30_000);
});

/** A POST with the text in its URL and its body. */
function lineFor(text: string): string {
  const request: ApiRequest = { ...POST, body: text };
  return formatCurl({ request, url: `https://ledger.example.test/${text}` }, { "x-key": "$X_KEY" });
}

/** The arguments that a shell passes to curl. */
function wordsOf(line: string): readonly string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${line}\n`;
  const env = { X_KEY: "value of X_KEY", PATH: process.env["PATH"] };
  const out = execFileSync("sh", ["-c", script], { cwd: folder, env, encoding: "utf8" });
  return out.split("\0").slice(0, -1);
}

const SIGNS: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
const fromHtml = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => SIGNS[name] ?? whole);
