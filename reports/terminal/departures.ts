import type { FileDeparture, JudgedFile } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { more, pointerText } from "../words/explain.ts";
import { count } from "../words/numbers.ts";
import { groupBy } from "../words/tally.ts";
import type { Paint } from "./paint.ts";
import { table } from "./table.ts";

const MOST_FILES = 100;
const MOST_PLACES = 60;
const MOST_REASONS = 15;

/** What was judged of each file, and at which places the files depart from the document. */
export const departuresText = (files: readonly JudgedFile[], paint: Paint): string =>
  [...fileLines(files, paint), ...placeLines(files, paint), ...leftLines(files, paint), ""].join("\n");

function fileLines(files: readonly JudgedFile[], paint: Paint): readonly string[] {
  const head = ["File", "form", "exchanges", "judged", "departures", "places"];
  const rows = files.map(({ file, form, exchanges, judged, departures }) => [
    oneLine(file, 120),
    form,
    count(exchanges),
    count(judged),
    departures.length === 0 ? "-" : `${count(departures.length)}${knownOf(departures)}`,
    count(timesOf(departures)),
  ]);
  const [first = "", ...lines] = table([head, ...rows.slice(0, MOST_FILES)], 2);
  return [paint.dim(first), ...lines, ...restOf(rows, MOST_FILES, "file"), ""];
}

const restOf = (rows: readonly unknown[], most: number, noun: string): readonly string[] =>
  more(rows.length - most, noun).map((line) => `  ${line}`);

function knownOf(departures: readonly FileDeparture[]): string {
  const known = departures.filter((departure) => departure.known === true).length;
  return known === 0 ? "" : ` (${known} known)`;
}

const timesOf = (departures: readonly FileDeparture[]): number =>
  departures.reduce((sum, { count: times }) => sum + times, 0);

function placeLines(files: readonly JudgedFile[], paint: Paint): readonly string[] {
  const places = placesOf(files);
  if (places.length === 0) {
    return [];
  }
  const head = ["Departs from", "at", "with", "files", "places", ""];
  const rows = places.map(({ clause, pointer, actual, times, files: own, known }) => [
    clause,
    pointerText(pointer, 80),
    oneLine(actual, 48),
    `${count(own)} of ${count(files.length)}`,
    count(times),
    known === true ? "known" : "",
  ]);
  const [first = "", ...lines] = table([head, ...rows.slice(0, MOST_PLACES)], 3);
  return [paint.dim(first), ...lines, ...restOf(rows, MOST_PLACES, "place"), ""];
}

/** One line for each clause and place, over all files: what differs in the value alone is one place. */
function placesOf(files: readonly JudgedFile[]) {
  const found = files.flatMap(({ departures }, file) => departures.map((departure) => ({ departure, file })));
  return groupBy(found, ({ departure: { clause, pointer } }) => `${clause} ${pointer}`)
    .map(([, own]) => ({
      ...own[0].departure,
      files: new Set(own.map(({ file }) => file)).size,
      times: timesOf(own.map(({ departure }) => departure)),
    }))
    .toSorted((a, b) => b.files - a.files || b.times - a.times);
}

function leftLines(files: readonly JudgedFile[], paint: Paint): readonly string[] {
  const reasons = groupBy(
    files.flatMap(({ left }) => Object.entries(left)),
    ([reason]) => reason,
  )
    .map(([reason, own]) => ({ reason, times: own.reduce((sum, [, times]) => sum + times, 0) }))
    .toSorted((a, b) => b.times - a.times);
  return reasons.length === 0
    ? []
    : [
        paint.dim("  Exchanges left aside"),
        ...reasons
          .slice(0, MOST_REASONS)
          .map(({ reason, times }) => `  ${count(times).padStart(7)}  ${oneLine(reason, 160)}`),
        ...more(reasons.length - MOST_REASONS, "reason").map((line) => `           ${line}`),
        "",
      ];
}
