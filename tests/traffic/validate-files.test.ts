import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { FEES, MESSAGE } from "./bodies.ts";
import { startStatuspage } from "../real/statuspage.ts";
import { openBench } from "./validating.ts";
const { file, folder, ofHar, remove, validate } = openBench();

afterAll(remove);

describe("bodies alone are judged", () => {
  test("as those of the endpoint that is named, without rules on what was not kept", async () => {
    const body = file("fees.json", { ...FEES, timestamp: null });
    const seen = await validate(body, "--endpoint", "networkFees");
    expect(seen.code).toBe(1);
    expect(seen.clause("2.5-timestamp")?.violations[0]).toMatchObject({
      curl: `cat '${body}'`,
      actual: "null",
    });
    expect(seen.clause("4.5-json-body")?.outcome).toBe("pass");
    expect(seen.clause("4.5-media-type")?.outcome).toBe("notExercised");
    expect(seen.clause("4.5-success-status")?.outcome).toBe("notExercised");
  });

  test("by patterns, a folder in one command; other names are left out only where that is said", async () => {
    const dir = join(folder, "bodies", "inner");
    mkdirSync(dir, { recursive: true });
    file("bodies/fees--a.json", FEES);
    file("bodies/inner/fees--b.json", { ...FEES, fees: null });
    file("bodies/inner/message--c.json", MESSAGE);
    file("bodies/notes.md", "not looked at");
    file("bodies/error--d.json", { error: "x" });
    const options = [
      "--endpoint",
      "networkFees=fees--*.json",
      "--endpoint",
      "topicMessage=**/inner/message--?.json",
    ];
    const unnamed = await validate(join(folder, "bodies"), ...options);
    expect(unnamed.code).toBe(2);
    expect(unnamed.err).toMatch(
      /error--d\.json: is neither a HAR file nor a recording .* --endpoint NAME=GLOB/,
    );
    const seen = await validate(join(folder, "bodies"), ...options, "--ignore", "error--*");
    expect(seen.code).toBe(1);
    expect(
      seen
        .result()
        .files?.map(({ file: path, departures }) => [path.slice(folder.length + 1), departures.length]),
    ).toStrictEqual([
      ["bodies/fees--a.json", 0],
      ["bodies/inner/fees--b.json", 1],
      ["bodies/inner/message--c.json", 0],
    ]);
  });

  test("integers beyond 2^53 are compared as they were written, in bodies and in lines of exchanges", async () => {
    const body = '{"hash":"0x1","result":"SUCCESS","amount":9223372036854775808}';
    const line = `{"method":"GET","url":"/api/v1/contracts/results/0.0.1-1-1","status":200,"headers":{},"body":${body}}`;
    const files = [file("exact.json", body), file("exact.jsonl", `${line}\n${line.replace("808", "807")}\n`)];
    const seen = await validate(...files, "--endpoint", "contractResult=exact.json");
    expect(seen.clause("2.7-amount")?.violations).toMatchObject([
      { actual: "9223372036854775808", occurrences: 2 },
    ]);
  });
});

test("a pattern with a slash is relative to the given folder, or as the path was typed", async () => {
  mkdirSync(join(folder, "recs", "network"), { recursive: true });
  file("recs/network/a.json", FEES);
  file("recs/network/left.json", MESSAGE);
  const given = join(folder, "recs");
  const mapped = [
    `networkFees=network/*.json`,
    `networkFees=${given}/network/*.json`,
    `networkFees=./network/*`,
  ];
  for (const mapping of mapped) {
    const seen = await validate(given, "--endpoint", mapping, "--ignore", "network/left*");
    expect(seen.result().files).toMatchObject([{ file: join(given, "network/a.json"), judged: 1 }]);
  }
});

test("a profile covers its known deviations in files too", async () => {
  const page = await startStatuspage();
  const answer = await fetch(`${page.url}/api/v2/summary.json`);
  const body = file("summary.json", await answer.text().finally(() => page.close()));
  const plain = await validate(body, "--endpoint", "statusSummary");
  expect([plain.code, plain.clause("2.2-components")?.outcome]).toStrictEqual([1, "fail"]);
  const covered = await validate(body, "--endpoint", "statusSummary", "--profile", "statuspage");
  expect([covered.code, covered.clause("2.2-components")?.outcome]).toStrictEqual([0, "known"]);
  expect(covered.result().profiles).toMatchObject([{ name: "statuspage" }]);
});

test("page, summary and terminal say that files were judged offline, and which", async () => {
  const names = ["one", "two", "three", "four"];
  const files = names.map((name) => file(`told-${name}.json`, { ...FEES, timestamp: null }));
  const seen = await validate(...files, "--endpoint", "networkFees", "--strict");
  const said = `4 files: ${files.slice(0, 3).join(", ")} and 1 more`;
  const lines = seen.out.trimEnd().split("\n");
  expect(lines.at(-1)).toMatch(/ {3}4 recorded answers judged offline in [\d.]+ /);
  expect(lines).toContain(`  Offline  recorded answers of ${said}`);
  const page = readFileSync(join(seen.folder, "index.html"), "utf8").split("</header>")[0] ?? "";
  expect(page).toContain("recorded, and judged offline: nothing was sent");
  expect(page).toContain(said);
  expect(page).toMatch(/<dt>Looked at<\/dt>\s*<dd>4 answers<\/dd>/);
  const summary = readFileSync(join(seen.folder, "summary.md"), "utf8");
  expect(summary.replaceAll("\\", "")).toContain(
    `Recorded answers of ${said}. They were judged offline: nothing was sent.`,
  );
  expect(summary).toContain("4 recorded answers judged offline in ");
  const junit = readFileSync(join(seen.folder, "junit.xml"), "utf8");
  expect(`${page}${summary}${junit}${seen.out}`).not.toMatch(/\bseed\b|\blevel\b|\brequests\b/i);
});

describe("a file that cannot be judged ends with exit code 2, its name and the place", () => {
  test.each<[string, unknown, string]>([
    ["text", "hello", "is not JSON"],
    ["another document", { openapi: "3.1.0" }, "is neither a HAR file nor a recording"],
    [
      "an entry without a request",
      { log: { entries: [{ response: {} }] } },
      "log.entries[0]: request is not an object",
    ],
    [
      "a url that is a number",
      { log: { entries: [{ request: { method: "GET", url: 5 }, response: {} }] } },
      "log.entries[0]: request.url is not text",
    ],
    ["a broken line", '{"method":"GET","url":"/","status":200}\n{oops\n', "line 2 is not JSON"],
    ["another line", '{"method":"GET","url":"/","status":200}\n{"a":1}\n', "line 2 is no exchange"],
    ["deep nesting", `${'{"log":'.repeat(5)}${"[".repeat(400_000)}`, "nested deeper than 100 levels"],
  ])("%s", async (name, content, reason) => {
    const path = file(`${name.replaceAll(" ", "-")}.json`, content);
    const { code, err } = await validate(path);
    expect(code).toBe(2);
    expect(err).toContain(path);
    expect(err).toContain(reason);
  });

  test("a file that is too large, before it is read", async () => {
    const path = file("large.har", `{"log":{"entries":[${" ".repeat(5_000)}]}}`);
    const { code, err } = await validate(path, "--max-file-bytes", "2048");
    expect([code, err]).toStrictEqual([
      2,
      expect.stringContaining("2048 bytes are read at most; --max-file-bytes takes more"),
    ]);
  });

  test("nothing that could be judged", async () => {
    const { code, err } = await ofHar([{ url: "https://elsewhere.example.test/", body: {} }]);
    expect([code, err]).toStrictEqual([2, expect.stringContaining("no clause was judged")]);
  });

  test.each([
    [["--endpoint", "contractresult"], "did you mean contractResult"],
    [["--endpoint", "contract=nowhere*"], 'no file fits the pattern "nowhere*"'],
    [["--path", "verify"], "a path that begins with a slash"],
  ])("bad usage: %s", async (argv, reason) => {
    const { code, err } = await validate(file("fine.json", FEES), ...argv);
    expect([code, err]).toStrictEqual([2, expect.stringContaining(reason)]);
  });
});
