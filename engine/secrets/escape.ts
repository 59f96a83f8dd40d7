import { shortened } from "../model/model.ts";

// Control characters, line and paragraph separators, marks that turn the direction of writing or cannot be
// seen, and halves of surrogate pairs.
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const UNSEEN_BUT_LINES = new RegExp(`(?![\\n\\t])(?:${UNSEEN.source})`, "gu");
const UNSEEN_BUT_NEWLINES = new RegExp(`(?!\\n)(?:${UNSEEN.source})`, "gu");
const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const ESCAPED_ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Cut at so many characters, with a word on how many are left out. */
export const cutText = (text: string, most: number): string => {
  const left = text.length - most;
  return left <= 0
    ? text
    : `${text.slice(0, most)}… (${left} more ${left === 1 ? "character" : "characters"})`;
};

/** In quotes, and cut with dots. */
export const inQuotes = (text: string, most = 200): string => JSON.stringify(shortened(text, most));

/** Text of a stranger as one harmless line: nothing in it moves a cursor, hides, or commands a CI system. */
export const oneLine = (text: string, most = 600): string =>
  disarm(cutText(text, most).replace(UNSEEN, visible));

/** The same, with its lines kept. */
export const manyLines = (text: string, most = 8_000): string =>
  disarm(cutText(text, most).replace(UNSEEN_BUT_LINES, visible));

/** JSON that can be printed anywhere: what moves a cursor, hides, or commands a CI system is escaped. It means the same. */
export const harmlessJson = (json: string): string =>
  json.replace(UNSEEN_BUT_NEWLINES, visible).replace(/#(?=#)/g, "\\u0023");

/**
 * Text inside a line of Markdown, where nothing of it is markup: no address becomes a link, no name is called,
 * no number refers to anything.
 */
export function markdownText(text: string, most?: number): string {
  return oneLine(text, most)
    .replace(/@|#(?=\d)/g, visible)
    .replace(/[&<>]/g, (sign) => ESCAPED_ENTITIES[sign] ?? sign)
    .replace(/[\\`*_[\]()!|~$]/g, "\\$&")
    .replace(/:(?=\/\/)/g, "&#58;")
    .replace(/(?<=www)\./gi, "&#46;");
}

/** A line to copy, as code inside a line of Markdown: nothing in it is markup, and it stands there as it is. */
export function markdownCode(text: string, most?: number): string {
  const line = oneLine(text, most);
  const ticks = line.match(/`+/g) ?? [];
  // Longer than any run of them in the line; a space keeps them apart, and is no part of the code.
  const fence = "`".repeat(Math.max(0, ...ticks.map(({ length }) => length)) + 1);
  return ticks.length === 0 ? fence + line + fence : `${fence} ${line} ${fence}`;
}

/** As JSON writes it, so that a quoted JSON string stays one. */
function visible(sign: string): string {
  const unitOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return SHORT_ESCAPES[sign] ?? sign.split("").map(unitOf).join("");
}

/** Takes the force out of `::command::`, `##[command]` and `##vso[command]`. */
const disarm = (text: string): string =>
  text.replace(/^(\s*):(?=:)/gm, "$1\\u003a").replace(/#(?=#\w*\[)/g, "\\u0023");
