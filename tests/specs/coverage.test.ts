// §1 to §9: every place of the contract is tested by clauses, or is unspecified behaviour
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { contractPlace, placeInfo, contractPlaces } from "../../schemas/places.ts";
import { revision } from "../../schemas/revision.ts";

const { clauses, unspecified } = await loadCatalogue();
const citing = [...clauses, ...unspecified];

/** Every line of a document that says something: no heading, blank line or head of a table, nothing before part 1. */
function linesOf(document: string) {
  const texts = document.split(/\r?\n/).map((text) => text.trim());
  const isRule = (text = ""): boolean => /^\|[\s|:-]+\|$/.test(text);
  let section = "";
  return texts.flatMap((text, index) => {
    const heading = /^##+ (\d+(?:\.\d+)?)\.? /.exec(text)?.[1];
    section = heading ?? section;
    const isHead = text.startsWith("|") && isRule(texts[index + 1]);
    const isSilent = heading !== undefined || section === "" || text === "" || isHead || isRule(text);
    return isSilent ? [] : [{ section, line: index + 1 }];
  });
}

/** Every line that holds one of the places, once. */
const lines = [...new Map(contractPlaces.map(({ section, line }) => [line, { section, line }])).values()];

describe("the places of the document", () => {
  test("have a clause that tests them or a row of unspecified behaviour each", () => {
    const cited = new Set<string>(citing.flatMap(({ cites }) => cites));
    expect(contractPlaces.filter((info) => !cited.has(info.place))).toEqual([]);
  });

  test.each(citing)("are cited by $id: at least one, each of them once", ({ cites }) => {
    expect(cites.length).toBeGreaterThan(0);
    expect(cites.filter((cited) => placeInfo(cited) === undefined)).toEqual([]);
    expect(new Set(cites).size).toBe(cites.length);
  });

  test("have names of their own, each on one line, in the order of the document", () => {
    expect(new Set(contractPlaces.map((info) => info.place)).size).toBe(contractPlaces.length);
    expect(lines.map(({ line }) => line)).toEqual(lines.map(({ line }) => line).toSorted((a, b) => a - b));
  });

  test("are refused where there is none of that name", () => {
    expect(() => contractPlace("2.3 no such field")).toThrow("2.3 no such field");
  });

  // Requires a copy of the contract.
  const copies = [process.env["CONTRACT_DOCUMENT"]].filter((path) => path !== undefined);
  test.each(copies)("are those of the document %s, named by CONTRACT_DOCUMENT", (path) => {
    const text = readFileSync(path, "utf8");
    expect(createHash("sha256").update(text).digest("hex")).toBe(revision.document);
    expect(linesOf(text)).toEqual(lines);
  });
});
