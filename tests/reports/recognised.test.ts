// Faults that are recognised in the violations of several clauses: wrong comparisons of the values of a filter
import { expect, test } from "vitest";
import { causesOf } from "../../reports/reading/causes.ts";
import { failed, planned, resultOf, violation } from "./samples.ts";

const LIST = "https://ledger.example.test/api/v1/tokens";
const AS_TEXT = "a filter compares its values as text";
const IN_32_BITS = "a filter compares only 32 bits of its values";

const rowsText = (ids: readonly string[]): string =>
  `{"tokens":[${ids.map((id) => `{"token_id":"0.0.${id}"}`).join(",")}],"links":{"next":null}}`;

/** A failed clause on `token.id`: the operator and the bound, the returned ids, and the missing one, if one is missing. */
const filtered = (value: string, ids: readonly string[], missing?: string) =>
  failed({ ...planned(1), id: `4.4-token-id-${value.split(":")[0]}`, endpoint: "tokens", section: "4.4" }, [
    violation({
      request: { method: "GET", url: `${LIST}?token.id=${value}`, headers: {}, body: null },
      response: { status: 200, headers: {}, body: rowsText(ids) },
      pointer: missing === undefined ? "/tokens/0/token_id" : "/tokens",
      rowFault: missing === undefined ? { kind: "stray" } : { kind: "gap", row: `"0.0.${missing}"` },
      symptoms: [missing === undefined ? "stray tokenId" : "gap"],
      expects: "success",
      served: true,
    }),
  ]);

test.each([
  ["text", AS_TEXT, [filtered("gt:0.0.1000", ["999"]), filtered("lt:0.0.1000", ["1"], "999")]],
  ["text, of short ids", AS_TEXT, [filtered("gte:1000", ["999"]), filtered("lt:1000", [], "999")]],
  ["32 bits", IN_32_BITS, [filtered("eq:0.0.4294967304", ["8"]), filtered("lt:0.0.4294967296", [], "8")]],
  ["int32", IN_32_BITS, [filtered("gt:0.0.4294967295", ["1"]), filtered("lt:0.0.4294967295", [], "1")]],
])("values that are compared as %s are one cause", (_name, title, clauses) => {
  expect(causesOf(resultOf(clauses)).map((cause) => cause.title)).toStrictEqual([title]);
});

test.each([
  ["are returned although no comparison selects them", filtered("gt:0.0.1000", ["999", "1"])],
  ["are in another realm", filtered("gt:0.1.1000", ["999"])],
  ["have no value that is wrong as a number", filtered("gt:0.0.1000", ["2000"])],
])("a filter whose rows %s is another cause", (_name, other) => {
  const causes = causesOf(resultOf([other, filtered("lt:0.0.1000", ["1"], "999")]));
  expect(causes.map((cause) => cause.title)).not.toContain(AS_TEXT);
  expect(causes).toHaveLength(2);
});

test("a filter that is ignored with large numbers is not compared in 32 bits", () => {
  const ignored = ["ne:0.0.9999999998", "gt:0.0.9999999998"].map((value) => filtered(value, ["9999999998"]));
  const causes = causesOf(resultOf(ignored));
  expect(causes.map((cause) => cause.title)).not.toContain(IN_32_BITS);
});

/** A clause on a field of tokens that is absent from a response. */
const withoutMember = (member: string, body: string) =>
  failed(
    { ...planned(1), id: `2.3-${member}`, endpoint: "tokens", section: "2.3" },
    [
      violation({
        pointer: `/tokens/0/${member}`,
        actual: "absent",
        served: true,
        response: { status: 200, headers: {}, body },
      }),
    ],
    { field: { seen: 1, null: 0, notNull: 1 } },
  );
const oneToken = rowsText(["1"]);

test.each([
  ["four members of one response are absent, members of other responses too", oneToken, 1],
  ["no response lacks four members", rowsText(["2"]), 5],
])("where %s", (_name, body, count) => {
  const clauses = ["name", "symbol", "decimals"].map((member) => withoutMember(member, oneToken));
  const others = [withoutMember("metadata", body), withoutMember("type", rowsText(["3"]))];
  expect(causesOf(resultOf([...clauses, ...others]))).toHaveLength(count);
});
