import { describe, expect, test } from "vitest";
import { stopOf } from "../../engine/clauses/pagination.ts";
import { describeResponse } from "../../engine/message/classify.ts";
import { inQuotes } from "../../engine/secrets/escape.ts";
import { createRedact, redactDeep, redactRecord } from "../../engine/secrets/redact.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { failed, planned, violation } from "../reports/samples.ts";
import { encodingsOf } from "./encodings.ts";
import { responseOf, errorBodyOf } from "../../specs/examples/responses.ts";
import { resolve } from "../../engine/target/resolve.ts";
import { checkTarget, selectHidden } from "../../engine/target/files/target-file.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";

const SECRETS = [
  "tr0ub4dor&3",
  "p\"q\\r<s>t'u",
  "two words + a plus/slash=",
  "grüße-数-🦊-x",
  "`tick` *star* [br](acket) _u_",
  "%41-percent-%2541",
  "half_a_way&Mr8%Jo5Z~more",
  "line one\nline two\ttab",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl-_",
];

describe.each(SECRETS)("%j", (secret) => {
  const redact = createRedact([secret]);

  test.each(Object.entries(encodingsOf(secret)))("%s", (_, encoded) => {
    for (const text of [encoded, `before ${encoded} after`, `${encoded}${encoded}`, `x${encoded}y`]) {
      const clean = redact(text);
      expect(clean).toContain("***");
      expect(clean).not.toContain(encoded);
    }
    expect(redact(`before ${encoded} after`)).toMatch(/^before .{0,3}\*\*\*.{0,8} after$/su);
  });

  test("base64 at any offset in a longer text", () => {
    for (const before of ["", "u", "us", "use", "user:"]) {
      for (const after of ["", "!", "!!", "!!!"]) {
        const text = Buffer.from(before + secret + after).toString("base64");
        const clean = redact(`Basic ${text}`);
        expect(clean).toContain("***");
        const bytes = Buffer.from(clean.replace("Basic ", ""), "base64");
        expect(bytes.toString()).not.toContain(secret.slice(0, 5));
      }
    }
  });

  test("the beginning of a secret before an ellipsis", () => {
    for (const encoded of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      for (let length = Math.ceil(encoded.length / 2) + 2; length < encoded.length; length += 1) {
        expect(redact(`it said ${encoded.slice(0, length)}…`)).toMatch(/^it said \*\*\*.{0,16}…$/);
      }
    }
  });
});

test.each(Object.keys(encodingsOf("")))("any sign, %s", (way) => {
  for (let code = 32; code < 127; code += 1) {
    const secret = `Qz7kWv${String.fromCharCode(code)}Xj9pLm`;
    const encoded = encodingsOf(secret)[way] ?? "";
    const clean = createRedact([secret])(`it said ${encoded} there`);
    expect(clean).toMatch(/^it said .{0,3}\*\*\*.{0,8} there$/);
    expect(clean).not.toMatch(/Qz7|9pLm/);
  }
});

const LOGIN = Buffer.from("alice:opensesame").toString("base64");

test.each([
  ["Bearer tok-12345", "tok-12345", "***"],
  [`Basic ${LOGIN}`, `${LOGIN} alice:opensesame opensesame`, "*** *** ***"],
  ["sid=cookie-monster; theme=dark", "cookie-monster dark", "*** dark"],
  ["ledger-token-1", "a ledger-wide rule, ledger-token-2 too", "a ledger-wide rule, ledger-token-2 too"],
  ["Zx81kQ22mmTuLq7vB4nRwEtY", "zx81kq22mmtulq7vb4nrwety b", "*** b"],
  ["84736251904417398273645", "8.47362519044174e+22 b", "*** b"],
  ["two Words of a key", "a twoWordsofakey b", "a *** b"],
])("with the secret %s, %j becomes %j", (secret, text, clean) => {
  expect(createRedact([secret])(text)).toBe(clean);
});

test("text without secrets is unchanged", () => {
  const text = 'a\\u0041 %zz &amp; &nope; \\\\ "q" 100% + \ud800 \u001b[1m 数 …';
  expect(createRedact(SECRETS)(text)).toBe(text);
});

test("invalid UTF-8 around a secret is redacted with it", () => {
  const secret = "pässwort-Zx81kQ22mmTuß.Lq7";
  const echoed = Buffer.from(secret, "latin1").toString("utf8");
  expect(createRedact([secret])(`it said ${echoed} then`)).toBe("it said *** then");
  expect(createRedact([secret])(`/${encodeURIComponent(echoed)}/`)).toBe("/***/");
});

test("a megabyte is redacted quickly", () => {
  const redact = createRedact(SECRETS);
  const started = performance.now();
  const text = '%41\\u0041&amp;x"y'.repeat(60_000);
  for (const plain of [text, "\\/".repeat(60_000), "%5C/".repeat(30_000)]) expect(redact(plain)).toBe(plain);
  expect(redact(`${"a".repeat(1_000_000)}tr0ub4dor&3`)).toMatch(/a\*\*\*$/);
  expect(performance.now() - started).toBeLessThan(3_000);
});

test("member names are redacted, and the input is not mutated", () => {
  const value = { "x-tr0ub4dor&3": ["tr0ub4dor&3", 7, null, { deep: true }] };
  const redact = createRedact(SECRETS);
  expect(redactDeep(value, redact)).toStrictEqual({ "x-***": ["***", 7, null, { deep: true }] });
  expect(Object.keys(value)).toStrictEqual(["x-tr0ub4dor&3"]);
});

test("words of the suite are never redacted", () => {
  const words = ["notTested-token", "contract-secret", "violations", "4.4-limit-kept", "tokens"];
  const redact = createRedact(words);
  const result: ClauseResult = failed(planned(1), [violation({ actual: "contract-secret" })]);
  const common = redactRecord({ ...result, commonReason: "contract-secret" }, redact);
  expect(common).toMatchObject({ commonReason: "***" });
  const clean = redactRecord(result, redact);
  expect(clean).toMatchObject({ id: "4.4-limit-kept", endpoint: "tokens", outcome: "failed" });
  expect(clean.violations[0]).toMatchObject({ actual: "***", response: { status: 200 } });
  const stopped = redactRecord({ type: "stopped", reason: "contract-secret" }, redact);
  expect(stopped).toStrictEqual({ type: "stopped", reason: "***" });
});

test("the rest of a secret at the end of truncated text is redacted", () => {
  const secret = "Mr8Jo5ZvKq2WxNtB";
  const redact = createRedact([secret]);
  for (let before = 50; before < 210; before += 1) {
    const text = `http://h.test/${"x".repeat(before)}/${secret}`;
    const stop = stopOf({
      end: "foreign",
      pages: [{ response: responseOf("tokens", 200, {}), rows: [], next: text }],
    });
    for (const received of [
      stop.text,
      describeResponse(responseOf("tokens", 400, errorBodyOf(text))),
      inQuotes(text, 100),
    ]) {
      expect(redact(`${received} (request: GET "/")`)).not.toMatch(/Mr8\w/);
    }
  }
});

const catalogue = await loadCatalogue();

function guarded(...values: readonly string[]): ReturnType<typeof selectHidden> {
  return selectHidden(
    values.map((value, index) => ({ value, from: `headers.base.x-${index}` })),
    catalogue,
  );
}

test("values that look like secrets are redacted", () => {
  const values = ["s3cret", "Bearer abc", "päss-wörd"];
  expect(guarded(...values)).toStrictEqual({ hidden: values, warnings: [] });
});

test.each([
  ...["", " ", "1", "json", "12345", "  1  "].map((value) => [value, "it has fewer than 6 characters"]),
  ...["application/json", "contract", "notTested", " tokens "].map((value) => [
    value,
    "the report itself uses these words",
  ]),
])("%j is not hidden: %s", (value = "", reason) => {
  const { hidden, warnings } = guarded(value);
  expect(hidden).toStrictEqual([]);
  const warning = "the value of headers.base.x-0 is not hidden in what the service sends back";
  expect(warnings).toStrictEqual([`${warning}: ${reason}`]);
});

test("the user name of basic credentials is redacted", () => {
  const basic = (user: string): string => `Basic ${Buffer.from(`${user}:pW9-vKd2`).toString("base64")}`;
  expect(guarded(basic("svcUserQx7")).hidden).toStrictEqual([basic("svcUserQx7"), "svcUserQx7"]);
  const { hidden, warnings } = guarded(basic("ledger"));
  expect(hidden).toStrictEqual([basic("ledger")]);
  expect(warnings[0]).toMatch(/^the value of headers\.base\.x-0 \(its user\) is not hidden/);
});

test("a header is shown as its scheme and variable", () => {
  const base = {
    authorization: "Bearer ${TOKEN}",
    "x-key": "${KEY}",
    "x-mixed": "user-7:${KEY}",
    "x-two": "Basic ${USER}:${KEY}",
    "x-secret": "Bearer hunter2hunter2${TOKEN}",
  };
  const env = { TOKEN: "t", KEY: "k", USER: "u" };
  expect(checkTarget({ headers: { base } }, "t.json", env).placeholders).toStrictEqual({
    base: { authorization: "Bearer $TOKEN", "x-key": "$KEY", "x-two": "Basic $USER:$KEY" },
  });
});

const SECRET = "hunter2-0815";

test.each([
  `http://h.test/?key=${SECRET}`,
  `http://h.test/#${SECRET}`,
  `ftp://h.test/?key=${SECRET}`,
  `h.test/?key=${SECRET}`,
  `http://alice:${SECRET}@h.test/`,
  `http://alice:a?${SECRET}@h.test/`,
  `http:alice:${SECRET}@h.test/`,
  `alice:${SECRET}@h.test`,
])("a URL that is refused is not shown with what may be a secret: %s", async (url) => {
  for (const choose of [
    () => resolve({ target: { baseUrl: url }, env: {} }),
    () => resolve({ environmentUrls: { baseUrl: url }, env: {} }),
    () => resolve({ options: { verifyUrl: url, baseUrl: "http://h.test" }, env: {} }),
  ]) {
    const message: unknown = expect.not.stringContaining(SECRET);
    await expect(choose()).rejects.toThrow(expect.objectContaining({ message }));
  }
});
