// If a member is absent in every record, a clause that has no case without it is a consequence of the clause on that member.
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { namesIn, OWN_NAMES, readRequest } from "../../engine/clauses/read-request.ts";
import { isObject } from "../../engine/message/classify.ts";
import { isInconclusive, type ApiResponse } from "../../engine/model/exchange.ts";
import { caseDependencies } from "../../engine/model/reason.ts";
import type { FieldRow } from "../../engine/schema/fields.ts";

const { passive, tables } = await loadCatalogue();

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
  const grounds = caseDependencies({ endpoint, ...clause });
  return [...new Set(inconclusive)].map((field) => ({ id, field, grounds }));
});

test.each(cases)("$id depends on $field, without which it has no case", ({ field, grounds }) => {
  expect(grounds).toContain(field);
});

test("the clause on error messages is among the dependencies", () => {
  expect(cases.map(({ id, field }) => [id, field])).toContainEqual([
    "2.7-error-message-of-failure",
    "2.7-error-message",
  ]);
});
