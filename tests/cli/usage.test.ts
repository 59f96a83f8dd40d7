import { expect, test } from "vitest";
import { command } from "./io.ts";

test.each([
  ["no command", [], /no command is given/],
  ["an unknown command", ["judge"], /unknown command 'judge'/],
  ["the help of an unknown command", ["bogus", "--help"], /unknown command 'bogus': there are run, mock, /],
  ["a misspelt command", ["valdate", "x.har"], /unknown command 'valdate': did you mean validate\?/],
  [
    "an unknown endpoint",
    ["validate", "x.har", "--endpoint", "fees"],
    /There is no endpoint "fees"\. They are statusSummary, /,
  ],
  [
    "a misspelt endpoint",
    ["validate", "x.har", "--endpoint", "tokns"],
    /There is no endpoint "tokns": did you mean tokens\? They are /,
  ],
  ["an unknown option", ["run", "--bogus"], /unknown option '--bogus'/],
  ["a misspelt option", ["run", "--leve", "smoke"], /unknown option '--leve'.*--level/],
  ["an unknown level", ["run", "--level", "deep"], /--level.*smoke, standard, thorough/],
  ["a seed that is no number", ["run", "--seed", "x"], /--seed.*integer/],
  ["a negative seed", ["run", "--seed", "-1"], /--seed.*integer/],
  ["an option without its value", ["run", "--out"], /--out/],
  ["no concurrency", ["run", "--concurrency", "0"], /--concurrency.*from 1 to/],
  ["no rate", ["run", "--rps", "0"], /--rps.*above 0/],
  ["an argument too many", ["run", "https://example.test"], /too many arguments/],
  ["a URL without scheme", ["run", "--base-url", "ledger.example.test"], /--base-url .* has no scheme/],
  ["a port without scheme", ["run", "--base-url", "localhost:8080"], /--base-url .* has no scheme/],
  ["another scheme", ["run", "--status-url", "ftp://x.test"], /--status-url .* not an http or https URL/],
  [
    "a URL with credentials",
    ["run", "--base-url", "https://a:secret@x.test"],
    /--base-url holds credentials/,
  ],
  ["a URL with a query", ["run", "--base-url", "https://x.test/?a=1"], /--base-url .* query or a fragment/],
  ["no such target file", ["run", "--target", "/no/such.json"], /\/no\/such\.json: .* no such file/],
  ["a folder as target file", ["run", "--target", "/"], /\/: .* it is a folder/],
  ["no such known file", ["run", "--list", "--known", "/no/such.json"], /\/no\/such\.json: .* no such file/],
  ["an unknown fault", ["run", "--fault", "nothing"], /no fault is named "nothing"/],
  ["an unknown variant", ["mock", "--variant", "nothing"], /no variant is named "nothing"/],
  [
    "a fault of a foreign target",
    ["run", "--fault", "x", "--base-url", "http://x.test"],
    /embedded reference/,
  ],
  ["a selector that selects nothing", ["run", "--only", "nothing"], /--only nothing selects nothing/],
  ["a skip that skips nothing", ["run", "--skip", "11.3"], /--skip 11\.3 selects nothing/],
  ["nothing left", ["run", "--only", "tokens", "--skip", "tokens"], /no clause is left/],
  ["an unknown clause", ["clauses", "9.9-nothing"], /no clause, section or endpoint "9\.9-nothing"/],
  ["a replay that is watched", ["run", "--replay", "2.2-page", "--watch"], /--replay.*--watch/],
  ["a replay of a share", ["run", "--replay", "2.2-page", "--shard", "1/2"], /--replay.*--shard/],
  ["a list and a plan", ["run", "--list", "--dry-run"], /--dry-run.*--list/],
  ["two lists", ["mock", "--list-faults", "--list-variants"], /--list-faults.*--list-variants/],
  ["a list of one fault", ["mock", "--list-faults", "--fault", "x"], /--list-faults.*--fault/],
  ["schemas without a folder", ["schemas"], /--out/],
  ["a report of nothing", ["report", "/no/such/folder"], /no result in this folder/],
])("%s: exit code 2 and one line", async (_, argv, reason) => {
  const { code, err } = await command(argv);
  expect(code).toBe(2);
  expect(err).toMatch(reason);
  expect(err).toMatch(/^ledger-conformance: [^\n]+\n$/);
  expect(err).not.toMatch(/secret|\s{4}at |\.[jt]s:\d/);
});

test.each([[["--help"]], [["run", "--help"]], [["--version"]]])("%j: exit code 0", async (argv) => {
  const { code, out, err } = await command(argv);
  expect(code).toBe(0);
  expect(out).not.toBe("");
  expect(err).toBe("");
});

test("the help has groups, and tells no defaults that are nothing", async () => {
  const { out } = await command(["run", "--help"]);
  expect(out.match(/^[A-Z].*:$/gm)?.slice(0, 3)).toStrictEqual(["Target:", "Result:", "What is judged:"]);
  expect(out).toContain('(default: "reports/out")');
  expect(out).not.toMatch(/default: (?:false|\[\])/);
});

test("the help of run names the environment variables", async () => {
  const { out } = await command(["run", "--help"]);
  for (const name of ["CONFORMANCE_TARGET", "STATUS_URL", "BASE_URL", "VERIFY_URL"]) {
    expect(out).toContain(`[env: ${name}]`);
  }
});
