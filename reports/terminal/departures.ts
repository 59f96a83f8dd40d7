import type { Departure, JudgedFile } from "../../engine/model/results.ts";
import { oneLine } from "../words/escape.ts";
import { count, countOf } from "../words/numbers.ts";
import type { Paint } from "./paint.ts";
import { table } from "./table.ts";

const MOST_FILES = 100;
const MOST_PLACES = 60;

/** What was judged of each file, and at which places the files depart from the document. */
export function departuresText(files: readonly JudgedFile[], paint: Paint): string {
  return [...fileLines(files, paint), ...placeLines(files, paint), ...leftLines(files, paint), ""].join("\n");
}

function fileLines(files: readonly JudgedFile[], paint: Paint): readonly string[] {
  const rows = files
    .slice(0, MOST_FILES)
    .map(({ file, form, exchanges, judged, departures }) => [
      oneLine(file, 120),
      form,
      count(exchanges),
      count(judged),
      departures.length === 0 ? "-" : `${count(departures.length)}${knownOf(departures)}`,
      count(departures.reduce((sum, { count: places }) => sum + places, 0)),
    ]);
  const [head = "", ...lines] = table(
    [["File", "form", "exchanges", "judged", "departures", "places"], ...rows],
    "  ",
    2,
  );
  const rest = files.length - MOST_FILES;
  return [paint.dim(head), ...lines, ...(rest > 0 ? [`  … and ${countOf(rest, "more file")}`] : []), ""];
}

function knownOf(departures: readonly Departure[]): string {
  const known = departures.filter((departure) => departure.known === true).length;
  return known === 0 ? "" : ` (${known} known)`;
}

interface Place extends Departure {
  readonly files: number;
}

function placeLines(files: readonly JudgedFile[], paint: Paint): readonly string[] {
  const places = placesOf(files);
  if (places.length === 0) {
    return [];
  }
  const rows = places
    .slice(0, MOST_PLACES)
    .map(({ clause, pointer, actual, count: times, files: own, known }) => [
      clause,
      pointer === "" ? "the whole answer" : oneLine(pointer, 80),
      oneLine(actual, 48),
      `${count(own)} of ${count(files.length)}`,
      count(times),
      known === true ? "known" : "",
    ]);
  const [head = "", ...lines] = table(
    [["Departs from", "at", "with", "files", "places", ""], ...rows],
    "  ",
    3,
  );
  const rest = places.length - MOST_PLACES;
  return [paint.dim(head), ...lines, ...(rest > 0 ? [`  … and ${countOf(rest, "more place")}`] : []), ""];
}

/** One line for each clause and place, over all files. */
function placesOf(files: readonly JudgedFile[]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const departure of files.flatMap((file) => merged(file.departures))) {
    const key = `${departure.clause} ${departure.pointer}`;
    const sofar = places.get(key);
    places.set(
      key,
      sofar === undefined
        ? { ...departure, files: 1 }
        : { ...sofar, files: sofar.files + 1, count: sofar.count + departure.count },
    );
  }
  return [...places.values()].toSorted((a, b) => b.files - a.files || b.count - a.count);
}

/** What differs in the value alone is one place. */
function merged(departures: readonly Departure[]): readonly Departure[] {
  const byPlace = new Map<string, Departure>();
  for (const departure of departures) {
    const key = `${departure.clause} ${departure.pointer}`;
    const sofar = byPlace.get(key);
    byPlace.set(key, sofar === undefined ? departure : { ...sofar, count: sofar.count + departure.count });
  }
  return [...byPlace.values()];
}

const MOST_REASONS = 15;

function leftLines(files: readonly JudgedFile[], paint: Paint): readonly string[] {
  const reasons = new Map<string, number>();
  for (const [reason, times] of files.flatMap(({ left }) => Object.entries(left))) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + times);
  }
  const sorted = [...reasons].toSorted((a, b) => b[1] - a[1]);
  const rest = sorted.length - MOST_REASONS;
  return sorted.length === 0
    ? []
    : [
        paint.dim("  Exchanges left aside"),
        ...sorted
          .slice(0, MOST_REASONS)
          .map(([reason, times]) => `  ${count(times).padStart(7)}  ${oneLine(reason, 160)}`),
        ...(rest > 0 ? [`           … and ${countOf(rest, "more reason")}`] : []),
        "",
      ];
}
