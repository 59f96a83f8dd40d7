/** A text as it reads once its encodings are undone, and where each part of it stands in the text itself. */
export interface DecodedView {
  readonly text: string;
  /** The stretch of the source behind a stretch of the decoded text. */
  source(start: number, end: number): readonly [start: number, end: number];
}

/** One piece: characters that stand for themselves, or one encoded character. */
interface Piece {
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly literal: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  commat: "@",
};

/**
 * Escapes of JSON (a pair of surrogates, one unit), slashes of both kinds, percent-encoding and entities, each also where
 * it was encoded again; and characters outside ASCII.
 */
const ENCODED = new RegExp(
  [
    String.raw`\\+u(?<high>[dD][89abAB][\da-fA-F]{2})\\+u(?<low>[dD][c-fC-F][\da-fA-F]{2})`,
    String.raw`\\+u(?<unit>[\da-fA-F]{4})`,
    String.raw`\\+|/+`,
    String.raw`%(?:25)*(?<byte>[\da-fA-F]{2})`,
    String.raw`&(?:amp;)*(?:#(?<decimal>\d{1,7})|#[xX](?<hex>[\da-fA-F]{1,6})|(?<name>[a-z]{2,6}));`,
    String.raw`[^\x00-\x7f]+`,
  ].join("|"),
  "gu",
);

/** How a value reads in decoded texts: with its own encodings undone, and as it is. */
export function readings(value: string): readonly string[] {
  return [decodedView(value).text, flat(bytesOf(value))];
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
 * Undoes whatever encodings a text holds, for comparing only: characters outside ASCII become their bytes in
 * UTF-8, slashes go (a link that is resolved has one kind for the other), a plus and a line break read as the letters that stand for them in other encodings.
 */
function decodedView(source: string, isInBytes = false): DecodedView {
  const pieces: Piece[] = [];
  let text = "";
  let shown = 0;
  for (const match of source.matchAll(ENCODED)) {
    const end = match.index + match[0].length;
    if (match.index > shown) {
      pieces.push({ at: text.length, start: shown, end: match.index, literal: true });
      text += source.slice(shown, match.index);
    }
    const isBeyondAscii = source.charCodeAt(match.index) > 0x7f;
    const plain = isBeyondAscii ? undefined : plainOf(match)?.replace(/[\\/]/g, "");
    if (isBeyondAscii && !isInBytes) {
      addLetters(pieces, match[0], text.length, match.index);
      text += bytesOf(match[0]);
    } else if (plain === undefined) {
      pieces.push({ at: text.length, start: match.index, end, literal: true });
      text += match[0];
    } else if (plain !== "") {
      pieces.push({ at: text.length, start: match.index, end, literal: false });
      text += plain;
    }
    shown = end;
  }
  pieces.push({ at: text.length, start: shown, end: source.length, literal: true });
  text += source.slice(shown);
  return {
    text: flat(text),
    source: (start, end) => [startOf(pieceAt(pieces, start), start), endOf(pieceAt(pieces, end - 1), end)],
  };
}

/** The place of each letter outside ASCII among the bytes that stand for them; a long text may have nothing else. */
function addLetters(pieces: Piece[], letters: string, at: number, start: number): void {
  let [place, from] = [at, start];
  for (const letter of letters) {
    const end = from + letter.length;
    pieces.push({ at: place, start: from, end, literal: false });
    place += Buffer.byteLength(letter);
    from = end;
  }
}

/** What an encoded character stands for; undefined where it is no encoding after all. */
function plainOf({ groups = {} }: RegExpMatchArray): string | undefined {
  const { high, low, unit, byte, decimal, hex, name } = groups;
  if (high !== undefined && low !== undefined) {
    return bytesOf(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)));
  }
  if (unit !== undefined) {
    return bytesOf(String.fromCharCode(Number.parseInt(unit, 16)));
  }
  if (byte !== undefined) {
    return String.fromCharCode(Number.parseInt(byte, 16));
  }
  if (decimal !== undefined || hex !== undefined) {
    const point = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
    return point <= 0x10_ff_ff ? bytesOf(String.fromCodePoint(point)) : undefined;
  }
  if (name !== undefined) {
    return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
  }
  // What is left are slashes.
  return "";
}

function bytesOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** A form writes a space as a plus; the escape of a line break ends in a letter; what escapes is left out. */
function flat(text: string): string {
  return text.replace(/[\\/]/g, "").replace(/[+\n\r\t]/g, (sign) => ALIKE[sign] ?? sign);
}

const ALIKE: Readonly<Record<string, string>> = { "+": " ", "\n": "n", "\r": "r", "\t": "t" };

/** The last piece that begins at or before a place of the decoded text. */
function pieceAt(pieces: readonly Piece[], place: number): Piece {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.at ?? 0) <= place) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return pieces[low] ?? { at: 0, start: 0, end: 0, literal: true };
}

function startOf({ at, start, literal }: Piece, place: number): number {
  return literal ? start + place - at : start;
}

function endOf({ at, start, end, literal }: Piece, place: number): number {
  return literal ? start + place - at : end;
}
