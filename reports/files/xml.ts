/** An element of XML; texts are escaped when it is written. */
export interface Element {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly content?: string | readonly Element[];
}

/** XML 1.0 has no place for these, not even escaped. */
const NEVER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** A parser would turn the white space of attributes, and every carriage return, into something else. */
const IN_TEXT = /[&<>\r]/g;
const IN_ATTRIBUTES = /[&<>"\t\n\r]/g;
const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A document of XML, one element a line. A strict parser reads the very texts, but for what XML cannot hold. */
export const xmlDocument = (root: Element): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, "")}`;

function written({ name, attributes = {}, content = [] }: Element, indent: string): string {
  const told = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value, IN_ATTRIBUTES)}"`);
  const start = `${indent}<${name}${told.join("")}`;
  if (content.length === 0) {
    return `${start}/>\n`;
  }
  return typeof content === "string"
    ? `${start}>${escaped(content, IN_TEXT)}</${name}>\n`
    : `${start}>\n${content.map((child) => written(child, `${indent}  `)).join("")}${indent}</${name}>\n`;
}

const escaped = (text: string | number, signs: RegExp): string =>
  String(text)
    .replace(NEVER, "\ufffd")
    .replace(signs, (sign) => NAMED[sign] ?? `&#${sign.charCodeAt(0)};`);
