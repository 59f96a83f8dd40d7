import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import {
  codeToCopy,
  fold,
  html,
  linksTo,
  type Markup,
  note,
  section,
  type Section,
} from "../markup/elements.ts";
import { adviceFor } from "../words/advice.ts";
import type { Block, Item } from "../words/blocks.ts";
import { more } from "../words/explain.ts";
import { outcomeLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { bySection, groupBy, isLeft, isNotJudged, leftText, reasonsOf, tallyOf } from "../words/tally.ts";

/** Items that are told one by one: a page with thousands of them helps nobody. */
const MOST_ITEMS = 200;
/** Clauses that are named at once. */
const FEW = 3;
const LONGEST_NOTE = 2_000;
const LEADS: Readonly<Record<string, string>> = {
  files: "What was judged of each file, and what was left aside.",
  profiles: "Descriptions of real implementations that this run was made with.",
  "not-judged": "What was not judged counts neither for nor against the service.",
  known: "Deviations that somebody accepted beforehand. They are reported, and do not fail the run.",
  "known-to-look-at": "Stale: nothing departs there any more. Expired: the last day has passed.",
  readings:
    "Where the document can be understood in several ways, the broken clauses lean on these readings.",
  open: "Nothing here is judged: what the document does not settle, what this run assumed, what the service did.",
};

/** Blocks that have something to tell, as sections. */
export const blockSections = (blocks: readonly Block[]): readonly Section[] =>
  blocks
    .filter(({ items }) => items.length > 0)
    .map((block) => section(block.id, block.title, LEADS[block.id] ?? "", list(block)));

/** How doubtful places of the document are read: what broken clauses lean on, each once. */
export const readingBlock = ({ readings = [] }: RunResult): Block => ({
  id: "readings",
  title: "How doubtful places are read",
  noun: "reading",
  items: readings.map(({ number, title, text }) => ({
    id: `reading-${number}`,
    text: `${title} (reading ${number})`,
    notes: [text],
  })),
});

/** What the document leaves open: what it leaves, what this run assumed, what it observed. */
export const openBlock = ({ open }: RunResult): Block => ({
  id: "open",
  title: "What the document leaves open",
  noun: "matter",
  items: bySection(open).flatMap(([, own]) =>
    own.map(({ id, section: of, statement, assumed, observed }) => ({
      id,
      text: `${of}: ${statement}`,
      notes: [
        ...(assumed === undefined ? [] : [`assumed: ${assumed}`]),
        ...observed.map(({ value, count: times }) => `observed ${count(times)}×: ${value}`),
      ],
    })),
  ),
});

/** What to give to have more judged, by what a reader has to do; where nothing was judged, what to check. */
export function adviceBlock(result: RunResult): Block {
  const groups = groupBy(result.clauses.filter(isNotJudged), (clause) => JSON.stringify(adviceFor(clause)));
  const items = groups
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([, own]): Item => {
      const { text, entry } = adviceFor(own[0]);
      const left = isLeft(own[0]) ? leftText(result) : undefined;
      const reasons = reasonsOf(own).map(
        ({ first, reason, ids }) => `${outcomeLabel(first.outcome)} ${count(ids.length)}: ${reason}`,
      );
      const notes = left === undefined ? reasons : [`${left}.`];
      const ids = own.map(({ id }) => id);
      return { text, ids, notes, ...(entry === undefined ? {} : { copy: JSON.stringify(entry) }) };
    });
  const title = tallyOf(result.summary).judged === 0 ? "What to check" : "To have more judged";
  return { id: "not-judged", title, noun: "thing to give", items };
}

const list = ({ items, noun }: Block): Markup =>
  html`<ul class="list">
      ${items.slice(0, MOST_ITEMS).map(line)}
    </ul>
    ${more(items.length - MOST_ITEMS, noun).map(note)}`;

/** Clauses that something is told of: a few in sight, many behind a fold. */
const clausesOf = (ids: readonly string[]): Markup =>
  ids.length <= FEW
    ? html`<div>${linksTo(ids)}</div>`
    : fold(countOf(ids.length, "clause"), html`<p>${linksTo(ids)}</p>`);

const line = ({ id, text, ids = [], notes = [], copy }: Item): Markup =>
  html`<li>
    ${id === undefined ? oneLine(text) : html`<span id="${id}">${oneLine(text)}</span>`}
    ${ids.length > 0 && clausesOf(ids.map((one) => oneLine(one)))}
    ${notes.map((one) => note(oneLine(one, LONGEST_NOTE)))}
    ${copy !== undefined && codeToCopy("In the target file", copy)}
  </li>`;
