import type { RunResult } from "../../engine/results.ts";
import { verdictLabel } from "../labels.ts";
import { balanceOf } from "../tally.ts";
import { clauseList } from "./clauses.ts";
import { brokenList, knownList, notJudgedList, openList, weakList } from "./lists.ts";
import { html, trusted, when, type Markup } from "./markup.ts";
import { overview } from "./overview.ts";
import { STYLE } from "./style.ts";

/** The conformance report as one file that needs no other: no script, no request. */
export async function reportPage(result: RunResult): Promise<string> {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>Conformance: ${verdictLabel(result.verdict)}</title>
        <style>
          ${trusted(STYLE)}
        </style>
      </head>
      <body>
        ${overview(result)}
        <main>
          ${contents(result)} ${brokenList(result)} ${knownList(result)} ${notJudgedList(result)}
          ${weakList(result)} ${clauseList(result)} ${openList(result)}
          <footer>
            A clause that was kept was kept in every case that was tried, no more: see “cases” beside each
            clause.
          </footer>
        </main>
      </body>
    </html>`;
  return `${String(await page)}\n`;
}

function contents(result: RunResult): Markup {
  const { broken, notJudged } = balanceOf(result.summary);
  return html`<nav aria-label="Contents">
    <ul>
      ${entry(result.summary.fail > 0, "broken", `What is broken (${String(broken)})`)}
      ${entry(notJudged > 0, "not-judged", `Not judged (${String(notJudged)})`)}
      ${entry(true, "clauses", `All clauses (${String(result.clauses.length)})`)}
      ${entry(result.open.length > 0, "open", `Left open (${String(result.open.length)})`)}
    </ul>
  </nav>`;
}

function entry(shown: boolean, id: string, text: string): Markup {
  return when(shown, () => html`<li><a href="#${id}">${text}</a></li>`);
}
