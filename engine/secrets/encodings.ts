export interface DecodedView {
  readonly text: string;
  /** The range of the source that a range of the decoded text comes from. */
  source(start: number, end: number): readonly [start: number, end: number];
}

const HTML_ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  commat: "@",
};

/** The backslashes before a JSON escape, which resolving a link turns into slashes, and which a URL percent-encodes. */
const SLASH = String.raw`(?:[\\/]|%(?:25)*5[cC])+`;

/** JSON escapes, slashes of both kinds, percent-encoding and HTML entities, also nested; characters outside ASCII. */
const ENCODED_CHARACTERS = new RegExp(
  [
    String.raw`(?<letters>[^\0-\x7f]+)`,
    String.raw`${SLASH}u(?<high>[dD][89abAB][\da-fA-F]{2})${SLASH}u(?<low>[dD][c-fC-F][\da-fA-F]{2})`,
    String.raw`${SLASH}u(?<unit>[\da-fA-F]{4})`,
    SLASH,
    String.raw`%(?:25)*(?<byte>[\da-fA-F]{2})`,
    String.raw`&(?:amp;)*(?:#(?<decimal>\d{1,7})|#[xX](?<hex>[\da-fA-F]{1,6})|(?<name>[a-z]{2,6}));`,
  ].join("|"),
  "gu",
);

/** How a value can occur in a {@link DecodedView}: with its encoded characters decoded, and with them unchanged. */
export const decodedForms = (value: string): readonly string[] => [
  decodedView(value).text,
  normalizeSigns(utf8Bytes(value)),
];

/** Maximum number of nested encodings that are decoded. */
const MOST_LAYERS = 3;

/** The views after decoding once, twice and three times; fewer if nothing more is encoded. */
export const decodedViews = (source: string): readonly DecodedView[] =>
  withInner(decodedView(source), MOST_LAYERS - 1);

function withInner(outer: DecodedView, layers: number): readonly DecodedView[] {
  // A decoded text consists of bytes already.
  const inner = decodedView(outer.text, true);
  if (layers === 0 || inner.text === outer.text) return [outer];
  const source: DecodedView["source"] = (start, end) => outer.source(...inner.source(start, end));
  return [outer, ...withInner({ text: inner.text, source }, layers - 1)];
}

/**
 * Decodes a text, for comparison only. Characters outside ASCII become their UTF-8 bytes. Slashes are removed, because resolving a link
 * turns backslashes into slashes; see also {@link normalizeSigns}. `isInBytes`: the characters of the text are bytes already.
 */
function decodedView(source: string, isInBytes = false): DecodedView {
  let text = "";
  /** Start and end in the source for each decoded character; one to one if both have the same length. */
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (decoded: string, start: number, end: number): void => {
    const isAsLong = decoded.length === end - start;
    for (let at = 0; at < decoded.length; at += 1) {
      starts.push(isAsLong ? start + at : start);
      ends.push(isAsLong ? start + at + 1 : end);
    }
    text += decoded;
  };
  let copiedTo = 0;
  for (const match of source.matchAll(ENCODED_CHARACTERS)) {
    const [{ length }, letters = ""] = match;
    const decoded = decodedCharacter(match)?.replace(/[\\/]/g, "");
    if (decoded !== undefined || (letters !== "" && !isInBytes)) {
      add(source.slice(copiedTo, match.index), copiedTo, match.index);
      copiedTo = match.index + length;
      add(decoded ?? "", match.index, copiedTo);
      let start = match.index;
      for (const letter of letters) {
        add(utf8Bytes(letter), start, start + letter.length);
        start += letter.length;
      }
    }
  }
  if (copiedTo === 0) return { text: normalizeSigns(source), source: (start, end) => [start, end] };
  add(source.slice(copiedTo), copiedTo, source.length);
  return { text: normalizeSigns(text), source: (start, end) => [starts[start] ?? 0, ends[end - 1] ?? 0] };
}

/** The decoded form of a match of {@link ENCODED_CHARACTERS}, empty for slashes; undefined if the match is no encoded character. */
function decodedCharacter({ groups = {} }: RegExpMatchArray): string | undefined {
  const { letters, high, low, unit, byte, decimal, hex, name } = groups;
  if (high !== undefined && low !== undefined) {
    return utf8Bytes(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)));
  }
  if (unit !== undefined) return utf8Bytes(String.fromCharCode(Number.parseInt(unit, 16)));
  if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
  if (decimal !== undefined || hex !== undefined) {
    const point = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
    return point <= 0x10_ff_ff ? utf8Bytes(String.fromCodePoint(point)) : undefined;
  }
  if (name !== undefined) return Object.hasOwn(HTML_ENTITIES, name) ? HTML_ENTITIES[name] : undefined;
  // The remaining matches are letters and slashes; slashes are removed.
  return letters === undefined ? "" : undefined;
}

/** The UTF-8 bytes of a text, each as a character. */
export const utf8Bytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

/** HTML forms encode a space as a plus, and the JSON escape of a line break is a letter without its backslash. */
function normalizeSigns(text: string): string {
  const letters = text.replace(/[\\/]/g, "").toLowerCase();
  return letters.replace(/[+\n\r\t]/g, (sign) => ALIKE[sign] ?? sign);
}

const ALIKE: Readonly<Record<string, string>> = { "+": " ", "\n": "n", "\r": "r", "\t": "t" };
