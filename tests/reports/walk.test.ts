// The picture of a walk: what is wrong stands where it is
import { expect, test } from "vitest";
import type { Violation } from "../../engine/model/clause-results.ts";
import { walkPicture } from "../../reports/pictures/walk.ts";
import { violation, walkExchanges } from "./samples.ts";

/** What the picture says to a reader who does not see it, and the texts in it, in order. */
async function drawn(changes: Partial<Violation>): Promise<{ label: string; texts: readonly string[] }> {
  const svg = String(await walkPicture(violation({ pointer: "/tokens/0/token_id", ...changes })));
  const label = /aria-label="([^"]*)"/.exec(svg)?.[1] ?? "";
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = ""]) => text.trim());
  return { label, texts: texts.filter((text) => text !== "") };
}

test("a row that is lost between two pages is marked between them", async () => {
  const { label, texts } = await drawn({
    exchanges: walkExchanges(3),
    defect: { kind: "gap", row: '"0.0.7"' },
  });
  expect(label).toBe("3 pages of the list. Page 3: 0.0.7 is on neither page");
  expect(texts).toStrictEqual([
    "Page 1",
    "0.0.10",
    "5 rows",
    "0.0.14",
    "Page 2",
    "0.0.20",
    "5 rows",
    "0.0.24",
    "✘ 0.0.7 is on neither page",
    "Page 3",
    "0.0.30",
    "5 rows",
    "0.0.34",
    "next is null: the end",
  ]);
});

test.each([
  [{ kind: "gap", row: '"0.0.7"' }, "/tokens/2/token_id", "0.0.7 is missing"],
  [{ kind: "gap", row: '"0.0.7"', behind: true }, "/tokens/0/token_id", "0.0.7 is missing"],
  [{ kind: "repeat", row: '"0.0.21"' }, "/tokens/1", "row 2 came before: 0.0.21"],
  [{ kind: "order" }, "/tokens/3/token_id", "row 4 is out of order: 12"],
  [{ kind: "stray" }, "/tokens/3/token_id", "row 4 does not belong: 12"],
  [{ kind: "limit", limit: 3 }, "/tokens", "more than 3 rows"],
] as const)("%j at %s is told as %s", async (defect, pointer, told) => {
  const { label } = await drawn({ exchanges: walkExchanges(2), defect, pointer });
  expect(label).toBe(`2 pages of the list. Page 2: ${told}`);
});

test("a link that should not be there is marked where it leads", async () => {
  const breaking = walkExchanges(3).map(({ breaks: _breaks, ...exchange }) =>
    exchange.number === 2 ? { ...exchange, breaks: true as const } : exchange,
  );
  const { texts } = await drawn({ exchanges: breaking, pointer: "/links/next", expected: "null" });
  expect(texts.indexOf("✘ next: expected null")).toBe(texts.indexOf("Page 3") - 1);
});

test("pages of another walk are not drawn, and those that are left out are counted", async () => {
  const other = walkExchanges(2).map(({ breaks: _breaks, ...exchange }) => exchange);
  const own = walkExchanges(9).map((exchange) => ({ ...exchange, number: exchange.number + 2 }));
  const kept = own.filter(({ number }) => number < 5 || number > 9);
  const { texts } = await drawn({ exchanges: [...other, ...kept], defect: { kind: "gap", row: '"0.0.7"' } });
  expect(texts.filter((text) => /^Page|not drawn/.test(text))).toStrictEqual([
    "Page 1",
    "Page 2",
    "… 5 pages not drawn",
    "Page 8",
    "Page 9",
  ]);
});

test.each([
  ["the page itself", 3, 3],
  ["an earlier page", 3, 1],
  ["a page far in front", 9, 2],
])("of a link that leads back the page is told: %s", async (_what, from, to) => {
  const exchanges = walkExchanges(from).map((one) =>
    one.number === from ? { ...one, page: { ...one.page, rows: 5, next: `"/tokens?page=${to}"` } } : one,
  );
  const { label, texts } = await drawn({
    exchanges,
    pointer: "/links/next",
    expected: "a page not yet read",
  });
  expect(label).toContain(`Page ${from}: next leads to page ${to} again`);
  expect(texts.at(-1)).toBe(`✘ next leads to page ${to} again`);
  expect(texts).toContain(`Page ${to}`);
});

test("pages of a result that does not tell their URLs are drawn, without what their URLs would show", async () => {
  const old = walkExchanges(3).map(({ method: _method, url: _url, ...one }) =>
    one.number === 3 ? { ...one, page: { ...one.page, rows: 5, next: '"/tokens?page=1"' } } : one,
  );
  const { texts } = await drawn({ exchanges: old, pointer: "/links/next", expected: "null" });
  expect(texts.filter((text) => text.startsWith("Page "))).toStrictEqual(["Page 1", "Page 2", "Page 3"]);
  expect(texts.at(-1)).toBe("✘ next: expected null");
});

test("pages that overlap are marked at each of them, with their rows counted", async () => {
  const exchanges = walkExchanges(4).map(({ breaks: _breaks, ...one }) => ({
    ...one,
    page: { ...one.page, rows: 5, last: `"0.0.${one.number + 1}0"` },
    ...(one.number === 2 ? { breaks: true as const } : {}),
  }));
  const { label, texts } = await drawn({
    exchanges,
    defect: { kind: "repeat", row: '"0.0.20"' },
    pointer: "/tokens/0",
  });
  const told = [2, 3, 4].map((page) => `Page ${page}: row 1 came before: 0.0.${page}0`);
  expect(label).toBe(`4 pages of the list. ${told.join(". ")}`);
  expect(texts.filter((text) => text === "5 rows")).toHaveLength(4);
});

test("one page stands alone", async () => {
  const page = { rows: 12, first: '"0.0.1"', last: '"0.0.12"', next: '"/more"' };
  const { label, texts } = await drawn({ page, pointer: "/tokens", defect: { kind: "limit", limit: 10 } });
  expect(label).toBe("1 page of the list. The page: more than 10 rows");
  expect(texts).toContain("next: /more");
});

test("what is no rule over a list has no picture", async () => {
  expect((await drawn({ exchanges: walkExchanges(2) })).label).toBe("");
});
