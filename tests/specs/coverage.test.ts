// §1 to §9: every line of the document is judged by clauses that exist, or is an open matter
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readBody } from "../../engine/message/body.ts";
import { call } from "../../engine/model/call.ts";
import type { Expectation, Reply } from "../../engine/model/exchange.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { operations } from "../../schemas/operations.ts";
import { compare, main } from "../../scripts/outline.ts";
import { coverage, outline } from "../../specs/coverage.ts";
import { coverageList } from "../../specs/coverage/list.ts";
import { countsOf, differences, fingerprintOf, linesOf } from "../../specs/coverage/outline.ts";
import { lineName, linesIn, type Place } from "../../specs/coverage/place.ts";
import * as errors from "../../specs/open/errors.clauses.ts";
import * as records from "../../specs/open/records.clauses.ts";
import * as requests from "../../specs/open/requests.clauses.ts";
import * as services from "../../specs/open/services.clauses.ts";
import * as states from "../../specs/open/states.clauses.ts";
import * as writing from "../../specs/open/writing.clauses.ts";
import { SUCCESS } from "../../specs/fixtures/answers.ts";

const catalogue = await loadCatalogue();
const judging = new Set(coverage.flatMap(({ clauses = [] }) => clauses).map(String));
const opening = new Set(coverage.flatMap(({ open = [] }) => open).map(String));

/** Those of the first that the second lacks. */
function without(ids: Iterable<string>, known: Iterable<string>): readonly string[] {
  const set = new Set(known);
  return [...ids].filter((id) => !set.has(id));
}

describe("the coverage list", () => {
  test("names only clauses of the catalogue", () => {
    expect(
      without(
        judging,
        catalogue.clauses.map(({ id }) => id),
      ),
    ).toEqual([]);
  });

  test("names only open matters of the catalogue", () => {
    expect(
      without(
        opening,
        catalogue.open.map(({ id }) => id),
      ),
    ).toEqual([]);
  });

  test("names every clause: a new one goes to the place that it judges, in specs/coverage/", () => {
    expect(
      without(
        catalogue.clauses.map(({ id }) => id),
        judging,
      ),
    ).toEqual([]);
  });

  test("names every open matter", () => {
    expect(
      without(
        catalogue.open.map(({ id }) => id),
        opening,
      ),
    ).toEqual([]);
  });

  test("has a clause or an open matter for every place", () => {
    const empty = coverage.filter(({ clauses = [], open = [] }) => clauses.length + open.length === 0);
    expect(empty).toEqual([]);
  });

  test("names every place once, and no id twice in one place", () => {
    const names = coverage.map(({ place }) => place);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const ids = coverage.flatMap(({ place, clauses = [], open = [] }) =>
      [...clauses, ...open].map((id) => `${place}: ${id}`),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("gives every line one fingerprint", () => {
    const names = linesIn(coverage).map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(coverage.filter(({ fingerprint }) => !/^[0-9a-f]{12}$/.test(fingerprint))).toEqual([]);
  });

  test.each(outline)("has as many lines of §%s as the document, its rows, its items", (section, counts) => {
    const own = linesIn(coverage).filter((line) => line.section === section);
    const of = (kind: string) => own.filter(({ name }) => name.startsWith(`${section} ${kind} `)).length;
    expect(own).toHaveLength(counts.bullet + counts.item + counts.row + counts.prose);
    expect([of("row"), of("item")]).toEqual([counts.row, counts.item]);
  });

  test("has places in every part, and in no other section than those of the outline", () => {
    const sections = new Set(coverage.map((place) => lineName(place).split(" ")[0] ?? ""));
    expect([...sections]).toEqual(outline.map(([section]) => section));
    const parts = new Set([...sections].map((section) => Number.parseInt(section, 10)));
    expect([...parts]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("is the list in docs/coverage.md", () => {
    const page = readFileSync(new URL("../../docs/coverage.md", import.meta.url), "utf8");
    expect(page.split(/\s+/)).toEqual(coverageList(linesIn(coverage), coverage).split(/\s+/));
  });
});

const DOCUMENT = `# A made-up document

Words before the first part.

## 1. Tea

- Leaves: dried.

### 1.1 Cups

| Cup | Size |
|---|---|
| small | 1 |
| large | 2 |

## 2. Rules

1. Pour slowly.
2. Wait.

Three minutes   will do.
`;

function leftOpen(name: string, line: string): Place {
  return { place: name, fingerprint: fingerprintOf(line), open: ["1-tea"] };
}

const PLACES = [
  leftOpen("1 leaves", "- Leaves: dried."),
  leftOpen("1.1 row small", "| small | 1 |"),
  leftOpen("1.1 row large / cup", "| large | 2 |"),
  leftOpen("1.1 row large / size", "| large | 2 |"),
  leftOpen("2 item 1", "1. Pour slowly."),
  leftOpen("2 item 2", "2. Wait."),
  leftOpen("2 time", "Three minutes will do."),
];

describe("the outline of a document", () => {
  test("counts lines by section and kind, heads of tables left out", () => {
    expect(countsOf(linesOf(DOCUMENT))).toEqual({
      "1": { bullet: 1, item: 0, row: 0, prose: 0 },
      "1.1": { bullet: 0, item: 0, row: 2, prose: 0 },
      "2": { bullet: 0, item: 2, row: 0, prose: 1 },
    });
  });

  test("is the same with other line ends", () => {
    const crlf = linesOf(DOCUMENT.replaceAll("\n", "\r\n"));
    expect(crlf).toEqual(linesOf(DOCUMENT));
  });

  test("agrees with its places", () => {
    expect(differences(linesOf(DOCUMENT), PLACES)).toEqual([]);
  });

  test.each([
    ["a changed row", DOCUMENT.replace("| large | 2 |", "| large | 3 |"), 2],
    ["a line more", `${DOCUMENT}\n- Sugar: none.\n`, 1],
    ["a line twice", DOCUMENT.replace("2. Wait.", "2. Wait.\n2. Wait."), 1],
    ["a line less", DOCUMENT.replace("2. Wait.\n", ""), 1],
    ["a line in another section", DOCUMENT.replace("- Leaves: dried.", "").concat("- Leaves: dried."), 2],
  ])("differs by %s", (_what, text, count) => {
    expect(differences(linesOf(text), PLACES)).toHaveLength(count);
  });

  test("is not that of the real document", () => {
    expect(compare(DOCUMENT).code).toBe(1);
    expect(main([]).code).toBe(2);
    expect(main(["no such file"]).code).toBe(2);
    expect(main(["--list"]).code).toBe(0);
  });

  // Only whoever holds a copy of the document can compare it.
  const copies = [process.env["CONTRACT_DOCUMENT"]].filter((path) => path !== undefined);
  test.each(copies)("is that of the document %s, named by CONTRACT_DOCUMENT", (path) => {
    const text = readFileSync(path, "utf8");
    expect(compare(text)).toEqual({ text: expect.any(String), code: 0 });
    expect(countsOf(linesOf(text))).toEqual(Object.fromEntries(outline));
  });
});

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  -1e300,
  "",
  "\u0000".repeat(500),
  "x".repeat(100_000),
  [],
  [[[]]],
  {},
  { toString: 1, valueOf: 2, length: -1, hasOwnProperty: null },
  JSON.parse('{"__proto__": {"x": 1}, "constructor": 5}'),
];

/** Success bodies in which one member after the other holds something else, and other bodies. */
function hostileBodies(success: object): readonly string[] {
  const broken = Object.keys(success).flatMap((member) =>
    HOSTILE_VALUES.flatMap((value) => [
      { ...success, [member]: value },
      { ...success, [member]: [value, { type: value, admin_key: value, status: value, token_id: value }] },
    ]),
  );
  const links = HOSTILE_VALUES.map((next) => ({ ...success, links: { next } }));
  const refusals = HOSTILE_VALUES.map((message) => ({ _status: { messages: [{ message }, message] } }));
  const texts = [...broken, ...links, ...refusals, ...HOSTILE_VALUES].map((body) => JSON.stringify(body));
  const deep = `${'{"tokens":['.repeat(45)}${"]}".repeat(45)}`; // more is not read (engine/message/bounds.ts)
  return ["", "<html>", "{", '{"fees":[],"fees":[1e2,1.0,1e9999]}', deep, JSON.stringify(success), ...texts];
}

const EXPECTATIONS: readonly Expectation[] = ["success", "missing", "refusal", "open"];

function hostileReplies(): readonly Reply[] {
  return Object.values(operations).flatMap(({ endpoint }) =>
    hostileBodies(SUCCESS[endpoint]).flatMap((text, index) => {
      const query =
        index % 2 === 0
          ? []
          : ([
              ["limit", "5000"],
              ["order", "DESC"],
              ["%", "\u0661 "],
            ] as const);
      const expects = EXPECTATIONS[index % 4] ?? "open";
      const ask = call(endpoint, {
        query,
        expects,
        ...(operations[endpoint].pathParameter && { path: "x" }),
      });
      const headers = { "content-type": "x".repeat(500), "www-authenticate": ", ,", "set-cookie": "a" };
      const status = index % 3 === 0 ? 200 : 403;
      return [
        { ask, url: "http://127.0.0.1/", prefix: "", status, headers, body: readBody(Buffer.from(text)) },
      ];
    }),
  );
}

describe("open matters", () => {
  const replies = hostileReplies();
  const modules = [errors, records, requests, services, states, writing];
  const matters = modules.flatMap((module) => Object.values(module).flat());

  test.each(matters)("$id tells of any answer in short texts", ({ statement, ...looks }) => {
    expect(statement.length).toBeLessThanOrEqual(90);
    const { observe, observeExchange, observeOpen } = looks;
    const texts = replies.flatMap((reply) =>
      [observe, observeExchange, observeOpen].flatMap((look) => look?.(reply) ?? []),
    );
    expect(texts.filter((text) => text === "" || text.length > 80)).toEqual([]);
  });
});
