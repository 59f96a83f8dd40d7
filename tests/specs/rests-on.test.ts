// If a member is absent in every record, a clause that has no case without it is a consequence of the clause on that member.
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { namesIn, OWN_NAMES, readAsk } from "../../engine/clauses/read-request.ts";
import { isObject } from "../../engine/message/classify.ts";
import { isUndecided, type Reply } from "../../engine/model/exchange.ts";
import { groundsOf } from "../../engine/model/reason.ts";
import type { Row } from "../../engine/schema/fields.ts";

const { watching, tables } = await loadCatalogue();

/** Every way to leave a member of the contract out of all records of a body, with the id of the clause on that member. */
function withoutEach(value: unknown, rows: readonly Row[]): readonly (readonly [string, unknown])[] {
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

const isReply = (made: unknown): made is Reply => isObject(made) && "ask" in made;

const cases = watching.flatMap(({ id, endpoint, check, accepts, ...clause }) => {
  const rows = tables.find(({ body }) => body.endpoint === endpoint)?.body.root.rows ?? [];
  const replies = accepts.map(({ made }) => made).filter(isReply);
  const undecided = replies.flatMap((reply) =>
    withoutEach(reply.body.value, rows).flatMap(([field, value]) => {
      const bare = { ...reply, body: { text: JSON.stringify(value), value } };
      return isUndecided(check(bare, readAsk(reply.ask, namesIn(OWN_NAMES)), reply)) ? [field] : [];
    }),
  );
  const grounds = groundsOf({ endpoint, ...clause });
  return [...new Set(undecided)].map((field) => ({ id, field, grounds }));
});

test.each(cases)("$id has no case without the member of $field, and names it", ({ field, grounds }) => {
  expect(grounds).toContain(field);
});

test("the clause on error messages is among them", () => {
  expect(cases.map(({ id, field }) => [id, field])).toContainEqual([
    "2.7-error-message-of-failure",
    "2.7-error-message",
  ]);
});
