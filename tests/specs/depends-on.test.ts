// If a member is absent in every record, a clause that has no case without it is a consequence of the clause on that member.
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { clausesIn, dataDependencies } from "../../engine/clauses/dependencies.ts";
import { namesIn, DEFAULT_NAMES, readRequest } from "../../engine/clauses/read-request.ts";
import { isObject } from "../../engine/message/classify.ts";
import { isInconclusive } from "../../engine/model/exchange.ts";
import type { FieldRow } from "../../engine/schema/fields.ts";
import { responsesIn } from "./example-responses.ts";
import * as tablesOfIds from "../../specs/depends-on.ts";

const catalogue = await loadCatalogue();
const { passive, tables } = catalogue;

/** Every way to remove a member from all records of a body, with the id of the clause on that member. */
function withoutEach(value: unknown, rows: readonly FieldRow[]): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) {
    const ids = [...new Set(value.flatMap((one) => withoutEach(one, rows).map(([id]) => id)))];
    return ids.map((id) => [id, value.map((one: unknown) => new Map(withoutEach(one, rows)).get(id) ?? one)]);
  }
  if (!isObject(value)) return [];
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

const cases = passive.flatMap(({ id, endpoint, check, passes: accepts, ...clause }) => {
  const rows = tables.find(({ body }) => body.endpoint === endpoint)?.body.root.rows ?? [];
  const responses = accepts.flatMap(({ content: made }) => responsesIn(made));
  const inconclusive = responses.flatMap((response) =>
    withoutEach(response.body.value, rows).flatMap(([field, value]) => {
      const incomplete = { ...response, body: { text: JSON.stringify(value), value } };
      const read = readRequest(response.request, namesIn(DEFAULT_NAMES));
      return isInconclusive(check(incomplete, read, response)) ? [field] : [];
    }),
  );
  const dependencies = dataDependencies({ endpoint, ...clause }).flatMap((one) => clausesIn(one, catalogue));
  return [...new Set(inconclusive)].map((field) => ({ id, field, dependencies }));
});

test.each(cases)("$id depends on $field, without which it has no case", ({ field, dependencies }) => {
  expect(dependencies).toContain(field);
});

const textsIn = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];

test("every id of the tables, and of a clause that depends on others, is the id of a clause", () => {
  const ids = new Set(catalogue.clauses.map(({ id }) => id));
  const own = [...catalogue.sending, ...passive].map((clause) => clause.dependsOn ?? []);
  expect(textsIn([Object.values(tablesOfIds), own]).filter((id) => !ids.has(id))).toEqual([]);
});

test("a request depends on the clauses on its parameters, and on those on their rows", () => {
  const target = "/api/v1/tokens?token.id=gte:0.0.5&publickey=ab";
  const clauses = (needs: "acceptance" | "effect") =>
    clausesIn({ endpoint: "tokens", needs, target }, catalogue);
  const accepted = "4.4-together-accepted 4.4-token-id-accepted 4.4-answers-200 4.4-success-status";
  expect(clauses("acceptance")).toEqual(accepted.split(" "));
  const effects = ["4.4-token-id-ne", "4.4-public-key", "4.4-public-key-with-token-id"];
  expect(clauses("effect")).toEqual(expect.arrayContaining(effects));
  expect(clauses("effect")).not.toContain("4.4-public-key-with-account-id");
});

test("the clause on error messages is among the dependencies", () => {
  const own = cases.map(({ id, field }) => `${id} ${field}`);
  expect(own).toContain("2.7-error-message-of-failure 2.7-error-message");
});
