import type { AppliedProfile, RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../escape.ts";
import { profileFacts, profileLine } from "../profiles.ts";
import { html, nothing, type Markup } from "./markup.ts";

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
