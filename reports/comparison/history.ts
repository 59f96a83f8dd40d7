import type { RunResult } from "../../engine/model/results.ts";
import { fold, html, scrollingTable, section, type Markup } from "../markup/elements.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { count, countOf } from "../words/numbers.ts";
import { earliestFirst, type Column, type Comparison, type ComparedRow } from "./model.ts";

/** A clause that some results of one service found broken, known or not, with the days of the first and the last. */
type Deviation = NonNullable<ReturnType<typeof deviationOf>>;

/** The reference listens at another port each time. */
const serviceOf = ({ target, embedded }: RunResult): string =>
  embedded === true ? "the embedded reference" : JSON.stringify(target);

/** `nights` are the results in the order of their runs, each with its column. */
function deviationOf(
  { id, statement, cells, groups }: ComparedRow,
  nights: readonly (readonly [number, Column])[],
) {
  const told = nights.map(([column, { result }]) => ({
    day: result.startedAt.slice(0, 10),
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
        /** The day of the first result after the last that found it; undefined while it is there. */
        goneOn: gone?.day,
      };
}

/** What of one service departed from the contract, from when to when; nothing where several are laid side by side. */
export function historyOf({ columns, rows }: Comparison): Markup | undefined {
  const services = new Set(columns.map(({ result }) => serviceOf(result)));
  const nights = [...columns.entries()].toSorted(([, a], [, b]) => earliestFirst(a.result, b.result));
  const [first, last] = [nights[0]?.[1].result, nights.at(-1)?.[1].result];
  if (services.size !== 1 || first?.startedAt === last?.startedAt) {
    return undefined;
  }
  const deviations = rows.flatMap((row) => deviationOf(row, nights) ?? []);
  const there = deviations.filter(({ goneOn }) => goneOn === undefined);
  const gone = deviations.filter(({ goneOn }) => goneOn !== undefined);
  const stale = (last?.known?.stale ?? []).map(({ clause, pointer = "" }) =>
    oneLine(`${clause} ${pointer}`, 200),
  );
  const { length } = nights;
  return section(
    "history",
    "Over time",
    `${countOf(deviations.length, "broken clause")}, ${count(there.length)} of them still there, in ${countOf(length, "result")} of one service.`,
    html`${there.length > 0 && tableOf("Deviations that are there", there, length)}
    ${gone.length > 0 && fold(`${countOf(gone.length, "clause")} kept again`, tableOf("Deviations that are gone", gone, length))}
    ${
      stale.length > 0 &&
      html`<p>Known deviations that the last result did not meet, to be taken out:</p>
        <ul>
          ${stale.map((entry) => html`<li><code>${entry}</code></li>`)}
        </ul>`
    }`,
  );
}

const tableOf = (caption: string, deviations: readonly Deviation[], results: number): Markup =>
  scrollingTable(
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
