import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { revision } from "../../schemas/revision.ts";

test("another list of readings is another version, by which results are told apart", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/readings.md"), "utf8");
  const entries = text.slice(text.indexOf("## Records"));
  const hash = createHash("sha256").update(entries).digest("hex").slice(0, 16);
  // Where the entries change, so does the version: both are written down here.
  expect({ readings: revision.readings, hash }).toStrictEqual({ readings: 4, hash: "9261834e27a6a3e1" });
});
