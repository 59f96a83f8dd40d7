// The commands of the pages on several results, one after another as a reader would run them, against the reference.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { program, start, type Running } from "../cli/program.ts";

const PAGES = ["docs/sharding.md", "docs/comparing.md"];
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Enough to be split in four, and soon judged. */
const FEW = ["--only", "networkFees", "--level", "smoke"];
let folder = "";
let reference: Running;
let baseUrl = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "documented-"));
  reference = start(["mock"]);
  const urls: { readonly baseUrl: string } = JSON.parse(await reference.says("\n"));
  baseUrl = urls.baseUrl;
});

afterAll(async () => {
  reference.process.kill("SIGTERM");
  await reference.ended;
  rmSync(folder, { recursive: true });
});

function commandsOf(page: string): readonly (readonly string[])[] {
  const blocks = [...readFileSync(page, "utf8").matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
    ([, text = ""]) => text,
  );
  return blocks.flatMap((block) =>
    block
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")),
  );
}

/** A word of a command with the reference in the place of a service, and our folder in the place of the reader's. */
function placed(word: string): string {
  if (word === "https://ledger.example.test") {
    return baseUrl;
  }
  return /^(shard-\d|conformance|monday|tuesday|comparison\.html)$/.test(word) ? join(folder, word) : word;
}

test.each(PAGES)("every command of %s works", { timeout: 120_000 }, async (page) => {
  const commands = commandsOf(join(ROOT, page));
  expect(commands.length).toBeGreaterThan(2);
  for (const [npx, name, verb = "", ...words] of commands) {
    expect([npx, name]).toStrictEqual(["npx", "ledger-conformance"]);
    const { code, err } = await program([verb, ...words.map(placed), ...(verb === "run" ? FEW : [])]);
    expect({ code, err: err.replace(/^ {2}\d+ of .*\n/gm, "") }).toStrictEqual({ code: 0, err: "" });
  }
});
