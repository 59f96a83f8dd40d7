// The titles of causes, and the texts of their values
import { describe, expect, test } from "vitest";
import { causesOf } from "../../reports/reading/causes.ts";
import { placeLines } from "../../reports/words/explain.ts";
import { bodyOf, failed, planned, resultOf, violation, getting } from "./samples.ts";
import { adviceFor } from "../../reports/words/advice.ts";

test.each([
  ['"2024-02-30"', true],
  ['"2024-02-30T10:00:00Z"', true],
  ['"2023-02-29"', true],
  ['"2024-13-01"', true],
  ['"2024-02-29"', false],
  ['"2024-02-30th"', false],
  ["20240230", false],
])("a date that does not exist is marked as such: %s", (actual, isMarked) => {
  const lines = placeLines(failed(planned(0)), violation({ actual }));
  const hint = isMarked ? " (this date does not exist)" : "";
  expect(lines.find(({ label }) => label === "actual")?.text).toBe(`${actual}${hint}`);
});

describe("causes with the same problem have distinct titles", () => {
  const causeOf = (id: string, query: string, changes: Parameters<typeof violation>[0] = {}) =>
    failed(
      { ...planned(1), id },
      [
        violation({
          message: "a request that must be refused succeeds",
          request: getting(`https://x.test/api/v1/tokens?${query}`),
          ...changes,
        }),
      ],
      { parameters: ["tokenId"] },
    );
  const titlesOf = (...clauses: Parameters<typeof resultOf>[0]): readonly (string | undefined)[] =>
    causesOf(resultOf(clauses))
      .map(({ title }) => title)
      .toSorted((a = "", b = "") => a.localeCompare(b));

  test("by the parameter", () => {
    const ofLimit = { ...causeOf("4.4-two", "limit=a"), parameters: ["limit"] };
    expect(titlesOf(causeOf("4.4-one", "token.id=1a&limit=1"), ofLimit)).toStrictEqual([
      "a request that must be refused succeeds (limit)",
      "a request that must be refused succeeds (token.id)",
    ]);
  });

  test("by the operator, then by the pointer, then by the clause", () => {
    const byOperator = ["gte", "lt"].map((operator) => causeOf(`4.4-${operator}`, `token.id=${operator}:1a`));
    const refused = "a request that must be refused succeeds";
    expect(titlesOf(...byOperator)).toStrictEqual([`${refused} (gte)`, `${refused} (lt)`]);
    const at = (id: string, pointer: string) => causeOf(id, "token.id=gte:1a", { pointer, actual: id });
    expect(titlesOf(at("4.4-one", "/a"), at("4.4-two", "/b"))).toStrictEqual([
      "a request that must be refused succeeds (/a)",
      "a request that must be refused succeeds (/b)",
    ]);
  });

  test("and a title that no other cause has is not changed", () => {
    expect(titlesOf(causeOf("4.4-one", "token.id=1a"))).toStrictEqual([undefined]);
  });
});

// Faults that are recognised in the violations of several clauses: wrong comparisons of the values of a filter
const LIST = "https://ledger.example.test/api/v1/tokens";
const AS_TEXT = "a filter compares its values as text";
const IN_32_BITS = "a filter compares only 32 bits of its values";

const rowsText = (ids: readonly string[]): string =>
  `{"tokens":[${ids.map((id) => `{"token_id":"0.0.${id}"}`).join(",")}],"links":{"next":null}}`;

/** A failed clause on `token.id`: the operator and the bound, the returned ids, and the missing one, if one is missing. */
const filtered = (value: string, ids: readonly string[], missing?: string) =>
  failed({ ...planned(1), id: `4.4-token-id-${value.split(":")[0]}`, endpoint: "tokens", section: "4.4" }, [
    violation({
      request: getting(`${LIST}?token.id=${value}`),
      response: bodyOf(rowsText(ids)),
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

const withoutMember = (member: string, body: string) =>
  failed(
    { ...planned(1), id: `2.3-${member}`, endpoint: "tokens", section: "2.3" },
    [violation({ pointer: `/tokens/0/${member}`, actual: "absent", served: true, response: bodyOf(body) })],
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

describe("advice on a clause that was not tested", () => {
  const clause = { endpoint: "contract" } as const;

  test.each([
    [{ kind: "giveSamples", of: "accountIds" }, { samples: { accountIds: ["0.0.98"] } }],
    [{ kind: "giveParameterName", of: "tokens.limit" }, { parameters: { tokens: { limit: "<name>" } } }],
    [undefined, { samples: { contracts: ["0.0.5001", "0x<20 bytes>"] } }],
  ] as const)("depends on the possible remedy: %j", (remedy, entry) => {
    expect(adviceFor({ ...clause, ...(remedy === undefined ? {} : { remedy }) }).entry).toStrictEqual(entry);
  });

  test.each([
    ["samplesMissing", "Add samples.accountIds to the target file"],
    ["dataUnsuitable", "Test an instance that has the records that this clause needs"],
  ] as const)("asks for samples only if no list shows such records: %s", (code, text) => {
    const remedy = { kind: "giveSamples", of: "accountIds" } as const;
    const responded = { tokenBalances: { usable: 1, unusable: 0 } };
    expect(adviceFor({ ...clause, code, remedy }, { responded }).text).toBe(text);
  });

  test("names a clause to fix first, and never one whose violations are known deviations", () => {
    const consequence = { ...clause, consequenceOf: "4.8-answers-200" };
    expect(adviceFor(consequence).text).toBe("Fix 4.8-answers-200 first");
    const { text } = adviceFor(consequence, { known: new Set(["4.8-answers-200"]) });
    expect(text).toBe("Nothing to do: this is a consequence of the known deviation 4.8-answers-200");
  });
});
