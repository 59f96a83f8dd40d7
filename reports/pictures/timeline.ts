import type { Moment, RunResult } from "../../engine/model/results.ts";
import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { fold, html, type Markup, nothing, scrollingTable, section } from "../markup/elements.ts";
import { endpointLabel } from "../words/labels.ts";
import { count, duration } from "../words/numbers.ts";

/** Moments from which on there is something to see. */
export const FEWEST = 3;
/** Pixels of a row, of its bars, and of the names in front of them. */
const ROW = 24;
const BAR = 18;
const NAMES = 124;
const WIDTH = 700;

interface Row {
  readonly name: string;
  readonly values: readonly number[];
  readonly kind: "sent" | "again" | "waited";
}

/** The requests of a run over time, by endpoint, with those that were sent again and the time spent waiting. */
export function runPicture({ timeline = [] }: Pick<RunResult, "timeline">): Markup {
  if (timeline.length < FEWEST) {
    return nothing;
  }
  const rows = rowsOf(timeline).filter(({ values }) => values.some((value) => value > 0));
  const last = timeline.at(-1)?.atMs ?? 1;
  const height = rows.length * ROW + 20;
  return section(
    "run",
    "The run itself",
    "Requests over time, by endpoint: a slow or a limited service shows here. Each row has a scale of its own.",
    html`<div class="scroll run" tabindex="0">
        <svg
          width="${WIDTH}"
          height="${height}"
          role="img"
          aria-label="Requests in ${duration(last)}: ${rows.map(({ name, values }) => `${name} ${count(sum(values))}`).join(", ")}"
        >
          ${rows.map((row, index) => rowOf(row, index * ROW, timeline, last))}
          <text x="${NAMES}" y="${height - 4}">0 s</text>
          <text x="${WIDTH}" y="${height - 4}" text-anchor="end">${duration(last)}</text>
        </svg>
      </div>
      ${fold(
        "The run as a table",
        scrollingTable(
          "The run over time",
          ["Until", ...rows.map(({ name }) => name)],
          timeline.map(({ atMs }, index) => [
            duration(atMs),
            ...rows.map(({ values }) => count(values[index] ?? 0)),
          ]),
        ),
      )}`,
  );
}

function rowsOf(timeline: readonly Moment[]): readonly Row[] {
  const between = (of: (moment: Moment) => number): readonly number[] =>
    timeline.map((moment, index) => {
      const before = timeline[index - 1];
      return Math.round(of(moment) - (before === undefined ? 0 : of(before)));
    });
  return [
    ...ENDPOINT_NAMES.map((endpoint) => ({
      name: endpointLabel(endpoint),
      values: between(({ perEndpoint }) => perEndpoint[endpoint] ?? 0),
      kind: "sent" as const,
    })),
    { name: "Sent again", values: between(({ retries }) => retries), kind: "again" },
    { name: "Waiting, ms", values: between(({ waitedMs }) => waitedMs), kind: "waited" },
  ];
}

function rowOf({ name, values, kind }: Row, y: number, timeline: readonly Moment[], last: number): Markup {
  const most = Math.max(1, ...values);
  const at = (ms: number): number => NAMES + (ms / Math.max(1, last)) * (WIDTH - NAMES - 44);
  const bars = values.flatMap((value, index) => {
    const [from, to] = [at(timeline[index - 1]?.atMs ?? 0), at(timeline[index]?.atMs ?? 0)];
    const tall = (value / most) * BAR;
    return value === 0
      ? []
      : [
          `M${from.toFixed(1)} ${(y + BAR - tall).toFixed(1)}H${Math.max(from + 1, to - 1).toFixed(1)}v${tall.toFixed(1)}H${from.toFixed(1)}z`,
        ];
  });
  return html`<text x="0" y="${y + 14}">${name}</text>
    <path class="${kind}" d="${bars.join("")}" />
    <text x="${WIDTH}" y="${y + 14}" text-anchor="end">${count(sum(values))}</text>`;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const RUN_STYLE = `
.run text { font-size: 12px; fill: var(--soft); } .run .sent { fill: var(--accent); } .run .again { fill: var(--bad); } .run .waited { fill: var(--warn); }
`;
