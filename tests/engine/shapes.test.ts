// §2.6, §2.7, §2.8: of the records that lists show, one of each shape is requested
import { describe, expect, test } from "vitest";
import { selectCandidates, formsIn, oneOfEachShape } from "../../engine/discovery/forms.ts";
import type { JsonRecord } from "../../engine/message/classify.ts";

const usual = { id: "0.0.5", memo: "text", deleted: false, at: "1700000000.000000001", logs: [{ index: 4 }] };

/** The differences between the shape of a row and the usual shape of its list. */
function differing(row: JsonRecord): readonly string[] {
  const rows = [...Array.from({ length: 30 }, () => usual), row];
  const formsOf = formsIn(rows);
  const known = formsOf(usual);
  return [...formsOf(row)].filter((form) => !known.has(form));
}

describe("the shape of a row includes", () => {
  const without = { id: usual.id, deleted: usual.deleted, at: usual.at, logs: usual.logs };
  test.each<[string, JsonRecord, string]>([
    ["a member that is absent", without, "/memo absent"],
    ["null", { ...usual, memo: null }, "/memo null"],
    ["an empty text", { ...usual, memo: "" }, "/memo empty"],
    ["a flag", { ...usual, deleted: true }, "/deleted true"],
    ["an array without elements", { ...usual, logs: [] }, "/logs empty"],
    ["several elements", { ...usual, logs: [{ index: 4 }, { index: 4 }] }, '/logs elements "SEVERAL"'],
    ["null inside an array", { ...usual, logs: [{ index: null }] }, "/logs/*/index null"],
  ])("%s", (_name, row, form) => {
    expect(differing(row)).toContain(form);
  });

  test("the form of values that are not unique", () => {
    const rows = Array.from({ length: 40 }, (_unused, at) => ({ at: `17000000${10 + at}.000000001` }));
    const [six, nine] = [{ at: "1700000099.123456" }, { at: "1700000098.123456789" }];
    const formsOf = formsIn([...rows, six, nine]);
    expect([...formsOf(six)]).toStrictEqual(["/at a time with 6 decimals"]);
    expect([...formsOf(nine)]).toStrictEqual(["/at a time with 9 decimals"]);
  });
});

const shapedAs = (...forms: readonly string[]) => ({ forms: new Set(forms) });

describe("samples by shape", () => {
  const [common, again, rare, both] = [shapedAs("a"), shapedAs("a"), shapedAs("b"), shapedAs("b", "c")];
  test("begin with the most frequent shape, followed by those with most new features", () => {
    expect(oneOfEachShape([rare, common, both, again], 9)).toStrictEqual([common, both, rare]);
  });
  test("are at most the requested number", () => {
    expect(oneOfEachShape([rare, common, both, again], 2)).toStrictEqual([common, both]);
  });
});

describe("candidates for requests", () => {
  const listed = (identifier: string, ...forms: readonly string[]) => ({
    identifier,
    origin: "a list",
    fromUser: false,
    listed: "/api/v1/contracts",
    forms,
  });
  const many = Array.from({ length: 100 }, (_, at) => listed(`0.0.${at + 1}`, "/deleted false"));
  const unusual = listed("0.0.999", "/deleted true");
  const some = { records: 5, shapes: 9, seed: 1 };

  test("include a deleted record among a hundred at every seed", () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      expect(selectCandidates("contract", [...many, unusual], { ...some, seed })).toContain(unusual);
    }
  });
  test("include one of each form, up to the number of the level", () => {
    const address = { ...unusual, identifier: `0x${"ab".repeat(20)}`, forms: ["/deleted false"] };
    const chosen = selectCandidates("contract", [...many, address], some);
    expect(chosen).toContain(address);
    expect(chosen).toHaveLength(5);
  });
  test("keep the order of the target file", () => {
    const own = many.map(({ identifier }) => ({ identifier, origin: "the target file", fromUser: true }));
    expect(selectCandidates("contract", own, some)).toStrictEqual(own.slice(0, 5));
  });
});
