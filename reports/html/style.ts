/** The style sheet of the report: light and dark, from 360 px up, and on paper. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fbfbfa; --raised: #ffffff; --ink: #1d2126; --soft: #59626d; --line: #dfe2e5; --code: #f1f2f3;
  --good: #17713a; --bad: #b3261e; --warn: #875300; --mute: #5f6873;
  --good-soft: #e3f3e8; --bad-soft: #fbe7e5; --warn-soft: #fbeed9; --mute-soft: #eceef0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --raised: #1b1f23; --ink: #e6e8ea; --soft: #a2abb5; --line: #30363c; --code: #23282d;
    --good: #6fd08c; --bad: #ff9086; --warn: #f2bd66; --mute: #a7b0ba;
    --good-soft: #16301f; --bad-soft: #3c1c1a; --warn-soft: #372812; --mute-soft: #272c32;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  -webkit-text-size-adjust: 100%; overflow-wrap: anywhere;
}
main, header { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
main { padding-bottom: 5rem; }
h1 { font-size: clamp(1.7rem, 5vw, 2.5rem); line-height: 1.2; letter-spacing: -0.015em; margin: 0.2rem 0 0.6rem; }
h2 { font-size: 1.4rem; letter-spacing: -0.01em; margin: 3.2rem 0 0.4rem; }
h3 { font-size: 1.02rem; margin: 0; display: inline; }
p { margin: 0.4rem 0; }
a { color: inherit; text-decoration-color: var(--soft); text-underline-offset: 0.18em; }
a:hover { text-decoration-color: currentColor; }
a:focus-visible, summary:focus-visible { outline: 2px solid currentColor; outline-offset: 3px; border-radius: 3px; }
code, pre { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.84em; }
code { overflow-wrap: anywhere; }
pre {
  margin: 0.35rem 0; padding: 0.65rem 0.8rem; background: var(--code); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 26rem; overflow-y: auto;
}
.lead { color: var(--soft); max-width: 46rem; }
.kicker { color: var(--soft); font-size: 0.9rem; letter-spacing: 0.02em; }
.verdict.conforms { color: var(--good); } .verdict.nonconforming { color: var(--bad); } .verdict.incomplete { color: var(--warn); }
.bar { display: flex; gap: 2px; height: 0.7rem; margin: 1.3rem 0 1rem; border-radius: 4px; overflow: hidden; }
.bar span { min-width: 3px; }
.bar .kept { background: var(--good); } .bar .broken { background: var(--bad); } .bar .open { background: var(--mute); opacity: 0.45; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 0.42rem 0.9rem 0.42rem 0; text-align: right; border-bottom: 1px solid var(--line); }
th, td { width: 17%; } th:first-child, td:first-child { text-align: left; width: auto; } tr > :last-child { padding-right: 0; }
thead th { font-weight: 500; color: var(--soft); font-size: 0.88rem; }
tbody th { font-weight: 400; } tfoot th, tfoot td { font-weight: 650; border-bottom: 0; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1.2rem; margin: 1.6rem 0; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; overflow-wrap: anywhere; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.4rem 1.4rem; list-style: none; margin: 1.6rem 0 0; padding: 0.8rem 0; border-block: 1px solid var(--line); }
.badge {
  display: inline-block; padding: 0.05rem 0.5rem; border-radius: 999px; font-size: 0.8rem; line-height: 1.5;
  font-weight: 600; white-space: nowrap;
}
.badge.pass { color: var(--good); background: var(--good-soft); } .badge.fail { color: var(--bad); background: var(--bad-soft); }
.badge.known, .badge.inconclusive { color: var(--warn); background: var(--warn-soft); }
.badge.notExercised { color: var(--mute); background: var(--mute-soft); }
details.section { margin: 1.1rem 0; }
details.section > summary { cursor: pointer; padding: 0.45rem 0; border-bottom: 1px solid var(--line); }
.tally { color: var(--soft); font-size: 0.9rem; margin-left: 0.5rem; }
.clause { display: grid; grid-template-columns: 8.6rem 1fr; gap: 0.1rem 1rem; padding: 0.6rem 0; border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
.clause:target { background: var(--mute-soft); box-shadow: 0 0 0 0.6rem var(--mute-soft); border-radius: 2px; }
.clause .body { min-width: 0; }
.clause .id { font-size: 0.82rem; color: var(--soft); }
.clause details.id > summary { list-style-position: outside; }
.note { color: var(--soft); font-size: 0.92rem; }
.violation { margin: 0.7rem 0; padding: 0.7rem 0.9rem; background: var(--raised); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 6px; }
.violation.known { border-left-color: var(--warn); }
.violation dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1rem; margin: 0.2rem 0 0.6rem; }
.violation dt { color: var(--soft); font-size: 0.9rem; } .violation dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
details > summary { cursor: pointer; }
details.more > summary { color: var(--soft); font-size: 0.9rem; }
.list { padding-left: 1.1rem; } .list li { margin: 0.35rem 0; }
footer { margin-top: 3rem; padding-top: 0.9rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.9rem; }
@media (max-width: 40rem) {
  .clause { grid-template-columns: 1fr; } .clause details.id > summary { list-style-position: inside; } .facts, .violation dl { grid-template-columns: 1fr; gap: 0; }
  .facts dd, .violation dd { margin-bottom: 0.5rem; } th, td { padding-right: 0.6rem; }
}
@media print { body { background: none; } pre { max-height: none; } nav { display: none; } .violation { break-inside: avoid; } }
`;
