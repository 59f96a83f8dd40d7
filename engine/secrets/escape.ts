import { shortened } from "../model/model.ts";

// Control characters, line and paragraph separators, marks of writing direction, invisible characters, and lone surrogates.
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const UNSEEN_BUT_LINES = new RegExp(`(?![\\n\\t])(?:${UNSEEN.source})`, "gu");
const UNSEEN_BUT_NEWLINES = new RegExp(`(?!\\n)(?:${UNSEEN.source})`, "gu");
const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const ESCAPED_ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function cutText(text: string, most: number): string {
  const omitted = text.length - most;
  const ending = `… (${omitted} more ${omitted === 1 ? "character" : "characters"})`;
  return omitted <= 0 ? text : text.slice(0, most) + ending;
}

export const inQuotes = (text: string, most = 200): string => JSON.stringify(shortened(text, most));

/** Untrusted text as one harmless line: no control character, no invisible character, and no command of a CI system. */
export const oneLine = (text: string, most = 600): string =>
  disarm(cutText(text, most).replace(UNSEEN, jsonEscape));

/** No maximum length, for text that is copied: if a curl line was cut, the shell would wait for the end of a quotation. */
export const UNCUT = Number.POSITIVE_INFINITY;

/** As {@link oneLine}, but with line breaks and tabs. */
export const manyLines = (text: string, most = 8_000): string =>
  disarm(cutText(text, most).replace(UNSEEN_BUT_LINES, jsonEscape));

/** JSON that can be printed anywhere: control characters, invisible characters and CI commands are escaped. Its value stays the same. */
export const harmlessJson = (json: string): string =>
  json.replace(UNSEEN_BUT_NEWLINES, jsonEscape).replace(/#(?=#)/g, "\\u0023");

/** Untrusted text as plain text in a line of Markdown: no markup, no link, no mention (`@name`) and no reference (`#1`). */
export const markdownText = (text: string, most?: number): string =>
  oneLine(text, most)
    .replace(/@|#(?=\d)/g, jsonEscape)
    .replace(/[&<>]/g, (sign) => ESCAPED_ENTITIES[sign] ?? sign)
    .replace(/[\\`*_[\]()!|~$]/g, "\\$&")
    .replace(/:(?=\/\/)/g, "&#58;")
    .replace(/(?<=www)\./gi, "&#46;");

/** A text as inline code in a line of Markdown, so that it can be copied unchanged. */
export function markdownCode(text: string): string {
  const line = oneLine(text, UNCUT);
  const ticks = line.match(/`+/g) ?? [];
  // The fence is longer than any run of backticks in the line. Markdown removes the space next to it.
  const fence = "`".repeat(Math.max(0, ...ticks.map(({ length }) => length)) + 1);
  return ticks.length === 0 ? fence + line + fence : `${fence} ${line} ${fence}`;
}

/** The JSON escape of a character: in a text that quotes JSON, the JSON stays valid. */
function jsonEscape(sign: string): string {
  const unitOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return SHORT_ESCAPES[sign] ?? sign.split("").map(unitOf).join("");
}

/** Disables the CI commands `::command::`, `##[command]` and `##vso[command]`. */
const disarm = (text: string): string =>
  text.replace(/^(\s*):(?=:)/gm, "$1\\u003a").replace(/#(?=#\w*\[)/g, "\\u0023");
