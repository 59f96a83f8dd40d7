// No code parses a message, a reason or a statement: whatever code needs is a member or a code.
import { expect, test } from "vitest";
import { SOURCES } from "./tools/sources.ts";

/** Names of variables and members with prose. */
const PROSE = String.raw`(?:[\w.?!()]*[.?])?\b(?:message|reason|statement|came|interrupted|breakdown|stopped)\b`;
/** Methods that parse a text. Methods that truncate, join or escape it are allowed. */
const READ = String.raw`\s*\??\.\s*(?:startsWith|endsWith|includes|match|matchAll|search|indexOf|lastIndexOf)\(`;
const HABITS = [
  new RegExp(PROSE + String.raw`(?:\s*\?\?\s*""\s*\))?` + READ, "g"),
  new RegExp(String.raw`\.(?:test|exec)\(\s*` + PROSE + String.raw`\s*(?:\?\?[^)]*)?\)`, "g"),
  // Replacing words in prose by a pattern is not allowed either.
  new RegExp(PROSE + String.raw`\s*\??\.\s*replace(?:All)?\(\s*["'\`]\w`, "g"),
  new RegExp(
    String.raw`\b(?:describe|verdictText|explain\w*)\([^()]*\)` +
      String.raw`\s*\.\s*(?:replace|match|startsWith|includes)\(`,
    "g",
  ),
];

/** Exceptions: messages of the service, and the placeholder of a reason. */
const OF_OTHERS = new Set([
  "engine/message/classify.ts",
  "specs/kit/requests/acceptance.ts",
  "specs/kit/requests/check-results.ts",
  "engine/target/files/profile.ts",
  // Messages of the HTTP library.
  "engine/message/errors.ts",
]);

const habitsIn = (text: string): readonly string[] =>
  HABITS.flatMap((habit) => [...text.matchAll(habit)].map(([found]) => found.trim()));

test("no code parses prose", () => {
  const files = [...SOURCES].filter(
    ([file]) => !/^(?:generators|schemas)\//.test(file) && !OF_OTHERS.has(file),
  );
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap(([file, text]) => habitsIn(text).map((habit) => `${file}: ${habit}`));
  expect(found).toStrictEqual([]);
});

test.each([
  `result.reason?.startsWith("interrupted") === true`,
  `(clause.reason ?? "").match(/no sample/)`,
  `/^no URL/.test(reason)`,
  `reason.replace("the answer", "the file")`,
  `describe(reply).replace(/ with the error .*/s, "")`,
  "clause\n  .statement.includes(word)",
])("parsing is found in %j", (code) => {
  expect(habitsIn(code)).not.toStrictEqual([]);
});

test.each([
  "reasons.includes(reason)",
  `error.message.split("\\n")[0]`,
  `message.replace(/\\s+/g, " ")`,
  "oneLine(reason).trimEnd()",
])("comparing or formatting a text is allowed: %j", (code) => {
  expect(habitsIn(code)).toStrictEqual([]);
});
