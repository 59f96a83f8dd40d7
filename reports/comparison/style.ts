export const COMPARISON_STYLE = `
.kicker { padding-top: 1.4rem; }
header h1 { margin-top: 1.6rem; }
.wide { max-width: 100rem; }
.switch { display: inline-flex; gap: 0.55rem; align-items: center; margin: 1.1rem 0 0.8rem; cursor: pointer; font-weight: 550; }
.switch input { inline-size: 1.1rem; block-size: 1.1rem; margin: 0; accent-color: var(--accent); }
.sheet { overflow: auto; max-height: max(26rem, 86vh); border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
.sheet:focus-visible { outline-offset: 0; }
.sheet table { border-collapse: separate; border-spacing: 0; width: 100%; }
.sheet th, .sheet td { text-align: left; padding: 0.4rem 0.7rem; min-width: 9.5rem; }
.sheet tr > :first-child { padding-left: 0.9rem; min-width: 15rem; }
.sheet tr > :last-child { padding-right: 0.9rem; }
.sheet .label > th { position: sticky; top: 0; z-index: 2; background: var(--raised); color: var(--ink); font-weight: 650; font-size: 0.92rem; }
.sheet tr > th:first-child { position: sticky; left: 0; z-index: 1; background: var(--raised); }
.sheet .label > th:first-child { z-index: 3; }
.sheet .about > td, .sheet .about > th { vertical-align: top; font-size: 0.8rem; color: var(--soft); }
.sheet .about p { margin: 0 0 0.15rem; overflow-wrap: anywhere; } .sheet .about .badge { white-space: normal; border-radius: 10px; }
.sheet .counts td { font-variant-numeric: tabular-nums; } .sheet .counts th { color: var(--soft); font-size: 0.88rem; }
.sheet .heading > th { padding-top: 1.5rem; font-weight: 650; color: var(--ink); }
.sheet .heading > td { padding: 0; }
.sheet tbody th code { color: var(--ink); } .sheet tbody th span { display: block; color: var(--soft); font-size: 0.86rem; }
.sheet .differs > th { box-shadow: inset 3px 0 0 var(--accent); }
.sheet tr:target > th { background: var(--mute-soft); } .sheet tbody tr { scroll-margin-top: 6rem; }
.none { color: var(--soft); font-size: 0.82rem; white-space: nowrap; }
body:has(#differing:checked) :is(.same, .all-same) { display: none; }
.sheet td { vertical-align: top; } .sheet details[open] { width: 24rem; }
footer { margin: 3rem 0 4rem; }
@media (max-width: 40rem) {
  .sheet tr > :first-child { min-width: 9.5rem; max-width: 10.5rem; }
  .sheet tbody th span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
  .sheet th, .sheet td { padding-inline: 0.5rem; }
}
@media print {
  @page { size: landscape; }
  .sheet { max-height: none; overflow: visible; border: 0; } .sheet th, .sheet td { min-width: 0; position: static !important; }
}
`;
