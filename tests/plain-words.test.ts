// Every text that a user can meet uses the words of CONTRIBUTING, "Words", and none of those that stand beside them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processIo } from "../cli/io.ts";
import { main } from "../cli/program.ts";
import { loadCatalogue } from "../engine/clauses/catalogue.ts";
import { run } from "../lib/run.ts";
import { allReadings } from "../engine/target/package-info.ts";
import { startReference } from "../reference/server.ts";
import { blocksOf } from "../reports/words/blocks.ts";
import { ownFolder } from "./tools/own.ts";

/** It listens to the process: once is enough. */
const IO = processIo();

const ROOT = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const listed = (folder: string, end: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));

const WORDS =
  read("CONTRIBUTING.md")
    .split("\n## ")
    .find((part) => part.startsWith("Words\n")) ?? "";
const AVOIDED = [...WORDS.matchAll(/^\| .+ \| (.+?) +\|$/gm)]
  .flatMap(([, words = ""]) => words.split(", "))
  .filter((word) => /^[a-z]/.test(word) && word !== "not");
const LOOKED_FOR = new RegExp(String.raw`(?<![\w./-])(?:${AVOIDED.join("|")})(?![\w/(]|-[a-z\d])`, "gi");

/** Names of the API, and what others wrote: a word there is not ours. */
const NOT_OURS = /`[^`\n]*`|"[^"\s]+"|'[^'\s]+'|\b\w+:\/\/\S+|\$\{[^}]*\}|got \d+ out of \d+/g;

/** The words that are not used, each with the text around it. */
const avoidedIn = (text: string): readonly string[] => {
  const ours = text.replaceAll(NOT_OURS, " ");
  return [...ours.matchAll(LOOKED_FOR)].map(
    ({ 0: word, index }) =>
      `${word}: ${ours.slice(Math.max(0, index - 60), index + 60).replaceAll(/\s+/g, " ")}`,
  );
};

const folder = ownFolder();

/** What the command line says to some words. */
async function said(...argv: readonly string[]): Promise<string> {
  const texts: string[] = [];
  const say = (text: string): void => void texts.push(text);
  await main(argv, { ...IO, out: say, err: say, env: {} });
  return texts.join("");
}

/** What a page shows, and what it tells those who do not see it. */
const shown = (page: string): string =>
  page
    .replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<pre[\s\S]*?<\/pre>/g, " ")
    .replaceAll(/<[^>]*?(?:(?:aria-label|title|placeholder)="([^"]*)"[^>]*)?>/g, " $1 ");

test("the words that are looked for are those of the table", () => {
  expect(AVOIDED.length).toBeGreaterThan(25);
  expect(avoidedIn("It asks the service, judges the answers, and should.")).toHaveLength(4);
  expect(
    avoidedIn("`judge()` of 4.7-answers-200 in https://h.test/answers, and what is answered"),
  ).toStrictEqual([]);
});

test("statements, matters that are left open, readings, and what fails a clause", async () => {
  const { clauses, matters, ...checked } = await loadCatalogue();
  const rejects = [...checked.asking, ...checked.watching].flatMap((clause) => Object.keys(clause.rejects));
  const texts = [
    ...clauses.map(({ statement }) => statement),
    ...matters.flatMap(({ statement, assumes }) => [statement, typeof assumes === "string" ? assumes : ""]),
    ...allReadings().flatMap(({ title, text }) => [title, text]),
    ...rejects,
  ];
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.flatMap(avoidedIn)).toStrictEqual([]);
});

/** Texts of the code, a line at a time: those with a blank, which names have not. */
const textsIn = (code: string): readonly string[] =>
  code
    .split("\n")
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .flatMap((line) => line.replaceAll(/\$\{[^{}`"]*\}/g, "…").match(/"(?:[^"\\]|\\.)*"|`[^`]*`/g) ?? [])
    .filter((text) => text.includes(" "));

test("reasons, messages and labels in the code", () => {
  const files = ["cli", "engine", "lib", "reports", "specs"].flatMap((room) => listed(room, ".ts"));
  const found = files.flatMap((file) =>
    textsIn(read(file)).flatMap((text) => avoidedIn(text).map((word) => `${file}: ${word}`)),
  );
  expect(found).toStrictEqual([]);
});

test("docs, profiles, the action and what is there to copy", () => {
  const files = [
    "README.md",
    "CHANGELOG.md",
    "ARCHITECTURE.md",
    "action.yml",
    ...listed("docs", ".md"),
    ...listed("profiles", ".json"),
    ...listed("examples", ".md"),
    ...listed("examples", ".sh"),
  ];
  const prose = (text: string): string => text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  const found = files.flatMap((file) => avoidedIn(prose(read(file))).map((word) => `${file}: ${word}`));
  expect(found).toStrictEqual([]);
});

test("help, lists, plans and explanations", async () => {
  const help = await said("--help");
  const commands = [...help.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, name = ""]) => name);
  expect(commands.length).toBeGreaterThan(5);
  const texts = [
    help,
    ...(await Promise.all(commands.map((name) => said(name, "--help")))),
    await said("mock", "--list"),
    await said("run", "--dry-run"),
    await said("clauses", "4.4-limit-refused"),
    await said("clauses", "4.1-form-of-next"),
    await said("rum"),
    await said("run", "--only", "nothing"),
    await said("run", "--base-url", "nowhere"),
  ];
  expect(texts.filter((text) => text.length < 20)).toStrictEqual([]);
  expect(texts.flatMap(avoidedIn)).toStrictEqual([]);
});

/** Faults of a row, of pages, of a refusal and of an object. */
const FAULTS = [
  "tokens-decimals-as-text",
  "tokens-row-lost-between-pages",
  "tokens-limit-lenient-letters",
  "summary-page-missing",
];

test.each([
  ["several faults", { fault: FAULTS }],
  ["nothing to find", { variant: "empty" }],
])("all that is told of a run with %s", async (name, how) => {
  const out = join(folder, name);
  const reference = await startReference(how);
  const result = await run({ ...reference.target }, { out, level: "smoke", seed: 1 }).finally(() =>
    reference.close(),
  );
  expect(result.clauses.some(({ outcome }) => outcome !== "pass")).toBe(true);
  expect(toldOf(out, JSON.stringify(blocksOf(result)))).toStrictEqual([]);
});

test("all that is told of a service that cannot be reached, and of two results beside one another", async () => {
  const out = join(folder, "down");
  const terminal = await said("run", "--base-url", "http://127.0.0.1:1", "--out", out);
  expect(terminal).toContain("cannot be reached");
  expect(toldOf(out, terminal)).toStrictEqual([]);
  const page = join(folder, "comparison.html");
  const compared = await said(
    "compare",
    join(folder, "several faults"),
    join(folder, "nothing to find"),
    "--out",
    page,
  );
  expect([...avoidedIn(compared), ...avoidedIn(shown(readFileSync(page, "utf8")))]).toStrictEqual([]);
});

/** Words of a result folder that are not used, and those of a text beside it. */
function toldOf(out: string, text: string): readonly string[] {
  const [page, ...others] = ["index.html", "junit.xml", "summary.md", "badge.json"].map((name) =>
    readFileSync(join(out, name), "utf8"),
  );
  const fences = others.map((other) => other.replaceAll(/^```[\s\S]*?^```/gm, ""));
  return [shown(page ?? ""), text, ...fences].flatMap(avoidedIn);
}
