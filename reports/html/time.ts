import type { RunResult, TimelineEntry } from "../../engine/model/results.ts";
import { ENDPOINT_NAMES } from "../../schemas/operations.ts";
import { countOf, countText } from "../../engine/model/model.ts";
import { html, type Markup, section } from "./elements.ts";
import { duration, operationLabel } from "../words/labels.ts";
import { requestsAndTime } from "../words/run.ts";

/** Maximum number of bars of the plot. In a longer run, a bar covers several seconds. */
const MOST_BARS = 120;
/** Width and height of the drawings in SVG units, which the page scales to its width. */
const SIZE = 100;
/** Seconds without a request that are marked as a gap. */
const SHORTEST_GAP = 2;

/** The segments of a bar, from the bottom to the top: class, label, and first digit of the status; undefined: no response. */
const SEGMENTS = [
  ["success", "2xx", /^[12]/],
  ["refusal", "3xx and 4xx", /^[34]/],
  ["error", "5xx", /^[5-9]/],
  ["none", "no response", undefined],
] as const;

export function timePart(result: RunResult): Markup | false {
  const { timeline = [], durations = {}, rps } = result;
  return (
    timeline.length > 0 &&
    section(
      { id: "time", title: "Time", lead: `${requestsAndTime(result)}.` },
      html`<div class="beside">${runPlot(timeline, rps)} ${durationTable(durations)}</div>`,
    )
  );
}

type Bar = ReturnType<typeof barOf>;
type Gaps = ReturnType<typeof gapsOf>;

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

function barOf(entries: readonly TimelineEntry[]) {
  const statuses = new Map<string, number>();
  for (const [status, times] of entries.flatMap((entry) => Object.entries(entry.statuses))) {
    statuses.set(status, (statuses.get(status) ?? 0) + times);
  }
  const requests = sumOf(entries, (entry) => entry.requests);
  const received = (hundreds: RegExp): number =>
    sumOf([...statuses], ([status, times]) => (hundreds.test(status) ? times : 0));
  return {
    second: entries[0]?.second ?? 0,
    seconds: entries.length,
    requests,
    statuses,
    sentAgain: sumOf(entries, (entry) => entry.sentAgain),
    counts: SEGMENTS.map(([, , hundreds]) =>
      hundreds === undefined ? Math.max(0, requests - received(/./)) : received(hundreds),
    ),
  };
}

function gapsOf(timeline: readonly TimelineEntry[]) {
  const busy = timeline.flatMap(({ requests }, index) => (requests > 0 ? [index] : []));
  return [...busy, timeline.length]
    .map((end, index) => ({ end, from: (busy[index - 1] ?? -1) + 1 }))
    .map(({ end, from }) => ({ second: from, seconds: end - from }))
    .filter(({ seconds }) => seconds >= SHORTEST_GAP);
}

const gapText = ({ second, seconds }: Gaps[number]): string =>
  `no request for ${duration(seconds * 1_000)} from second ${second}`;

function runPlot(timeline: readonly TimelineEntry[], rps: number | undefined): Markup {
  const size = Math.ceil(timeline.length / MOST_BARS);
  const bars = Array.from({ length: Math.ceil(timeline.length / size) }, (_, index) =>
    barOf(timeline.slice(index * size, (index + 1) * size)),
  );
  const gaps = gapsOf(timeline);
  const end = sumOf(bars, ({ seconds }) => seconds);
  const highest = Math.max(...bars.map(({ requests, seconds }) => requests / seconds), 1);
  // A limit far above the measured rate would flatten the bars, so it appears only in the legend.
  const isLimitShown = rps !== undefined && rps <= highest * 3;
  const top = Math.max(highest, isLimitShown ? rps : 0) * 1.1;
  const x = (second: number): string => ((second / end) * SIZE).toFixed(2);
  const y = (rate: number): string => (SIZE - (rate / top) * SIZE).toFixed(2);
  const rect = (kind: string, { second, seconds }: Gaps[number], height: string, title = "", from = "0") =>
    html`<rect class="${kind}" x="${x(second)}" y="${from}" width="${x(seconds)}" height="${height}"
      >${title && html`<title>${title}</title>`}</rect
    >`;
  const facts = plotFacts(bars, gaps, rps);
  return html`<figure class="plot">
    <figcaption>
      Requests per second, by the status of the response; up to ${countText(Math.ceil(highest))} a second
    </figcaption>
    <svg
      viewBox="0 0 ${SIZE} ${SIZE}"
      preserveAspectRatio="none"
      role="img"
      aria-label="Requests per second: ${facts.map(([, text]) => text).join("; ")}"
    >
      ${gaps.map((gap) => rect("gap", gap, String(SIZE), gapText(gap)))}
      ${bars.map((bar) => {
        const heights = bar.counts.map((count) => (SIZE * count) / bar.seconds / top);
        return html`<g>
          <title>${barText(bar)}</title>
          ${SEGMENTS.map(([kind], at) => {
            const height = heights[at] ?? 0;
            const from = SIZE - sumOf(heights.slice(0, at + 1), (own) => own);
            return height > 0 && rect(kind, bar, height.toFixed(2), "", from.toFixed(2));
          })}
        </g>`;
      })}
      ${isLimitShown && html`<line class="limit" x1="0" x2="${SIZE}" y1="${y(rps)}" y2="${y(rps)}" vector-effect="non-scaling-stroke" />`}
    </svg>
    <svg class="marks" viewBox="0 0 ${SIZE} 1" preserveAspectRatio="none" aria-hidden="true">
      ${bars.map((bar) => bar.sentAgain > 0 && rect("again", bar, "1", `second ${bar.second}: ${countText(bar.sentAgain)} sent again`))}
    </svg>
    <div class="axis"><span>0 s</span><span>${duration(end * 1_000)}</span></div>
    <ul class="legend">
      ${facts.map(([kind, text]) => html`<li class="${kind}">${text}</li>`)}
    </ul>
  </figure>`;
}

function barText({ second, requests, statuses }: Bar): string {
  const counts = [...statuses].map(([status, times]) => `${countText(times)} × ${status}`).join(", ");
  return `second ${second}: ${countOf(requests, "request")}${counts && `: ${counts}`}`;
}

function plotFacts(bars: readonly Bar[], gaps: Gaps, rps: number | undefined) {
  const again = sumOf(bars, ({ sentAgain }) => sentAgain);
  const longest = gaps.toSorted((a, b) => b.seconds - a.seconds)[0];
  const facts = [
    ...SEGMENTS.map(
      ([kind, label], at) => [kind, label, sumOf(bars, ({ counts }) => counts[at] ?? 0)] as const,
    ),
    ["again", "sent again", again] as const,
  ].map(([kind, label, times]) => [kind, times > 0 && `${label}: ${countText(times)}`] as const);
  return [
    ...facts,
    ["gap", longest && `${countOf(gaps.length, "gap")}, the longest: ${gapText(longest)}`] as const,
    rps === undefined
      ? (["", "no rate limit"] as const)
      : (["limit", `rate limit: ${rps} a second`] as const),
  ].flatMap(([kind, text]) => (text ? [[kind, text] as const] : []));
}

function durationTable(durations: NonNullable<RunResult["durations"]>): Markup {
  const longest = Math.max(10, ...Object.values(durations).map(({ slowestMs }) => slowestMs));
  const x = (milliseconds: number): string =>
    ((Math.log10(milliseconds + 1) / Math.log10(longest + 1)) * SIZE).toFixed(2);
  return html`<table class="durations">
    <caption>
      Durations of responses: median and slowest, on a logarithmic scale
    </caption>
    ${ENDPOINT_NAMES.map((name) => {
      const { medianMs, slowestMs } = durations[name] ?? { medianMs: 0, slowestMs: 0 };
      return (
        name in durations &&
        html`<tr>
          <th scope="row" title="${operationLabel(name)}">${name}</th>
          <td class="bar">
            <svg viewBox="0 0 ${SIZE} 1" preserveAspectRatio="none" aria-hidden="true">
              <rect class="slowest" x="0" y="0" width="${x(slowestMs)}" height="1" />
              <rect class="median" x="0" y="0" width="${x(medianMs)}" height="1" />
            </svg>
          </td>
          <td>${duration(medianMs)}</td>
          <td>${duration(slowestMs)}</td>
        </tr>`
      );
    })}
  </table>`;
}
