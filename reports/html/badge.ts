import type { Outcome } from "../../engine/model/clause-results.ts";
import { outcomeLabel } from "../labels.ts";
import { html, type Markup } from "./markup.ts";

const SIGNS: Readonly<Record<Outcome, string>> = {
  pass: "✔",
  fail: "✘",
  known: "≈",
  inconclusive: "?",
  notExercised: "–",
};

/** The sign of an outcome. */
export function signOf(outcome: Outcome): string {
  return SIGNS[outcome];
}

/** An outcome as a sign, a word and a colour. */
export function badge(outcome: Outcome): Markup {
  return html`<span class="badge ${outcome}"
    ><span aria-hidden="true">${SIGNS[outcome]}</span> ${outcomeLabel(outcome)}</span
  >`;
}
