import { faults } from "../../reference/faults.ts";
import { LIST_EFFECTS } from "../../reference/faults/lists/effects.ts";
import { namedFaults } from "../../reference/faults/notation.ts";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { clause, OUTCOMES, violationSchema } from "../../engine/model/clause-results.ts";
import { knownSchema } from "../../engine/model/known-deviation.ts";
import { resultsSchema } from "../../engine/model/results.ts";
import { checkProfile, clauseIdsOf } from "../../engine/target/files/profile.ts";
import { checkTarget } from "../../engine/target/files/target-file.ts";
import { newAjv } from "../../engine/schema/validator.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { DEFAULT_LIMITS } from "../../engine/model/settings.ts";
import { CODES } from "../../engine/model/reason.ts";
import { groupsIn, PAGES, ROOT } from "./pages.ts";
import { command } from "../cli/io.ts";

const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");

function examples(name: string): readonly unknown[] {
  return [...read(name).matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, text = ""]): unknown =>
    JSON.parse(text),
  );
}

test.each(PAGES)("the links of %s exist", (name) => {
  const targets = groupsIn(read(name), /\]\(([^)]+)\)/g);
  const inside = targets.filter((target) => !target.startsWith("http"));
  expect(inside.filter((target) => !leadsSomewhere(name, target))).toStrictEqual([]);
});

function leadsSomewhere(name: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? name : join(dirname(name), file);
  return existsSync(join(ROOT, path)) && (anchor === undefined || anchors(read(path)).includes(anchor));
}

function anchors(text: string): readonly string[] {
  const explicit = groupsIn(text, /<a id="([^"]+)">/g);
  const titles = groupsIn(text.toLowerCase(), /^#+ (.*)$/gm);
  return [...explicit, ...titles.map((title) => title.replace(/[^\w\- ]/g, "").replaceAll(" ", "-"))];
}

test("the examples of a target file, of known deviations and of a profile are valid", async () => {
  const targets = ["docs/target-file.md", "docs/getting-started.md"].flatMap((name) =>
    examples(name).map((content) => checkTarget(content, name, { LEDGER_TOKEN: "x" }).file),
  );
  expect(targets).toHaveLength(2);
  const catalogue = await loadCatalogue();
  const [known] = examples("docs/known-deviations.md");
  expect(newAjv().validate(knownSchema, known)).toBe(true);
  const ids = new Set(catalogue.clauses.map(({ id }) => id));
  expect(groupsIn(JSON.stringify(known), /"clause":"([^"]+)"/g).every((id) => ids.has(id))).toBe(true);
  const [profile] = examples("docs/profiles.md");
  expect(checkProfile(profile, "docs/profiles.md", clauseIdsOf(catalogue)).recipes).toHaveLength(1);
});

test("interpretations are numbered consecutively, and every cited one exists", async () => {
  const numbers = [...read("docs/interpretations.md").matchAll(/^<a id="(\d+)"><\/a>\n\n### (\d+)\. /gm)];
  expect(numbers.map(([, id, title]) => [id, title])).toStrictEqual(
    numbers.map((_, index) => [String(index + 1), String(index + 1)]),
  );
  const cited = (await loadCatalogue()).clauses.flatMap(({ interpretations = [] }) => interpretations);
  expect(Math.max(...cited)).toBeLessThanOrEqual(numbers.length);
});

test("the README names every command and links every page", async () => {
  const readme = read("README.md");
  const commands = groupsIn((await command(["--help"])).out, /^ {2}([a-z]+) [[<]/gm);
  expect(commands.length).toBeGreaterThan(4);
  expect(commands.filter((name) => !readme.includes(`| \`${name}`))).toStrictEqual([]);
  const pages = PAGES.filter((name) => name.startsWith("docs/"));
  expect(pages.filter((name) => !readme.includes(`](${name})`))).toStrictEqual([]);
});

test("CONTRIBUTING has at most 900 words and the reason of every dependency, which is pinned exactly", () => {
  expect(read("CONTRIBUTING.md").match(/\S*\w\S*/g)?.length).toBeLessThanOrEqual(900);
  const { dependencies, devDependencies }: Readonly<Record<string, Readonly<Record<string, string>>>> =
    JSON.parse(read("package.json"));
  const all = { ...dependencies, ...devDependencies };
  const named = groupsIn(read("CONTRIBUTING.md"), /`([@a-z][\w@/.-]*)`/g);
  const unnamed = Object.keys(all).filter((name) => !named.includes(name) && !name.startsWith("@types/"));
  const loose = Object.values(all).filter((version) => !/^(?:npm:typescript@)?\d+\.\d+\.\d+$/.test(version));
  expect([unnamed, loose]).toStrictEqual([[], []]);
});

test("the limits in the documentation are those of the suite", () => {
  const text = read("docs/security.md");
  const { requestMs, runMs, responseBytes, retries, retryAfterMs } = DEFAULT_LIMITS;
  expect(text).toContain(`${requestMs / 1_000} s, to the last byte`);
  expect(text).toContain(`${runMs / 60_000} min`);
  expect(text).toContain(`${responseBytes / 1_048_576} MiB`);
  expect(text).toMatch(new RegExp(`retries of a request +\\| ${retries};`));
  expect(text).toMatch(new RegExp(`longest wait for a \`Retry-After\` +\\| ${retryAfterMs / 1_000} s`));
});

/** The texts in the first column of the table that follows a heading. */
function firstColumn(page: string, heading: string): readonly string[] {
  const [, section = ""] = read(page).split(`${heading}\n`);
  const [table = ""] = section.split(/\n#/);
  return [...table.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, cell = ""]) => groupsIn(cell, /`([^`]+)`/g));
}

test("docs/results.md names members, outcomes, verdicts, codes and remedies of the schema of results.json", () => {
  const { properties } = resultsSchema;
  const page = "docs/results.md";
  const members = firstColumn(page, "## Members of `results.json`");
  expect(members.length).toBeGreaterThan(8);
  expect(members.filter((name) => !Object.hasOwn(properties, name))).toStrictEqual([]);
  expect(firstColumn(page, "### Codes")).toStrictEqual(Object.keys(CODES));
  const { enum: kinds } = clause.properties.remedy.properties.kind;
  for (const [heading, names] of [
    ["## Outcomes", OUTCOMES],
    ["## Verdict and exit code", properties.verdict.enum],
    ["### Remedies", kinds],
  ] as const) {
    expect(firstColumn(page, heading).toSorted()).toStrictEqual(names?.toSorted());
  }
  const [, section = ""] = read(page).split("## Violations\n");
  const named = groupsIn(section.split("\n## ")[0] ?? "", /^- `(\w+)`/gm);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !Object.hasOwn(violationSchema.properties, name))).toStrictEqual([]);
  expect(read(page)).toContain(`\`formatVersion\` is ${String(properties.formatVersion["const"])}`);
});

test("the example clause of CONTRIBUTING uses what its namespaces export", async () => {
  const [, clauseFile = ""] = /```ts\n([^]*?)```/.exec(read("CONTRIBUTING.md")) ?? [];
  const imports = [...clauseFile.matchAll(/^import \* as (\w+) from "(.*)";$/gm)];
  expect(imports).toHaveLength(2);
  for (const [, namespace = "", path = ""] of imports) {
    const exported: unknown = await import(join(ROOT, "specs", path));
    const names = groupsIn(clauseFile, new RegExp(`[^./]\\b${namespace}\\.(\\w+)`, "g"));
    expect(names).not.toStrictEqual([]);
    expect(Object.keys(Object(exported))).toStrictEqual(expect.arrayContaining([...names]));
  }
});

test("the example fault of CONTRIBUTING can be added to a table that its file has", () => {
  const [, table = "", file = "", id = "", name = ""] =
    /table `(\w+)` of\s+`([\w/.-]+)`.*?```ts\n"([\w.-]+)": "([\w-]+)",\n```/s.exec(read("CONTRIBUTING.md")) ??
    [];
  const added = namedFaults([[["networkFees"], { [id]: name }]], LIST_EFFECTS);
  expect(added).toMatchObject([{ name: `fees-${name}`, clause: "4.5-ascending-order" }]);
  expect(faults[`fees-${name}`]).toBeUndefined();
  expect(read(file)).toContain(`const ${table}: FaultNames`);
});

test.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("the files and folders that %s names exist", (page) => {
  const code = groupsIn(read(page), /`([^`\n]+)`/g);
  const folders = "cli|docs|engine|examples|generators|lib|profiles|reference|reports|schemas|specs|tests";
  const paths = code.filter((name) => new RegExp(`^(?:${folders})/[\\w./-]*$`).test(name));
  const isTest = (name: string): boolean => existsSync(join(ROOT, `${name}.test.ts`));
  expect(paths.length).toBeGreaterThan(6);
  expect(paths.filter((name) => !existsSync(join(ROOT, name)) && !isTest(name))).toStrictEqual(
    page === "CONTRIBUTING.md" ? ["specs/4.5-ascending-order.clauses.ts"] : [],
  );
});
