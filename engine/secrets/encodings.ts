/** A decoded text, with a mapping from its parts to the source text. */
export interface DecodedView {
  readonly text: string;
  /** The range of the source that a range of the decoded text comes from. */
  source(start: number, end: number): readonly [start: number, end: number];
}

const HTML_ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", commat: "@" }),
);

/** The beginning of a JSON escape. Resolving a link turns backslashes into slashes, and a URL percent-encodes them. */
const SLASH = String.raw`(?:[\\/]|%(?:25)*5[cC])+`;

/** JSON escapes, slashes of both kinds, percent-encoding and HTML entities, also nested; characters that stand for themselves. */
const SIGNS = new RegExp(
  [
    String.raw`(?<plain>[^%&\\/\u0080-\u{10ffff}]+)`,
    String.raw`${SLASH}u(?<high>[dD][89abAB][\da-fA-F]{2})${SLASH}u(?<low>[dD][c-fC-F][\da-fA-F]{2})`,
    String.raw`${SLASH}u(?<unit>[\da-fA-F]{4})`,
    `(?<slash>${SLASH})`,
    String.raw`%(?:25)*(?<byte>[\da-fA-F]{2})`,
    String.raw`&(?:amp;)*(?:#(?<decimal>\d{1,7})|#[xX](?<hex>[\da-fA-F]{1,6})|(?<name>[a-z]{2,6}));`,
    "[^]",
  ].join("|"),
  "gu",
);

/** The forms of a value in decoded texts: decoded, and unchanged. */
export const decodedForms = (value: string): readonly string[] => [
  decodedView(value).text,
  normalizeSigns(utf8Bytes(value)),
];

/** Maximum number of nested encodings that are decoded. */
const MOST_LAYERS = 3;

/** The views of a text after decoding it once, twice, and so on. */
export const decodedViews = (source: string): readonly DecodedView[] =>
  withInner(decodedView(source), MOST_LAYERS - 1);

function withInner(outer: DecodedView, layers: number): readonly DecodedView[] {
  // A decoded text consists of bytes already.
  const inner = decodedView(outer.text, true);
  if (layers === 0 || inner.text === outer.text) {
    return [outer];
  }
  const source: DecodedView["source"] = (start, end) => outer.source(...inner.source(start, end));
  return [outer, ...withInner({ text: inner.text, source }, layers - 1)];
}

/**
 * Decodes a text, for comparison only. Characters outside ASCII become their UTF-8 bytes. Slashes are removed, because resolving a
 * link turns backslashes into slashes. Letters become lower case, and plus signs and line breaks become the characters that other
 * encodings use for them.
 */
function decodedView(source: string, isInBytes = false): DecodedView {
  let text = "";
  /** The matched signs: where each begins in the decoded text, and its range in the source. */
  const signs: {
    readonly at: number;
    readonly start: number;
    readonly end: number;
    readonly isPlain: boolean;
  }[] = [];
  for (const match of source.matchAll(SIGNS)) {
    const { index: start, 0: sign, groups: { plain } = {} } = match;
    signs.push({ at: text.length, start, end: start + sign.length, isPlain: plain !== undefined });
    text += plain ?? decodedSign(match, isInBytes);
  }
  const rangeOf = (place: number): readonly [start: number, end: number] => {
    const { at, start, end, isPlain } = signs.findLast((sign) => sign.at <= place) ?? {
      at: 0,
      start: 0,
      end: 0,
      isPlain: true,
    };
    return isPlain ? [start + place - at, start + place - at + 1] : [start, end];
  };
  return { text: normalizeSigns(text), source: (start, end) => [rangeOf(start)[0], rangeOf(end - 1)[1]] };
}

/** The bytes of a matched sign, as characters. A sign that is not encoded stays. */
function decodedSign({ 0: sign, groups = {} }: RegExpMatchArray, isInBytes: boolean): string {
  const { high, low, unit, slash, byte, decimal, hex, name } = groups;
  if (slash !== undefined || byte !== undefined) {
    return byte === undefined ? "" : withoutSlashes(String.fromCharCode(Number.parseInt(byte, 16)));
  }
  const units = [high ?? unit, low].flatMap((digits) =>
    digits === undefined ? [] : Number.parseInt(digits, 16),
  );
  const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const entity = point <= 0x10_ff_ff ? String.fromCodePoint(point) : HTML_ENTITIES.get(name ?? "");
  const character = units.length > 0 ? String.fromCharCode(...units) : entity;
  return character === undefined && isInBytes ? sign : utf8Bytes(withoutSlashes(character ?? sign));
}

const withoutSlashes = (text: string): string => text.replace(/[\\/]/g, "");

/** A text whose characters are the UTF-8 bytes of a text. */
export const utf8Bytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

/** HTML forms encode a space as a plus, and the escape of a line break ends in a letter. */
const normalizeSigns = (text: string): string =>
  withoutSlashes(text)
    .replace(/[+\n\r\t]/g, (sign) => ALIKE[sign] ?? sign)
    .toLowerCase();

const ALIKE: Readonly<Record<string, string>> = { "+": " ", "\n": "n", "\r": "r", "\t": "t" };
