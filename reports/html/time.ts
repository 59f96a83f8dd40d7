import type { RunResult, TimelineEntry } from "../../engine/model/results.ts";
import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { countOf, countText } from "../../engine/model/model.ts";
import { html, type Markup, section } from "../markup/elements.ts";
import { duration, operationLabel } from "../words/labels.ts";

/** Maximum number of bars of the plot. In a longer run, a bar covers several seconds. */
const MOST_BARS = 120;
/** The width and height of the drawings in SVG units. The page scales them to its width. */
const HEIGHT = 100;
const WIDTH = 100;
/** Seconds without a request that are marked as a gap. */
const SHORTEST_GAP = 2;

/** The segments of a bar, from the bottom to the top: kinds of responses, then requests without a response. */
const RESPONSE_KINDS = [
  ["success", "2xx"],
  ["refusal", "3xx and 4xx"],
  ["error", "5xx"],
  ["none", "no response"],
] as const;
type ResponseKind = (typeof RESPONSE_KINDS)[number][0];

interface Bar {
  readonly second: number;
  /** The number of seconds that a bar covers. */
  readonly seconds: number;
  readonly requests: number;
  readonly sentAgain: number;
  readonly counts: Readonly<Record<ResponseKind, number>>;
  readonly statuses: ReadonlyMap<string, number>;
}

/** The section on time: the request rate of the run, and the durations of the responses of each endpoint, as inline SVG. */
export function timePart(result: RunResult): Markup | false {
  const { timeline = [], durations = {} } = result;
  return (
    timeline.length > 0 &&
    section(
      "time",
      "Time",
      `${countOf(result.requests, "request")} in ${duration(result.durationMs)}.`,
      html`<div class="beside">${runPlot(timeline, result.rps)} ${durationTable(durations)}</div>`,
    )
  );
}

/** The number of seconds that each entry covers. */
const secondsOfEntry = ([first, next]: readonly TimelineEntry[]): number =>
  Math.max(1, (next?.second ?? 1) - (first?.second ?? 0));

function barsOf(timeline: readonly TimelineEntry[]): readonly Bar[] {
  const each = secondsOfEntry(timeline);
  const size = Math.ceil(timeline.length / MOST_BARS);
  return Array.from({ length: Math.ceil(timeline.length / size) }, (_, index) => {
    const own = timeline.slice(index * size, (index + 1) * size);
    const statuses = new Map<string, number>();
    for (const [status, times] of own.flatMap((entry) => Object.entries(entry.statuses))) {
      statuses.set(status, (statuses.get(status) ?? 0) + times);
    }
    const sum = (isOfKind: (status: number) => boolean): number =>
      [...statuses].reduce((total, [status, times]) => total + (isOfKind(Number(status)) ? times : 0), 0);
    const requests = own.reduce((total, entry) => total + entry.requests, 0);
    return {
      second: own[0]?.second ?? 0,
      seconds: own.length * each,
      requests,
      sentAgain: own.reduce((total, entry) => total + entry.sentAgain, 0),
      statuses,
      counts: {
        success: sum((status) => status < 300),
        refusal: sum((status) => status >= 300 && status < 500),
        error: sum((status) => status >= 500),
        none: Math.max(0, requests - sum(() => true)),
      },
    };
  });
}

/** The gaps: at least two consecutive seconds without a request. */
function gapsOf(timeline: readonly TimelineEntry[]) {
  const each = secondsOfEntry(timeline);
  const gaps: { readonly from: number; size: number }[] = [];
  timeline.forEach(({ requests }, index) => {
    const last = gaps.at(-1);
    if (requests === 0 && last !== undefined && last.from + last.size === index) {
      last.size += 1;
    } else if (requests === 0) {
      gaps.push({ from: index, size: 1 });
    }
  });
  return gaps
    .filter(({ size }) => size * each >= SHORTEST_GAP)
    .map(({ from, size }) => ({ second: from * each, seconds: size * each }));
}

function runPlot(timeline: readonly TimelineEntry[], rps: number | undefined): Markup {
  const bars = barsOf(timeline);
  const gaps = gapsOf(timeline);
  const end = bars.reduce((sum, { seconds }) => sum + seconds, 0);
  const rateOf = ({ requests, seconds }: Bar): number => requests / seconds;
  const highest = Math.max(...bars.map(rateOf), 1);
  // A limit far above the measured rate would flatten the bars, so it appears only in the legend.
  const isLimitShown = rps !== undefined && rps <= highest * 3;
  const top = Math.max(highest, isLimitShown ? rps : 0) * 1.1;
  const x = (second: number): string => ((second / end) * WIDTH).toFixed(2);
  const y = (rate: number): number => HEIGHT - (rate / top) * HEIGHT;
  const again = bars.filter(({ sentAgain }) => sentAgain > 0);
  return html`<figure class="plot">
    <figcaption>
      Requests per second, by the status of the response; up to ${countText(Math.ceil(highest))} a second
    </figcaption>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${plotText(bars, gaps, rps)}"
    >
      ${gaps.map(({ second, seconds }) => html`<rect class="gap" x="${x(second)}" y="0" width="${x(seconds)}" height="${HEIGHT}"><title>${gapText({ second, seconds })}</title></rect>`)}
      ${bars.map((bar) => barMarkup(bar, x, y))}
      ${
        isLimitShown &&
        html`<line
          class="limit"
          x1="0"
          x2="${WIDTH}"
          y1="${y(rps)}"
          y2="${y(rps)}"
          vector-effect="non-scaling-stroke"
        />`
      }
    </svg>
    <svg class="marks" viewBox="0 0 ${WIDTH} 1" preserveAspectRatio="none" aria-hidden="true">
      ${again.map(({ second, seconds, sentAgain }) => html`<rect class="again" x="${x(second)}" y="0" width="${x(seconds)}" height="1"><title>${againText(second, sentAgain)}</title></rect>`)}
    </svg>
    <div class="axis"><span>0 s</span><span>${duration(end * 1_000)}</span></div>
    ${legend(bars, gaps, rps)}
  </figure>`;
}

type Gaps = ReturnType<typeof gapsOf>;

const gapText = ({ second, seconds }: Gaps[number]): string =>
  `no request for ${duration(seconds * 1_000)} from second ${second}`;
const againText = (second: number, times: number): string =>
  `second ${second}: ${countText(times)} sent again`;

function barMarkup(bar: Bar, x: (second: number) => string, y: (rate: number) => number): Markup {
  const statuses = [...bar.statuses].map(([status, times]) => `${countText(times)} × ${status}`).join(", ");
  const text = `second ${bar.second}: ${countOf(bar.requests, "request")}${statuses && `: ${statuses}`}`;
  let below = 0;
  const parts = RESPONSE_KINDS.map(([kind]) => {
    const from = below;
    below += bar.counts[kind] / bar.seconds;
    return [kind, y(below), y(from) - y(below)] as const;
  });
  return html`<g>
    <title>${text}</title>
    ${parts
      .filter(([, , height]) => height > 0)
      .map(
        ([kind, at, height]) =>
          html`<rect
            class="${kind}"
            x="${x(bar.second)}"
            y="${at.toFixed(2)}"
            width="${x(bar.seconds)}"
            height="${height.toFixed(2)}"
          />`,
      )}
  </g>`;
}

/** The plot as text: the counts of each kind of response, retries, gaps and the rate limit. */
function plotFacts(bars: readonly Bar[], gaps: Gaps, rps: number | undefined) {
  const sum = (of: (bar: Bar) => number): number => bars.reduce((total, bar) => total + of(bar), 0);
  const again = sum(({ sentAgain }) => sentAgain);
  const longest = gaps.toSorted((a, b) => b.seconds - a.seconds)[0];
  return [
    ...RESPONSE_KINDS.map(([kind, label]) => [kind, label, sum(({ counts }) => counts[kind])] as const)
      .filter(([, , times]) => times > 0)
      .map(([kind, label, times]) => [kind, `${label}: ${countText(times)}`] as const),
    ...(again === 0 ? [] : [["again", `sent again: ${countText(again)}`] as const]),
    ...(longest === undefined
      ? []
      : [["gap", `${countOf(gaps.length, "gap")}, the longest: ${gapText(longest)}`] as const]),
    rps === undefined
      ? (["", "no rate limit"] as const)
      : (["limit", `rate limit: ${rps} a second`] as const),
  ];
}

const plotText = (...facts: Parameters<typeof plotFacts>): string =>
  `Requests per second: ${plotFacts(...facts)
    .map(([, text]) => text)
    .join("; ")}`;

const legend = (...facts: Parameters<typeof plotFacts>): Markup =>
  html`<ul class="legend">
    ${plotFacts(...facts).map(([kind, text]) => html`<li class="${kind}">${text}</li>`)}
  </ul>`;

/** A bar for each endpoint: its median duration, extended to its slowest response, on a logarithmic scale. */
function durationTable(durations: NonNullable<RunResult["durations"]>): Markup {
  const longest = Math.max(10, ...Object.values(durations).map(({ slowestMs }) => slowestMs));
  const x = (milliseconds: number): string =>
    ((Math.log10(milliseconds + 1) / Math.log10(longest + 1)) * WIDTH).toFixed(2);
  return html`<table class="durations">
    <caption>
      Durations of responses: median and slowest, on a logarithmic scale
    </caption>
    ${ENDPOINT_NAMES.flatMap((endpoint) => {
      const own = durations[endpoint];
      return own === undefined
        ? []
        : [
            html`<tr>
              <th scope="row" title="${operationLabel(endpoint)}">${endpoint}</th>
              <td class="bar">
                <svg viewBox="0 0 ${WIDTH} 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect class="slowest" x="0" y="0" width="${x(own.slowestMs)}" height="1" />
                  <rect class="median" x="0" y="0" width="${x(own.medianMs)}" height="1" />
                </svg>
              </td>
              <td>${duration(own.medianMs)}</td>
              <td>${duration(own.slowestMs)}</td>
            </tr>`,
          ];
    })}
  </table>`;
}
