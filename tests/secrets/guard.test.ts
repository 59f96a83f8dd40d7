import { expect, test } from "vitest";
import { guard, placeholdersOf, redactMessage } from "../../cli/secrets.ts";
import { loadCatalogue } from "../../engine/load.ts";

const catalogue = await loadCatalogue();

function guarded(...values: readonly string[]): ReturnType<typeof guard> {
  return guard(
    values.map((value, index) => ({ value, from: `headers.base.x-${index}` })),
    catalogue,
  );
}

test("what looks like a secret is hidden without a word", () => {
  expect(guarded("s3cret", "Bearer abc", "päss-wörd")).toStrictEqual({
    hidden: ["s3cret", "Bearer abc", "päss-wörd"],
    warnings: [],
  });
});

test.each(["", " ", "1", "json", "12345", "  1  "])("%j is too short to be hidden", (value) => {
  const { hidden, warnings } = guarded(value);
  expect(hidden).toStrictEqual([]);
  expect(warnings).toStrictEqual([
    "the value of headers.base.x-0 is not hidden in what the service sends back: it has fewer than 6 characters",
  ]);
});

test.each(["application/json", "contract", "tokens", "notExercised", "conforms", " tokens "])(
  "%j is a word of the report",
  (value) => {
    const { hidden, warnings } = guarded(value);
    expect(hidden).toStrictEqual([]);
    expect(warnings).toStrictEqual([
      "the value of headers.base.x-0 is not hidden in what the service sends back: the report itself uses these words",
    ]);
  },
);

test("while a file is being read, short values go too", () => {
  const redact = redactMessage([{ value: "12", from: "the environment variable ID" }]);
  expect(redact('samples.tokenIds[12] must be an entity id, and is "12"')).toBe(
    'samples.tokenIds[12] must be an entity id, and is "***"',
  );
});

test("a variable and its scheme are shown in place of a header, and nothing else of it", () => {
  const written: Readonly<Record<string, string>> = {
    authorization: "Bearer ${TOKEN}",
    "x-key": "${KEY}",
    "x-mixed": "user-7:${KEY}",
    "7-up": "plain",
  };
  expect(placeholdersOf({ base: written }, (_, header) => written[header] ?? "")).toStrictEqual({
    base: { authorization: "Bearer $TOKEN", "x-key": "$KEY", "x-mixed": "$X_MIXED", "7-up": "$_7_UP" },
  });
});
