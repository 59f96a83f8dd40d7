import { expect, test } from "vitest";
import { resolve } from "../../engine/target/resolve.ts";
import { checkTarget, selectHidden, redactMessage } from "../../engine/target/files/target-file.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";

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

test("short values are redacted in errors about a file", () => {
  const redact = redactMessage([{ value: "12", from: "the environment variable ID" }]);
  expect(redact('samples.tokenIds[12] must be an entity id, and is "12"')).toBe(
    'samples.tokenIds[12] must be an entity id, and is "***"',
  );
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
