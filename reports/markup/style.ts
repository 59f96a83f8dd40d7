import { OUTCOME_ORDER, outcomeSign } from "../words/labels.ts";

/** The sign of each outcome, which a reader of the screen does not hear: the word says the same. */
const SIGNS = OUTCOME_ORDER.map(
  (outcome) => `.badge.${outcome}::before { content: "${outcomeSign(outcome)}" / ""; }`,
).join("\n");

/**
 * What every page looks like: colours, type and the parts that pages share. Light and dark follow the reader's system; print
 * is always light. From 360 px up.
 *
 * - colours, as custom properties: `--ground`, `--raised`, `--ink`, `--soft` (quiet text), `--line`, `--code`, `--accent`
 *   (links, focus), and for outcomes `--good`, `--bad`, `--warn`, `--mute`, each with a `-soft` to lie under it
 * - `.page` keeps text in the middle; `.lead`, `.kicker`, `.note` are quiet text; `.scroll` lets a wide table scroll
 * - `.badge` with an outcome as its second class, `.button`, `.chips` (radio buttons in a row), `.facts` (a list of
 *   names and values), `.lines` (what a violation says, line by line), `.code` (a `pre` with a caption and a copy button), `mark`, `.visually-hidden`
 * - tables need no class: numbers stand right, `th[scope=row]` and the first column left
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fafaf8, #121518); --raised: light-dark(#ffffff, #191d21); --code: light-dark(#f3f3f0, #20252a);
  --ink: light-dark(#1a1e23, #e8eaec); --soft: light-dark(#565f6a, #a4adb7); --line: light-dark(#e0e1de, #2e343b);
  --accent: light-dark(#2a4bb8, #9db4ff);
  --good: light-dark(#146a36, #72d292); --bad: light-dark(#b0231b, #ff978d);
  --warn: light-dark(#7d4c00, #f0bb64); --mute: light-dark(#5a636e, #aab3bc);
  --good-soft: light-dark(#e2f2e7, #142c1d); --bad-soft: light-dark(#fbe8e6, #381b19);
  --warn-soft: light-dark(#faeed8, #332611); --mute-soft: light-dark(#ecedec, #262b31);
  --mono: ui-monospace, "SFMono-Regular", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
[hidden], html:not(.js) [data-script] { display: none !important; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere; text-rendering: optimizeLegibility;
}
.page { max-width: 76rem; margin: 0 auto; padding: 0 clamp(1rem, 3vw, 2rem); }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.75rem, 1.2rem + 2.6vw, 2.75rem); letter-spacing: -0.022em; font-weight: 680; margin: 0; }
h2 { font-size: clamp(1.35rem, 1.1rem + 1vw, 1.7rem); letter-spacing: -0.014em; margin: 0 0 0.35rem; }
h3 { font-size: 1.12rem; margin: 2.2rem 0 0.5rem; }
h4 { font-size: 1rem; margin: 0; }
p { margin: 0.4rem 0; }
a { color: var(--accent); text-decoration-thickness: 1px; text-decoration-color: color-mix(in srgb, currentColor 45%, transparent); text-underline-offset: 0.2em; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre, .told dd { font-family: var(--mono); font-size: 0.855em; font-variant-ligatures: none; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
mark { background: var(--bad-soft); color: inherit; font-weight: 600; }
summary { cursor: pointer; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.lead { color: var(--soft); max-width: 44rem; } .kicker { color: var(--soft); font-size: 0.875rem; }
.note { color: var(--soft); font-size: 0.9rem; }
.badge {
  display: inline-flex; gap: 0.35em; align-items: baseline; padding: 0.08rem 0.55rem; border-radius: 999px;
  font-size: 0.8rem; line-height: 1.5; font-weight: 600; white-space: nowrap;
}
.badge.pass { color: var(--good); background: var(--good-soft); } .badge.fail { color: var(--bad); background: var(--bad-soft); }
.badge.known, .badge.inconclusive { color: var(--warn); background: var(--warn-soft); }
.badge.notExercised { color: var(--mute); background: var(--mute-soft); }
${SIGNS}
.button {
  font: inherit; font-size: 0.82rem; line-height: 1.4; padding: 0.22rem 0.7rem; color: var(--ink); background: var(--raised);
  border: 1px solid var(--line); border-radius: 7px; cursor: pointer; white-space: nowrap;
}
.button:hover { border-color: var(--soft); }
.chips { border: 0; margin: 0; padding: 0; min-width: 0; display: flex; flex-wrap: wrap; gap: 0.35rem; }
.chips label { position: relative; font-size: 0.85rem; cursor: pointer; }
.chips input { position: absolute; opacity: 0; inset: 0; margin: 0; cursor: pointer; }
.chips span { display: block; padding: 0.24rem 0.75rem; border: 1px solid var(--line); border-radius: 999px; background: var(--raised); white-space: nowrap; }
.chips label:hover span { border-color: var(--soft); }
.chips input:checked + span { background: var(--ink); border-color: var(--ink); color: var(--ground); }
.chips input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.35rem 1.4rem; margin: 0; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.lines { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.15rem 1rem; margin: 0.35rem 0; }
.lines dt { color: var(--soft); font-size: 0.9rem; } .lines dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.code { margin: 0.6rem 0; border: 1px solid var(--line); border-radius: 8px; background: var(--code); overflow: hidden; }
.code figcaption { display: flex; gap: 0.8rem; align-items: center; justify-content: space-between; padding: 0.3rem 0.4rem 0.3rem 0.85rem; font-size: 0.82rem; color: var(--soft); border-bottom: 1px solid var(--line); min-height: 2.3rem; }
.code pre { padding: 0.65rem 0.85rem; } .code pre[tabindex] { max-height: 30rem; overflow: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 0.42rem 0.55rem; text-align: right; border-bottom: 1px solid var(--line); vertical-align: baseline; }
th:first-child, td:first-child { text-align: left; padding-left: 0; } tr > :last-child { padding-right: 0; }
thead th { font-weight: 500; color: var(--soft); font-size: 0.86rem; vertical-align: bottom; }
tbody th { font-weight: 400; } tfoot th, tfoot td { font-weight: 650; border-bottom: 0; }
@media (max-width: 40rem) {
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; } .facts dd { margin-bottom: 0.55rem; }
}
@media print {
  :root { color-scheme: light !important; }
  body { background: none; font-size: 10.5pt; } .button, .chips, [data-screen] { display: none !important; }
  .code pre[tabindex] { max-height: none; } .code { break-inside: avoid-page; } h2, h3, h4, summary { break-after: avoid; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
}
`;
