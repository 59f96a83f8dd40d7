/** A text as it reads once its encodings are undone, and where each part of it stands in the text itself. */
export interface DecodedView {
  readonly text: string;
  /** The part of the source that a part of the decoded text stands for. */
  source(start: number, end: number): readonly [start: number, end: number];
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  commat: "@",
};

/** What begins an escape of JSON: a link that is resolved has other slashes, and one in a URL is encoded itself. */
const SLASH = String.raw`(?:[\\/]|%(?:25)*5[cC])+`;

/**
 * Escapes of JSON (a pair of surrogates, one unit), slashes of both kinds, percent-encoding and entities, each also where
 * it was encoded again; and letters outside ASCII.
 */
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

/** How a value reads in decoded texts: with its own encodings undone, and as it is. */
export function interpretations(value: string): readonly string[] {
  return [decodedView(value).text, flat(utf8Bytes(value))];
}

/** Encodings around encodings that are undone. */
const MOST_LAYERS = 3;

/** A text with one encoding after the other undone: the text itself stands in none of them. */
export function decodedViews(source: string): readonly DecodedView[] {
  return withInner(decodedView(source), MOST_LAYERS - 1);
}

function withInner(outer: DecodedView, layers: number): readonly DecodedView[] {
  // What was decoded once holds bytes already.
  const inner = decodedView(outer.text, true);
  if (layers === 0 || inner.text === outer.text) {
    return [outer];
  }
  const source: DecodedView["source"] = (start, end) => outer.source(...inner.source(start, end));
  return [outer, ...withInner({ text: inner.text, source }, layers - 1)];
}

/**
 * Undoes whatever encodings a text holds, for comparing only: characters outside ASCII become their bytes in UTF-8,
 * slashes go (a link that is resolved has one kind for the other), a plus and a line break read as the letters that
 * stand for them in other encodings.
 */
function decodedView(source: string, isInBytes = false): DecodedView {
  let text = "";
  /** Where what each character stands for begins and ends: letter for letter where both are as long. */
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (plain: string, start: number, end: number): void => {
    const isAsLong = plain.length === end - start;
    for (let at = 0; at < plain.length; at += 1) {
      starts.push(isAsLong ? start + at : start);
      ends.push(isAsLong ? start + at + 1 : end);
    }
    text += plain;
  };
  let shown = 0;
  for (const match of source.matchAll(ENCODED_CHARACTERS)) {
    const [{ length }, letters = ""] = match;
    const plain = plainOf(match)?.replace(/[\\/]/g, "");
    if (plain !== undefined || (letters !== "" && !isInBytes)) {
      add(source.slice(shown, match.index), shown, match.index);
      shown = match.index + length;
      add(plain ?? "", match.index, shown);
      let start = match.index;
      for (const letter of letters) {
        add(utf8Bytes(letter), start, start + letter.length);
        start += letter.length;
      }
    }
  }
  if (shown === 0) {
    return { text: flat(source), source: (start, end) => [start, end] };
  }
  add(source.slice(shown), shown, source.length);
  return { text: flat(text), source: (start, end) => [starts[start] ?? 0, ends[end - 1] ?? 0] };
}

/** What an encoded character stands for; undefined where it is no encoding after all. */
function plainOf({ groups = {} }: RegExpMatchArray): string | undefined {
  const { letters, high, low, unit, byte, decimal, hex, name } = groups;
  if (high !== undefined && low !== undefined) {
    return utf8Bytes(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)));
  }
  if (unit !== undefined) {
    return utf8Bytes(String.fromCharCode(Number.parseInt(unit, 16)));
  }
  if (byte !== undefined) {
    return String.fromCharCode(Number.parseInt(byte, 16));
  }
  if (decimal !== undefined || hex !== undefined) {
    const point = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
    return point <= 0x10_ff_ff ? utf8Bytes(String.fromCodePoint(point)) : undefined;
  }
  if (name !== undefined) {
    return Object.hasOwn(HTML_ENTITIES, name) ? HTML_ENTITIES[name] : undefined;
  }
  // What is left are slashes.
  return letters === undefined ? "" : undefined;
}

/** A text whose characters are the bytes of this one in UTF-8. */
export function utf8Bytes(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** A form writes a space as a plus; the escape of a line break ends in a letter; what escapes is left out. */
function flat(text: string): string {
  return text.replace(/[\\/]/g, "").replace(/[+\n\r\t]/g, (sign) => ALIKE[sign] ?? sign);
}

const ALIKE: Readonly<Record<string, string>> = { "+": " ", "\n": "n", "\r": "r", "\t": "t" };
