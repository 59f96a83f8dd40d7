// What is probably wrong: named faults laid beside the clauses that failed
import { describe, expect, test } from "vitest";
import { diagnose, namedFaults, type NamedFault } from "../../reports/diagnosis/diagnose.ts";
import { summaryMarkdown } from "../../reports/files/summary-markdown.ts";
import { looksLike } from "../../reports/words/explain.ts";
import { reportPage } from "../../reports/html/page.ts";
import { paintFor } from "../../reports/terminal/paint.ts";
import { summaryText } from "../../reports/terminal/summary.ts";
import { VALUE_KINDS } from "../../engine/model/known-deviation.ts";
import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { faults } from "../../reference/faults.ts";
import { failed, passed, planned, resultOf, violation } from "./samples.ts";

const TABLE = namedFaults();
const LOST = "tokens-row-lost-between-pages";

function named(name: string): NamedFault {
  const found = TABLE.find((fault) => fault.name === name);
  if (found === undefined) {
    throw new Error(`the table has no ${name}`);
  }
  return found;
}

/** What a run says of a service with these faults. */
function clausesWith(...present: readonly NamedFault[]) {
  const broken = new Set(present.flatMap(({ broke }) => broke));
  const showed = new Set(present.flatMap((fault) => fault.showed));
  const endpoints = new Set(present.map(({ endpoint }) => endpoint));
  const own = TABLE.filter(({ endpoint }) => endpoints.has(endpoint));
  const all = new Map(
    own.flatMap((fault) =>
      ENDPOINT_NAMES.filter((name) => name === fault.endpoint).flatMap((endpoint) =>
        fault.broke.map((id) => [id, endpoint] as const),
      ),
    ),
  );
  return [...all].map(([id, endpoint]) => {
    const clause = { ...planned(1), id, section: id.slice(0, id.indexOf("-")), endpoint };
    const { kind: _kind, ...plain } = violation();
    const texts = [...showed]
      .filter((text) => text.startsWith(`${id} `))
      .map((text) => text.slice(id.length + 1));
    const kinds = VALUE_KINDS.filter((kind) => texts.includes(kind));
    const cases = texts.filter((text) => text !== "JSON" && !kinds.some((kind) => kind === text));
    const told = cases.length > 0 ? { ...plain, cases } : plain;
    const shown = kinds.length > 0 ? kinds.map((kind) => ({ ...told, kind })) : [told];
    return broken.has(id) ? failed(clause, shown) : passed(clause);
  });
}

describe("a diagnosis", () => {
  test("names the fault that breaks the very same clauses", () => {
    const { broke, words } = named(LOST);
    const [first] = diagnose(clausesWith(named(LOST)));
    expect(first).toMatchObject({
      endpoint: "tokens",
      fault: LOST,
      words,
      fits: broke.length,
      of: broke.length,
    });
    expect(first?.clauses[0]).toBe(faults[LOST]?.clause);
  });

  test("names both faults of an endpoint that has two, and those of another endpoint", () => {
    const two = [named(LOST), named("tokens-order-refusal-unnamed"), named("summary-page-missing")];
    const told = diagnose(clausesWith(...two)).map(({ fault }) => fault);
    expect(told).toContain(LOST);
    expect(told).toContain("summary-page-missing");
    expect(diagnose(clausesWith(...two)).some(({ clauses }) => clauses.includes("4.4-order-refused"))).toBe(
      true,
    );
  });

  test("tells a value that is missing from one that is null", () => {
    const pair = TABLE.filter(({ broke }) => broke.join() === "2.2-page-time-zone");
    expect(pair.map(({ showed }) => showed)).toContainEqual(["2.2-page-time-zone absent"]);
    expect(diagnose(clausesWith(named("summary-page-time-zone-missing")))[0]?.fault).toBe(
      "summary-page-time-zone-missing",
    );
  });

  test("counts no clause that this run did not judge", () => {
    const all = clausesWith(named(LOST));
    const less = all.filter(({ id }) => !named(LOST).broke.slice(-4).includes(id));
    expect(diagnose(less)[0]).toMatchObject({ fault: LOST, fits: named(LOST).broke.length - 4 });
  });

  test("says nothing where nothing fits, and nothing where nothing failed", () => {
    const every = clausesWith(...TABLE.filter(({ endpoint }) => endpoint === "tokens"));
    expect(diagnose(every)).toStrictEqual([]);
    expect(
      diagnose(clausesWith(named(LOST)).map((clause) => ({ ...clause, outcome: "pass" }))),
    ).toStrictEqual([]);
    expect(resultOf([failed(planned(1))]).diagnosis).toBeUndefined();
  });

  test("names at most three faults of an endpoint", () => {
    const lengths = TABLE.map((fault) => diagnose(clausesWith(fault)).length);
    expect(Math.max(...lengths)).toBe(3);
    expect(Math.min(...lengths)).toBe(1);
  }, 60_000);
});

/** What a clause is about, whatever its endpoint and parameter. */
function kindOf(name: string): string {
  const clause = faults[name]?.clause ?? "";
  const kinds = [
    [/^2\./, "field"],
    [/^4\.1-/, "pages"],
    [/^7/, "error body"],
    [/order|sorted/, "order"],
    [/limit|page-size/, "limit"],
    [/refused/, "accepts what is malformed"],
    [/accepted/, "refuses what is well-formed"],
    [/answers-200|media|json-body|success-status/, "transport"],
  ] as const;
  return kinds.find(([form]) => form.test(clause))?.[1] ?? "selection";
}

test("a fault that the table does not have is told as one of its kind, in eight of ten that are told", () => {
  const told = TABLE.flatMap((fault) => {
    const [first] = diagnose(
      clausesWith(fault),
      TABLE.filter((other) => other !== fault),
    );
    return first === undefined ? [] : [kindOf(first.fault) === kindOf(fault.name)];
  });
  expect(told.length).toBeGreaterThan(TABLE.length / 2);
  expect(told.filter(Boolean).length / told.length).toBeGreaterThan(0.8);
}, 60_000);

test("every fault of the table is one of the reference, and breaks the clause that it is aimed at", () => {
  const wrong = TABLE.filter(
    ({ name, broke }) => faults[name] === undefined || broke[0] !== faults[name].clause,
  );
  expect(wrong).toStrictEqual([]);
});

describe("a guess is told", () => {
  const result = resultOf(clausesWith(named(LOST)));
  const { words, broke } = named(LOST);
  const told = `looks like: ${words} (${broke.length} of ${broke.length} broken clauses fit`;

  test("in one line of the terminal, in front of the one entry that stands for all", () => {
    const text = summaryText(result, undefined, paintFor({}, {}));
    expect(text).toContain(told);
    expect(text.match(/ {4}statement/g)).toHaveLength(1);
    expect(text).toContain(`  ${faults[LOST]?.clause}  GET /api/v1/tokens\n    ${told}`);
  });

  test("as one of several where they fit alike: the first is no better than the last", () => {
    const [guess] = result.diagnosis ?? [];
    const alike = guess === undefined ? [] : [guess, { ...guess, words: "another fault" }];
    expect(looksLike(alike)).toContain(
      `looks like one of 2 things: ${words}; another fault (${broke.length} of`,
    );
  });

  test("on the page and in the summary", async () => {
    expect(await reportPage(result)).toContain(told);
    expect(summaryMarkdown(result).replaceAll("\\", "")).toContain(told);
  });
});
test("of the faults of the table nine in ten are named first, and nearly all are named", () => {
  const told = TABLE.map(({ name, ...fault }) =>
    diagnose(clausesWith({ name, ...fault }))
      .map((guess) => guess.fault)
      .indexOf(name),
  );
  expect(told.filter((place) => place === 0).length / TABLE.length).toBeGreaterThan(0.9);
  expect(told.filter((place) => place >= 0).length / TABLE.length).toBeGreaterThan(0.98);
}, 60_000);
