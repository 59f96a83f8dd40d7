import { cacheLast } from "../model/model.ts";
import { utf8Bytes, decodedViews, decodedForms } from "./encodings.ts";

const REDACTED = "***";

/** Minimum length of a secret that is hidden: a shorter value may occur by chance in text that is not secret. */
export const SHORTEST_SECRET = 6;

/** Removes every secret from a text, in each encoding that the suite or a target writes. */
export type Redact = (text: string) => string;

export const redactNothing: Redact = (text) => text;

/** Minimum length of the beginning of a secret that is hidden in front of an ellipsis. */
const SHORTEST_BEGINNING = 4;
/** An ellipsis, with the rest of a surrogate pair or of an escape that was cut in two before it. */
const REST = String.raw`(?:${utf8Bytes("\ufffd")})?(?:[%\\&][%\\&#;\w]{0,16})?`;
const CUT = new RegExp(String.raw`${REST}(?:${utf8Bytes("…")}|\.\.\.)`, "g");

/** Start and end of a part of a text; the end is excluded. */
type Range = readonly [start: number, end: number];

/**
 * Creates the redaction that all writers use. It removes each complete secret in plain text; escaped as in JSON, HTML or Markdown;
 * percent-encoded; in any mixture of these; in base64 at any offset; and in hexadecimal. Reports redact a text before they cut it, but
 * messages of checks quote values that are cut already: so the beginning of a secret in front of an ellipsis is removed too.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const values = [...new Set(secrets.flatMap(secretParts))].filter(isLongEnough);
  if (values.length === 0) return redactNothing;
  const forms = [...new Set(values.flatMap(encodedForms))];
  return (text) => {
    const ranges = decodedViews(text).flatMap((view) => {
      const cuts = Array.from(view.text.matchAll(CUT), ({ index }) => index);
      return forms
        .flatMap((form) => [...occurrences(view.text, form), ...beginnings(view.text, cuts, form)])
        .map(([start, end]) => view.source(start, end));
    });
    return replaceRanges(text, [...values.flatMap((value) => occurrences(text, value)), ...ranges]);
  };
}

/** Creates a redaction for secrets to which further ones are added during the run. `size`: how many there are. */
export function createGrowingRedact(secrets: () => readonly string[], size = () => secrets().length): Redact {
  const redactOf = cacheLast((_size: number) => createRedact(secrets()));
  return (text) => redactOf(size())(text);
}

export const isLongEnough = (secret: string): boolean => secret.trim().length >= SHORTEST_SECRET;

/** A secret and the parts of it that are secret too: a token without its scheme, basic credentials, a password, the value of a cookie. */
function secretParts(secret: string): readonly string[] {
  const value = secret.trim();
  const bareValue = withoutScheme(value);
  const cookies = value.split(/;\s*/).flatMap((part) => /^[\w-]+=(.+)$/.exec(part)?.[1] ?? []);
  return [value, bareValue, ...cookies, ...basicCredentials(bareValue)];
}

const withoutScheme = (value: string): string => /^[A-Za-z][\w-]*\s+(\S.*)$/.exec(value)?.[1] ?? value;

/** The user name of basic credentials in base64. `selectHidden` decides whether it is hidden. */
export function basicUser(secret: string): readonly string[] {
  const inside = insideBasic(withoutScheme(secret.trim()));
  const user = inside?.slice(0, inside.indexOf(":")) ?? "";
  return user === "" ? [] : [user];
}

/** The decoded basic credentials (`user:password`); undefined if the value has another form. */
function insideBasic(value: string): string | undefined {
  const inside = /^[A-Za-z0-9+/_-]+=*$/.test(value) ? Buffer.from(value, "base64").toString("utf8") : "";
  return /^[\x20-\x7e]+$/.test(inside) && inside.includes(":") ? inside : undefined;
}

/** The credentials and the password in a value `user:password`, encoded in base64 or not; empty for any other value. */
function basicCredentials(value: string): readonly string[] {
  const credentials = insideBasic(value) ?? value;
  const password = /^[^\s:/]+:(?!\/\/)(.+)$/.exec(credentials)?.[1];
  return password === undefined ? [] : [credentials, password];
}

/**
 * The forms in which a secret can occur in a decoded text: the value, and without the white space that a service may remove; a long
 * integer also as a double prints it; its bytes in another character set, as in header fields; hexadecimal, and base64 at each offset.
 */
function encodedForms(value: string): readonly string[] {
  const [utf8, latin1] = [Buffer.from(value, "utf8"), Buffer.from(value, "latin1")];
  const bytes = [utf8, latin1];
  const misread = [utf8.toString("latin1"), latin1.toString("utf8")];
  // Resolving a URL removes line breaks and tabs.
  const unbroken = value.replace(/[\t\n\r]/g, "");
  const spelled = [unbroken, value.replaceAll(" ", "")];
  const rounded = MORE_THAN_EXACT.test(value) ? [String(Number(value))] : [];
  const hex = bytes.map((buffer) => buffer.toString("hex"));
  const cores = bytes.flatMap((buffer) => [0, 1, 2].map((offset) => base64Core(buffer, offset)));
  const safe = cores.map((core) => core.replaceAll("+", "-").replaceAll("/", "_"));
  return [value, ...misread, ...spelled, ...rounded, ...hex, ...cores, ...safe]
    .flatMap(decodedForms)
    .filter((form) => form.length >= SHORTEST_SECRET);
}

/** An integer with so many digits that a double may change them. */
const MORE_THAN_EXACT = /^\d{16,}$/;

/** The base64 characters of these bytes inside a longer text, without the characters that neighbouring bytes affect. */
function base64Core(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

function occurrences(text: string, form: string): readonly Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
    ranges.push([at, at + form.length]);
  }
  return ranges;
}

/** The ranges of a text in which the beginning of a secret (`form`) stands directly before a cut. `cuts`: the positions of the ellipses. */
function beginnings(text: string, cuts: readonly number[], form: string): readonly Range[] {
  const head = form.slice(0, SHORTEST_BEGINNING);
  return cuts.flatMap((end): readonly Range[] => {
    let at = text.indexOf(head, end - form.length);
    for (; at >= 0 && at < end; at = text.indexOf(head, at + 1)) {
      if (end - at >= SHORTEST_BEGINNING && form.startsWith(text.slice(at, end))) return [[at, end]];
    }
    return [];
  });
}

/** Replaces ranges of a text; overlapping ranges become one replacement. */
function replaceRanges(text: string, ranges: readonly Range[]): string {
  let clean = "";
  let copiedTo = 0;
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start >= copiedTo) clean += text.slice(copiedTo, start) + REDACTED;
    copiedTo = Math.max(copiedTo, end);
  }
  return clean + text.slice(copiedTo);
}

/**
 * A copy of a JSON value with redacted strings and names of members. With `own`, for a value whose member names the suite writes, all
 * names stay unchanged except those of header fields, and so do the values of the members in `own`.
 */
export function redactDeep<T>(value: T, redact: Redact, own?: ReadonlySet<string>): T;
export function redactDeep(value: unknown, redact: Redact, own?: ReadonlySet<string>): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item: unknown) => redactDeep(item, redact, own));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, member]: [string, unknown]) => {
    // Header names come from the target, so they are never members that the suite writes.
    const clean = redactDeep(member, redact, name === "headers" ? undefined : own);
    return own === undefined ? [redact(name), clean] : [name, own.has(name) ? member : clean];
  });
  return Object.fromEntries(entries);
}

/** Members of a result whose values the suite itself writes. */
const OWN_MEMBERS = new Set(
  "type id section endpoint statement outcome code consequenceOf possiblyRelatedTo method kind expects".split(
    " ",
  ),
);

/** A copy of a result without secrets. Values that the suite itself writes, such as outcomes, stay unchanged. */
export const redactRecord = <T>(record: T, redact: Redact): T => redactDeep(record, redact, OWN_MEMBERS);

export const BODY_CUT_AT = 4_000;
/** Maximum length of any other text of a violation. */
const TEXT_CUT_AT = 2_000;
/** Number of characters after the cut that are redacted too, because of a secret that crosses the cut. */
const MARGIN_OF_CUT = 8_000;

/** Removes the secrets of a text and then shortens it, because a secret that is cut in two is not recognised. */
export function cutRedacted(text: string, redact: Redact, most = TEXT_CUT_AT): string {
  const clean = redact(text.slice(0, most + MARGIN_OF_CUT));
  const isCut = text.length > most + MARGIN_OF_CUT || clean.length > most;
  return isCut ? `${copyText(clean.slice(0, most))}…` : clean;
}

/** Copies a text. A slice of a long text shares its memory, so keeping the slice would keep the whole body. */
const copyText = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");
