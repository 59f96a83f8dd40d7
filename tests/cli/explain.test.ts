import { existsSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { explainAll, type Explanation } from "../../cli/explain/explanation.ts";
import { explanationText } from "../../cli/explain/text.ts";
import { nearest } from "../../engine/target/nearest.ts";
import { newAjv } from "../../engine/schema/validator.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { command } from "./io.ts";

let all: readonly Explanation[];

beforeAll(async () => {
  const catalogue = await loadCatalogue();
  all = await explainAll(catalogue.clauses, catalogue);
}, 60_000);

function ids(wrong: (explanation: Explanation) => boolean): readonly string[] {
  return all.filter(wrong).map(({ id }) => id);
}

test("every clause tells what is sent, to a host that stands for the user's", () => {
  const hosts = /^curl .*'https:\/\/(?:status|ledger|verify)\.example\.test\/.*'$/;
  expect(ids(({ requests }) => requests.length === 0)).toStrictEqual([]);
  expect(ids(({ requests }) => requests.some((request) => !hosts.test(request)))).toStrictEqual([]);
});

test("every clause that asks or watches shows an answer that it accepts, and one that it refuses", () => {
  const bare = ids(({ kind, examples }) => {
    const { accepted, refused } = examples ?? {};
    const shown = [accepted, refused].every((example) => (example?.answers.length ?? 0) > 0);
    return kind !== "table" && !(shown && refused?.finding !== undefined);
  });
  expect(bare).toStrictEqual([]);
});

test("every row of a table shows its place, its schema, and values of both kinds", () => {
  const wrong = ids(({ kind, row }) => {
    if (kind !== "table") {
      return row !== undefined;
    }
    const validate = newAjv().compile(row?.schema ?? false);
    const right = row?.accepted.every((value) => validate(JSON.parse(value))) ?? false;
    return !right || row?.pointers.length === 0 || (row?.refused.length ?? 0) < 1;
  });
  expect(wrong).toStrictEqual([]);
});

test("the texts keep their lines short, tell every reading by its title, and name no address of this machine", () => {
  const texts = all.map((explanation) => explanationText(explanation));
  expect(texts.filter((text) => text.includes("127.0.0.1"))).toStrictEqual([]);
  expect(texts.flatMap((text) => text.split("\n")).filter((line) => line.length > 520)).toStrictEqual([]);
  expect(ids(({ readAs }) => readAs.some(({ title }) => title === ""))).toStrictEqual([]);
});

test("every clause tells the file that declares it", () => {
  expect(ids(({ file }) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toStrictEqual([]);
});

test("one clause is explained whole", async () => {
  const { code, out } = await command(["clauses", "4.6-time-refused"]);
  const cases = all.find(({ id }) => id === "4.6-time-refused")?.cases;
  expect(code).toBe(0);
  for (const part of [
    "statement  a malformed time is answered with the invalid-parameter body",
    "section    4.6 Asking for a topic message",
    "file       specs/ledger/topic-message.clauses.ts",
    "reading    8 ",
    "left open  7.7",
    "requests   curl -i 'https://ledger.example.test/api/v1/topics/messages/1700000000.000000001z'",
    `for the first of ${cases} cases: a letter behind`,
    "others: text: abc; ",
    "accepted   GET /api/v1/topics/messages/1700000000.000000001 → 400 {",
    "refused    answered with success",
    "finding: a malformed request is answered with success",
    "ledger-conformance run --only 4.6-time-refused",
  ]) {
    expect(out).toContain(part);
  }
});

test("a row of a table is explained with values", async () => {
  const { out } = await command(["clauses", "2.3-decimals"]);
  expect(out).toMatch(/field +\/tokens\/\*\/decimals\n/);
  expect(out).toMatch(/accepted +7\n +refused +absent\n +"7" \(another type\)\n/);
});

test("as JSON the explanation is data, and the list has every clause with it", async () => {
  const one: Explanation = JSON.parse((await command(["clauses", "4.4-order-sorted", "--json"])).out);
  expect(one).toMatchObject({ id: "4.4-order-sorted", kind: "asking", section: "4.4", endpoint: "tokens" });
  expect(one.requests.length).toBeGreaterThan(1);
  const { clauses }: { clauses: readonly Explanation[] } = JSON.parse(
    (await command(["clauses", "4.4", "--json"])).out,
  );
  expect(clauses.find(({ id }) => id === one.id)).toStrictEqual(one);
});

test.each([
  [["clauses", "4.4-tokenid-gte"], "4.4-token-id-gte"],
  [["clauses", "tokns"], "tokens"],
  [["run", "--only", "4.4-name"], "4.4-name-refused"],
  [["run", "--fault", "tokens-link-missing"], "tokens-links-missing"],
  [["mock", "--variant", "absolute-link"], "absolute-links"],
])("%j is not known, and the nearest names are given", async (argv, meant) => {
  const { code, err, out } = await command(argv);
  expect([code, out]).toStrictEqual([2, ""]);
  expect(err).toMatch(new RegExp(`did you mean [^?]*${meant}`));
});

test("words that are far from all others have no neighbours", () => {
  expect(nearest("zzzzzzzzzzzz", ["tokens", "4.4-order-sorted"])).toStrictEqual([]);
  expect(nearest("4.4-order", ["4.4-order-refused", "4.4-order-sorted", "2.3-name"])[0]).toMatch(
    /^4\.4-order/,
  );
});
