import { describe, expect, it } from "vitest";
import { readBody } from "../../engine/message/body.ts";
import { isUndecided, type Judgement, type Reply } from "../../engine/model/exchange.ts";
import { inspectBody } from "../../engine/schema/check-fields.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { BodyRows, RecordRows, Row } from "../../engine/schema/fields.ts";
import { operations } from "../../schemas/operations.ts";
import { answer } from "../../specs/fixtures/answers.ts";
import { broken, valid, Written, written } from "../../generators/example-values.ts";

const { clauses, open, asking, watching, tables } = await loadCatalogue();

function findings(judgement: Judgement): number {
  return isUndecided(judgement) ? Number.NaN : judgement.length;
}

describe.each([...asking, ...watching])("$id", ({ accepts, rejects }) => {
  it.each(accepts.map((proof, index) => [index, proof] as const))("is kept by proof %i", async (_, proof) => {
    expect(await proof.judge()).toEqual([]);
  });

  it.each(Object.entries(rejects))("is broken by %s", async (_name, proof) => {
    expect(findings(await proof.judge())).toBeGreaterThan(0);
  });

  it("has proofs of both kinds, those that keep it all different", () => {
    expect(Object.keys(rejects).length).toBeGreaterThan(0);
    expect(accepts.length).toBeGreaterThan(1);
    expect(new Set(accepts.map(({ made }) => JSON.stringify(made))).size).toBe(accepts.length);
  });
});

/** Ids of the rows that find something in a body. */
function failing(body: BodyRows, value: unknown): readonly string[] {
  const ids = new Set<string>();
  const reply: Reply = {
    ...answer(body.endpoint, 200, {}),
    body: readBody(Buffer.from(written(value))),
  };
  inspectBody(body, reply, {
    count: () => ({ seen: 0, null: 0, notNull: 0 }),
    finding: (row) => ids.add(row.id),
  });
  return [...ids];
}

/** A row with a way to put something in its place, wherever its record is first met. */
interface Place {
  readonly row: Row;
  readonly without: () => unknown;
  readonly withValue: (value: unknown) => unknown;
}

type Rebuild = (record: unknown) => unknown;

/** Every row with its place in a body; `whole` gives a record of the row's kind back as a whole body. */
function placesIn(record: RecordRows, value: unknown, whole: Rebuild): readonly Place[] {
  const members = new Map(Object.entries(Object(value)));
  return record.rows.flatMap((row) => {
    const { [row.name]: _gone, ...others } = Object.fromEntries(members);
    const put: Rebuild = (member) => whole({ ...Object.fromEntries(members), [row.name]: member });
    const own: Place = { row, without: () => whole(others), withValue: put };
    if (row.record === undefined) {
      return [own];
    }
    const nested: unknown = members.get(row.name);
    const inner = Array.isArray(nested)
      ? placesIn(row.record, nested[0], (element) => put([element]))
      : placesIn(row.record, nested, put);
    return [own, ...inner];
  });
}

const bodies = tables.map(({ body }) => {
  const value = valid(operations[body.endpoint].success);
  return { endpoint: body.endpoint, body, value, places: placesIn(body.root, value, (whole) => whole) };
});

describe.each(bodies)("the table of $endpoint", ({ body, value, places }) => {
  it("finds nothing in a good body, however it is written", () => {
    expect(failing(body, value)).toEqual([]);
    const spaced: Reply = { ...answer(body.endpoint, 200, JSON.stringify(value, null, 2)) };
    const found: string[] = [];
    inspectBody(body, spaced, {
      count: () => ({ seen: 0, null: 0, notNull: 0 }),
      finding: (row) => found.push(row.id),
    });
    expect(found).toEqual([]);
  });

  it("has a place for every row", () => {
    expect(new Set(places.map(({ row }) => row.id))).toEqual(new Set(body.all.map(({ id }) => id)));
  });

  it.each(places.map((place) => [place.row.id, place] as const))(
    "%s alone is broken by its own faults",
    (id, { row, without, withValue }) => {
      const faults = Object.entries(broken(row.schema)).map(
        ([name, other]) => [name, withValue(other)] as const,
      );
      const bad = [
        ["absent", without()] as const,
        ...faults,
        ...(row.nullable ? [] : [["null", withValue(null)] as const]),
      ];
      const found = Object.fromEntries(bad.map(([name, faulty]) => [name, failing(body, faulty)]));
      expect(found).toEqual(Object.fromEntries(bad.map(([name]) => [name, [id]])));
      expect(row.nullable ? failing(body, withValue(null)) : []).toEqual([]);
    },
  );
});

describe("integers are judged as they are written", () => {
  const number = bodies
    .flatMap(({ body, places }) => places.map((at) => ({ ...at, body })))
    .find(({ row }) => row.schema.format === "int64");
  const withNumber = (digits: string) =>
    number === undefined ? [] : failing(number.body, number.withValue(new Written(digits)));

  it.each(["9223372036854775807", "-9223372036854775808", "9007199254740993", "7.0", "7e2"])(
    "%s is an int64",
    (digits) => expect(withNumber(digits)).toEqual([]),
  );

  it.each(["9223372036854775808", "-9223372036854775809", "9007199254740993.5", "1e999", "7e-1"])(
    "%s is none",
    (digits) => expect(withNumber(digits)).toEqual([number?.row.id]),
  );
});

describe("the catalogue", () => {
  it("has every id once", () => {
    const ids = [...clauses, ...open].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("has the ids that it has always had", async () => {
    const ids = [...clauses, ...open].map(({ id }) => id).toSorted();
    await expect(`${ids.join("\n")}\n`).toMatchFileSnapshot("ids.txt");
  });

  it.each([...clauses])("$id states one fact in few plain words", ({ id, statement }) => {
    expect(id).toMatch(/^\d+(\.\d+)?-[a-z0-9]+(-[a-z0-9]+)*$/i);
    expect(statement.length).toBeGreaterThan(10);
    expect(statement.length).toBeLessThan(90);
    expect(statement).not.toMatch(/\b(?:and|should|correctly|properly|test that)\b/i);
    expect(statement).not.toMatch(/[.;]$/);
  });
});
