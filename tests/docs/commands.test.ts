// Follows every page of the documentation as a reader does, and compares the output with that of the page.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ownFolder, ownReference } from "../tools/own.ts";
import { needsPrograms } from "../tools/programs.ts";
import { groupsIn, inlineCommands, PAGES, ROOT } from "./pages.ts";
import { stepsOf, type CommandStep, type Step, merge } from "./pages.ts";
import { followPage, prepareWorkplace, SECRET, type Ran } from "./session.ts";

const MINUTES = 60_000;
/** `npm run docs` writes the outputs instead of comparing them. */
const isWriting = process.env["DOCS"] === "write";
/** `each`, as in CI: all pages are followed. By default only the pages that show the output of a command. */
const isEachPage = isWriting || process.env["COMMANDS"] === "each";
const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");

/** Commands that are not run here, and the file that runs them instead. */
const RUN_ELSEWHERE: readonly (readonly [command: RegExp, file: string, text: string])[] = [
  [/^npm ci$/, ".ci/run", "npm ci "],
  [/^npm test$/, ".ci/run", "npm test "],
  [/^npm run check$/, "package.json", "npm run typecheck && npm run lint && npm run format:check && npm"],
  [/^npm pack$/, "tests/package/project.ts", '["pack", '],
  [/^npm install --save-dev \S+\.tgz$/, "tests/package/project.ts", '["install", '],
  [/^npm install --save-dev (?:vitest|allure-vitest)$/, "tests/package/packed.test.ts", "project.add(["],
];
/** The repository has no public address yet, so this command has a placeholder. */
const PLACEHOLDER = /^npm install --save-dev git\+https:\/\/git\.example\.test\//;
const server = await ownReference();
const workplace = prepareWorkplace(ownFolder());

/** Files that the pages assume: a target file with a secret, known deviations, recorded responses, a result folder. */
async function writeAssumedFiles(dir: string): Promise<void> {
  mkdirSync(join(dir, "conformance"), { recursive: true });
  const headers = { base: { authorization: "Bearer ${LEDGER_TOKEN}" } };
  const deviations = [{ clause: "2.7-failed-initcode", reason: "null unless a creation failed" }];
  for (const place of ["", "conformance"]) {
    writeFileSync(join(dir, place, "target.json"), JSON.stringify({ ...server.target, headers }));
    writeFileSync(join(dir, place, "known.json"), JSON.stringify({ deviations }));
  }
  const body = async (path: string): Promise<string> => await (await fetch(server.baseUrl + path)).text();
  const [contractResult] = server.target.samples.contractResults;
  writeFileSync(join(dir, "body.json"), await body(`/api/v1/contracts/results/${contractResult}`));
  const content = { mimeType: "application/json", text: await body("/api/v1/tokens") };
  const entry = {
    request: { method: "GET", url: `${server.baseUrl}/api/v1/tokens`, headers: [] },
    response: { status: 200, headers: [{ name: "content-type", value: "application/json" }], content },
  };
  writeFileSync(join(dir, "capture.har"), JSON.stringify({ log: { version: "1.2", entries: [entry] } }));
}

/** Durations, times, seeds and numbers of requests and responses, which differ from run to run. */
const MASKS: readonly (readonly [varying: RegExp, mask: string])[] = [
  // Vitest lists passed tests that took long.
  [/^ +✓ \d.* \d+ms\n/gm, ""],
  [/\b\d+(?:\.\d+)? ?(?:ms|s|min)\b/g, "0 s"],
  [/\b\d{1,2}:\d\d:\d\d\b/g, "0:00:00"],
  [/\b[\d,]+ requests\b/g, "0 requests"],
  [/\bin [\d,]+ of [\d,]+ checked responses(?:, at [\d,]+ places)?/g, "in 0 of 0 checked responses"],
  [/\b\d+ of \d+ times\b/g, "0 of 0 times"],
  [/\bseed +\d+$/gm, "seed 0"],
  [/ +$/gm, ""],
];
const masked = (text: string): string =>
  MASKS.reduce((changed, [varying, mask]) => changed.replaceAll(varying, mask), text).trim();

/** The page with the output of this session in place of a former one that differs. */
function withOutputs(text: string, ran: readonly Ran[]): string {
  return ran.toReversed().reduce((page, { step: { output }, out }) => {
    if (output === undefined || masked(output.text) === masked(out)) return page;
    const own = `${out.replaceAll(/ +$/gm, "").replaceAll(/^\n+|\n+$/g, "")}\n`;
    return page.slice(0, output.start) + own + page.slice(output.start + output.text.length);
  }, text);
}

const isRunElsewhere = (step: Step): boolean =>
  step.kind === "command" &&
  (RUN_ELSEWHERE.some(([pattern]) => pattern.test(step.command)) || PLACEHOLDER.test(step.command));

/** Each command of its own, so that a part that is run elsewhere can be left out; a displayed session stays whole. */
const split = (step: Step): readonly Step[] =>
  step.kind === "command" && step.output === undefined
    ? step.command.split(/\s+&&\s+/).map((command) => ({ ...step, command }))
    : [step];

/** Our commands in sentences, which run after those of the code blocks. */
const inline = (text: string): readonly CommandStep[] =>
  inlineCommands(text)
    .filter((command) => /^(?:npx ledger|ledger|npm start|node dist)/.test(command))
    .map((command) => {
      const code = command.includes("--fault") ? 1 : 0;
      return { kind: "command", command, isServer: / mock (?!--list)/.test(command), code };
    });

describe.each(
  PAGES.map((page) => [page, stepsOf(read(page)), inline(read(page))] as const).filter(
    ([, steps, own]) =>
      steps.some((step) => step.kind === "command" && (isEachPage || step.output !== undefined)) ||
      (isEachPage && own.length > 0),
  ),
)("%s", (page, blocks, sentences) => {
  test("its commands have the documented effect", { timeout: 10 * MINUTES }, async (context) => {
    needsPrograms(context, "sh", "npm", "rm");
    const dir = join(workplace.project, page.replaceAll(/\W/g, "-"));
    await writeAssumedFiles(dir);
    const steps = [...blocks, ...sentences].flatMap(split).filter((step) => !isRunElsewhere(step));
    const ran = await followPage(page, steps, server, workplace);
    for (const { step, code, out } of ran) {
      const { command } = step;
      const shown = { command, code, out: code === step.code ? "" : out };
      expect(shown).toStrictEqual({ command, code: step.code, out: "" });
      expect(out).not.toContain(SECRET);
    }
    if (isWriting) {
      writeFileSync(join(ROOT, page), withOutputs(read(page), ran));
      return;
    }
    for (const { step, out } of ran) {
      const shown = masked(step.output === undefined ? "" : out);
      expect(shown, `npm run docs writes output of ${step.command}`).toBe(masked(step.output?.text ?? ""));
    }
  });
});

test("the finished files of the tutorial are those of examples/server", () => {
  const files = new Map<string, string>();
  for (const step of stepsOf(read("docs/tutorial.md"))) {
    if (step.kind === "file") files.set(step.name, merge(files.get(step.name), step.content));
  }
  for (const name of ["server.mjs", "target.json"]) {
    if (isWriting) writeFileSync(join(ROOT, "examples/server", name), files.get(name) ?? "");
    expect(files.get(name)).toBe(read(`examples/server/${name}`));
  }
});

test.each(RUN_ELSEWHERE)("the command %s is run by %s", (_command, file, text) => {
  expect(read(file)).toContain(text);
});

test("scripts of npm that the pages name exist", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
  const named = PAGES.flatMap((page) => groupsIn(read(page), /`npm run ([\w:]+)/g));
  expect(named.filter((name) => !(name in scripts))).toStrictEqual([]);
});

test("no command is in a block without a shell, where it would not be run", () => {
  const blocks = PAGES.flatMap((page) =>
    [...read(page).matchAll(/^ *```(?:text)?\n([^]*?)^ *```/gm)].map(([, body = ""]) => `${page}: ${body}`),
  );
  expect(blocks.filter((block) => /^(?:\S+: )?(?:\$ )?(?:npm|npx|node) /m.test(block))).toStrictEqual([]);
});
