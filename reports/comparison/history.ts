import type { RunResult } from "../../engine/model/results.ts";
import { fold, html, scrollingTable, section, type Markup } from "../markup/elements.ts";
import { oneLine } from "../words/escape.ts";
import { count, countOf } from "../words/numbers.ts";
import type { Comparison, Row } from "./model.ts";

/** A clause that some results of one service found broken, known or not, with the days of the first and the last. */
export interface Deviation {
  readonly id: string;
  readonly statement: string;
  readonly first: string;
  readonly last: string;
  readonly times: number;
  /** The day of the first result after the last that found it; undefined while it is there. */
  readonly goneOn?: string;
}

/** The deviations of one service over time, those that are there in front; undefined where several were judged, or one once. */
export function deviationsOver({ columns, rows }: Comparison): readonly Deviation[] | undefined {
  const services = new Set(columns.map(({ result }) => serviceOf(result)));
  const days = columns.map(({ result }) => result.startedAt);
  if (services.size !== 1 || new Set(days).size < 2) {
    return undefined;
  }
  const inTime = [...days.keys()].toSorted((a, b) => ((days[a] ?? "") < (days[b] ?? "") ? -1 : 1));
  return rows
    .flatMap((row) => deviationOf(row, inTime, days) ?? [])
    .toSorted((a, b) => Number(a.goneOn !== undefined) - Number(b.goneOn !== undefined));
}

/** The reference listens at another port each time. */
function serviceOf({ target, embedded }: RunResult): string {
  return embedded === true ? "the embedded reference" : JSON.stringify(target);
}

function deviationOf(
  { id, statement, cells, groups }: Row,
  inTime: readonly number[],
  days: readonly string[],
): Deviation | undefined {
  const told = inTime.map((column) => ({
    day: (days[column] ?? "").slice(0, 10),
    outcome: groups[cells[column] ?? -1]?.clause.outcome,
  }));
  const isBroken = told.map(({ outcome }) => outcome === "fail" || outcome === "known");
  const [first, last] = [isBroken.indexOf(true), isBroken.lastIndexOf(true)];
  // A result that did not judge the clause says nothing of it.
  const gone = told.slice(last + 1).find(({ outcome }) => outcome === "pass");
  return first === -1
    ? undefined
    : {
        id,
        statement,
        first: told[first]?.day ?? "",
        last: told[last]?.day ?? "",
        times: isBroken.filter(Boolean).length,
        ...(gone === undefined ? {} : { goneOn: gone.day }),
      };
}

/** What of one service departed from the contract, from when to when; nothing where several are laid side by side. */
export function historyOf(comparison: Comparison): Markup | undefined {
  const deviations = deviationsOver(comparison);
  if (deviations === undefined) {
    return undefined;
  }
  const results = countOf(comparison.columns.length, "result");
  const [there = [], gone = []] = [true, false].map((isThere) =>
    deviations.filter(({ goneOn }) => (goneOn === undefined) === isThere),
  );
  const stale = staleIn(comparison);
  const table = (caption: string, shown: readonly Deviation[]): Markup | "" =>
    shown.length === 0 ? "" : tableOf(caption, shown, comparison.columns.length);
  return section(
    "history",
    "Over time",
    `${countOf(deviations.length, "broken clause")}, ${count(there.length)} of them still there, in ${results} of one service.`,
    html`${table("Deviations that are there", there)}
    ${gone.length > 0 && fold(`${countOf(gone.length, "clause")} kept again`, html`${table("Deviations that are gone", gone)}`)}
    ${
      stale.length > 0 &&
      html`<p>Known deviations that the last result did not meet, to be taken out:</p>
        <ul>
          ${stale.map((entry) => html`<li><code>${entry}</code></li>`)}
        </ul>`
    }`,
  );
}

function tableOf(caption: string, deviations: readonly Deviation[], results: number): Markup {
  return scrollingTable(
    caption,
    ["Clause", "First", "Last", "Results", "Now"],
    deviations.map(({ id, statement, first, last, times, goneOn }) => [
      html`<a href="#row-${id}"><code>${id}</code></a> <span>${statement}</span>`,
      first,
      last,
      `${count(times)} of ${count(results)}`,
      goneOn === undefined ? "there" : `kept since ${goneOn}`,
    ]),
  );
}

/** Entries of known deviations that are stale in the last result. */
function staleIn({ columns }: Comparison): readonly string[] {
  const last = columns
    .map(({ result }) => result)
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))[0];
  return (last?.known?.stale ?? []).map(({ clause, pointer = "" }) => oneLine(`${clause} ${pointer}`, 200));
}
