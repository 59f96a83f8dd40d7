// What equal answers show is worked out once, and counted as often as they come
import { describe, expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import type { Reply } from "../../engine/model/exchange.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { createTally } from "../../engine/passive/looks.ts";
import { showAll } from "../../engine/secrets/redact.ts";
import { countsOf, noSightings, rowSight, type Sightings } from "../../engine/passive/counters.ts";
import { createWatch } from "../../engine/passive/observer.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { answer, errorBody, SUCCESS } from "../../specs/fixtures/answers.ts";

const catalogue = await loadCatalogue();
const endpoints = Object.values(operations).map(({ endpoint }) => endpoint);

/** Answers of every kind, each several times; `fresh`: no two of them share a body. */
function answersOf(endpoint: Endpoint, fresh: boolean): readonly Reply[] {
  const right = answer(endpoint, 200, SUCCESS[endpoint]);
  const wrong = answer(endpoint, 200, { ...SUCCESS[endpoint], links: 7, more: 1.5 });
  const refused = answer(endpoint, 400, errorBody("Not found"));
  const asks = [
    call(endpoint, { path: "1" }),
    call(endpoint, { path: "1", expects: "open", query: [["limit", "200"]] }),
    call(endpoint, { path: "1", expects: "refusal" }),
    call(endpoint, { path: "1", expects: "missing" }),
  ];
  return [right, wrong, refused].flatMap((reply) =>
    [200, 201, 404].flatMap((status) =>
      [...asks, ...asks].map((ask) => ({
        ...reply,
        ask,
        status,
        url: `https://ledger.example.test${ask.target}`,
        body: fresh ? { ...reply.body } : reply.body,
      })),
    ),
  );
}

function shownBy(replies: readonly Reply[]) {
  const scribe = { curl: ({ url }: Reply) => `curl ${url}`, headers: () => ({}), redact: showAll };
  const watch = createWatch(catalogue, () => true, scribe, 1);
  for (const reply of replies) {
    watch.see(reply, "");
  }
  const { sums, examples, curls } = watch.seen();
  return { sums: countsIn(sums), examples: [...examples], curls: [...curls] };
}

function countsIn(sightings: Sightings): readonly string[] {
  return [...countsOf(sightings)].map((entry) => JSON.stringify(entry)).toSorted();
}

describe("equal answers", () => {
  test.each(endpoints)("of %s are counted as if each were looked at", (endpoint) => {
    const known = shownBy(answersOf(endpoint, false));
    expect(known).toStrictEqual(shownBy(answersOf(endpoint, true)));
    expect(known.sums.length).toBeGreaterThan(10);
  });
});

describe("a tally", () => {
  const shown = (id: string): Sightings => {
    const sightings = noSightings();
    rowSight(sightings, id).seen += 2;
    sightings.observed.set("o", new Map([[id, 3]]));
    return sightings;
  };

  test("adds up what was shown again, and counts on", () => {
    const tally = createTally();
    const one = shown("a");
    tally.add(one);
    tally.add(one);
    expect(tally.total().rows.get("a")?.seen).toBe(4);
    tally.add(one);
    tally.now.cases.set("c", 1);
    expect(countsIn(tally.total())).toStrictEqual([
      '[["cases","c",""],1]',
      '[["observed","o","a"],9]',
      '[["seen","a",""],6]',
    ]);
  });

  test("holds on to no more answers than it must", () => {
    const tally = createTally();
    for (let index = 0; index < 2_000; index += 1) {
      tally.add(shown("a"));
    }
    expect(tally.now.rows.get("a")?.seen).toBeGreaterThan(2_000);
    expect(tally.total().rows.get("a")?.seen).toBe(4_000);
  });
});
