import type { Moment } from "../../engine/model/bill.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { fold, html, type Markup, nothing, scrollingTable, section } from "../markup/elements.ts";
import { endpointLabel } from "../words/labels.ts";
import { count, duration, inSeconds } from "../words/numbers.ts";
import { answerMs, hindrances, isSlow } from "../words/run.ts";

/** Moments from which on there is something to see. */
export const FEWEST = 3;
/** Units of the drawing, which is as wide as its column. */
const WIDTH = 1_000;
const BAR = 18;
/** The least that is seen of a bar. */
const LEAST = 1.5;

type Timeline = readonly Moment[];

interface Row {
  readonly name: string;
  readonly kind: "sent" | "again" | "waited";
  /** What was counted between two moments. */
  readonly values: readonly number[];
  /** As a text: one of the values, and all of them. */
  readonly told: (value: number) => string;
  readonly took: Markup | string;
}

/** The requests of a run over time, by endpoint, with those that were sent again and the time spent waiting. */
export function runPicture({ timeline = [], bill }: Pick<RunResult, "timeline" | "bill">): Markup {
  if (timeline.length < FEWEST) {
    return nothing;
  }
  const rows = rowsOf(timeline, bill).filter(({ values }) => values.some((value) => value > 0));
  const sent = rows.filter(({ kind }) => kind !== "waited");
  const most = Math.max(...sent.flatMap(({ values }) => perSecond(values, timeline)));
  const isWaiting = rows.length > sent.length;
  const told = hindrances({ bill });
  const last = duration(timeline.at(-1)?.atMs ?? 0);
  const time = html`<span class="ends"
    ><span>0 s<span class="visually-hidden"> to </span></span> <span>${last}</span></span
  >`;
  return section(
    "run",
    "The run itself",
    html`${told.length > 0 && html`<strong>${told.join(". ")}.</strong> `}Requests over time, by endpoint, on
    one scale: the highest bar is ${count(Math.ceil(most))} a
    second.${isWaiting && " A full bar of waiting is all of the time."}`,
    html`<div class="run">
        ${scrollingTable(
          "The run by endpoint",
          ["Endpoint", time, "in all", "an answer"],
          rows.map((row) => [
            row.name,
            bars(row, row.kind === "waited" ? 1_000 : most, timeline),
            row.told(sum(row.values)),
            row.took,
          ]),
        )}
      </div>
      ${fold(
        "The run as a table",
        scrollingTable(
          "The run over time",
          ["Until", ...rows.map(({ name }) => name)],
          timeline.map(({ atMs }, index) => [
            duration(atMs),
            ...rows.map(({ values, told: textOf }) => textOf(values[index] ?? 0)),
          ]),
        ),
      )}`,
  );
}

function rowsOf(timeline: Timeline, bill: RunResult["bill"]): readonly Row[] {
  const between = (of: (moment: Moment) => number): readonly number[] =>
    timeline.map((moment, index) => {
      const before = timeline[index - 1];
      return Math.round(of(moment) - (before === undefined ? 0 : of(before)));
    });
  return [
    ...ENDPOINT_NAMES.map((endpoint) => {
      const ms = answerMs(bill, endpoint);
      return {
        name: endpointLabel(endpoint),
        kind: "sent" as const,
        values: between(({ perEndpoint }) => perEndpoint[endpoint] ?? 0),
        told: count,
        took: ms === undefined ? "–" : isSlow(ms) ? html`<strong>▲ ${inSeconds(ms)}</strong>` : inSeconds(ms),
      };
    }),
    { name: "Sent again", kind: "again", values: between(({ retries }) => retries), told: count, took: "" },
    {
      name: "Waiting",
      kind: "waited",
      values: between(({ waitedMs }) => waitedMs),
      told: duration,
      took: "",
    },
  ];
}

/** A bar between each two moments, as tall as much a second was counted there. */
function bars({ values, kind }: Row, most: number, timeline: Timeline): Markup {
  const last = Math.max(1, timeline.at(-1)?.atMs ?? 1);
  const at = (index: number): number => ((timeline[index]?.atMs ?? 0) / last) * WIDTH;
  const drawn = perSecond(values, timeline).flatMap((rate, index) => {
    const [from, to] = [index === 0 ? 0 : at(index - 1), at(index)];
    const tall = Math.min(BAR, Math.max(LEAST, (rate / most) * BAR)).toFixed(1);
    return rate === 0
      ? []
      : [`M${from.toFixed(0)} ${BAR}v-${tall}H${Math.max(from + 2, to - 2).toFixed(0)}v${tall}z`];
  });
  return html`<svg viewBox="0 0 ${WIDTH} ${BAR}" preserveAspectRatio="none" aria-hidden="true">
    <path class="${kind}" d="${drawn.join("")}" />
  </svg>`;
}

const perSecond = (values: readonly number[], timeline: Timeline): readonly number[] =>
  values.map((value, index) => {
    const ms = (timeline[index]?.atMs ?? 0) - (timeline[index - 1]?.atMs ?? 0);
    return (value / Math.max(1, ms)) * 1_000;
  });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const RUN_STYLE = `
.run table { max-width: 44rem; } .run :is(th, td) { font-size: 0.8rem; padding: 0.2rem 0.3rem; border: 0; vertical-align: middle; white-space: nowrap; } .run th:first-child { padding-left: 0; color: var(--soft); }
.run :is(th, td):nth-child(2) { width: 100%; } .run .ends { display: flex; justify-content: space-between; gap: 0.6rem; }
.run svg { display: block; width: 100%; height: 1.15rem; border-bottom: 1px solid var(--line); } .run .sent { fill: var(--accent); } .run .again { fill: var(--bad); } .run .waited { fill: var(--warn); }
.run td strong { color: var(--warn); }
@media (max-width: 40rem) { .run tbody th { white-space: normal; line-height: 1.1; overflow-wrap: normal; } }
`;
