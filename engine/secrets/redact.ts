import { decodedViews, readings, type DecodedView } from "./encodings.ts";
import { createInnerSearch, SHORTEST_CUT, type Stretch } from "./inner.ts";
import { CAUSES } from "../model/clause-results.ts";

const HIDDEN = "***";

/** Shorter values are not hidden: they stand in too much that is no secret. */
export const SHORTEST_SECRET = 6;

/** Takes every secret out of a text, in each encoding that the suite or a target writes. */
export type Redact = (text: string) => string;

/** Nothing is secret. */
export const showAll: Redact = (text) => text;

/** Characters of a secret at which a look closer is worth it. */
const HEAD = 4;
/** What a cut leaves of a secret is hidden too, from so many characters on: before dots, quotes, the end. */
const LEFT_OVER = { dots: 4, quote: 8, end: 6 } as const;
/** Slashes, which are not compared, an encoding that was cut in its middle, and what shows that a text was cut there. */
const CUT_THERE =
  /(?:\\*\/)*[\ud800-\udbff]?(?:[%\\&][%\\&#;\w]{0,16})?(?:(?<dots>…|\.\.\.)|(?<quote>\\*["'`])|(?<end>$))/y;

/**
 * One redaction for all writers. It finds a secret in plain text, escaped as in JSON, HTML or Markdown,
 * percent-encoded (twice, and as in forms, too), in base64 at any place of a longer text, in any mixture of
 * these, and what a cut left of one, at either end.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const values = [...new Set(secrets.flatMap(partsOf))].filter(isLongEnough);
  const asWritten = values.flatMap((value) => {
    const json = inJson(value);
    return [value, json, inJson(json), json.replaceAll("/", "\\/")];
  });
  const cut = [...asWritten.flatMap(resolvedForms), ...values.flatMap(beforeNumbers)];
  const needles = [...new Set([...values.flatMap(formsOf), ...cut])];
  if (values.length === 0) {
    return showAll;
  }
  const long = values
    .map((value) => value.replace(ORIGIN, ""))
    .filter(({ length }) => length >= SHORTEST_CUT);
  const innerParts = createInnerSearch([...new Set(long.flatMap(formsOf))]);
  return (text) => {
    const views = decodedViews(text);
    const found = [
      ...values.flatMap((value) => occurrences(text, value)),
      ...views.flatMap((view) => needles.flatMap((needle) => decodedOccurrences(text, view, needle))),
      ...views.flatMap((view) => innerParts(view.text).map(([start, end]) => view.source(start, end))),
    ];
    return found.length === 0 ? text : without(text, found);
  };
}

/** The same for a list to which secrets are added while a run goes on. */
export function createGrowingRedact(secrets: readonly string[]): Redact {
  let made = { size: secrets.length, redact: createRedact(secrets) };
  return (text) => {
    if (made.size !== secrets.length) {
      made = { size: secrets.length, redact: createRedact(secrets) };
    }
    return made.redact(text);
  };
}

/** Where a secret is a URL, its host stands in many texts. */
const ORIGIN = /^https?:\/\/[^/@]*(?=\/|$)/i;

/** A text as it stands in JSON: what resolves a link makes slashes of the backslashes in it. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function isLongEnough(secret: string): boolean {
  return secret.trim().length >= SHORTEST_SECRET;
}

/** The secret, and what of it is one on its own: a token behind its scheme, a password, a cookie. */
function partsOf(secret: string): readonly string[] {
  const whole = secret.trim();
  const bare = bareOf(whole);
  const cookies = whole.split(/;\s*/).flatMap((part) => /^[\w-]+=(.+)$/.exec(part)?.[1] ?? []);
  return [whole, bare, ...cookies, ...basicCredentials(bare)];
}

/** Without the scheme in front. */
const bareOf = (whole: string): string => /^[A-Za-z][\w-]*\s+(\S.*)$/.exec(whole)?.[1] ?? whole;

/** The user of basic credentials: a secret too, where it is no word that a report needs. */
export function basicUser(secret: string): readonly string[] {
  const inside = insideBasic(bareOf(secret.trim()));
  const user = inside?.slice(0, inside.indexOf(":")) ?? "";
  return user === "" ? [] : [user];
}

/** What the base64 of basic credentials holds. */
function insideBasic(value: string): string | undefined {
  const inside = /^[A-Za-z0-9+/_-]+=*$/.test(value) ? Buffer.from(value, "base64").toString("utf8") : "";
  return /^[\x20-\x7e]+$/.test(inside) && inside.includes(":") ? inside : undefined;
}

/** User and password inside the base64 of basic credentials, and the password of plain ones. */
function basicCredentials(value: string): readonly string[] {
  const credentials = insideBasic(value) ?? value;
  const password = /^[^\s:/]+:(?!\/\/)(.+)$/.exec(credentials)?.[1];
  return password === undefined ? [] : [credentials, password];
}

/**
 * What a decoded text shows of a secret: itself, what the suite makes of a name or a number that it stands in, each of
 * its bytes taken for a letter (header fields are read so, and sent so), and its base64 wherever it stands in what was
 * encoded.
 */
function formsOf(value: string): readonly string[] {
  const bytes = [Buffer.from(value, "utf8"), Buffer.from(value, "latin1")];
  const misread = [
    Buffer.from(value, "utf8").toString("latin1"),
    Buffer.from(value, "latin1").toString("utf8"),
  ];
  const spelled = [value.toLowerCase(), value.toUpperCase(), value.replaceAll(" ", "")];
  const rounded = MORE_THAN_EXACT.test(value) ? [String(Number(value))] : [];
  const cores = bytes.flatMap((own) => [0, 1, 2].map((before) => base64Core(own, before)));
  const safe = cores.map((core) => core.replaceAll("+", "-").replaceAll("/", "_"));
  return [value, ...misread, ...spelled, ...rounded, ...cores, ...safe]
    .flatMap(readings)
    .filter((form) => form.length >= SHORTEST_SECRET);
}

/** What is left of a secret in a link where HTML wrote a sign of it by its number: `&#39;` has the # that ends a link. */
function beforeNumbers(value: string): readonly string[] {
  const signs = new Set(value.match(/[^\w,.\- ]/gu));
  const left = [...signs].map((sign) => `${value.slice(0, value.indexOf(sign))}&`);
  return left.flatMap(readings).filter((form) => form.length >= SHORTEST_SECRET);
}

/** Digits of which a number keeps the first alone. */
const MORE_THAN_EXACT = /^\d{16,}$/;

/** What resolving a URL makes of a secret in it: breaks go, backslashes become slashes, dots are walked, a # cuts. */
function resolvedForms(value: string): readonly string[] {
  const unbroken = value.replace(/[\t\n\r]/g, "");
  const made = ["http://h/", "http://h/?", "http://h/#", "http://h/x"].flatMap((before) => {
    const url = URL.canParse(before + unbroken) ? new URL(before + unbroken) : undefined;
    return url === undefined
      ? []
      : [url.pathname.replace(/^\/x?/, ""), url.search.slice(1), url.hash.slice(1)];
  });
  const parts = [unbroken, unbroken.replaceAll("\\", "/"), ...made];
  return parts.flatMap(readings).filter((form) => form !== value && form.length >= SHORTEST_SECRET);
}

/** The characters of the base64 of a longer text that depend on these bytes alone. */
function base64Core(own: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), own]).toString("base64");
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + own.length) * 8) / 6));
}

function occurrences(text: string, value: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    found.push([at, at + value.length]);
  }
  return found;
}

function decodedOccurrences(text: string, view: DecodedView, needle: string): readonly Stretch[] {
  const found: Stretch[] = [];
  const head = needle.slice(0, HEAD);
  for (let at = view.text.indexOf(head); at >= 0; at = view.text.indexOf(head, at + 1)) {
    const length = commonLength(needle, view.text, at);
    const [start, end] = view.source(at, at + length);
    const most = length === needle.length ? end : leftOver(text, end, length);
    found.push(...(most === undefined ? [] : [[start, most] as const]));
  }
  return found;
}

/** Where the rest of a secret ends that a cut left; undefined where there was no cut. */
function leftOver(text: string, end: number, length: number): number | undefined {
  // A sign that begins an encoding may have been taken for one of the secret: %2… for what was %25.
  const from = cutThere(text, end) === undefined && "%&".includes(text.charAt(end - 1)) ? end - 1 : end;
  const match = cutThere(text, from);
  const { dots, quote } = match?.groups ?? {};
  const kind = dots === undefined ? (quote === undefined ? "end" : "quote") : "dots";
  return match === undefined || length < LEFT_OVER[kind]
    ? undefined
    : from + match[0].length - (dots ?? quote ?? "").length;
}

function cutThere(text: string, at: number): RegExpExecArray | undefined {
  CUT_THERE.lastIndex = at;
  return CUT_THERE.exec(text) ?? undefined;
}

function commonLength(needle: string, text: string, at: number): number {
  let length = HEAD;
  while (length < needle.length && needle.charCodeAt(length) === text.charCodeAt(at + length)) {
    length += 1;
  }
  return length;
}

function without(text: string, found: readonly Stretch[]): string {
  let clean = "";
  let shown = 0;
  for (const [start, end] of found.toSorted(([a], [b]) => a - b)) {
    if (start >= shown) {
      clean += text.slice(shown, start) + HIDDEN;
    }
    shown = Math.max(shown, end);
  }
  return clean + text.slice(shown);
}

/** A copy of a JSON value with every string in it rewritten, names of members included. */
export function redactDeep<T>(value: T, redact: Redact): T {
  if (typeof value === "string") {
    return redact(value) as T & string;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => redactDeep(item, redact)) as T & unknown[];
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, member]) => [redact(key), redactDeep(member, redact)]);
    return Object.fromEntries(entries) as T & object;
  }
  return value;
}

/** Members whose values are words of the suite itself. */
const OWN = new Set(
  "type id section endpoint statement outcome obstacle follows method kind expects".split(" "),
);

/** A copy of a result, or of what a run found, without secrets; the words of the suite itself stay as they are. */
export function redactRecord<T>(record: T, redact: Redact): T {
  if (Array.isArray(record)) {
    return record.map((item: unknown) => redactRecord(item, redact)) as T & unknown[];
  }
  if (typeof record !== "object" || record === null) {
    return redactDeep(record, redact);
  }
  const entries = Object.entries(record).map(([name, value]: [string, unknown]) => {
    const isOwn = OWN.has(name) || (name === "cause" && CAUSES.some((cause) => cause === value));
    // The names in it are those of others.
    const clean = name === "headers" ? redactDeep : redactRecord;
    return [name, isOwn ? value : clean(value, redact)];
  });
  return Object.fromEntries(entries) as T & object;
}
