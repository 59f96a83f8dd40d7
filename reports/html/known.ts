import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import type { AppliedProfile, RunResult } from "../../engine/model/results.ts";
import { fold, html, linksTo, type Markup, note, nothing, section } from "../markup/elements.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { pointerText } from "../words/explain.ts";
import { countOf } from "../words/numbers.ts";
import { groupBy } from "../words/tally.ts";
import { profileFacts, profileLine } from "../words/profiles.ts";

/** Known deviations: those that were met, those that no longer occur, those whose time is over. */
export function knownList({ known, clauses }: RunResult): Markup {
  const { met = [], stale = [], expired = [] } = known ?? {};
  const failing = new Set(clauses.filter(({ outcome }) => outcome === "fail").map(({ id }) => id));
  const elsewhere = new Set(met.map(({ clause }) => clause).filter((id) => failing.has(id))).size;
  const broken =
    elsewhere === 0
      ? ""
      : ` ${countOf(elsewhere, "clause")} of these ${elsewhere === 1 ? "is" : "are"} broken elsewhere too.`;
  return met.length + stale.length + expired.length === 0
    ? nothing
    : section(
        "known",
        "Known deviations",
        "Deviations that somebody accepted beforehand. They are reported, and do not fail the run.",
        html`${group("Met", `The service departs from the contract as it was said.${broken}`, met)}
        ${group("Stale", "Judged, and nothing departs there any more: take the entry out.", stale)}
        ${group("Expired", "The last day has passed: the entry no longer covers anything.", expired)}`,
      );
}

const group = (title: string, meaning: string, entries: readonly KnownDeviation[]): Markup =>
  entries.length === 0
    ? nothing
    : html`<h3>${title}: ${sizeOf(entries)}</h3>
        ${note(meaning)}
        <ul class="list">
          ${groupBy(entries, ({ reason }) => reason).map(([reason, own]) => deviation(reason, own))}
        </ul>`;

const clausesOf = (entries: readonly KnownDeviation[]): readonly string[] => [
  ...new Set(entries.map(({ clause }) => clause)),
];

/** Clauses, as everywhere, and the places that are named of them. */
function sizeOf(entries: readonly KnownDeviation[]): string {
  const clauses = countOf(clausesOf(entries).length, "clause");
  return entries.length === clausesOf(entries).length
    ? clauses
    : `${clauses}, at ${countOf(entries.length, "place")}`;
}

/** All entries of one reason: their clauses in sight, and how narrow each is behind a fold where there are several. */
function deviation(reason: string, entries: readonly KnownDeviation[]): Markup {
  const told = groupBy(entries, (entry) => JSON.stringify({ ...entry, clause: "", pointer: "" })).map(
    ([, own]) =>
      html`<div>${placesOf(own)}</div>
        <div class="note">${details(own[0])}</div>`,
  );
  return html`<li>
    ${oneLine(reason)}
    ${
      told.length === 1
        ? told
        : html`<div>${linksTo(clausesOf(entries).map((id) => oneLine(id)))}</div>
            ${fold(sizeOf(entries), told)}`
    }
  </li>`;
}

const placesOf = (entries: readonly KnownDeviation[]): readonly Markup[] =>
  entries.map(
    ({ clause, pointer = "" }, index) =>
      html`${index > 0 && ", "}${linksTo([oneLine(clause)])}${pointer !== "" && html` at <code>${pointerText(pointer)}</code>`}`,
  );

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
  const between = told.length > 0 && link !== undefined && " · ";
  return html`${told.join(" · ")}${between}${link !== undefined && linkOut(link)}`;
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
    ${oneLine(profileLine(profile, result))}
    ${lines.map((line) => html`<div class="note">${oneLine(line, 300)}</div>`)}
  </li>`;
}
