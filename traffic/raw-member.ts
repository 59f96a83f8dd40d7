import { endOfString } from "../engine/message/bounds.ts";

/**
 * The text of a member of the outermost object of a JSON text that is known to be well-formed, letter for letter:
 * numbers as they were written, members that come twice. Undefined where there is no such member.
 */
export function rawMember(json: string, name: string): string | undefined {
  let found: string | undefined;
  let at = skipSpace(json, json.indexOf("{") + 1);
  while (json[at] === '"') {
    const keyEnd = endOfString(json, at) + 1;
    const key: unknown = JSON.parse(json.slice(at, keyEnd));
    const start = skipSpace(json, json.indexOf(":", keyEnd) + 1);
    const end = endOfValue(json, start);
    found = key === name ? json.slice(start, end) : found;
    at = skipSpace(json, end);
    at = json[at] === "," ? skipSpace(json, at + 1) : json.length;
  }
  return found;
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (/\s/.test(json[at] ?? "")) {
    at += 1;
  }
  return at;
}

function endOfValue(json: string, start: number): number {
  if (json[start] === '"') {
    return endOfString(json, start) + 1;
  }
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    const sign = json[at] ?? "";
    if (sign === '"') {
      at = endOfString(json, at);
    } else if (sign === "{" || sign === "[") {
      depth += 1;
    } else if (depth > 0 && (sign === "}" || sign === "]")) {
      depth -= 1;
      if (depth === 0) {
        return at + 1;
      }
    } else if (depth === 0 && /[\s,}\]]/.test(sign)) {
      return at;
    }
  }
  return json.length;
}
