// §4: what is told of matters that the document leaves open
import { expect, test } from "vitest";
import { readBody } from "../../engine/message/body.ts";
import { call, type Expectation, type Reply } from "../../engine/model/exchange.ts";
import { createRedact, showAll } from "../../engine/secrets/redact.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { OpenEntry } from "../../engine/model/clause-results.ts";
import { distinct, sightingOf } from "../../engine/clauses/left.ts";
import { createWatch } from "../../engine/passive/observer.ts";
import { openEntries } from "../../engine/passive/verdicts.ts";
import { operations } from "../../schemas/operations.ts";
import { answer, SUCCESS } from "../../specs/fixtures/answers.ts";

const { matters } = await loadCatalogue();

function watching(redact = showAll) {
  const scribe = { curl: () => "curl -i", headers: () => ({}), redact };
  return createWatch({ tables: [], watching: [], asking: [], matters }, () => true, scribe);
}

function entry(entries: readonly OpenEntry[], id: string): OpenEntry | undefined {
  return entries.find((candidate) => candidate.id === id);
}

test("names of parameters are told with where they come from", () => {
  const entries = openEntries(matters, watching().seen(), { tokens: { limit: "count", order: null } });
  expect(entry(entries, "4.4-parameter-names")?.assumed).toBe(
    'name: "name" (assumed), limit: "count" (given), order: there is none (target file), ' +
      'publicKey: "publickey" (assumed)',
  );
});

test("doubtful values are observed however many answers were seen before", () => {
  const watch = watching();
  const plain = answer("tokens", 200, { tokens: [], links: { next: null } });
  for (let seen = 0; seen < 100; seen += 1) {
    watch.see(plain);
  }
  const ask = { ...call("tokens", { query: [["order", "ASC"]] }), expects: "open" as const };
  watch.see({ ...plain, ask });
  expect(entry(openEntries(matters, watch.seen(), {}), "4-letter-case")?.observed).toMatchObject([
    { count: 1 },
  ]);
});

test("names of parameters in a link hold no part of a secret with signs that part them", () => {
  const watch = watching(createRedact(["Qz7kWv&Xj9pLm=Tn4sRd?Bc8hYf"]));
  const next = "/api/v1/tokens?limit=1&x=Qz7kWv&Xj9pLm=Tn4sRd?Bc8hYf";
  watch.see(answer("tokens", 200, { tokens: [], links: { next } }));
  expect(entry(openEntries(matters, watch.seen(), {}), "4.1-limit-in-next")?.observed).toMatchObject([
    { value: "carries limit, x" },
  ]);
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
  const deep = `${'{"tokens":['.repeat(45)}${"]}".repeat(45)}`; // more is not read (engine/message/body.ts)
  return ["", "<html>", "{", '{"fees":[],"fees":[1e2,1.0,1e9999]}', deep, JSON.stringify(success), ...texts];
}

const EXPECTATIONS: readonly Expectation[] = ["success", "missing", "refusal", "open"];

function hostileReplies(): readonly Reply[] {
  return Object.values(operations).flatMap(({ endpoint, pathParameter }) =>
    hostileBodies(SUCCESS[endpoint]).map((text, index) => {
      const query = index % 2 === 0 ? [] : Object.entries({ limit: "5000", order: "DESC", "%": "\u0661 " });
      const expects = EXPECTATIONS[index % 4] ?? "open";
      const ask = call(endpoint, { query, expects, ...(pathParameter && { path: "x" }) });
      const headers = { "content-type": "x".repeat(500), "www-authenticate": ", ,", "set-cookie": "a" };
      const status = index % 3 === 0 ? 200 : 403;
      const body = readBody(Buffer.from(text));
      return { ask, url: "http://127.0.0.1/", prefix: "", status, headers, body };
    }),
  );
}

const replies = hostileReplies();

const sightings = replies.map((reply) => sightingOf(reply, showAll));

test.each(matters)("$id tells of any answer in short texts", ({ statement, observe }) => {
  expect(statement.length).toBeLessThanOrEqual(90);
  const texts = sightings.flatMap((sighting) => [...distinct(observe?.(sighting))]);
  expect(texts.filter((text) => text === "" || text.length > 400)).toEqual([]);
});
