// What the contract does not specify, clauses that are consequences of others, and the numbers of lines
import { expect, test } from "vitest";
import { requestTo, type Expectation } from "../../engine/model/exchange.ts";
import { type ApiResponse, isInconclusive } from "../../engine/model/exchange.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { createObservations } from "../../engine/passive/unspecified.ts";
import { responseOf, errorBodyOf } from "../../specs/examples/responses.ts";
import { clausesIn, dataDependencies } from "../../engine/clauses/dependencies.ts";
import { namesIn, DEFAULT_NAMES, readRequest } from "../../engine/clauses/read-request.ts";
import { isObject } from "../../engine/message/classify.ts";
import type { FieldRow } from "../../engine/schema/fields.ts";
import { responsesIn } from "./example-responses.ts";
import * as tablesOfIds from "../../specs/depends-on.ts";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { unspecified } = await loadCatalogue();

function observed(id: string, ...responses: readonly ApiResponse[]): readonly string[] {
  const observations = createObservations(unspecified, () => "curl -i");
  responses.forEach((response) => observations.observe(response));
  const entry = observations.entries(() => true).find((one) => one.id === id);
  return entry?.observed.map(({ value, count }) => `${value} (${count}×)`) ?? [];
}

const tokenRows = ["0.0.2", "0.0.1"].map((id) => ({ token_id: id }));
const page = (next: unknown, more: object = {}): ApiResponse =>
  responseOf("tokens", 200, { tokens: tokenRows, links: { next }, ...more });

const error = (status: number, body = {}): ApiResponse => responseOf("tokens", status, body);

const sending = (
  response: ApiResponse,
  expects: Expectation,
  query: readonly (readonly [string, string])[],
): ApiResponse => ({ ...response, request: requestTo("tokens", { query, expects }) });

test.each<readonly [id: string, response: ApiResponse, observation: string]>([
  ["2-extra-members", page(null, { total: 2 }), 'tokens "total"'],
  ["2.1-timestamp-decimals", page(null, { timestamp: "1.5" }), "1 decimal"],
  ["4-media-type", { ...page(null), headers: { "content-type": "text/plain" } }, "text/plain"],
  ["4.1-form-of-next", page("/api/v1/tokens?x=1"), "an absolute path"],
  ["4.1-form-of-next", page("//h.test/x"), "an absolute URL"],
  ["4-parameter-names", sending(page(null), "success", [["public.key", "a"]]), '"public.key": status 200'],
  ["7.7-error-status-codes", sending(error(422), "refusal", []), "malformed request: status 422"],
  ["7.7-error-under-200", responseOf("tokens", 200, errorBodyOf("")), "an error with status 200"],
  ["7.8-error-bodies", sending(error(404, { detail: 1 }), "missing", []), 'missing record: "detail"'],
  ["8-default-page-size", page("?x=1"), "2 rows"],
  ["8-limit-above-100", sending(page(null), "open", [["limit", "101"]]), "status 200, 2 rows"],
])("%s is observed", (id, response, observation) => {
  expect(observed(id, response)).toContain(`tokens: ${observation} (1×)`);
});

// If a member is absent in every record, a clause that has no case without it is a consequence of the clause on that member.

const catalogue = await loadCatalogue();
const { passive, tables } = catalogue;

/** Every way to remove a member from all records of a body, with the id of the clause on that member. */
function withoutEach(value: unknown, rows: readonly FieldRow[]): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) {
    const ids = [...new Set(value.flatMap((one) => withoutEach(one, rows).map(([id]) => id)))];
    return ids.map((id) => [id, value.map((one: unknown) => new Map(withoutEach(one, rows)).get(id) ?? one)]);
  }
  if (!isObject(value)) return [];
  return rows
    .filter(({ name }) => Object.hasOwn(value, name))
    .flatMap(({ id, name, record }) => {
      const { [name]: member, ...others } = value;
      const inside = withoutEach(member, record ?? []);
      return [
        [id, others] as const,
        ...inside.map(([inner, left]) => [inner, { ...value, [name]: left }] as const),
      ];
    });
}

const cases = passive.flatMap(({ id, endpoint, check, passes: accepts, ...clause }) => {
  const rows = tables.find(({ body }) => body.endpoint === endpoint)?.body.root ?? [];
  const responses = accepts.flatMap(({ content: made }) => responsesIn(made));
  const inconclusive = responses.flatMap((response) =>
    withoutEach(response.body.value, rows).flatMap(([field, value]) => {
      const incomplete = { ...response, body: { text: JSON.stringify(value), value } };
      const read = readRequest(response.request, namesIn(DEFAULT_NAMES));
      return isInconclusive(check(incomplete, read, response)) ? [field] : [];
    }),
  );
  const dependencies = dataDependencies({ endpoint, ...clause }).flatMap((one) => clausesIn(one, catalogue));
  return [...new Set(inconclusive)].map((field) => ({ id, field, dependencies }));
});

test.each(cases)("$id depends on $field, without which it has no case", ({ field, dependencies }) => {
  expect(dependencies).toContain(field);
});

const textsIn = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];

test("every id of the tables, and of a clause that depends on others, is the id of a clause", () => {
  const ids = new Set(catalogue.clauses.map(({ id }) => id));
  const own = [...catalogue.sending, ...passive].map((clause) => clause.dependsOn ?? []);
  expect(textsIn([Object.values(tablesOfIds), own]).filter((id) => !ids.has(id))).toEqual([]);
});

const TOOL = join(import.meta.dirname, "..", "..", "tools", "renumber.mjs");
const CLAUSE = `/** The limit is an integer (§4.4, lines 2 and 4; §8, line
 * 6). */
const clause = { contract: isTokens ? [2, 4] : [4, ...sortedLines(list)[1]], interpretations: [2, 4], limit: 4 };
const SORTED_LINES = { tokens: [6] };
`;

/** Renumbers the clause above after a change of the document, whose lines are letters. */
function renumber(before: string, after: string) {
  const root = mkdtempSync(join(tmpdir(), "renumber-"));
  ["specs", "schemas", "tests/specs"].forEach((folder) => mkdirSync(join(root, folder), { recursive: true }));
  const files = {
    "specs/a.clauses.ts": CLAUSE,
    "schemas/revision.ts": `document: "${"0".repeat(64)}"`,
    old: before.replaceAll(/./g, "$&\n"),
    new: after.replaceAll(/./g, "$&\n"),
  };
  Object.entries(files).forEach(([name, text]) => writeFileSync(join(root, name), text));
  const seen = spawnSync(process.execPath, [TOOL, "old", "new"], { cwd: root, encoding: "utf8" });
  return { ...seen, read: (name: keyof typeof files) => readFileSync(join(root, name), "utf8") };
}

test("line numbers move with the lines of the contract; clauses on changed and removed lines are printed", () => {
  const moved = renumber("abcdef", "xabcydef");
  const numbers = [
    ["lines 2 and 4; §8, line\n * 6", "lines 3 and 6; §8, line\n * 8"],
    ["[2, 4] : [4, ", "[3, 6] : [6, "],
    ["tokens: [6]", "tokens: [8]"],
  ] as const;
  const expected = numbers.reduce((text, [from, to]) => text.replace(from, to), CLAUSE);
  expect([moved.status, moved.read("specs/a.clauses.ts")]).toStrictEqual([0, expected]);
  expect(moved.read("schemas/revision.ts")).not.toContain("0".repeat(64));
  const { status, stdout, read } = renumber("abcdef", "aXcef");
  expect(stdout).toContain("specs/a.clauses.ts:3  line 2 changed, now line 2");
  expect(stdout).toContain("specs/a.clauses.ts:3  line 4 was removed");
  expect(read("specs/a.clauses.ts")).toContain("tokens: [5]");
  expect(status).toBe(1);
});
