export const REPORT_STYLE = `
.kicker { margin: 0; padding-top: 1.1rem; }
.verdict { display: flex; gap: 0.9rem; align-items: center; padding-top: clamp(0.6rem, 2vw, 1.4rem); }
.verdict .sign { flex: none; font-size: clamp(1.6rem, 4vw, 2.4rem); line-height: 1; }
.conforms { color: var(--good); } .nonconforming { color: var(--bad); } .incomplete { color: var(--warn); }
header > .lead { font-size: 1.1rem; margin: 0.5rem 0 0; max-width: 56rem; }
.sum { display: flex; flex-wrap: wrap; gap: 0.1rem 1.6rem; margin: 0.7rem 0 0.6rem; }
.sum dl { margin: 0; display: flex; flex-direction: row-reverse; gap: 0.4rem; align-items: baseline; } .sum dt { color: var(--soft); font-size: 0.95rem; }
.sum dd { margin: 0; font-size: 1.5rem; line-height: 1.3; font-weight: 640; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.kept dd { color: var(--good); } .broken dd { color: var(--bad); } .known dd { color: var(--warn); } .not-judged dd { color: var(--mute); }
.first { display: grid; grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); gap: 1.6rem 3rem; margin: 0.8rem 0; align-items: start; }
.layout { display: grid; grid-template-columns: 14.5rem minmax(0, 1fr); gap: 3rem; margin-top: 0.9rem; border-top: 1px solid var(--line); }
.toc span { min-width: 0; }
.toc { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.1rem 0.5rem 2rem 0; font-size: 0.875rem; scrollbar-width: thin; }
.toc ul { list-style: none; margin: 0; padding: 0; } .toc ul ul { padding-left: 0.9rem; }
.toc a { display: flex; justify-content: space-between; gap: 0.6rem; padding: 0.16rem 0.4rem; border-radius: 5px; color: var(--soft); text-decoration: none; }
.toc > ul > li > a { color: var(--ink); font-weight: 600; margin-top: 0.5rem; } .toc a:hover { background: var(--mute-soft); color: var(--ink); }
.toc .bad { color: var(--bad); font-weight: 600; white-space: nowrap; }
main > section { padding-top: 1.3rem; } main > section + section { margin-top: 2.6rem; border-top: 1px solid var(--line); }
footer { margin: 3.5rem 0 0; padding: 1.1rem 0 3rem; border-top: 1px solid var(--line); }
.causes { list-style: none; padding: 0; margin: 0.8rem 0 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; }
.causes > li { background: var(--raised); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 8px; padding: 0.55rem 1rem; }
.where { margin: 0; } .causes .more > summary { padding: 0; }
.got { margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .causes > li:has(> .more[open]) > .got { display: none; }
.causes .note code { display: inline-block; } .causes .title { font-weight: 600; color: var(--ink); margin-right: 0.6rem; } .causes .lines { margin: 0.25rem 0; gap: 0 1rem; }
.tools { position: sticky; top: 0; z-index: 2; background: var(--ground); padding: 0.7rem 0; margin: 0.9rem 0 0; border-bottom: 1px solid var(--line); display: grid; gap: 0.5rem; }
.tools .row { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; }
.tools input[type="search"] { font: inherit; font-size: 0.9rem; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 7px; padding: 0.3rem 0.7rem; flex: 1 1 14rem; min-width: 0; }
.tools ::placeholder { color: var(--soft); opacity: 1; }
.section { margin: 0.6rem 0 1.2rem; } .section h3 { margin: 0; } .section > summary { padding: 0.5rem 0; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.1rem 0.8rem; align-items: baseline; }
.section > summary::before, .clause summary::before, .more > summary::before { content: "▸" / ""; color: var(--soft); display: inline-block; width: 0.9em; flex: none; }
.section[open] > summary::before, .clause details[open] > summary::before, .more[open] > summary::before { content: "▾" / ""; }
summary { list-style: none; } summary::-webkit-details-marker { display: none; }
.tally { color: var(--soft); font-size: 0.875rem; }
#clauses :is(.clause, .section, h3) { scroll-margin-top: 9rem; }
.clause { position: relative; border-bottom: 1px solid var(--line); }
.clause > details > summary { display: grid; grid-template-columns: 0.9rem 9.4rem minmax(0, 1fr) auto; gap: 0.1rem 0.6rem; padding: 0.42rem 1.6rem 0.42rem 0; align-items: baseline; }
.clause .statement { min-width: 0; } .clause .id { display: inline-block; font-size: 0.8rem; color: var(--soft); margin-left: 0.5em; }
.clause .badge { justify-self: start; }
.clause .cases { font-size: 0.84rem; color: var(--soft); text-align: right; font-variant-numeric: tabular-nums; max-width: 13rem; }
.clause .body { padding: 0.1rem 0 0.9rem 1.5rem; min-width: 0; }
.clause.fail .statement > span, .clause.known .statement > span { font-weight: 600; }
.clause:target { background: var(--mute-soft); box-shadow: -0.6rem 0 0 var(--mute-soft), 0.6rem 0 0 var(--mute-soft); }
.clause:target .id { color: var(--accent); font-weight: 600; }
@media (prefers-reduced-motion: no-preference) { .clause:target .id { animation: told 2s; } @keyframes told { from, 60% { background: var(--accent); color: var(--ground); } } }
.permalink { position: absolute; right: 0; top: 0.42rem; color: var(--soft); text-decoration: none; padding: 0 0.3rem; border-radius: 4px; }
.permalink:hover { color: var(--accent); }
.violation { margin: 0.7rem 0; padding: 0.75rem 1rem; background: var(--raised); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 8px; }
.violation.known { border-left-color: var(--warn); }
.excerpt mark { display: inline; padding: 0.1em 0.25em; margin-left: -0.25em; border-radius: 3px; box-shadow: inset 3px 0 0 var(--bad); padding-left: 0.5em; }
.code:has(.whole) pre[tabindex] { max-height: 14rem; }
.whole { display: block; margin: -0.65rem -0.85rem; padding: 0.65rem 0.85rem; box-shadow: inset 4px 0 0 var(--bad); }
.here { color: var(--bad); font-family: system-ui, sans-serif; font-size: 0.95em; font-weight: 600; white-space: normal; }
.beside > :first-child mark { background: var(--good-soft); box-shadow: inset 3px 0 0 var(--good); }
.beside { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr); gap: 0 0.8rem; align-items: start; }
.exchanges { list-style: none; padding: 0; margin: 0.5rem 0; display: grid; gap: 0.5rem; }
.exchanges > li { padding: 0.5rem 0.8rem; border: 1px solid var(--line); border-radius: 8px; } .exchanges > .breaks { border: 2px solid var(--bad); background: var(--bad-soft); }
.exchanges > .gap { border: 0; padding: 0 0.8rem; color: var(--soft); font-size: 0.9rem; }
.exchanges pre { font-size: 0.8em; } .exchanges .answer { color: var(--soft); max-height: 4.6rem; overflow: auto; margin-top: 0.3rem; } .exchanges .breaks .answer { color: inherit; }
.more > summary { color: var(--soft); font-size: 0.9rem; padding: 0.2rem 0; }
.list { padding-left: 1.1rem; } .list li { margin: 0.35rem 0; }
.list :target { background: var(--mute-soft); scroll-margin-top: 1rem; }

@media (max-width: 64rem) {
  .layout { grid-template-columns: minmax(0, 1fr); gap: 0; margin-top: 1.8rem; } .toc { position: static; max-height: none; padding: 0.9rem 0; border-bottom: 1px solid var(--line); }
  .toc > ul { display: flex; flex-wrap: wrap; gap: 0 0.8rem; } .toc ul ul { display: none; } .toc > ul > li > a { margin: 0; font-weight: 500; color: var(--accent); padding: 0.25rem 0.2rem; }
}
@media (max-width: 52rem) {
  .first, .beside { grid-template-columns: minmax(0, 1fr); } .tools { position: static; } #clauses :is(.clause, .section, h3) { scroll-margin-top: 1rem; }
}
@media (max-width: 40rem) {
  /* Verdict and three causes share the first screen of a phone. */
  h1 { font-size: 1.2rem; } .kicker { padding-top: 0.5rem; } .verdict { padding-top: 0.2rem; gap: 0.5rem; } .verdict .sign { font-size: 1.2rem; }
  header > .lead, #broken > .lead { font-size: 0.95rem; line-height: 1.4; margin: 0.2rem 0; } header > .note { margin: 0.2rem 0; font-size: 0.85rem; line-height: 1.4; } .wide, .sum dl:last-child { display: none; }
  .sum { margin: 0.2rem 0; } .layout { margin-top: 0.5rem; } .toc { padding: 0.2rem 0; } .toc > ul { flex-wrap: nowrap; overflow-x: auto; white-space: nowrap; } main > section:first-child { padding-top: 0.6rem; }
  #broken h2 { font-size: 1.15rem; margin: 0; } .causes { margin-top: 0.3rem; gap: 0.4rem; } .causes > li { line-height: 1.4; } .where { font-size: 0.8rem; } .causes .title { font-size: 0.9rem; }
  .sum { column-gap: 1rem; } .sum dd { font-size: 1.3rem; }
  .clause > details > summary { grid-template-columns: 0.9rem minmax(0, 1fr) auto; } .clause .statement { grid-column: 2 / -1; grid-row: 2; } .clause .body { padding-left: 0; }
  .clause .id { display: block; margin: 0; } .violation { padding: 0.65rem 0.75rem; } .causes > li { padding: 0.35rem 0.75rem; }
}
@media print {
  .layout { display: block; border: 0; } .toc, .tools, .permalink { display: none !important; } .page { padding: 0; max-width: none; }
  .clause:not(.cause), .section:not(:has(.cause)), #clauses:not(:has(.cause)), #map, #readings, #open, #profiles { display: none; }
  .body .more, .list .more, .causes .code, .causes > li > .more > summary { display: none; } .causes > li { padding-block: 0.3rem; line-height: 1.4; } .violation { break-inside: auto; }
  main > section { break-before: auto; } .clause > details > summary::before, .section > summary::before, .more > summary::before { content: "" !important; width: 0 !important; }
  .clause > details > summary { grid-template-columns: 0 7.4rem minmax(0, 1fr) auto; gap: 0 0.4rem; padding-right: 0; }
}
`;
