import type { PageFacts, ReportedExchange, Violation } from "../../engine/model/clause-results.ts";
import { tried } from "../../engine/model/file-trouble.ts";
import { html, nothing, type Markup } from "../markup/elements.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { countOf } from "../words/numbers.ts";

interface Block {
  readonly title: string;
  readonly page: PageFacts;
  /** What is wrong, where it is wrong on this page. */
  readonly wrong: Wrong | undefined;
  /** Pages between the block in front and this one that are not drawn. */
  readonly left: number;
}

interface Wrong {
  readonly text: string;
  /** Rows at fault, by index; between two pages where it is in front of the first row. */
  readonly from: number;
  readonly to: number;
  readonly place: "between" | "row" | "next";
}

/** Pixels: the picture has room on a phone. */
const WIDTH = 340;
/** Pages that are drawn: enough to see where a walk goes wrong, on a phone too. */
const MOST = 4;
const HEIGHT = 62;
const BETWEEN = 30;
/** Rows of a page that are drawn one by one; where there are more, one stroke stands for several. */
const STROKES = 50;
/** Characters of a key beside another one, and of a line. */
const KEY = 20;
const LINE = 50;

/** The pages that a rule over a list looked at, with what is wrong drawn where it is; nothing where none is known. */
export function walkPicture(violation: Violation): Markup {
  const blocks = blocksOf(violation);
  const last = blocks.at(-1);
  if (last === undefined) {
    return nothing;
  }
  const drawn = blocks.map((block, index) => {
    const y = index * (HEIGHT + BETWEEN);
    return html`${link(block, blocks[index - 1], y)}${box(block, y)}`;
  });
  const told = blocks.flatMap(({ title, wrong }) => (wrong === undefined ? [] : [`${title}: ${wrong.text}`]));
  const height = blocks.length * (HEIGHT + BETWEEN);
  return html`<figure class="walk">
    <svg
      width="${WIDTH}"
      height="${height}"
      viewBox="0 0 ${WIDTH} ${height}"
      role="img"
      aria-label="${countOf(blocks.length, "page")} of the list. ${told.join(". ")}"
    >
      ${drawn} ${end(last, height - BETWEEN)}
    </svg>
  </figure>`;
}

type Walked = ReportedExchange & { readonly page: PageFacts };

/** The page that breaks the rule, with those in front of it and behind it, as far as they belong to one walk. */
function blocksOf(violation: Violation): readonly Block[] {
  const { defect, pointer, exchanges = [], page } = violation;
  if (defect === undefined && pointer !== "/links/next") {
    return [];
  }
  const pages = exchanges.flatMap((exchange) =>
    exchange.page === undefined ? [] : [{ ...exchange, page: exchange.page }],
  );
  const at = pages.findIndex(({ breaks }) => breaks === true);
  const breaking = pages[at];
  if (breaking === undefined) {
    const wrong = page && wrongOf(page, violation);
    return page === undefined ? [] : [{ title: "The page", page, left: 0, wrong }];
  }
  const start = pages.slice(0, at + 1).findLast(({ page: { follows } }) => follows !== true) ?? breaking;
  const stop = pages.slice(at + 1).find(({ page: { follows } }) => follows !== true)?.number ?? Infinity;
  const own = pages.filter(({ number }) => number >= start.number && number < stop);
  const back = pointer === "/links/next" ? leadsBack(breaking, own) : undefined;
  const distance = ({ number, beside }: Walked): number =>
    beside === true || number === back?.number ? 0 : Math.abs(number - breaking.number);
  const shown = own
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MOST)
    .toSorted((a, b) => a.number - b.number);
  const numberOf = ({ number }: Walked): number => number - start.number + 1;
  return shown.map((exchange, index) => ({
    title: `Page ${numberOf(exchange)}`,
    page: exchange.page,
    left: exchange.number - (shown[index - 1]?.number ?? start.number - 1) - 1,
    wrong:
      exchange === breaking
        ? wrongOf(exchange.page, violation, back && numberOf(back))
        : overlapOf(exchange, shown[index - 1], violation),
  }));
}

/** A link of an answer, as far as it was kept: what was cut off is no JSON any more. */
function linkIn(json = "null"): string | undefined {
  const told = tried((): unknown => JSON.parse(json));
  return typeof told === "string" ? told : undefined;
}

/** The parameters of an address, however their values are encoded. */
const parametersIn = (address: string): readonly string[] =>
  [...new URLSearchParams(address.split("?")[1])].map(([name, value]) => `${name}=${value}`);

/** Whether a link of a page leads to an address of the same list. */
function leadsTo(next: string | undefined, url: string | undefined): boolean {
  const told = linkIn(next);
  return (
    told !== undefined && url !== undefined && parametersIn(told).join("&") === parametersIn(url).join("&")
  );
}

/** The page, read by then, to which the link of a page leads. */
const leadsBack = (from: Walked, own: readonly Walked[]): Walked | undefined =>
  own.find(({ number, url }) => number <= from.number && leadsTo(from.page.next, url));

/** A further page that begins with the row at which the page in front of it ends. */
function overlapOf({ page, number }: Walked, front: Walked | undefined, { defect }: Violation) {
  const isNext = front?.number === number - 1 && page.follows === true;
  const { first } = page;
  return isNext && first !== undefined && front.page.last === first && OVERLAPS.has(defect?.kind)
    ? ({ text: `row 1 came before: ${short(first)}`, from: 0, to: 1, place: "row" } as const)
    : undefined;
}

/** What is wrong with rows where pages that overlap are a part of it. */
const OVERLAPS: ReadonlySet<string | undefined> = new Set(["repeat", "order"]);

/** A key as far as there is room for it, without the quotes of JSON. */
function short(text: string, most = KEY): string {
  const line = oneLine(text).replace(/^"(.*)"$/, "$1");
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

const AT_ROW = /^\/[^/]+\/(\d+)/;

function wrongOf(page: PageFacts, { defect, pointer, expected, actual }: Violation, back?: number): Wrong {
  const { kind, row: lost = "", limit = 0, behind } = defect ?? {};
  const row = Number(AT_ROW.exec(pointer)?.[1] ?? 0);
  const [key, came] = [lost, actual].map((text) => short(text));
  if (pointer === "/links/next") {
    const rows = { from: page.rows, to: page.rows } as const;
    const should = `next: expected ${short(expected, LINE)}`;
    return { text: back === undefined ? should : `next leads to page ${back} again`, ...rows, place: "next" };
  }
  if (kind === "limit") {
    return { text: `more than ${countOf(limit, "row")}`, from: limit, to: page.rows, place: "row" };
  }
  const isFirst = row === 0 && page.follows === true && behind !== true;
  const place = isFirst && (kind === "gap" || kind === "order") ? "between" : "row";
  if (kind === "gap") {
    const gap = behind === true ? row + 1 : row;
    return { text: `${key} is ${isFirst ? "on neither page" : "missing"}`, from: gap, to: gap, place };
  }
  const told = {
    repeat: ` came before: ${key}`,
    order: ` is out of order: ${came}`,
    stray: ` does not belong: ${came}`,
  };
  const text = `row ${row + 1}${kind === undefined ? "" : told[kind]}`;
  return { text, from: row, to: row + 1, place };
}

/** What is between a page and the one in front: the link that leads here, what is left out, what is wrong there. */
function link({ wrong, left }: Block, front: Block | undefined, y: number): Markup {
  if (front === undefined) {
    return nothing;
  }
  const broken = [front.wrong, wrong].find((one) => one?.place === (one === wrong ? "between" : "next"));
  const isBroken = broken !== undefined;
  const text = isBroken ? `✘ ${broken.text}` : left > 0 ? `… ${countOf(left, "page")} not drawn` : "";
  return html`<path
      class="${isBroken ? "cut" : "way"}"
      d="M16 ${y - BETWEEN}v${BETWEEN - 4}m-4 -5l4 5l4 -5"
    />
    <text class="${isBroken ? "wrong" : ""}" x="30" y="${y - BETWEEN / 2 + 4}">${short(text, LINE)}</text>`;
}

function box({ title, page: { rows, first, last }, wrong }: Block, y: number): Markup {
  const [from, to] = [first, last].map((key) => short(key ?? ""));
  const inside = wrong?.place === "row" ? wrong : undefined;
  return html`<g transform="translate(0 ${y})">
    <rect
      class="page-box ${wrong !== undefined && "faulty"}"
      x="0.5"
      y="0.5"
      width="${WIDTH - 1}"
      height="${HEIGHT - 1}"
      rx="6"
    />
    <text class="strong" x="10" y="17">${title}</text>
    ${inside !== undefined && html`<text class="wrong" x="${WIDTH - 10}" y="17" text-anchor="end">✘ ${short(inside.text, LINE)}</text>`}
    ${strokes(rows, inside)}
    <text class="key" x="10" y="54">${from}</text>
    <text x="${WIDTH / 2}" y="54" text-anchor="middle">${countOf(rows, "row")}</text>
    <text class="key" x="${WIDTH - 10}" y="54" text-anchor="end">${rows > 1 ? to : ""}</text>
  </g>`;
}

/** The rows of a page as strokes; those at fault stand out, a row that is missing is a mark between two. */
function strokes(rows: number, wrong: Wrong | undefined): Markup {
  const drawn = Math.min(rows, STROKES);
  const step = (WIDTH - 20) / Math.max(drawn, 1);
  const scale = drawn / Math.max(rows, 1);
  const at = (row: number): number => Math.min(Math.floor(row * scale), drawn);
  const line = (index: number): string => `M${(10 + (index + 0.5) * step).toFixed(1)} 24v16`;
  const [from, to] =
    wrong === undefined ? [drawn, drawn] : [at(wrong.from), Math.max(at(wrong.to), at(wrong.from))];
  const isGap = wrong !== undefined && wrong.from === wrong.to;
  const bad = isGap ? [] : Array.from({ length: Math.max(1, to - from) }, (_, index) => line(from + index));
  const good = Array.from({ length: drawn }, (_, index) => index)
    .filter((index) => isGap || index < from || index >= to)
    .map(line);
  const x = (10 + from * step).toFixed(1);
  const fault = isGap
    ? html`<path class="missing" d="M${x} 21v22m-3 -22h6m-6 22h6" />`
    : html`<path class="bad-rows" d="${bad.join("")}" />`;
  return html`<path class="rows" d="${good.join("")}" />${wrong !== undefined && fault}`;
}

/** What the last page that is drawn says of the next one. */
function end({ page: { next }, wrong }: Block, y: number): Markup {
  const told =
    next === undefined
      ? "no links.next"
      : next === "null"
        ? "next is null: the end"
        : `next: ${short(next, LINE - 6)}`;
  const isWrong = wrong?.place === "next";
  return html`<text class="${isWrong ? "wrong" : ""}" x="10" y="${y + 18}"
    >${isWrong ? `✘ ${wrong.text}` : told}</text
  >`;
}
