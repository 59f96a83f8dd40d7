import { describe, expect, test } from "vitest";
import type { Selection } from "../../engine/model/clause-results.ts";
import { selectionPicture } from "../../reports/pictures/selection.ts";
import { selectionAlong } from "../../specs/laws/lists/differences.ts";
import { tokenIdFilter } from "../../specs/laws/lists/lists.ts";
import { HOSTILE, violation } from "./samples.ts";

const row = (number: number) => ({ token_id: `0.0.${number}` });
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => row(from + index));

async function pictureOf(selection: Selection): Promise<string> {
  const picture = await selectionPicture(violation({ defect: { kind: "stray", selection } }));
  return String(picture).replace(/\s+/g, " ");
}

function drawn(picture: string): Readonly<Record<string, number>> {
  const count = (pattern: RegExp): number => (picture.match(pattern) ?? []).length;
  return {
    right: count(/class="right"/g),
    stray: count(/class="stray"/g),
    lost: count(/class="lost"/g),
    bands: count(/class="due" x="[^0]/g),
    bounds: count(/class="bound"/g),
  };
}

describe("what a filter should select and what came", () => {
  const used = { filter: tokenIdFilter, operator: "gte", bound: "0.0.20" } as const;
  const isDue = ({ token_id: id }: { readonly token_id?: unknown }): boolean =>
    Number(String(id).slice(4)) >= 20;

  test("is told along the member that is compared, lowest first", () => {
    const selection = selectionAlong(used, [row(21), row(19), row(100)], isDue, [row(20)]);
    expect(selection).toStrictEqual({
      by: "token_id",
      operator: "gte",
      bound: "0.0.20",
      rows: [
        { key: '"0.0.19"', value: "0.0.19", side: "below", came: true },
        { key: '"0.0.20"', value: "0.0.20", side: "at", due: true },
        { key: '"0.0.21"', value: "0.0.21", side: "above", due: true, came: true },
        { key: '"0.0.100"', value: "0.0.100", side: "above", due: true, came: true },
      ],
      below: 0,
      above: 0,
    });
  });

  test("shows a row that comes again as one that should not", () => {
    const { rows: told } = selectionAlong(used, [row(21), row(21)], isDue);
    expect(told.map(({ due, came }) => [due, came])).toStrictEqual([
      [true, true],
      [undefined, true],
    ]);
  });

  test.each([
    ["at the bound", rows(10, 200), [], 9],
    ["far from it", [...rows(20, 150), ...rows(151, 300)], [row(150)], 119],
  ] as const)("is told around what is wrong: %s", (_, came, missing, below) => {
    const selection = selectionAlong(
      used,
      came,
      (one) => (came.length === 190 ? isDue(one) && one["token_id"] !== "0.0.20" : true),
      missing,
    );
    expect(selection.rows).toHaveLength(24);
    expect(selection.rows.some(({ due, came: shown }) => due !== shown)).toBe(true);
    expect(selection.below + selection.above + 24).toBe(came.length + missing.length);
    expect(Math.abs(selection.below - below)).toBeLessThan(12);
  });
});

describe("the picture of a selection", () => {
  const selection: Selection = {
    by: "balance",
    operator: "lt",
    bound: "10",
    rows: [
      { key: '"0.0.1"', value: "1", side: "below", due: true, came: true },
      { key: '"0.0.2"', value: "2", side: "below", due: true },
      { key: '"0.0.3"', value: "10", side: "at", came: true },
      { key: '"0.0.4"', value: "11", side: "above", came: true },
    ],
    below: 3,
    above: 0,
  };

  test("has a sign for each row in both lines, the bound, and the same in words and in a table", async () => {
    const picture = await pictureOf(selection);
    expect(drawn(picture)).toStrictEqual({ right: 3, stray: 2, lost: 1, bands: 1, bounds: 1 });
    expect(picture).toMatch(
      /aria-label="4 rows by balance, selected by balance lt 10\. ✘ 0\.0\.3 and 1 more here: should not come\. ◌ 0\.0\.2: did not come"/,
    );
    expect(picture).toContain(">selected by balance lt 10</text");
    expect(picture).toContain("3 more … 1");
    const table = picture
      .slice(picture.indexOf("<tbody>"))
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
    expect(table).toBe(
      "&quot;0.0.1&quot; 1 yes yes &quot;0.0.2&quot; 2 yes no &quot;0.0.3&quot; 10 no yes &quot;0.0.4&quot; 11 no yes",
    );
  });

  test("has a band behind what the filter selects, which may be in pieces or nothing", async () => {
    const [first, second, at, last] = selection.rows.map((one) => ({ ...one, due: true as const }));
    const { due: _due, ...stray } = at ?? { key: "", value: "" };
    const parts = [first, second, stray, last].flatMap((one) => one ?? []);
    expect(drawn(await pictureOf({ ...selection, operator: "ne", rows: parts }))["bands"]).toBe(2);
    const none = await pictureOf({ ...selection, rows: [stray] });
    expect(drawn(none)["bands"]).toBe(0);
    expect(none).toContain(">none of these is selected by balance lt 10</text");
  });

  test("has a stroke for the bound where these rows show it, and none where nothing is compared", async () => {
    const without = { ...selection, bound: "9", rows: selection.rows.filter(({ side }) => side !== "at") };
    expect(drawn(await pictureOf(without))["bounds"]).toBe(1);
    const above = without.rows.filter(({ side }) => side === "above");
    expect(drawn(await pictureOf({ ...without, rows: above }))["bounds"]).toBe(0);
    const { operator: _, bound: __, ...free } = selection;
    const picture = await pictureOf(free);
    expect(drawn(picture)["bounds"]).toBe(0);
    expect(picture).toContain(">selected by the filter</text");
  });

  test("is not there where no selection is told, and keeps what a service wrote harmless", async () => {
    expect(String(await selectionPicture(violation()))).toBe("");
    const hostile = { key: JSON.stringify(HOSTILE), value: HOSTILE, came: true } as const;
    const picture = await pictureOf({ ...selection, rows: [hostile] });
    expect(picture).not.toMatch(/<script|<img|[^\n\P{Cc}]|\p{Bidi_Control}/u);
  });
});
