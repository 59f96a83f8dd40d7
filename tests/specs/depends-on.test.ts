// If a member is absent in every record, a clause that has no case without it is a consequence of the clause on that member.
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { clausesIn, dataDependencies } from "../../engine/clauses/dependencies.ts";
import { namesIn, OWN_NAMES, readRequest } from "../../engine/clauses/read-request.ts";
import { isObject } from "../../engine/message/classify.ts";
import { isInconclusive, type ApiResponse } from "../../engine/model/exchange.ts";

import type { FieldRow } from "../../engine/schema/fields.ts";
import * as tablesOfIds from "../../specs/depends-on.ts";

const { clauses, sending, passive, tables, dependsOn } = await loadCatalogue();

/** Every way to remove a member from all records of a body, with the id of the clause on that member. */
function withoutEach(value: unknown, rows: readonly FieldRow[]): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) {
    const ids = [...new Set(value.flatMap((one) => withoutEach(one, rows).map(([id]) => id)))];
    return ids.map((id) => [id, value.map((one: unknown) => new Map(withoutEach(one, rows)).get(id) ?? one)]);
  }
  if (!isObject(value)) {
    return [];
  }
  return rows
    .filter(({ name }) => Object.hasOwn(value, name))
    .flatMap(({ id, name, record }) => {
      const { [name]: member, ...others } = value;
      const inside = withoutEach(member, record?.rows ?? []);
      return [
        [id, others] as const,
        ...inside.map(([inner, left]) => [inner, { ...value, [name]: left }] as const),
      ];
    });
}

const isResponse = (made: unknown): made is ApiResponse => isObject(made) && "request" in made;

const cases = passive.flatMap(({ id, endpoint, check, accepts, ...clause }) => {
  const rows = tables.find(({ body }) => body.endpoint === endpoint)?.body.root.rows ?? [];
  const responses = accepts.map(({ made }) => made).filter(isResponse);
  const inconclusive = responses.flatMap((response) =>
    withoutEach(response.body.value, rows).flatMap(([field, value]) => {
      const withoutUserHeaders = { ...response, body: { text: JSON.stringify(value), value } };
      return isInconclusive(
        check(withoutUserHeaders, readRequest(response.request, namesIn(OWN_NAMES)), response),
      )
        ? [field]
        : [];
    }),
  );
  const grounds = dataDependencies({ endpoint, ...clause }).flatMap((one) => clausesIn(one, dependsOn));
  return [...new Set(inconclusive)].map((field) => ({ id, field, grounds }));
});

test.each(cases)("$id depends on $field, without which it has no case", ({ field, grounds }) => {
  expect(grounds).toContain(field);
});

/** All texts in a value. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];

test("every id of the tables, and of a clause that depends on others, is the id of a clause", () => {
  const ids = new Set(clauses.map(({ id }) => id));
  const { pairs, ...ofEngine } = dependsOn;
  const own = [...sending, ...passive].map((clause) => clause.dependsOn ?? []);
  const all = [{ ...tablesOfIds, dependsOn: ofEngine }, pairs.map(({ clause }) => clause), own];
  expect(textsIn(all).filter((id) => !ids.has(id))).toEqual([]);
});

test("every clause on accepted values is in the table of its parameter or of its endpoint", () => {
  const accepting = sending.filter(({ acceptsParameter }) => acceptsParameter !== undefined);
  const accepted = Object.values(dependsOn.parameters).map((one) => one.accepted);
  const all = new Set(textsIn([accepted, Object.values(dependsOn.endpoints).map(({ path }) => path ?? [])]));
  expect(accepting.length).toBeGreaterThan(10);
  expect(accepting.map(({ id }) => id).filter((id) => !all.has(id))).toEqual([]);
});

test("the clause on error messages is among the dependencies", () => {
  expect(cases.map(({ id, field }) => [id, field])).toContainEqual([
    "2.7-error-message-of-failure",
    "2.7-error-message",
  ]);
});
