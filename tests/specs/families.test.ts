// A run against the reference whose exchanges are recorded, and the check of such recordings
import { expect, describe, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { OfflineChecker } from "../../engine/offline/offline.ts";
import type { RecordedRequest } from "../../engine/offline/recorded-exchange.ts";
import { run } from "../../lib/run.ts";
import type { Middleware } from "../../reference/server.ts";
import { edited, editsOfBases } from "../../generators/refused.ts";
import { editsOf } from "../../generators/edits.ts";
import { parameters } from "../../generators/parameters.ts";
import { invalidBodies } from "../../generators/verification-body.ts";
import { grammars, OPERATORS, type Grammar } from "../../schemas/grammars.ts";
import { schemaNameOf, operations, type QueryFormat } from "../../schemas/operations.ts";
import { isAmbiguousAddress } from "../../schemas/verification.ts";
import { alarms, idsOf } from "../run/check-reference.ts";
import { ownReference } from "../tools/own.ts";

/** The exchanges of a standard run on the reference, which passes every clause, and sends every family of malformed values. */
const exchanges: RecordedRequest[] = [];
const record: Middleware = async (context, next) => {
  await next();
  const { method = "", url = "" } = context.env.incoming;
  const { status, headers } = context.res;
  const bytes = new Uint8Array(await context.res.clone().arrayBuffer());
  const response = { status, headers: Object.fromEntries(headers), bytes };
  exchanges.push({ place: "", method, url, headers: {}, body: await context.req.text(), response });
};
const { target } = await ownReference({ middleware: record });
const standard = await run(target, { level: "standard", seed: 3 });
const ownSamples = target.samples;

const received = exchanges.map(({ url, body = "" }) => {
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  return { path: decodeURIComponent(path), query: new URLSearchParams(query), body };
});

/** The address in a body, which may be malformed: its escapes are those of JSON. */
const addressIn = (body: string): readonly string[] =>
  [...body.matchAll(/"address":("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => String(JSON.parse(text)));

type Families = ReadonlyMap<string, readonly string[]>;

/** The families that the malformed values next to these bases belong to. */
function familiesOf(grammar: Grammar, bases: readonly string[]): Families {
  const families = new Map<string, readonly string[]>();
  for (const { family, value } of edited(grammar, editsOfBases(grammar, bases, editsOf), "invalid")) {
    families.set(family, [...(families.get(family) ?? []), value]);
  }
  return families;
}

const OPERATED = new RegExp(`^(${OPERATORS.join("|")}):(\\1:)?`);

/** The operator before a value is not part of its family: a run sends malformed values after each operator in turn. */
const withAnyOperator = (value: string): string =>
  value.replace(OPERATED, (_, _operator, again) => (again === undefined ? "any:" : "any:any:"));

/** The families of which no value was sent. */
function notSent(families: Families, sent: readonly string[]): readonly string[] {
  const values = new Set(sent.map(withAnyOperator));
  expect(families.size).toBeGreaterThan(20);
  const missing = [...families].filter(([, own]) => !own.some((value) => values.has(withAnyOperator(value))));
  return missing.map(([family]) => family);
}

const FILTERS: Readonly<Partial<Record<QueryFormat, readonly [Grammar, readonly string[]]>>> = {
  EntityIdFilter: [grammars.entityIdFilter, grammars.entityIdFilter.examples],
  BalanceFilter: [grammars.balanceFilter, grammars.balanceFilter.examples],
  TimestampFilter: [grammars.timestampFilter, grammars.timestampFilter.examples],
};
const TEXTS: Readonly<Partial<Record<QueryFormat, (typeof parameters)[keyof typeof parameters]>>> =
  parameters;

const queries = Object.values(operations).flatMap(({ endpoint, path, query }) =>
  query.map((parameter) => {
    const [start = "", end = ""] = path.split(/\{.*\}/);
    return { endpoint, start, end, format: parameter.format, name: schemaNameOf(parameter) };
  }),
);

const valuesOf = (name: string, { start, end }: { readonly start: string; readonly end: string }) => {
  const last = end === "" && !start.endsWith("/") ? start : end;
  const own = received.filter(({ path }) => path.includes(start) && path.endsWith(last));
  return own.flatMap(({ query }) => query.getAll(name));
};

test("the reference passes every clause, within the bound on requests", async () => {
  const { clauses } = await loadCatalogue();
  expect(alarms(standard.clauses)).toEqual([]);
  expect(idsOf(standard.clauses, "passed").toSorted()).toEqual(clauses.map(({ id }) => id).toSorted());
  expect(standard.requests).toBeLessThanOrEqual(3_000);
});

test("its recorded exchanges pass all clauses that one exchange can test", async () => {
  const catalogue = await loadCatalogue();
  const selected = new Set(catalogue.clauses.map(({ id }) => id));
  const nothing = { known: [], secrets: [], hideable: () => [], urls: {} };
  const checker = new OfflineChecker({ catalogue, selected, parameters: target.parameters, ...nothing });
  exchanges.forEach((exchange) => checker.take("captured", exchange));
  const { clauses } = checker.finish();
  expect(alarms(clauses)).toEqual([]);
  const passed = new Set(idsOf(clauses, "passed"));
  const offline = catalogue.sending.filter((clause) => clause.recorded !== undefined).map(({ id }) => id);
  expect(offline.filter((id) => !passed.has(id))).toEqual([]);
  expect(passed.size).toBeGreaterThan(200);
});

const having = (formats: object) => queries.filter(({ format }) => format in formats);

describe("every family is sent at standard", () => {
  test.each(having(FILTERS))("$endpoint $name", ({ name, format, ...place }) => {
    const [grammar, bases] = FILTERS[format] ?? [grammars.entityIdFilter, []];
    const sent = valuesOf(name, place);
    const times = new Set(sent.flatMap((value) => /\d+\.\d{9}(?!\d)/.exec(value) ?? []));
    const own = [...times].flatMap((time) => [time, ...OPERATORS.map((operator) => `${operator}:${time}`)]);
    expect(notSent(familiesOf(grammar, [...bases, ...own]), sent)).toStrictEqual([]);
  });

  test.each(having(TEXTS))("$endpoint $name, by each value", ({ name, format, ...place }) => {
    const families = TEXTS[format]?.invalid().boundaries ?? [];
    expect(families.length).toBeGreaterThan(10);
    const sent = new Set(valuesOf(name, place));
    expect(families.filter(({ value }) => !sent.has(value))).toStrictEqual([]);
  });

  const both = (hex: string): readonly string[] => [hex, hex.replace(/^0x/, "")];
  const hashes = ownSamples.contractResults.filter((name) => !name.includes("-"));
  const ids = ownSamples.contracts.filter((name) => name.includes("."));
  test.each([
    ["tokenBalances", "entityId", grammars.entityId.examples],
    ["topicMessage", "topicTimestamp", grammars.topicTimestamp.examples],
    ["contractResult", "transactionHash", hashes.flatMap(both)],
    ["contractResult", "transactionId", ownSamples.contractResults],
    ["contract", "contractId", ids.flatMap((id) => [id, id.replace(/^\d+\./, ""), id.replace(/^.*\./, "")])],
    ["contract", "contractAddress", ownSamples.contracts.flatMap(both)],
  ] as const)("the path of %s, as %s", (endpoint, format, bases) => {
    const [start = "", end = ""] = operations[endpoint].path.split(/\{.*\}/);
    const segments = received.flatMap(({ path }) => path.split(start)[1] ?? []);
    const own = segments.filter((segment) => segment.endsWith(end));
    const sent = own.map((segment) => segment.slice(0, segment.length - end.length));
    expect(notSent(familiesOf(grammars[format], bases), sent)).toStrictEqual([]);
  });

  test.each(["sessionVerify", "verify"] as const)("the body of %s", (endpoint) => {
    const posted = received.filter(({ path }) => path.endsWith(operations[endpoint].path));
    const bodies = posted.map(({ body }) => body);
    const [{ address, chainId } = { address: "", chainId: "" }] = ownSamples.verifications;
    const { format: _, ...others } = invalidBodies({ address, chainId });
    const made = Object.values(others).flatMap((own) => Object.values(own));
    expect(bodies).toEqual(expect.arrayContaining(made));
    const sent = bodies.flatMap(addressIn);
    const families = familiesOf(grammars.evmAddress, both(address));
    const isCertain = (value: string): boolean => !isAmbiguousAddress(value);
    const certain = [...families].map(([name, values]) => [name, values.filter(isCertain)] as const);
    const tested = new Map(certain.filter(([, values]) => values.length > 0));
    expect(notSent(tested, sent)).toStrictEqual([]);
  });
});
