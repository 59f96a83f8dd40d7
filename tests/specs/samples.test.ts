import { describe, expect, it } from "vitest";
import { LosslessNumber, stringify } from "lossless-json";
import { mapValues } from "../../engine/model/model.ts";
import { readBody } from "../../engine/message/body.ts";
import { isInconclusive, type ApiResponse } from "../../engine/model/exchange.ts";
import { inspectBody, type BodyRows, type RecordRows, type FieldRow } from "../../engine/schema/fields.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { hasSuccessBody } from "../../engine/message/classify.ts";
import type { Example } from "../../engine/clauses/clause.ts";
import { readRequest } from "../../engine/clauses/read-request.ts";
import { operations } from "../../schemas/operations.ts";
import { callsMalformed } from "../../specs/kit/requests/acceptance.ts";
import { isNotFound } from "../../specs/kit/requests/check-results.ts";
import { responseOf, errorBodyOf, NOT_FOUND } from "../../specs/examples/responses.ts";
import { FAKE_TARGET } from "../../specs/examples/target.ts";
import { nulls, responsesIn } from "./example-responses.ts";
import { invalidValues, validValue } from "../../generators/example-values.ts";

const { clauses, unspecified, sending, passive, tables } = await loadCatalogue();

describe.each([...sending, ...passive])("$id", ({ passes, fails: rejects }) => {
  it.each([...passes.entries()])("passes example %i", async (_, example) => {
    expect(await example.check(FAKE_TARGET)).toEqual([]);
  });

  it.each(Object.entries(rejects))("fails for %s", async (_name, example) => {
    const found = await example.check(FAKE_TARGET);
    expect(isInconclusive(found) ? found.reason : found).toEqual(expect.arrayContaining([expect.anything()]));
  });

  it("has passing and failing examples, and the passing ones differ", () => {
    expect(Object.keys(rejects).length).toBeGreaterThan(0);
    expect(passes.length).toBeGreaterThan(1);
    expect(new Set(passes.map(({ content }) => JSON.stringify(content))).size).toBe(passes.length);
  });
});

/** Clauses on the response as a whole: each success shows what they are about. */
const ON_EVERY_SUCCESS = /-(media-type|json-body|success-status)$/;

const onSome = passive.filter(({ id }) => !ON_EVERY_SUCCESS.test(id));

describe.each(onSome)("a success without the subject of $id", ({ endpoint, check, ignores }) => {
  it.each([
    ["has no member", {}],
    ["has only members of other names", { more: [{ more: 1 }] }],
    ["has no member of a record but null", nulls(endpoint)],
  ])("does not pass the clause: the body %s", (_name, body) => {
    const response = responseOf(endpoint, 200, body, { path: "0.0.7" });
    expect(isInconclusive(check(response, readRequest(response.request, {})))).toBe(true);
  });

  it.each([...ignores.entries()])("is inconclusive with example %i", async (_, example) => {
    expect(isInconclusive(await example.check(FAKE_TARGET))).toBe(true);
  });
});

/** An example with errors only, none about an invalid parameter: its clause passes with such errors (interpretations 7, 8, 13). */
const isOfErrors = ({ content }: Example): boolean =>
  responsesIn(content).every((response) => !hasSuccessBody(response) && !callsMalformed(response));
/** An example of errors that are not all the message Not found. */
const isOfServerErrors = (example: Example): boolean =>
  isOfErrors(example) && !responsesIn(example.content).every(isNotFound);
/** Messages about an error in place of a success, or in place of the documented error. */
const OF_AN_ERROR =
  /do(es)? not (succeed|get|name|return)|names no parameter|is (re(fus|ject)ed|not the Not found body)|server error|requires credentials|returns neither|^no (fees|balance) (are|is)/;

const alone = sending.filter(({ family }) => family === undefined);

describe.each([
  ["a server error", 500, errorBodyOf("Internal error"), isOfServerErrors],
  ["not found", 404, NOT_FOUND, isOfErrors],
] as const)("%s in place of each response is no other record", (_name, status, body, isAlike) => {
  it.each(alone)("$id passes with it exactly if a passing example is alike", async (clause) => {
    const { endpoint, passes, fails: rejects } = clause;
    const response = (): ApiResponse => responseOf(endpoint, status, body);
    const examples = [...passes, ...Object.values(rejects)];
    const checked = await Promise.all(examples.map(({ check }) => check(FAKE_TARGET, response)));
    const decided = checked.flatMap((checkResult) => (isInconclusive(checkResult) ? [] : [checkResult]));
    expect(decided.some((found) => found.length === 0)).toBe(passes.some(isAlike));
    const messages = decided.flatMap((found) => found.map(({ message }) => message));
    expect(messages.filter((text) => !OF_AN_ERROR.test(text))).toEqual([]);
  });
});

function failing(body: BodyRows, value: unknown): readonly string[] {
  const received = readBody(Buffer.from(stringify(value) ?? ""));
  const response: ApiResponse = { ...responseOf(body.endpoint, 200, {}), body: received };
  return [...new Set(inspectBody(body, response).violations.map(([{ id }]) => id))];
}

interface Place {
  readonly row: FieldRow;
  readonly without: () => unknown;
  readonly withValue: (value: unknown) => unknown;
}

type Rebuild = (record: unknown) => unknown;

/** Every field with its place in a body; `whole` returns a body with a record of the kind of the field. */
function placesIn(record: RecordRows, value: unknown, whole: Rebuild): readonly Place[] {
  const members = new Map(Object.entries(Object(value)));
  return record.flatMap((row) => {
    const { [row.name]: _gone, ...others } = Object.fromEntries(members);
    const put: Rebuild = (member) => whole({ ...Object.fromEntries(members), [row.name]: member });
    const own: Place = { row, without: () => whole(others), withValue: put };
    if (row.record === undefined) return [own];
    const nested: unknown = members.get(row.name);
    const inner = Array.isArray(nested)
      ? placesIn(row.record, nested[0], (element) => put([element]))
      : placesIn(row.record, nested, put);
    return [own, ...inner];
  });
}

const bodies = tables.map(({ body }) => {
  const value = validValue(operations[body.endpoint].success);
  return { endpoint: body.endpoint, body, value, places: placesIn(body.root, value, (whole) => whole) };
});

describe.each(bodies)("the table of $endpoint", ({ body, value, places }) => {
  it("accepts a valid body however it is serialised", () => {
    expect(failing(body, value)).toEqual([]);
    const spaced: ApiResponse = { ...responseOf(body.endpoint, 200, JSON.stringify(value, null, 2)) };
    expect(inspectBody(body, spaced).violations).toEqual([]);
  });

  it("has a clause for every field", () => {
    expect(new Set(places.map(({ row }) => row.id))).toEqual(new Set(body.all.map(({ id }) => id)));
  });

  it.each(places)("invalid values of $row.id fail only this clause", ({ row, without, withValue }) => {
    const values = { ...invalidValues(row.schema), ...(row.nullable ? {} : { null: null }) };
    const bad = { absent: without(), ...mapValues(values, withValue) };
    expect(mapValues(bad, (faulty) => failing(body, faulty))).toEqual(mapValues(bad, () => [row.id]));
    expect(row.nullable ? failing(body, withValue(null)) : []).toEqual([]);
  });
});

it("integers are checked as they are written", () => {
  const numbers = bodies.flatMap(({ body, places }) => places.map((at) => ({ ...at, body })));
  const { body, row, withValue } = numbers.find((at) => at.row.schema.format === "int64") ?? {};
  const found = (digits: string) => body && failing(body, withValue?.(new LosslessNumber(digits)));
  const good = ["9223372036854775807", "-9223372036854775808", "9007199254740993", "7.0", "7e2"];
  const bad = ["9223372036854775808", "-9223372036854775809", "9007199254740993.5", "1e999", "7e-1"];
  expect(good.map(found)).toEqual(good.map(() => []));
  expect(bad.map(found)).toEqual(bad.map(() => [row?.id]));
});

it("the catalogue has every id once, and short statements of unspecified behaviour", () => {
  const ids = [...clauses, ...unspecified].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(unspecified.filter(({ statement }) => statement.length > 100)).toEqual([]);
});

it("the catalogue has the frozen ids", async () => {
  const ids = [...clauses, ...unspecified].map(({ id }) => id).toSorted();
  await expect(`${ids.join("\n")}\n`).toMatchFileSnapshot("ids.txt");
});

it.each([...clauses])("the catalogue: $id has a short statement", ({ id, statement }) => {
  expect(id).toMatch(/^\d+(\.\d+)?-[a-z0-9]+(-[a-z0-9]+)*$/i);
  expect(statement.length).toBeGreaterThan(10);
  expect(statement.length).toBeLessThan(90);
  expect(statement).not.toMatch(/\b(?:and|should|correctly|properly|test that)\b/i);
  expect(statement).not.toMatch(/[.;]$/);
});
