// §1 to §9: every place of the document is judged by clauses, or is an open matter
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { showAll } from "../../engine/secrets/redact.ts";
import { readBody } from "../../engine/message/body.ts";
import { call } from "../../engine/model/call.ts";
import type { Expectation, Reply } from "../../engine/model/exchange.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { operations } from "../../schemas/operations.ts";
import { place, placeInfo, places } from "../../schemas/places.ts";
import { compare, main } from "../../scripts/outline.ts";
import { coverageOf, coveragePage } from "../../specs/coverage/coverage.ts";
import { differences, fingerprintOf, linesIn, linesOf } from "../../specs/coverage/outline.ts";
import * as errors from "../../specs/open/errors.clauses.ts";
import * as records from "../../specs/open/records.clauses.ts";
import * as requests from "../../specs/open/requests.clauses.ts";
import * as services from "../../specs/open/services.clauses.ts";
import * as states from "../../specs/open/states.clauses.ts";
import * as writing from "../../specs/open/writing.clauses.ts";
import { SUCCESS } from "../../specs/fixtures/answers.ts";

const catalogue = await loadCatalogue();
const covered = coverageOf(catalogue);
const citing = [...catalogue.clauses, ...catalogue.open];

/** How many lines of each section say something. */
const LINES: readonly (readonly [section: string, lines: number])[] = [
  ["1", 4],
  ["2.1", 8],
  ["2.2", 37],
  ["2.3", 9],
  ["2.4", 3],
  ["2.5", 2],
  ["2.6", 8],
  ["2.7", 37],
  ["2.8", 17],
  ["2.9", 4],
  ["3", 6],
  ["4", 1],
  ["4.1", 2],
  ["4.2", 2],
  ["4.3", 10],
  ["4.4", 10],
  ["4.5", 3],
  ["4.6", 3],
  ["4.7", 4],
  ["4.8", 4],
  ["4.9", 4],
  ["4.10", 4],
  ["4.11", 1],
  ["5", 3],
  ["6", 1],
  ["7", 8],
  ["8", 7],
  ["9", 4],
];

/** Of all numbers, sections and fingerprints of lines: nothing is changed here but with the document. */
const ALL_LINES = "353decdf675e";

describe("the places of the document", () => {
  test("have a clause that judges them or an open matter each", () => {
    const gaps = covered.filter(({ judgedBy, open }) => judgedBy.length + open.length === 0);
    expect(gaps.map((gap) => gap.place)).toEqual([]);
  });

  test.each(citing)("are cited by $id: at least one, each of them once", ({ cites }) => {
    expect(cites.length).toBeGreaterThan(0);
    expect(cites.filter((cited) => placeInfo(cited) === undefined)).toEqual([]);
    expect(new Set(cites).size).toBe(cites.length);
  });

  test("have names of their own, each on one line, in the order of the document", () => {
    expect(new Set(places.map((info) => info.place)).size).toBe(places.length);
    expect(places.filter(({ fingerprint }) => !/^[0-9a-f]{12}$/.test(fingerprint))).toEqual([]);
    const numbers = linesIn(places).map(({ line }) => line);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  test("are refused where there is none of that name", () => {
    expect(() => place("2.3 no such field")).toThrow("2.3 no such field");
  });

  test.each(LINES)("stand in as many lines of §%s as the document has", (section, lines) => {
    expect(linesIn(places).filter((line) => line.section === section)).toHaveLength(lines);
  });

  test("stand in every part, and in no other section", () => {
    const sections = [...new Set(places.map(({ section }) => section))];
    expect(sections).toEqual(LINES.map(([section]) => section));
    const parts = new Set(sections.map((section) => Number.parseInt(section, 10)));
    expect([...parts]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("stand in the lines of the document as it is", () => {
    const all = linesIn(places).map(({ section, line, fingerprint }) => `${line} ${section} ${fingerprint}`);
    expect(fingerprintOf(all.join(" "))).toBe(ALL_LINES);
  });

  test("are listed in docs/coverage.md with what judges them", () => {
    const page = readFileSync(new URL("../../docs/coverage.md", import.meta.url), "utf8");
    expect(page.split(/\s+/)).toEqual(coveragePage(covered).split(/\s+/));
  });
});

describe("coverage", () => {
  const cites = ["9 verification API path"] as const;
  const made = coverageOf({ clauses: [{ id: "9-made-up", section: "9", cites }], open: [] });

  test("is made of what clauses cite", () => {
    expect(made.find((info) => info.place === cites[0])?.judgedBy).toEqual(["9-made-up"]);
  });

  test("shows what nothing cites as not covered", () => {
    expect(coveragePage(made)).toContain("line 323, deprecation: not covered");
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

const LISTED = [
  { section: "1", line: 7, fingerprint: fingerprintOf("- Leaves: dried.") },
  { section: "1.1", line: 13, fingerprint: fingerprintOf("| small | 1 |") },
  { section: "1.1", line: 14, fingerprint: fingerprintOf("| large | 2 |") },
  { section: "2", line: 18, fingerprint: fingerprintOf("1. Pour slowly.") },
  { section: "2", line: 19, fingerprint: fingerprintOf("2. Wait.") },
  { section: "2", line: 21, fingerprint: fingerprintOf("Three minutes will do.") },
];

describe("the outline of a document", () => {
  test("has every line but headings and heads of tables, by section and number", () => {
    expect(linesOf(DOCUMENT)).toEqual(LISTED);
  });

  test("is the same with other line ends", () => {
    const crlf = linesOf(DOCUMENT.replaceAll("\n", "\r\n"));
    expect(crlf).toEqual(linesOf(DOCUMENT));
  });

  test("agrees with its places, of which one line may hold several", () => {
    expect(differences(linesOf(DOCUMENT), [...LISTED, ...LISTED.slice(2, 3)])).toEqual([]);
  });

  test.each([
    ["a changed row", DOCUMENT.replace("| large | 2 |", "| large | 3 |"), 2],
    ["a line more", `${DOCUMENT}\n- Sugar: none.\n`, 1],
    ["a line twice", DOCUMENT.replace("2. Wait.", "2. Wait.\n2. Wait."), 1],
    ["a line less", DOCUMENT.replace("2. Wait.\n", ""), 1],
    ["a line in another section", DOCUMENT.replace("- Leaves: dried.", "").concat("- Leaves: dried."), 2],
    ["a line that moved", DOCUMENT.replace("2. Wait.\n", "2. Wait.\n\n"), 1],
  ])("differs by %s", (_what, text, count) => {
    expect(differences(linesOf(text), LISTED)).toHaveLength(count);
  });

  test("is not that of the real document", async () => {
    expect(compare(DOCUMENT).code).toBe(1);
    expect((await main([])).code).toBe(2);
    expect((await main(["no such file"])).code).toBe(2);
    expect((await main(["--list"])).code).toBe(0);
  });

  // Only whoever holds a copy of the document can compare it.
  const copies = [process.env["CONTRACT_DOCUMENT"]].filter((path) => path !== undefined);
  test.each(copies)("is that of the document %s, named by CONTRACT_DOCUMENT", (path) => {
    const text = readFileSync(path, "utf8");
    expect(compare(text)).toEqual({ text: expect.any(String), code: 0 });
    expect(linesOf(text)).toEqual(
      linesIn(places).map(({ section, line, fingerprint }) => ({ section, line, fingerprint })),
    );
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
      [observe, observeExchange, observeOpen].flatMap((look) => look?.(reply, showAll) ?? []),
    );
    expect(texts.filter((text) => text === "" || text.length > 80)).toEqual([]);
  });
});
