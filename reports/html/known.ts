import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { AppliedProfile, RunResult } from "../../engine/model/results.ts";
import { html, linksTo, type Markup, note, nothing, section } from "../markup/elements.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import { pointerText } from "../words/explain.ts";
import { countOf } from "../words/numbers.ts";
import { groupBy } from "../words/tally.ts";
import { profileFacts, profileLine } from "../words/profiles.ts";

/** Known deviations: those that were met, those that no longer occur, those whose time is over. */
export const knownList = ({ known: { met = [], stale = [], expired = [] } = NONE }: RunResult): Markup =>
  met.length + stale.length + expired.length === 0
    ? nothing
    : section(
        "known",
        "Known deviations",
        "Deviations that somebody accepted beforehand. They are reported, and do not fail the run.",
        html`${group("Met", "The service departs from the contract as it was said.", met)}
        ${group("Stale", "Judged, and nothing departs there any more: take the entry out.", stale)}
        ${group("Expired", "The last day has passed: the entry no longer covers anything.", expired)}`,
      );

const NONE: NonNullable<RunResult["known"]> = { stale: [], expired: [] };

const group = (title: string, meaning: string, entries: readonly KnownDeviation[]): Markup =>
  entries.length === 0
    ? nothing
    : html`<h3>${title}: ${sizeOf(entries)}</h3>
        ${note(meaning)}
        <ul class="list">
          ${groupBy(entries, ({ clause: _clause, pointer: _pointer, ...same }) => JSON.stringify(same)).map(([, own]) => alike(own))}
        </ul>`;

/** Clauses, as everywhere, and the places that are named of them. */
function sizeOf(entries: readonly KnownDeviation[]): string {
  const { size } = new Set(entries.map(({ clause }) => clause));
  const clauses = countOf(size, "clause");
  return entries.length === size ? clauses : `${clauses}, at ${countOf(entries.length, "place")}`;
}

/** Entries that differ in their clauses and places alone. */
const alike = (entries: readonly [KnownDeviation, ...KnownDeviation[]]): Markup =>
  html`<li>
    ${oneLine(entries[0].reason)}
    <div>
      ${entries.map(
        ({ clause, pointer = "" }, index) =>
          html`${index > 0 && ", "}${linksTo([oneLine(clause)])}${pointer !== "" && html` at <code>${pointerText(pointer)}</code>`}`,
      )}
    </div>
    <div class="note">${details(entries[0])}</div>
  </li>`;

/** How narrow it is, where it comes from, who answers for it, until when, and where it is spoken of. */
function details(entry: KnownDeviation): Markup {
  const { actual, values, request, status, versions, profile, owner, until, link } = entry;
  const facts = [
    ["only where this came:", actual],
    ["only where it was", values?.join(" or ")],
    ["only for requests that match", request],
    ["only for answers with status", status],
    ["releases:", versions],
    ["from the profile", profile],
    ["owner:", owner],
    ["until", until],
  ] as const;
  const told = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${oneLine(String(value), 300)}`],
  );
  return html`${told.join(" · ")} ${link !== undefined && linkOut(link)}`;
}

/** A link of the file is followed only where it leads to a web page. */
function linkOut(link: string): Markup {
  const isWeb = URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
  return isWeb ? html`<a href="${link}" rel="noreferrer">${oneLine(link)}</a>` : html`${oneLine(link)}`;
}

/** The profiles that were applied: what of them was met, where samples were found, and what a user should know. */
export const profileList = (result: RunResult) =>
  (result.profiles ?? []).length > 0 &&
  section(
    "profiles",
    "Profiles",
    "Descriptions of real implementations that this run was made with.",
    html`<ul class="list">
      ${result.profiles?.map((profile) => item(profile, result))}
    </ul>`,
  );

function item(profile: AppliedProfile, result: RunResult): Markup {
  const lines = [
    `seen: ${profile.versions.join(", ")}`,
    ...profileFacts(profile),
    ...profile.unmatched.map(({ clause, pointer = "" }) => `not met: ${clause} ${pointer}`),
    ...profile.notes,
  ];
  return html`<li>
    ${oneLine(profileLine(profile, result))} ${lines.map((line) => note(oneLine(line, 300)))}
  </li>`;
}
