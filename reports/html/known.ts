import type { AppliedProfile, RunResult } from "../../engine/model/results.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { profileFacts, profileLine } from "../reading/profiles.ts";
import { oneLine } from "../words/escape.ts";
import { count } from "../words/numbers.ts";
import { linksTo } from "./broken.ts";
import { html, nothing, type Markup } from "../markup/markup.ts";

/** Known deviations: those that were met, those that no longer occur, those whose time is over. */
export function knownList({ known }: RunResult): Markup {
  const { met = [], stale = [], expired = [] } = known ?? {};
  if (met.length + stale.length + expired.length === 0) {
    return nothing;
  }
  return html`<section id="known" aria-labelledby="known-title">
    <h2 id="known-title">Known deviations</h2>
    <p class="lead">
      Deviations that somebody accepted beforehand. They are reported, and do not fail the run.
    </p>
    ${group("Met", "The service departs from the contract as it was said.", met)}
    ${group("Stale", "Judged, and nothing departs there any more: take the entry out.", stale)}
    ${group("Expired", "The last day has passed: the entry no longer covers anything.", expired)}
  </section>`;
}

function group(title: string, meaning: string, entries: readonly KnownDeviation[]): Markup {
  return entries.length === 0
    ? nothing
    : html`<h3>${title}: ${count(entries.length)}</h3>
        <p class="note">${meaning}</p>
        <ul class="list">
          ${entries.map(deviation)}
        </ul>`;
}

function deviation(entry: KnownDeviation): Markup {
  const { clause, pointer, reason } = entry;
  return html`<li>
    ${linksTo([oneLine(clause)])}
    ${pointer === undefined || pointer === "" ? nothing : html`at <code>${oneLine(pointer)}</code>`}
    <div>${oneLine(reason)}</div>
    <div class="note">${details(entry)}</div>
  </li>`;
}

/** How narrow it is, where it comes from, who answers for it, until when, and where it is spoken of. */
function details({
  actual,
  values,
  request,
  status,
  versions,
  profile,
  owner,
  until,
  link,
}: KnownDeviation): Markup {
  const facts = [
    actual === undefined ? undefined : `only where ${oneLine(actual)} came`,
    values === undefined ? undefined : `only where it was ${oneLine(values.join(" or "), 300)}`,
    request === undefined ? undefined : `only for requests that match ${oneLine(request)}`,
    status === undefined ? undefined : `only for answers with status ${status}`,
    versions === undefined ? undefined : `releases: ${oneLine(versions)}`,
    profile === undefined ? undefined : `from the profile ${oneLine(profile)}`,
    owner === undefined ? undefined : `owner: ${oneLine(owner)}`,
    until === undefined ? undefined : `until ${oneLine(until)}`,
  ].filter((fact) => fact !== undefined);
  const between = facts.length > 0 && link !== undefined ? " · " : "";
  return html`${facts.join(" · ")}${between}${link === undefined ? nothing : linkOut(link)}`;
}

/** A link of the file is followed only where it leads to a web page. */
function linkOut(link: string): Markup {
  const isWeb = URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
  return isWeb ? html`<a href="${link}" rel="noreferrer">${oneLine(link)}</a>` : html`${oneLine(link)}`;
}

/** The profiles that were applied: what of them was met, where samples were found, and what a user should know. */
export function profileList(result: RunResult): Markup {
  const { profiles = [] } = result;
  return profiles.length === 0
    ? nothing
    : html`<section id="profiles" aria-labelledby="profiles-title">
        <h2 id="profiles-title">Profiles</h2>
        <p class="lead">Descriptions of real implementations that this run was made with.</p>
        <ul class="list">
          ${profiles.map((profile) => item(profile, result))}
        </ul>
      </section>`;
}

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
