import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { revision } from "../../schemas/revision.ts";

test("a change of an interpretation changes the version, so that older results are not compared", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/interpretations.md"), "utf8");
  const entries = text.slice(text.indexOf("## Records"));
  const hash = createHash("sha256").update(entries).digest("hex").slice(0, 16);
  // A change of the wording alone changes the hash; a change of a decision changes the version too.
  expect([revision.interpretations, hash]).toEqual([6, "abb6df0d933c34c3"]);
});
