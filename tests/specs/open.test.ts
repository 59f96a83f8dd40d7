// §4: what is told of matters that the document leaves open
import { expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import { createRedact, showAll } from "../../engine/secrets/redact.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { OpenEntry } from "../../engine/model/clause-results.ts";
import { createWatch } from "../../engine/passive/observer.ts";
import { openEntries } from "../../engine/passive/verdicts.ts";
import { answer, errorBody } from "../../specs/fixtures/answers.ts";

const { matters } = await loadCatalogue();

function watching(redact = showAll) {
  const scribe = { curl: () => "curl -i", headers: () => ({}), redact };
  return createWatch({ tables: [], watching: [], matters }, () => true, scribe, 1);
}

function entry(entries: readonly OpenEntry[], id: string): OpenEntry | undefined {
  return entries.find((candidate) => candidate.id === id);
}

test("every matter says what a run takes for granted", () => {
  expect(matters.filter(({ assumes }) => assumes === undefined).map(({ id }) => id)).toStrictEqual([]);
});

test("names of parameters are told with where they come from", () => {
  const entries = openEntries(matters, watching().seen(), { tokens: { limit: "count", order: null } });
  expect(entry(entries, "4.4-parameter-names")?.assumed).toBe(
    'name: "name" (assumed), limit: "count" (given), order: there is none (target file), ' +
      'publicKey: "publickey" (assumed)',
  );
});

test("what became of a name is observed", () => {
  const watch = watching();
  const ask = call("tokens", { query: [["count", "1"]] });
  watch.see({ ...answer("tokens", 404, errorBody("Not found")), ask }, "");
  expect(entry(openEntries(matters, watch.seen(), {}), "4.4-parameter-names")?.observed).toMatchObject([
    { value: 'sent as "count": status 404', count: 1 },
  ]);
});

test("doubtful values are observed however many answers were seen before", () => {
  const watch = watching();
  const plain = answer("tokens", 200, { tokens: [], links: { next: null } });
  for (let seen = 0; seen < 100; seen += 1) {
    watch.see(plain, "");
  }
  const ask = { ...call("tokens", { query: [["order", "ASC"]] }), expects: "open" as const };
  watch.see({ ...plain, ask }, "");
  expect(entry(openEntries(matters, watch.seen(), {}), "4-letter-case")?.observed).toMatchObject([
    { count: 1 },
  ]);
});

test("names of parameters in a link hold no part of a secret with signs that part them", () => {
  const watch = watching(createRedact(["Qz7kWv&Xj9pLm=Tn4sRd?Bc8hYf"]));
  const next = "/api/v1/tokens?limit=1&x=Qz7kWv&Xj9pLm=Tn4sRd?Bc8hYf";
  watch.see(answer("tokens", 200, { tokens: [], links: { next } }), "");
  expect(entry(openEntries(matters, watch.seen(), {}), "4.1-limit-in-next")?.observed).toMatchObject([
    { value: "carries limit, x" },
  ]);
});
