import type { RunResult } from "../../engine/model/results.ts";
import { fold, html, type Markup, section } from "../markup/elements.ts";
import type { Item } from "../words/blocks.ts";
import { sectionLabel } from "../words/labels.ts";
import { count, countOf } from "../words/numbers.ts";
import { bySection } from "../words/tally.ts";
import { itemList } from "./items.ts";

type Entry = RunResult["open"][number];

/** What the document leaves open, by section: what this run assumed, what the service did; and how doubts are read. */
export function leftOpen({ open, readings = [] }: RunResult): Markup | false {
  const odd = open.filter((entry) => entry.odd === true && entry.observed.length > 0);
  const read = readings.map(({ number, title, text }) => ({
    id: `reading-${number}`,
    text: `${title} (reading ${number})`,
    notes: [text],
  }));
  const groups: readonly (readonly [string, readonly Item[]])[] = [
    ["Odd: allowed, and seldom meant", odd.map(itemOf)],
    ["How doubtful places are read that failed clauses lean on", read],
    ...bySection(open.filter((entry) => !odd.includes(entry))).map(
      ([number, own]) => [`${number} ${sectionLabel(number)}`, own.map(itemOf)] as const,
    ),
  ];
  const told = groups.filter(([, items]) => items.length > 0);
  return (
    told.length > 0 &&
    section(
      "open",
      "What the document leaves open",
      `Nothing here fails a run. ${countOf(open.length, "matter")}: what the service did, and what this run assumed.`,
      html`${told.map(([title, items]) => fold(`${title} · ${count(items.length)}`, itemList(items, "matter")))}`,
    )
  );
}

const itemOf = ({ id, section: of, statement, assumed, observed }: Entry): Item => ({
  id,
  text: `${of}: ${statement}`,
  notes: [
    ...(assumed === undefined ? [] : [`assumed: ${assumed}`]),
    ...observed.map(({ value, count: times }) => `observed ${count(times)}×: ${value}`),
  ],
});
