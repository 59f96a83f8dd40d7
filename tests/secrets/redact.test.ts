import { expect, test } from "vitest";
import { createRedact, redactRecord } from "../../engine/secrets/redact.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { failed, planned, violation } from "../reports/samples.ts";
import { resolve } from "../../engine/target/resolve.ts";
import { selectHidden } from "../../engine/target/files/target-file.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";

test("base64 at any offset in a longer text is redacted", () => {
  const secret = "tr0ub4dor&3";
  for (const before of ["", "u", "us", "use", "user:"]) {
    for (const after of ["", "!", "!!", "!!!"]) {
      const clean = createRedact([secret])(Buffer.from(before + secret + after).toString("base64"));
      expect(clean).toContain("***");
      expect(Buffer.from(clean, "base64").toString()).not.toContain(secret.slice(0, 5));
    }
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
  expect(createRedact(["tr0ub4dor&3", "%41-percent-%2541"])(text)).toBe(text);
});

test("invalid UTF-8 around a secret is redacted with it", () => {
  const secret = "pässwort-Zx81kQ22mmTuß.Lq7";
  const echoed = Buffer.from(secret, "latin1").toString("utf8");
  expect(createRedact([secret])(`it said ${echoed} then`)).toBe("it said *** then");
  expect(createRedact([secret])(`/${encodeURIComponent(echoed)}/`)).toBe("/***/");
});

test("a megabyte is redacted quickly", () => {
  const redact = createRedact(["tr0ub4dor&3", "p\"q\\r<s>t'u", "%41-percent-%2541"]);
  const started = performance.now();
  const text = '%41\\u0041&amp;x"y'.repeat(60_000);
  for (const plain of [text, "\\/".repeat(60_000), "%5C/".repeat(30_000)]) expect(redact(plain)).toBe(plain);
  expect(redact(`${"a".repeat(1_000_000)}tr0ub4dor&3`)).toMatch(/a\*\*\*$/);
  expect(performance.now() - started).toBeLessThan(3_000);
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

const catalogue = await loadCatalogue();

function guarded(...values: readonly string[]): ReturnType<typeof selectHidden> {
  return selectHidden(
    values.map((value, index) => ({ value, from: `headers.base.x-${index}` })),
    catalogue,
  );
}

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
  for (const given of [
    { target: { baseUrl: url } },
    { environmentUrls: { baseUrl: url } },
    { options: { verifyUrl: url, baseUrl: "http://h.test" } },
  ]) {
    const message: unknown = expect.not.stringContaining(SECRET);
    await expect(resolve({ ...given, env: {} })).rejects.toThrow(expect.objectContaining({ message }));
  }
});
